//! Journals of neighbouring stores: writes under the same key for other delegated users on this device. A change that
//! the user made for a delegated user may later be seen with the key itself, or the reverse. It is then attributed to
//! the user.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::OpenFlags;

use super::sibling_profiles::stores_of_key;
use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::history::journal_entry::WriteOutcome;
use crate::model::identity::Identity;
use crate::store::cache::types::timestamp_from_micros;
use crate::store::files::open;
use crate::store::{StoreError, encryption};

/// Maximum difference of two stores' times: one uses the server's clock, the other this device's.
pub(in crate::store) const MAX_CLOCK_DIFFERENCE: jiff::SignedDuration = jiff::SignedDuration::from_mins(2);

/// The request of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct SentWrite {
    pub(in crate::store) operation: OperationId,
    pub(in crate::store) record: String,
    /// The fields sent, as a JSON object; empty if the operation has none.
    pub(in crate::store) body: String,
}

impl SentWrite {
    /// Returns whether a history entry is an effect of this write. A creation without a response has only its temporary
    /// id, so it is recognised by name.
    pub(in crate::store) fn explains(&self, entry: &HistoryEntry) -> bool {
        let is_same_record = self.record == entry.deal;
        match &entry.kind {
            EntryKind::FieldChanged { name, after, .. } => {
                is_same_record && self.sets(name, after.as_deref())
            }
            EntryKind::Deleted { .. } => is_same_record && self.operation == OperationId::DealsDelete,
            EntryKind::FirstSeen { body, .. } | EntryKind::Restored { body } => {
                self.operation == OperationId::DealsCreate
                    && (is_same_record || is_temporary(&self.record) && self.matches(body))
            }
            EntryKind::Missing | EntryKind::Reappeared => false,
        }
    }

    fn sets(&self, field: &str, token: Option<&str>) -> bool {
        let Ok(fields) = Fields::parse(&self.body) else {
            return false;
        };
        let raw = token.and_then(|token| serde_json::value::RawValue::from_string(token.to_owned()).ok());
        fields.touches(field) && is_same_value(fields.get(field), raw.as_deref())
    }

    fn matches(&self, body: &str) -> bool {
        let (Ok(fields), Ok(record)) = (Fields::parse(&self.body), Record::parse(body)) else {
            return false;
        };
        fields.touches("name") && is_same_value(fields.get("name"), record.raw("name"))
    }
}

/// A write with the time of its request, or of its response if the server applied it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedWrite {
    pub(in crate::store) write: SentWrite,
    pub(in crate::store) at: Timestamp,
}

impl TimedWrite {
    /// Returns the written record.
    pub fn record(&self) -> &str {
        &self.write.record
    }

    /// Returns whether a history entry is the effect of this applied write.
    pub fn explains(&self, entry: &HistoryEntry) -> bool {
        let (from, to) = (self.at - MAX_CLOCK_DIFFERENCE, self.at + MAX_CLOCK_DIFFERENCE);
        let in_period = entry.not_before.is_some_and(|after| after <= to) && entry.at >= from;
        in_period && self.write.explains(entry)
    }

    /// Returns whether a history entry may be the effect of this write in doubt. It must match the write and be
    /// observed after the request.
    pub(in crate::store) fn may_have_caused(&self, entry: &HistoryEntry) -> bool {
        entry.at >= self.at - MAX_CLOCK_DIFFERENCE && entry.not_before.is_some() && self.write.explains(entry)
    }
}

/// Returns writes applied since `from` under the key of `identity`, without those of store `own`. An unreadable journal
/// is skipped; its error is reported when it is opened.
pub fn siblings_applied(
    profiles: &Path,
    own_store: &Path,
    identity: &Identity,
    from: Timestamp,
) -> Vec<TimedWrite> {
    let stores = stores_of_key(profiles, own_store, identity);
    let journals = stores.iter().filter_map(|dir| read(&dir.join("history.db"), from).ok());
    journals.flatten().collect()
}

