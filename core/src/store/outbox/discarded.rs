//! Writes that a person gave up or took back, as they stood: taken up again, a write is the same one, with its bytes, its
//! key, its attempts and its doubt. Under another key what may have been applied already would be done twice.

use crate::model::discarded::Reached;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use crate::contract::OperationId;
use crate::store::{Outbox, Row, RowState, StoreError};

use super::one;

/// How many are kept; the oldest go first.
const MOST: i64 = 1_000;

/// Everything of a row but what says who is sending it.
const COLUMNS: &str = "seq, operation, record, body, idem_key, base, label, created_at, attempts, not_before, state, \
     ever_sent, doubtful, last_problem, identity";

/// Whether a row of the outbox has the checksum that it was written with.
pub(super) const AS_WRITTEN: &str = "outbox.sum IS row_sum(outbox.operation, outbox.record, outbox.body, \
     outbox.idem_key, outbox.base, outbox.label, outbox.created_at, outbox.attempts, outbox.not_before, outbox.state, \
     outbox.ever_sent, outbox.doubtful, outbox.lease_owner, outbox.lease_until, outbox.last_problem, outbox.identity)";

/// A write that was given up or taken back, as far as it matters for what is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The number it had, and gets again.
    pub seq: i64,
    /// Which operation of the contract.
    pub operation: OperationId,
    /// Whether it ever left.
    pub ever_sent: bool,
    /// Whether the service may have applied it.
    pub in_doubt: bool,
}

