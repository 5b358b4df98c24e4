//! Records that belong to a user: saved views, custom dashboards, alert preferences.

use std::fmt::Write as _;

use rusqlite::Connection;

use super::records::{NewRecord, RecordInserter};
use super::rng::Random;
use super::users;
use super::vocabulary::{ALERT_TYPE, SEVERITY};
use crate::{ServiceProfile, json::quote};

/// Name, default, filters, columns, sort.
const VIEWS: [(&str, bool, &str, &str, &str); 3] = [
    (
        "Toutes les opérations",
        true,
        "{}",
        r#"["name","statut","classe_actif","nominal"]"#,
        r#"[{"sort_by":"name","sort_order":"asc"}]"#,
    ),
    (
        "En retard ou contentieux",
        false,
        r#"{"statut":["retard","precontentieux","contentieux"]}"#,
        r#"["name","statut","nominal","date_echeance"]"#,
        r#"[{"sort_by":"date_echeance","sort_order":"asc"}]"#,
    ),
    (
        "Dette senior, bureaux",
        false,
        r#"{"type_investissement":"dette_senior","classe_actif":"bureaux"}"#,
        r#"["name","operateur_id","nominal"]"#,
        r#"[{"sort_by":"nominal","sort_order":"desc"}]"#,
    ),
];

/// A view of another type than operations: name and state.
const DEAL_VIEW: (&str, &str) = (
    "Dossiers en comité",
    r#""filters":{"status":"ic"},"columns":["name","responsable","ltv"],"sort":[{"sort_by":"ltv","sort_order":"desc"}]"#,
);

const DASHBOARDS: [(&str, bool); 2] = [("Comité du mardi", true), ("Suivi des échéances", false)];

/// The widgets of a dashboard in the extended service.
const WIDGETS: &str =
    r#"[{"kind":"total","field":"total_nominal"},{"kind":"breakdown","field":"operations_by_status"}]"#;

/// Writes views, dashboards and preferences of every sample user.
pub(crate) fn generate(db: &Connection, seed: u64, profile: ServiceProfile) -> rusqlite::Result<()> {
    let mut random = Random::new(seed, "views");
    let mut deal_views = Random::new(seed, "views of deals");
    let mut records = RecordInserter::new(db)?;
    let strict = profile == ServiceProfile::Strict;
    for owner in users::ids() {
        for (name, default, filters, columns, sort) in VIEWS {
            let id = random.uuid().to_string();
            let mut body = format!("{{\"id\":\"{id}\",\"name\":{},\"is_default\":{default}", quote(name));
            if !strict {
                body.push_str(",\"type\":\"operations\"");
            }
            // Writing to a `String` cannot fail.
            let _ = write!(body, ",\"filters\":{filters},\"columns\":{columns},\"sort\":{sort}}}");
            records.add(&NewRecord {
                kind: "saved_views",
                id: &id,
                name,
                code: "operations",
                owner,
                ..NewRecord::with_body(&body)
            })?;
        }
        let (name, state) = DEAL_VIEW;
        let id = deal_views.uuid().to_string();
        let type_field = if strict { "" } else { ",\"type\":\"deals\"" };
        let body =
            format!("{{\"id\":\"{id}\",\"name\":{},\"is_default\":false{type_field},{state}}}", quote(name));
        records.add(&NewRecord {
            kind: "saved_views",
            id: &id,
            name,
            code: "deals",
            owner,
            ..NewRecord::with_body(&body)
        })?;
        for (name, shared) in DASHBOARDS {
            let id = random.uuid().to_string();
            let mut body = format!("{{\"id\":\"{id}\",\"name\":{},\"is_shared\":{shared}", quote(name));
            if !strict {
                let _ = write!(body, ",\"widgets\":{WIDGETS}");
            }
            body.push('}');
            records.add(&NewRecord {
                kind: "dashboards",
                id: &id,
                name,
                code: if shared { "shared" } else { "" },
                owner,
                ..NewRecord::with_body(&body)
            })?;
        }
        for entry in ALERT_TYPE {
            let (enabled, severity) = (!random.percent(15), SEVERITY[random.below(3) as usize].code);
            let body = format!(
                "{{\"alert_type\":\"{}\",\"enabled\":{enabled},\"min_severity\":\"{severity}\"}}",
                entry.code
            );
            let id = format!("{owner} {}", entry.code);
            records.add(&NewRecord {
                kind: "alert_preferences",
                id: &id,
                owner,
                ..NewRecord::with_body(&body)
            })?;
        }
    }
    Ok(())
}
