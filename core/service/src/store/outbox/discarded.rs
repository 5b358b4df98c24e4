//! Discarded and cancelled writes, in their last form. A restored write is the same write, with its body, key, attempts
//! and doubt. Under another key, a change that was already applied would be applied twice.

use crate::model::discarded::WriteProgress;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use crate::contract::OperationId;
use crate::store::{EntryState, Outbox, OutboxEntry, StoreError};

use super::fetch_entry;

/// Maximum number stored; the oldest are removed first.
const MAX_STORED: i64 = 1_000;

/// All columns except those of the sender's claim.
const COLUMNS: &str = "seq, operation, record, body, idem_key, base, label, created_at, attempts, not_before, state, \
     ever_sent, doubtful, last_problem, identity";

/// SQL that is true if a row of the outbox has a valid checksum.
pub(super) const IS_INTACT: &str = "outbox.sum IS row_sum(outbox.operation, outbox.record, outbox.body, \
     outbox.idem_key, outbox.base, outbox.label, outbox.created_at, outbox.attempts, outbox.not_before, outbox.state, \
     outbox.ever_sent, outbox.doubtful, outbox.lease_owner, outbox.lease_until, outbox.last_problem, outbox.identity)";

/// A discarded or cancelled write, as far as needed for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscardedWrite {
    /// Its sequence number, which it gets again when restored.
    pub seq: i64,
    /// The contract's operation.
    pub operation: OperationId,
    /// True if it was ever sent.
    pub ever_sent: bool,
    /// True if the server may have applied it.
    pub in_doubt: bool,
}

impl Outbox {
    /// Restores a discarded or cancelled write, with all that was removed with it. A blocked write is blocked again;
    /// any other is not sent before `not_before`, and with `scheduled` has an undo window until then. Returns the rows;
    /// none if it is unknown or already exists.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn restore(
        &self,
        seq: i64,
        not_before: Timestamp,
        scheduled: bool,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        let state = if scheduled { EntryState::Scheduled } else { EntryState::Waiting };
        self.transact(|tx| {
            let seqs: Vec<i64> = tx
                .prepare_cached(
                    "INSERT INTO outbox (seq, operation, record, body, idem_key, base, label, created_at, attempts,
                         not_before, state, ever_sent, doubtful, last_problem, identity)
                     SELECT seq, operation, coalesce((SELECT born.record FROM born WHERE temporary = gone.record), record),
                         body, idem_key, base, label, created_at, attempts, ?2,
                         CASE WHEN state IN ('refused', 'conflict') THEN state ELSE ?3 END,
                         ever_sent, doubtful, last_problem, identity
                     FROM dropped AS gone WHERE gone_with = ?1 AND whole(sum, seq, gone_with, operation, record, body,
                         idem_key, base, label, created_at, attempts, not_before, state, ever_sent, doubtful,
                         last_problem, identity) AND NOT EXISTS (
                         SELECT 1 FROM outbox AS there WHERE there.seq = gone.seq OR there.idem_key = gone.idem_key)
                     ORDER BY seq RETURNING seq",
                )?
                .query_map(params![seq, not_before.as_microsecond(), state.name()], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            tx.execute("DELETE FROM dropped WHERE gone_with = ?1", [seq])?;
            let rows = seqs.iter().map(|seq| fetch_entry(tx, *seq, identity));
            let rows: Vec<OutboxEntry> = rows.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
            debug_assert!(rows.iter().all(|row| row.state.is_blocked() || row.state == state));
            Ok(rows)
        })
    }

    /// Discards an unsent creation with all waiting writes of its record. A deletion of the record is removed first, so
    /// that restoring the creation does not restore it. Returns the removed numbers; none if no such creation exists.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn discard_unsent_creation(&self, temporary: &str) -> Result<Vec<i64>, StoreError> {
        let seqs = |tx: &Connection, operation: OperationId| -> Result<Vec<i64>, StoreError> {
            let mut statement = tx.prepare_cached(
                "SELECT seq FROM outbox WHERE record = ?1 AND operation = ?2 AND ever_sent = 0
                 AND state IN ('held', 'waiting')",
            )?;
            let seqs = statement.query_map(params![temporary, operation.name()], |row| row.get(0))?;
            Ok(seqs.collect::<Result<_, _>>()?)
        };
        self.transact(|tx| {
            let creation = seqs(tx, OperationId::DealsCreate)?;
            if creation.is_empty() {
                return Ok(Vec::new());
            }
            let mut all = seqs(tx, OperationId::DealsDelete)?;
            all.extend(creation);
            discard_entries(tx, &all, false)
        })
    }

    /// Returns whether a missing row was discarded or cancelled, and its progress until then.
    ///
    /// # Errors
    /// The disk fails.
    pub fn discard_progress(&self, seq: i64) -> Result<Option<WriteProgress>, StoreError> {
        let db = self.lock();
        let mut discarded =
            db.prepare_cached("SELECT doubtful, ever_sent, state = 'refused' FROM dropped WHERE seq = ?1")?;
        let reached = discarded.query_row([seq], |row| {
            Ok(match (row.get(0)?, row.get(1)?, row.get(2)?) {
                (true, _, _) => WriteProgress::InDoubt,
                (false, false, _) => WriteProgress::Unsent,
                (false, true, true) => WriteProgress::Rejected,
                (false, true, false) => WriteProgress::NotApplied,
            })
        });
        Ok(reached.optional()?)
    }

    /// Returns the discarded and cancelled writes of a record, newest first. Writes that this version cannot read are
    /// omitted, because it never creates the same ones.
    ///
    /// # Errors
    /// The disk fails.
    pub fn discarded_of(&self, record: &str) -> Result<Vec<DiscardedWrite>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(
            "SELECT seq, operation, ever_sent, doubtful FROM dropped WHERE record = ?1 ORDER BY seq DESC",
        )?;
        let mut rows = statement.query([record])?;
        let mut discarded = Vec::new();
        while let Some(row) = rows.next()? {
            let operation: String = row.get(1)?;
            if let Some(operation) = OperationId::by_name(&operation) {
                discarded.push(DiscardedWrite {
                    seq: row.get(0)?,
                    operation,
                    ever_sent: row.get(2)?,
                    in_doubt: row.get(3)?,
                });
            }
        }
        Ok(discarded)
    }
}