impl Outbox {
    /// Puts a write that was given up or taken back into the outbox again, with all that went with it, as it stood: parked
    /// where it was parked, else not sent before `not_before`, and `held` for undo until then. The rows it became; none
    /// where it is not known any more, or is there.
    ///
    /// # Errors
    /// The disk fails; then nothing is changed.
    pub fn take_up(&self, seq: i64, not_before: Timestamp, held: bool) -> Result<Vec<Row>, StoreError> {
        let me = self.me();
        let state = if held { RowState::Held } else { RowState::Waiting };
        self.step(|step| {
            let seqs: Vec<i64> = step
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
            step.execute("DELETE FROM dropped WHERE gone_with = ?1", [seq])?;
            let rows = seqs.iter().map(|seq| one(step, *seq, me));
            Ok(rows.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
        })
    }

    /// Drops a creation that has not left, and with it whatever waits for the record it would have made; a deletion of that
    /// record first, so that it does not come back with the creation. The numbers of the rows that went; none where nothing
    /// of that name is still to be created.
    ///
    /// # Errors
    /// The disk fails; then nothing is changed.
    pub fn drop_unborn(&self, temporary: &str) -> Result<Vec<i64>, StoreError> {
        let seqs = |step: &Connection, operation: OperationId| -> Result<Vec<i64>, StoreError> {
            let mut found = step.prepare_cached(
                "SELECT seq FROM outbox WHERE record = ?1 AND operation = ?2 AND ever_sent = 0
                 AND state IN ('held', 'waiting')",
            )?;
            let seqs = found.query_map(params![temporary, operation.name()], |row| row.get(0))?;
            Ok(seqs.collect::<Result<_, _>>()?)
        };
        self.step(|step| {
            let creation = seqs(step, OperationId::DealsCreate)?;
            if creation.is_empty() {
                return Ok(Vec::new());
            }
            let mut all = seqs(step, OperationId::DealsDelete)?;
            all.extend(creation);
            drop_rows(step, &all, false)
        })
    }

    /// Whether a row that is gone was given up or taken back, by whoever; and if so how far it had come.
    ///
    /// # Errors
    /// The disk fails.
    pub fn was_dropped(&self, seq: i64) -> Result<Option<Reached>, StoreError> {
        let db = self.lock();
        let mut found =
            db.prepare_cached("SELECT doubtful, ever_sent, state = 'refused' FROM dropped WHERE seq = ?1")?;
        let reached = found.query_row([seq], |row| {
            Ok(match (row.get(0)?, row.get(1)?, row.get(2)?) {
                (true, _, _) => Reached::InDoubt,
                (false, false, _) => Reached::Unsent,
                (false, true, true) => Reached::Refused,
                (false, true, false) => Reached::NotApplied,
            })
        });
        Ok(reached.optional()?)
    }

    /// The writes to a record that were given up or taken back, the newest first. Those that this version cannot read are
    /// left out: it makes none like them.
    ///
    /// # Errors
    /// The disk fails.
    pub fn dropped_of(&self, record: &str) -> Result<Vec<Dropped>, StoreError> {
        let db = self.lock();
        let mut all = db.prepare_cached(
            "SELECT seq, operation, ever_sent, doubtful FROM dropped WHERE record = ?1 ORDER BY seq DESC",
        )?;
        let mut rows = all.query([record])?;
        let mut dropped = Vec::new();
        while let Some(row) = rows.next()? {
            let operation: String = row.get(1)?;
            if let Some(operation) = OperationId::by_name(&operation) {
                dropped.push(Dropped {
                    seq: row.get(0)?,
                    operation,
                    ever_sent: row.get(2)?,
                    in_doubt: row.get(3)?,
                });
            }
        }
        Ok(dropped)
    }
}

/// Moves rows out of the outbox that have not left and are not leaving, or are parked (with `even_sent` also those that
/// have left); the numbers of those that were. With a creation goes what was to be done to the record it would have made.
pub(super) fn drop_rows(step: &Connection, rows: &[i64], even_sent: bool) -> Result<Vec<i64>, StoreError> {
    // More may go than are kept below, and a salvage would take its remains for writes that wait. What is deleted
    // otherwise is known to the journal.
    step.pragma_update(None, "secure_delete", true)?;
    let dropped = move_rows(step, rows, even_sent);
    step.pragma_update(None, "secure_delete", false)?;
    dropped
}

fn move_rows(step: &Connection, rows: &[i64], even_sent: bool) -> Result<Vec<i64>, StoreError> {
    let mut dropped = Vec::new();
    for seq in rows {
        // Of what is damaged nothing is believed, and it is not to be taken up again.
        let found: Option<(Option<String>, Option<String>)> = step
            .prepare_cached(&format!(
                "SELECT CASE WHEN {AS_WRITTEN} THEN operation END, CASE WHEN {AS_WRITTEN} THEN record END FROM outbox
                 WHERE seq = ?1 AND (NOT ({AS_WRITTEN}) OR state <> 'sending'
                     AND (ever_sent = 0 OR ?2 OR state IN ('refused', 'conflict')))"
            ))?
            .query_row(params![seq, even_sent], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((operation, record)) = found else {
            continue;
        };
        let creation = record.filter(|_| operation.as_deref() == Some(OperationId::DealsCreate.name()));
        step.prepare_cached(&format!(
            "INSERT OR REPLACE INTO dropped (gone_with, {COLUMNS})
             SELECT ?1, {COLUMNS} FROM outbox WHERE (seq = ?1 OR record = ?2) AND {AS_WRITTEN}"
        ))?
        .execute(params![seq, creation])?;
        let mut gone =
            step.prepare_cached("DELETE FROM outbox WHERE seq = ?1 OR record = ?2 RETURNING seq")?;
        let seqs = gone.query_map(params![seq, creation], |row| row.get(0))?;
        let mut seqs = seqs.collect::<Result<Vec<i64>, _>>()?;
        // The one that was named first, then what went with it.
        seqs.sort_by_key(|other| (other != seq, *other));
        dropped.extend(seqs);
    }
    if !dropped.is_empty() {
        step.execute(
            "DELETE FROM dropped WHERE seq <= (SELECT seq FROM dropped ORDER BY seq DESC LIMIT 1 OFFSET ?1)",
            [MOST],
        )?;
    }
    Ok(dropped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ids::IdempotencyKey;
    use crate::store::{NewRow, Store};

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn row(operation: OperationId, record: &str, number: u128) -> NewRow {
        NewRow {
            operation,
            record: record.into(),
            body: r#"{"name":"Halle"}"#.into(),
            key: IdempotencyKey::from(uuid::Uuid::from_u128(number)),
            base: "{}".into(),
            label: "Halle".into(),
            created_at: at(1),
            not_before: at(1),
            held: false,
        }
    }

    /// A creation that left and was not answered, with a change that waits behind it.
    fn in_doubt(store: &Store) -> (Row, Row) {
        let outbox = store.outbox();
        let rows = [
            row(OperationId::DealsCreate, "new-1", 1),
            row(OperationId::DealsUpdate, "new-1", 2),
        ];
        let kept = outbox.enqueue(&rows).unwrap();
        let term = std::time::Duration::from_secs(30);
        assert_eq!(outbox.lease(at(2), term, true).unwrap(), None);
        outbox.claim(kept[0].seq, at(2), term).unwrap().unwrap();
        assert!(outbox.leaving(kept[0].seq, at(2), term).unwrap());
        let sent = outbox
            .requeue(kept[0].seq, at(2), (true, true), Some("{}"))
            .unwrap();
        (sent.unwrap(), kept[1].clone())
    }

    #[test]
    fn what_is_taken_up_again_is_the_same_write_with_its_key_its_attempts_and_its_doubt() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        let (creation, change) = in_doubt(&store);
        let other = Store::open(tmp.path(), at(0)).unwrap();
        assert_eq!(
            other.outbox().discard(&[creation.seq], true).unwrap(),
            [creation.seq, change.seq]
        );
        assert_eq!(store.outbox().rows().unwrap(), []);
        assert_eq!(
            store.outbox().was_dropped(creation.seq).unwrap(),
            Some(Reached::InDoubt)
        );
        assert_eq!(
            store.outbox().was_dropped(change.seq).unwrap(),
            Some(Reached::Unsent)
        );
        let back = store.outbox().take_up(creation.seq, at(9), true).unwrap();
        let held = |row: Row| Row {
            state: RowState::Held,
            not_before: at(9),
            ..row
        };
        assert_eq!(back, [held(creation.clone()), held(change)]);
        assert!(back[0].in_doubt() && back[0].attempts == 1);
        // It is there once, whoever asks again.
        assert_eq!(other.outbox().take_up(creation.seq, at(9), true).unwrap(), []);
        assert_eq!(store.outbox().dropped_of("new-1").unwrap(), []);
    }

    #[test]
    fn a_creation_that_never_left_goes_with_its_deletion_and_comes_back_without_it() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        let outbox = store.outbox();
        let rows = [
            row(OperationId::DealsCreate, "new-1", 1),
            row(OperationId::DealsUpdate, "new-1", 2),
            row(OperationId::DealsDelete, "new-1", 3),
            row(OperationId::DealsUpdate, "d-1", 4),
        ];
        let kept = outbox.enqueue(&rows).unwrap();
        assert!(outbox.drop_unborn("d-1").unwrap().is_empty());
        let mut gone = outbox.drop_unborn("new-1").unwrap();
        gone.sort_unstable();
        assert_eq!(gone, [kept[0].seq, kept[1].seq, kept[2].seq]);
        assert_eq!(outbox.rows().unwrap(), [kept[3].clone()]);
        let back = outbox.take_up(kept[0].seq, at(9), false).unwrap();
        let back: Vec<i64> = back.iter().map(|row| row.seq).collect();
        assert_eq!(back, [kept[0].seq, kept[1].seq]);
    }

    #[test]
    fn a_creation_that_left_is_not_taken_for_one_that_never_did() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        in_doubt(&store);
        assert!(store.outbox().drop_unborn("new-1").unwrap().is_empty());
    }

