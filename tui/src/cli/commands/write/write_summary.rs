//! Texts that describe a write and its conflict.

use encours_core::contract::{Fields, Method, OperationId, record::text_of};
use encours_core::engine::{gone, theirs};
use encours_core::error::Error;
use encours_core::store::Row;
use encours_core::text::{Clean, Lang, Words};
use encours_core::vocabulary;
use serde_json::value::RawValue;

/// Returns `Status → Closing`, `New deal` or `Mark read`; with the previous value if it is known.
pub(in crate::cli::commands) fn in_words(lang: Lang, row: &Row) -> Result<String, Error> {
    let words = Words::new(lang);
    Ok(match row.operation {
        OperationId::DealsCreate => words.get("write-create").into_owned(),
        OperationId::NotificationsRead => words.get("write-mark-read").into_owned(),
        other if other.spec().method == Method::Delete => words.get("write-delete").into_owned(),
        _ if row.body.is_empty() => row.operation.spec().name.to_owned(),
        _ => {
            let (body, base) = (Fields::parse(&row.body)?, Fields::parse(&row.base)?);
            let changes: Vec<String> = body
                .iter()
                .map(|(name, raw)| {
                    let label = encours_core::app::foundation::history::change::label(lang, name);
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
pub(in crate::cli::commands) fn conflict_in_words(lang: Lang, row: &Row) -> Result<String, Error> {
    let words = Words::new(lang);
    let (base, theirs) = (Fields::parse(&row.base)?, theirs(row));
    let side = |key: &str, name: &str, fields: &Fields| {
        let raw = fields.get(name)?;
        Some(format!("{} {}", words.get(key), value(lang, name, raw)))
    };
    // A deletion has no fields, so the conflict lists the other client's changes.
    let deletion = row.operation == OperationId::DealsDelete;
    let body = if deletion {
        theirs.clone()
    } else {
        Fields::parse(&row.body)?
    };
    let fields: Vec<String> = body
        .iter()
        .map(|(name, mine)| {
            let mine = if deletion {
                words.get("conflict-delete").into_owned()
            } else {
                value(lang, name, mine)
            };
            let sides = [
                side("conflict-seen", name, &base),
                Some(format!("{} {mine}", words.get("conflict-mine"))),
                if gone(row).is_some() {
                    Some(format!(
                        "{} {}",
                        words.get("conflict-theirs"),
                        words.get("conflict-gone")
                    ))
                } else {
                    side("conflict-theirs", name, &theirs)
                },
            ];
            let sides: Vec<String> = sides.into_iter().flatten().collect();
            format!(
                "{} {}",
                encours_core::app::foundation::history::change::label(lang, name),
                sides.join(", ")
            )
        })
        .collect();
    Ok(fields.join("; "))
}

fn value(lang: Lang, name: &str, raw: &RawValue) -> String {
    let text = text_of(raw).filter(|text| !text.is_empty());
    match (name, text) {
        ("status", Some(code)) => vocabulary::deal_status(lang, &code).into_owned(),
        ("statut", Some(code)) => vocabulary::task_statut(lang, &code).into_owned(),
        ("classe_actif", Some(code)) => vocabulary::asset_class(lang, &code).into_owned(),
        (_, Some(text)) => Clean::line_of(&text, 40).to_string(),
        ("responsable", None) => Words::new(lang).get("owner-none").into_owned(),
        (_, None) if matches!(raw.get(), "null" | "\"\"") => {
            Words::new(lang).get("absent-not-provided").into_owned()
        }
        (_, None) => Clean::line_of(raw.get(), 40).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use encours_core::store::{NewRow, Store};
    use jiff::Timestamp;

    use super::*;

    fn said(operation: OperationId, body: &str, base: &str) -> String {
        let dir = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let store = Store::open(dir.path(), now).unwrap();
        let row = NewRow {
            operation,
            record: "d-1".into(),
            body: body.into(),
            key: encours_core::client::auth::random_id::idempotency_key(),
            base: base.into(),
            label: "d-1".into(),
            created_at: now,
            not_before: now,
            held: false,
        };
        let rows = store.outbox().enqueue(&[row]).unwrap();
        in_words(Lang::En, &rows[0]).unwrap()
    }

    #[test]
    fn a_change_reads_as_one() {
        let update = OperationId::DealsUpdate;
        assert_eq!(said(update, r#"{"status":"closing"}"#, "{}"), "Status → Closing");
        assert_eq!(
            said(update, r#"{"status":"closing"}"#, r#"{"status":"ic"}"#),
            "Status Investment committee → Closing"
        );
        assert_eq!(
            said(update, r#"{"responsable":null,"x":1.50}"#, "{}"),
            "Owner → no owner, x → 1.50"
        );
        assert_eq!(
            said(OperationId::DealsCreate, r#"{"name":"n"}"#, "{}"),
            "New deal"
        );
        assert_eq!(said(OperationId::DealsDelete, "", "{}"), "Deletion");
        assert_eq!(said(OperationId::NotificationsRead, "", "{}"), "Mark read");
    }
}