/// Discards unsent or blocked rows, with `even_sent` also sent ones. Rows in flight stay. Returns the removed numbers.
/// A creation takes the other writes of its record with it.
pub(super) fn discard_entries(
    tx: &Connection,
    rows: &[i64],
    even_sent: bool,
) -> Result<Vec<i64>, StoreError> {
    // More rows may be removed than are stored below, and a recovery would take the remains for waiting writes. Other
    // deletions are known to the journal.
    tx.pragma_update(None, "secure_delete", true)?;
    let discarded = move_to_discarded(tx, rows, even_sent);
    tx.pragma_update(None, "secure_delete", false)?;
    discarded
}

fn move_to_discarded(tx: &Connection, rows: &[i64], even_sent: bool) -> Result<Vec<i64>, StoreError> {
    let mut removed = Vec::new();
    for seq in rows {
        // A damaged row cannot be trusted, and must not be restored.
        let statement: Option<(Option<String>, Option<String>)> = tx
            .prepare_cached(&format!(
                "SELECT CASE WHEN {IS_INTACT} THEN operation END, CASE WHEN {IS_INTACT} THEN record END FROM outbox
                 WHERE seq = ?1 AND (NOT ({IS_INTACT}) OR state <> 'sending'
                     AND (ever_sent = 0 OR ?2 OR state IN ('refused', 'conflict')))"
            ))?
            .query_row(params![seq, even_sent], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((operation, record)) = statement else {
            continue;
        };
        let creation = record.filter(|_| operation.as_deref() == Some(OperationId::DealsCreate.name()));
        tx.prepare_cached(&format!(
            "INSERT OR REPLACE INTO dropped (gone_with, {COLUMNS})
             SELECT ?1, {COLUMNS} FROM outbox WHERE (seq = ?1 OR record = ?2) AND {IS_INTACT}"
        ))?
        .execute(params![seq, creation])?;
        let mut delete =
            tx.prepare_cached("DELETE FROM outbox WHERE seq = ?1 OR record = ?2 RETURNING seq")?;
        let seqs = delete.query_map(params![seq, creation], |row| row.get(0))?;
        let mut seqs = seqs.collect::<Result<Vec<i64>, _>>()?;
        debug_assert!(seqs.contains(seq), "the requested row was found and stays");
        // The requested row first, then those removed with it.
        seqs.sort_by_key(|is_other| (is_other != seq, *is_other));
        removed.extend(seqs);
    }
    if !removed.is_empty() {
        tx.execute(
            "DELETE FROM dropped WHERE seq <= (SELECT seq FROM dropped ORDER BY seq DESC LIMIT 1 OFFSET ?1)",
            [MAX_STORED],
        )?;
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ids::IdempotencyKey;
    use crate::store::NewOutboxEntry;
    use crate::store::Store;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn row(operation: OperationId, record: &str, number: u128) -> NewOutboxEntry {
        NewOutboxEntry {
            operation,
            record: record.into(),
            body: r#"{"name":"Halle"}"#.into(),
            key: IdempotencyKey::from(uuid::Uuid::from_u128(number)),
            base: "{}".into(),
            label: "Halle".into(),
            created_at: at(1),
            not_before: at(1),
            scheduled: false,
        }
    }

    /// Creates a sent creation without a response, with a change behind it.
    fn creation_in_doubt(store: &Store) -> (OutboxEntry, OutboxEntry) {
        let outbox = store.outbox();
        let rows = [row(OperationId::DealsCreate, "new-1", 1), row(OperationId::DealsUpdate, "new-1", 2)];
        let enqueued = outbox.enqueue(&rows).unwrap();
        let term = std::time::Duration::from_secs(30);
        assert_eq!(outbox.lease(at(2), term, true).unwrap(), None);
        outbox.claim(enqueued[0].seq, at(2), term).unwrap().unwrap();
        assert!(outbox.mark_sent(enqueued[0].seq, at(2), term).unwrap());
        let sent = outbox.requeue(enqueued[0].seq, at(2), (true, true), Some("{}")).unwrap();
        (sent.unwrap(), enqueued[1].clone())
    }

    #[test]
    fn restored_write_keeps_its_key_attempts_and_doubt() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        let (creation, change) = creation_in_doubt(&store);
        let other = Store::open(tmp.path(), at(0)).unwrap();
        assert_eq!(other.outbox().discard(&[creation.seq], true).unwrap(), [creation.seq, change.seq]);
        assert_eq!(store.outbox().entries().unwrap(), []);
        assert_eq!(store.outbox().discard_progress(creation.seq).unwrap(), Some(WriteProgress::InDoubt));
        assert_eq!(store.outbox().discard_progress(change.seq).unwrap(), Some(WriteProgress::Unsent));
        let back = store.outbox().restore(creation.seq, at(9), true).unwrap();
        let rescheduled =
            |row: OutboxEntry| OutboxEntry { state: EntryState::Scheduled, not_before: at(9), ..row };
        assert_eq!(back, [rescheduled(creation.clone()), rescheduled(change)]);
        assert!(back[0].in_doubt() && back[0].attempts == 1);
        // It exists once, even if restored twice.
        assert_eq!(other.outbox().restore(creation.seq, at(9), true).unwrap(), []);
        assert_eq!(store.outbox().discarded_of("new-1").unwrap(), []);
    }

    #[test]
    fn restored_unsent_creation_omits_its_discarded_deletion() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        let outbox = store.outbox();
        let rows = [
            row(OperationId::DealsCreate, "new-1", 1),
            row(OperationId::DealsUpdate, "new-1", 2),
            row(OperationId::DealsDelete, "new-1", 3),
            row(OperationId::DealsUpdate, "d-1", 4),
        ];
        let entries = outbox.enqueue(&rows).unwrap();
        assert!(outbox.discard_unsent_creation("d-1").unwrap().is_empty());
        let mut gone = outbox.discard_unsent_creation("new-1").unwrap();
        gone.sort_unstable();
        assert_eq!(gone, [entries[0].seq, entries[1].seq, entries[2].seq]);
        assert_eq!(outbox.entries().unwrap(), [entries[3].clone()]);
        let back = outbox.restore(entries[0].seq, at(9), false).unwrap();
        let back: Vec<i64> = back.iter().map(|row| row.seq).collect();
        assert_eq!(back, [entries[0].seq, entries[1].seq]);
    }

    #[test]
    fn sent_creation_is_not_discarded_as_unsent() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        creation_in_doubt(&store);
        assert!(store.outbox().discard_unsent_creation("new-1").unwrap().is_empty());
    }

    #[test]
    fn blocked_write_is_restored_blocked_under_its_current_id() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        let outbox = store.outbox();
        let (creation, change) = creation_in_doubt(&store);
        outbox.discard(&[change.seq], true).unwrap();
        outbox.remove_confirmed(creation.seq, Some("d-1")).unwrap();
        let back = outbox.restore(change.seq, at(9), false).unwrap();
        assert_eq!((&*back[0].record, back[0].state), ("d-1", EntryState::Waiting));
        let term = std::time::Duration::from_secs(30);
        outbox.claim(change.seq, at(9), term).unwrap().unwrap();
        outbox.block(change.seq, EntryState::Conflict, at(9), "{\"theirs\":{}}").unwrap();
        outbox.discard(&[change.seq], true).unwrap();
        let back = outbox.restore(change.seq, at(20), true).unwrap();
        assert_eq!(back[0].state, EntryState::Conflict);
        assert_eq!(back[0].last_problem.as_deref(), Some("{\"theirs\":{}}"));
    }

    #[test]
    fn stored_discarded_writes_are_limited() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        let all: Vec<NewOutboxEntry> = (0..=MAX_STORED)
            .map(|number| row(OperationId::DealsUpdate, "d", number.unsigned_abs().into()))
            .collect();
        let entries = store.outbox().enqueue(&all).unwrap();
        let seqs: Vec<i64> = entries.iter().map(|row| row.seq).collect();
        store.outbox().discard(&seqs, false).unwrap();
        assert_eq!(store.outbox().discarded_of("d").unwrap().len(), 1_000);
        assert_eq!(store.outbox().discard_progress(seqs[0]).unwrap(), None);
    }
}