    #[test]
    fn a_parked_write_comes_back_parked_and_under_the_name_its_record_has_now() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        let outbox = store.outbox();
        let (creation, change) = in_doubt(&store);
        outbox.discard(&[change.seq], true).unwrap();
        outbox.confirmed(creation.seq, Some("d-1")).unwrap();
        let back = outbox.take_up(change.seq, at(9), false).unwrap();
        assert_eq!((&*back[0].record, back[0].state), ("d-1", RowState::Waiting));
        let term = std::time::Duration::from_secs(30);
        outbox.claim(change.seq, at(9), term).unwrap().unwrap();
        outbox
            .park(change.seq, RowState::Conflict, at(9), "{\"theirs\":{}}")
            .unwrap();
        outbox.discard(&[change.seq], true).unwrap();
        let back = outbox.take_up(change.seq, at(20), true).unwrap();
        assert_eq!(back[0].state, RowState::Conflict);
        assert_eq!(back[0].last_problem.as_deref(), Some("{\"theirs\":{}}"));
    }

    #[test]
    fn not_more_are_kept_than_a_person_can_go_back() {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        let all: Vec<NewRow> = (0..=MOST)
            .map(|number| row(OperationId::DealsUpdate, "d", number.unsigned_abs().into()))
            .collect();
        let kept = store.outbox().enqueue(&all).unwrap();
        let seqs: Vec<i64> = kept.iter().map(|row| row.seq).collect();
        store.outbox().discard(&seqs, false).unwrap();
        assert_eq!(store.outbox().dropped_of("d").unwrap().len(), 1_000);
        assert_eq!(store.outbox().was_dropped(seqs[0]).unwrap(), None);
    }
}