fn read(file: &Path, from: Timestamp) -> Result<Vec<TimedWrite>, StoreError> {
    if !open::is_filled(file) {
        return Ok(Vec::new());
    }
    let only_read = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = encryption::connect_with(file, only_read)?;
    let mut applied = db.prepare(
        "SELECT operation, record, coalesce(after, ''), at FROM journal WHERE outcome = ?1 AND at >= ?2 ORDER BY seq",
    )?;
    Ok(parse_writes(applied.query(rusqlite::params![WriteOutcome::Applied.name(), from.as_microsecond()])?)?)
}

/// Reads writes: operation, record, body and time. Operations of a newer version are omitted.
pub(in crate::store) fn parse_writes(mut rows: rusqlite::Rows<'_>) -> rusqlite::Result<Vec<TimedWrite>> {
    let mut writes = Vec::new();
    while let Some(row) = rows.next()? {
        let operation: String = row.get(0)?;
        if let (Some(operation), Some(at)) =
            (OperationId::by_name(&operation), timestamp_from_micros(row.get(3)?))
        {
            let write = SentWrite { operation, record: row.get(1)?, body: row.get(2)? };
            writes.push(TimedWrite { write, at });
        }
    }
    Ok(writes)
}

/// Returns the earliest time of a write that may have caused one of `entries`. `None` if all of them are ours.
pub fn earliest_cause(entries: &[HistoryEntry]) -> Option<Timestamp> {
    let foreign_entries = entries.iter().filter(|entry| !entry.is_ours);
    foreign_entries.filter_map(|entry| entry.not_before).min().map(|after| after - MAX_CLOCK_DIFFERENCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::NewJournalEntry;
    use crate::store::NewOutboxEntry;
    use crate::store::Store;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn entry(deal: &str, status: &str, after: i64, seen: i64) -> HistoryEntry {
        HistoryEntry {
            seq: 1,
            deal: deal.into(),
            kind: EntryKind::FieldChanged {
                name: "status".into(),
                before: Some("\"sourcing\"".into()),
                after: Some(format!("\"{status}\"")),
            },
            not_before: Some(at(after)),
            at: at(seen),
            is_ours: false,
            maybe_ours: false,
        }
    }

    #[test]
    fn only_moves_made_as_another_delegated_user_are_recognised() {
        let tmp = tempfile::tempdir().unwrap();
        let open = |name: &str, key: &str, user: Option<&str>| {
            let store = Store::open(&tmp.path().join(name), at(0)).unwrap();
            let identity = Identity::new("https://api.example.com/v1", key, user);
            store.outbox().set_identity(&identity).unwrap();
            (store, identity)
        };
        let (own_store, me) = open("own", "k", None);
        let (user, _) = open("user", "k", Some("u-1"));
        let (stranger, _) = open("stranger", "other", None);
        for (store, deal) in [(&user, "a"), (&stranger, "b")] {
            let row = NewOutboxEntry {
                operation: OperationId::DealsUpdate,
                record: deal.into(),
                body: r#"{"status":"ic"}"#.into(),
                key: uuid::Uuid::new_v4().into(),
                base: "{}".into(),
                label: deal.into(),
                created_at: at(900),
                not_before: at(900),
                scheduled: false,
            };
            let row = store.outbox().enqueue(&[row]).unwrap().remove(0);
            for (outcome, timestamp) in [(WriteOutcome::RetryLater, 950), (WriteOutcome::Applied, 1_000)] {
                let line = NewJournalEntry::new(&row, outcome, at(timestamp));
                store.history().add_journal_entry(&line).unwrap();
            }
        }
        let done = siblings_applied(tmp.path(), own_store.dir(), &me, at(0));
        assert_eq!(done.len(), 1, "{done:?}");
        let ours = |entry: &HistoryEntry| done.iter().any(|done| done.explains(entry));
        assert!(ours(&entry("a", "ic", 500, 1_500)));
        assert!(ours(&entry("a", "ic", 1_010, 1_500)), "clocks differ a little");
        assert!(!ours(&entry("a", "closing", 500, 1_500)), "somebody moved it on");
        assert!(!ours(&entry("b", "ic", 500, 1_500)), "another key's");
        assert!(!ours(&entry("a", "ic", 2_000, 2_500)) && !ours(&entry("a", "ic", 100, 500)));
        assert!(siblings_applied(tmp.path(), own_store.dir(), &me, at(1_001)).is_empty());
    }
}
