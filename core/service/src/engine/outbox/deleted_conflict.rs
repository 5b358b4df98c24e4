//! Conflicts with a deal that was deleted at the server. Such a change is a conflict like any other: the user's values
//! are shown beside *deleted*. The user chooses to recreate the deal under another id, or to discard the change.

use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::ids::TEMPORARY_PREFIX;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::outbox::entries::new_entry::new_entry;
use crate::model::history::history_entry::EntryKind;
use crate::store::{NewOutboxEntry, OutboxEntry, RecordKind, Store, StoreError};

/// Fields that the contract lets a creation set (`POST /deals`).
const CREATION_FIELDS: [&str; 3] = ["name", "status", "classe_actif"];
/// The field that only an update sets (`PUT /deals/{deal_id}`).
const UPDATE_ONLY_FIELD: &str = "responsable";

/// Returns the deal as last known: cached, or else as deleted. `None` if it was never known.
///
/// # Errors
/// The disk fails, or the stored record is invalid.
pub(super) fn last_known(store: &Store, deal: &str) -> Result<Option<Record>, StoreError> {
    let cached = store.cache().get(RecordKind::Deal, "", deal)?.map(|stored| stored.body);
    let body = match cached {
        Some(body) => Some(body),
        None => store.history().entries_of(deal)?.into_iter().rev().find_map(|entry| match entry.kind {
            EntryKind::Deleted { body }
            | EntryKind::FirstSeen { body, .. }
            | EntryKind::Restored { body } => Some(body),
            _ => None,
        }),
    };
    let parsed = body.map(Record::parse).transpose();
    parsed.map_err(|error| StoreError::Unreadable(error.to_string()))
}

/// Returns the problem text for a deleted deal, which is stored with the blocked write.
pub(super) fn deleted_problem(known: &Record) -> String {
    let mut stored = Fields::new();
    for name in CREATION_FIELDS.into_iter().chain([UPDATE_ONLY_FIELD]) {
        if let Some(raw) = known.raw(name).filter(|raw| !matches!(raw.get(), "null" | "\"\"")) {
            stored.set_raw(name, raw.to_owned());
        }
    }
    format!("{{\"theirs\":{{}},\"gone\":{}}}", stored.to_body())
}

/// Builds the writes that recreate a deleted deal from its last known and the chosen fields. The creation has a
/// temporary id and the undo window `undo_delay`. An update follows with the fields that a creation cannot set.
pub fn recreation_entries(
    entry: &OutboxEntry,
    known: &Fields,
    chosen_fields: &Fields,
    undo_delay: Duration,
    now: Timestamp,
) -> Vec<NewOutboxEntry> {
    let mut all = known.clone();
    all.merge(chosen_fields);
    if !all.touches("name") {
        all.set_text("name", &entry.label);
    }
    let (mut creation, mut update) = (Fields::new(), Fields::new());
    for (name, raw) in all.iter() {
        let target = if CREATION_FIELDS.contains(&name) { &mut creation } else { &mut update };
        target.set_raw(name, raw.to_owned());
    }
    let record = format!("{TEMPORARY_PREFIX}{}", crate::host::uuid().hyphenated());
    let write = |operation, fields: &Fields, undo_delay| {
        let (none, label) = (Fields::new(), entry.label.clone());
        new_entry(operation, &record, fields, &none, label, undo_delay, now)
    };
    let mut rows = vec![write(OperationId::DealsCreate, &creation, undo_delay)];
    if !update.is_empty() {
        // It waits for the id from the creation, however long that is scheduled.
        rows.push(write(OperationId::DealsUpdate, &update, Duration::ZERO));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ids::IdempotencyKey;
    use crate::engine::recreation_fields;
    use crate::store::EntryState;

    #[test]
    fn recreation_combines_last_known_and_changed_fields() {
        let known =
            r#"{"id":"d","name":"Halle","status":"ic","classe_actif":"","responsable":"Ana","ltv":0.5}"#;
        let row = OutboxEntry {
            seq: 1,
            operation: OperationId::DealsUpdate,
            record: "d".into(),
            body: r#"{"status":"closing"}"#.into(),
            key: IdempotencyKey::new("k").unwrap(),
            base: r#"{"status":"ic"}"#.into(),
            label: "Label of the list".into(),
            created_at: Timestamp::UNIX_EPOCH,
            attempts: 0,
            not_before: Timestamp::UNIX_EPOCH,
            state: EntryState::Conflict,
            ever_sent: false,
            outcome_unknown: false,
            last_problem: Some(deleted_problem(&Record::parse(known).unwrap())),
            locked_by: None,
        };
        let fields = recreation_fields(&row).unwrap();
        assert_eq!(fields.to_body(), r#"{"name":"Halle","status":"ic","responsable":"Ana"}"#);
        let rows = recreation_entries(
            &row,
            &fields,
            &Fields::parse(&row.body).unwrap(),
            Duration::from_secs(5),
            Timestamp::UNIX_EPOCH,
        );
        assert!(rows[0].scheduled && rows[0].not_before > Timestamp::UNIX_EPOCH, "{:?}", rows[0]);
        let said: Vec<(OperationId, &str)> = rows.iter().map(|row| (row.operation, &*row.body)).collect();
        assert_eq!(
            said,
            [
                (OperationId::DealsCreate, r#"{"name":"Halle","status":"closing"}"#),
                (OperationId::DealsUpdate, r#"{"responsable":"Ana"}"#),
            ]
        );
        assert!(rows[0].record == rows[1].record && rows[0].key != rows[1].key);
        let waiting = OutboxEntry { state: EntryState::Waiting, ..row };
        assert_eq!(recreation_fields(&waiting), None, "it is tried again");
    }
}
