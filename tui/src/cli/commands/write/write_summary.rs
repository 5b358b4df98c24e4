//! Texts that describe a write and its conflict.

use encours_core::contract::{Method, record::raw_text};
use encours_core::engine::{conflict_values, recreation_fields};
use encours_core::vocabulary;
use serde_json::value::RawValue;

use crate::cli::prelude::*;

/// Returns `Status → Closing`, `New deal` or `Mark as read`; with the previous value if it is known.
pub(in crate::cli::commands) fn summary_text(lang: Lang, row: &OutboxEntry) -> Result<String, Error> {
    let messages = Messages::new(lang);
    Ok(match row.operation {
        OperationId::DealsCreate => messages.get("write-create").into_owned(),
        OperationId::NotificationsRead => messages.get("write-mark-read").into_owned(),
        other if other.spec().method == Method::Delete => messages.get("write-delete").into_owned(),
        _ if row.body.is_empty() => row.operation.spec().name.to_owned(),
        _ => {
            let (body, base) = (Fields::parse(&row.body)?, Fields::parse(&row.base)?);
            let changes: Vec<String> = body
                .iter()
                .map(|(name, raw)| {
                    let label = encours_core::app::foundation::history::change::field_label(lang, name);
                    let after = value(lang, name, raw);
                    match base.get(name) {
                        Some(before) => format!("{label} {} → {after}", value(lang, name, before)),
                        None => format!("{label} → {after}"),
                    }
                })
                .collect();
            changes.join(", ")
        }
    })
}

/// Returns `Status: seen Sourcing, mine Closing, service Lost` for each field of a write in conflict.
pub(in crate::cli::commands) fn conflict_text(lang: Lang, row: &OutboxEntry) -> Result<String, Error> {
    let messages = Messages::new(lang);
    let (base, theirs) = (Fields::parse(&row.base)?, conflict_values(row));
    let side = |key: &str, name: &str, fields: &Fields| {
        let raw = fields.get(name)?;
        Some(format!("{} {}", messages.get(key), value(lang, name, raw)))
    };
    // A deletion has no fields, so the conflict lists the other client's changes.
    let deletion = row.operation == OperationId::DealsDelete;
    let body = if deletion { theirs.clone() } else { Fields::parse(&row.body)? };
    let fields: Vec<String> = body
        .iter()
        .map(|(name, mine)| {
            let mine =
                if deletion { messages.get("conflict-delete").into_owned() } else { value(lang, name, mine) };
            let sides = [
                side("conflict-seen", name, &base),
                Some(format!("{} {mine}", messages.get("conflict-mine"))),
                if recreation_fields(row).is_some() {
                    Some(format!("{} {}", messages.get("conflict-theirs"), messages.get("conflict-gone")))
                } else {
                    side("conflict-theirs", name, &theirs)
                },
            ];
            let sides: Vec<String> = sides.into_iter().flatten().collect();
            format!(
                "{} {}",
                encours_core::app::foundation::history::change::field_label(lang, name),
                sides.join(", ")
            )
        })
        .collect();
    Ok(fields.join("; "))
}

fn value(lang: Lang, name: &str, raw: &RawValue) -> String {
    let text = raw_text(raw).filter(|text| !text.is_empty());
    match (name, text) {
        ("status", Some(code)) => vocabulary::deal_status(lang, &code).into_owned(),
        ("statut", Some(code)) => vocabulary::task_statut(lang, &code).into_owned(),
        ("classe_actif", Some(code)) => vocabulary::asset_class(lang, &code).into_owned(),
        (_, Some(text)) => SafeText::line_within(&text, 40).to_string(),
        ("responsable", None) => Messages::new(lang).get("owner-none").into_owned(),
        (_, None) if matches!(raw.get(), "null" | "\"\"") => {
            Messages::new(lang).get("absent-not-provided").into_owned()
        }
        (_, None) => SafeText::line_within(raw.get(), 40).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use encours_core::store::{NewOutboxEntry, Store};
    use jiff::Timestamp;

    use super::*;

    fn summary(operation: OperationId, body: &str, base: &str) -> String {
        let dir = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let store = Store::open(dir.path(), now).unwrap();
        let row = NewOutboxEntry {
            operation,
            record: "d-1".into(),
            body: body.into(),
            key: encours_core::client::auth::random_id::idempotency_key(),
            base: base.into(),
            label: "d-1".into(),
            created_at: now,
            not_before: now,
            scheduled: false,
        };
        let rows = store.outbox().enqueue(&[row]).unwrap();
        summary_text(Lang::En, &rows[0]).unwrap()
    }

    #[test]
    fn write_summary_lists_old_and_new_values() {
        let update = OperationId::DealsUpdate;
        assert_eq!(summary(update, r#"{"status":"closing"}"#, "{}"), "Status → Closing");
        assert_eq!(
            summary(update, r#"{"status":"closing"}"#, r#"{"status":"ic"}"#),
            "Status Investment committee → Closing"
        );
        assert_eq!(summary(update, r#"{"responsable":null,"x":1.50}"#, "{}"), "Owner → no owner, x → 1.50");
        assert_eq!(summary(OperationId::DealsCreate, r#"{"name":"n"}"#, "{}"), "New deal");
        assert_eq!(summary(OperationId::DealsDelete, "", "{}"), "Deletion");
        assert_eq!(summary(OperationId::NotificationsRead, "", "{}"), "Mark as read");
    }
}
