//! The in-memory replica of the outbox. The file is authoritative. The replica follows own changes at once, and those
//! of another process after its signal (`peer_sync`). The cost of an update depends on the number of changes, not of
//! waiting entries.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::contract::patch::Fields;
use crate::model::pending_write::PendingWrite;
use crate::model::pending_writes::Writes;
use crate::store::{Row, RowState, Sealed};

use super::entries::entry_conversion::{fields, pending, shut};
use super::entries::merge_target::Waiting;

/// Differences by other processes, found when the whole outbox was reloaded.
#[derive(Debug)]
pub(in crate::engine) struct Replaced {
    /// Removed rows.
    pub(in crate::engine) gone: Vec<Gone>,
    /// Resolved conflicts of writes begun by this process, before and after.
    pub(in crate::engine) decided: Vec<(Row, Row)>,
    /// Sequence numbers of entries that waited and are now blocked.
    pub(in crate::engine) parked: Vec<i64>,
}

/// A removed row.
#[derive(Debug)]
pub(in crate::engine) struct Gone {
    /// Its last state in this process.
    pub(in crate::engine) row: Row,
    /// True if this process originally wrote it.
    pub(in crate::engine) begun: bool,
}

/// A row with its pending write for the user.
#[derive(Debug)]
pub(in crate::engine) struct Held {
    row: Row,
    write: Arc<PendingWrite>,
    /// True if this process wrote it in its present form.
    own: bool,
    /// True if this process originally wrote it, even if others changed it.
    begun: bool,
}

impl Held {
    /// Converts a row. Texts equal to those of `beside` are parsed and stored once, because a bulk change repeats them
    /// in each row.
    pub(crate) fn new(row: Row, beside: Option<&Self>) -> Self {
        let shared = |text: fn(&Row) -> &str, of: fn(&PendingWrite) -> &Fields| {
            let beside = beside.filter(|beside| text(&beside.row) == text(&row));
            beside.map_or_else(|| fields(text(&row)), |beside| of(&beside.write).clone())
        };
        let write = pending(
            &row,
            shared(|row| &row.body, |write| &write.fields),
            shared(|row| &row.base, |write| &write.base),
        );
        Self {
            row,
            write: Arc::new(write),
            own: false,
            begun: false,
        }
    }

    /// Marks the row as written by this process.
    pub(in crate::engine) fn own(self) -> Self {
        Self {
            own: true,
            begun: true,
            ..self
        }
    }
}

/// The replica of the outbox, each row with its pending write.
#[derive(Debug, Default)]
pub(in crate::engine) struct Mirror {
    rows: BTreeMap<i64, Box<Held>>,
    /// Sequence numbers by hash of the record id, which saves a copy of the id. Hash collisions are resolved by
    /// comparing the rows.
    of: BTreeSet<(u64, i64)>,
    hashed: RandomState,
    /// Sequence numbers of the entries in flight.
    sending: BTreeSet<i64>,
    sealed: Vec<Sealed>,
    shut: Vec<Arc<PendingWrite>>,
    /// Discarded writes of this process with their keys; a restored write is recognised by its key.
    given_up: BTreeMap<i64, IdempotencyKey>,
    /// Number of changes so far.
    changes: u64,
    /// Version of the file when it was last read.
    pub(in crate::engine) version: Option<i64>,
}

impl Mirror {
    /// Returns whether the indexes cover the rows: each row once, and only rows.
    fn is_sound(&self) -> bool {
        let sealed = self.sealed.len() == self.shut.len();
        self.of.len() == self.rows.len() && self.sending.len() <= self.rows.len() && sealed
    }

    /// Returns the rows, oldest first.
    pub(in crate::engine) fn rows(&self) -> impl ExactSizeIterator<Item = &Row> + Clone {
        debug_assert!(self.is_sound());
        self.rows.values().map(|held| &held.row)
    }

    /// Returns the entries in flight, from this or another process.
    pub(super) fn sending(&self) -> impl Iterator<Item = i64> {
        self.sending.iter().copied()
    }

    /// Returns a number that differs after each change.
    pub(in crate::engine) fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the rows that this version cannot read.
    pub(in crate::engine) fn sealed(&self) -> &[Sealed] {
        &self.sealed
    }

    /// Returns all pending writes, oldest first.
    pub(in crate::engine) fn writes(&self) -> Writes {
        let read = self.rows.values().map(|held| &held.write);
        let mut all: Vec<Arc<PendingWrite>> = read.chain(&self.shut).cloned().collect();
        if !self.shut.is_empty() {
            all.sort_by_key(|write| write.id);
        }
        let writes: Writes = all.into_iter().collect();
        debug_assert!(writes.are_in_order());
        writes
    }

    /// Returns whether row `seq` exists and this version cannot read it.
    pub(super) fn is_sealed(&self, seq: i64) -> bool {
        self.sealed.iter().any(|row| row.seq == seq)
    }

    /// Returns row `seq`.
    pub(in crate::engine) fn get(&self, seq: i64) -> Option<&Row> {
        self.rows.get(&seq).map(|held| &held.row)
    }

    /// Returns the rows of a record, newest first.
    pub(in crate::engine) fn of<'a, 'r: 'a>(
        &'a self,
        record: &'r str,
    ) -> impl DoubleEndedIterator<Item = &'a Row> + use<'a, 'r> {
        let hash = self.hashed.hash_one(record);
        let newest_first = self.of.range((hash, i64::MIN)..=(hash, i64::MAX)).rev();
        newest_first
            .filter_map(|(_, seq)| self.get(*seq))
            .filter(move |row| row.record == record)
    }

    /// Returns the waiting writes for the record of `operation`, newest first.
    pub(in crate::engine) fn waiting(&self, operation: OperationId, record: &str) -> Vec<Waiting> {
        let of_it = self.of(record).filter(|row| row.subject().0 == operation);
        of_it
            .map(|row| Waiting {
                row: row.clone(),
                own: self.is_own(row.seq),
            })
            .collect()
    }

    /// Removes a row.
    fn take(&mut self, seq: i64) -> Option<Row> {
        let row = self.rows.remove(&seq)?.row;
        self.changes += 1;
        self.sending.remove(&seq);
        self.of.remove(&(self.hashed.hash_one(&row.record), seq));
        debug_assert!(self.is_sound(), "row {seq} left an index");
        Some(row)
    }

    /// Returns whether this process wrote row `seq` in its present form. False for rows of another process, rows
    /// changed by another, and rows of an earlier run.
    pub(super) fn is_own(&self, seq: i64) -> bool {
        let held = self.rows.get(&seq);
        debug_assert!(held.is_none_or(|held| held.begun || !held.own));
        held.is_some_and(|held| held.own)
    }

    /// Returns whether this process originally wrote row `seq`.
    fn is_begun(&self, seq: i64) -> bool {
        self.rows.get(&seq).is_some_and(|held| held.begun)
    }

    /// Marks entries that an earlier run left in their undo window as this process's own.
    pub(super) fn take_over_held(&mut self) {
        for held in self.rows.values_mut() {
            held.own |= held.row.state == RowState::Held && held.row.locked.is_none();
            held.begun |= held.own;
        }
    }

    /// Notes that the user discards row `seq`. Discarding a creation includes the other writes of its record.
    pub(in crate::engine) fn give_up(&mut self, seq: i64) {
        let creation = self
            .get(seq)
            .filter(|row| row.operation == OperationId::DealsCreate);
        let record = creation.map(|row| row.record.clone());
        let beside = record.iter().flat_map(|record| self.of(record));
        let own: Vec<(i64, IdempotencyKey)> = beside
            .chain(self.get(seq))
            .filter(|row| self.is_own(row.seq))
            .map(|row| (row.seq, row.key.clone()))
            .collect();
        self.given_up.extend(own);
    }

    /// Notes that discarded rows were restored.
    pub(super) fn taken_up(&mut self, rows: &[Row]) {
        for row in rows {
            let own = self.given_up.remove(&row.seq).is_some_and(|key| key == row.key);
            if let Some(held) = self.rows.get_mut(&row.seq) {
                held.own |= own;
                held.begun |= own;
            }
        }
    }

    /// Stores a row's present state. It remains this process's own as long as its key is the same.
    pub(in crate::engine) fn put(&mut self, row: Row) {
        let own = self.is_own(row.seq) && self.get(row.seq).is_some_and(|before| before.key == row.key);
        let begun = self.is_begun(row.seq);
        let beside = self.rows.range(..row.seq).next_back();
        let held = Held::new(row, beside.map(|(_, held)| &**held));
        self.put_held(Held { own, begun, ..held });
    }

    /// Stores a row that this process has just written.
    pub(in crate::engine) fn put_own(&mut self, row: Row) {
        let beside = self.rows.range(..row.seq).next_back();
        let held = Held::new(row, beside.map(|(_, held)| &**held));
        self.put_held(held.own());
    }

    /// Stores a row that was converted in the background.
    pub(super) fn put_held(&mut self, held: Held) {
        let seq = held.row.seq;
        debug_assert!(held.begun || !held.own);
        debug_assert_eq!(held.write.id.0, seq);
        self.take(seq);
        self.changes += 1;
        if held.row.state == RowState::Sending {
            self.sending.insert(seq);
        }
        self.of.insert((self.hashed.hash_one(&held.row.record), seq));
        self.rows.insert(seq, Box::new(held));
        debug_assert!(self.is_sound());
    }

    /// Removes rows and returns those that existed.
    pub(in crate::engine) fn drop_rows(&mut self, gone: impl IntoIterator<Item = i64>) -> Vec<Row> {
        let mut dropped = Vec::new();
        for seq in gone {
            dropped.extend(self.take(seq));
            if !self.sealed.is_empty() {
                self.changes += 1;
                self.sealed.retain(|row| row.seq != seq);
                self.shut.retain(|write| write.id.0 != seq);
            }
        }
        dropped
    }

    /// Replaces all rows. Unchanged rows keep their allocation.
    pub(in crate::engine) fn replace(&mut self, rows: Vec<Row>, sealed: Vec<Sealed>) -> Replaced {
        let there: HashSet<i64> = rows.iter().map(|row| row.seq).collect();
        let before: Vec<i64> = self.rows.keys().copied().collect();
        let gone: Vec<i64> = before.into_iter().filter(|seq| !there.contains(seq)).collect();
        let begun: HashSet<i64> = gone.iter().copied().filter(|seq| self.is_begun(*seq)).collect();
        let gone = self.drop_rows(gone).into_iter().map(|row| Gone {
            begun: begun.contains(&row.seq),
            row,
        });
        let gone = gone.collect();
        let (mut parked, mut decided) = (Vec::new(), Vec::new());
        for row in rows {
            let held = self.get(row.seq);
            if held == Some(&row) {
                continue;
            }
            if row.state.is_parked() && held.is_some_and(|held| !held.state.is_parked()) {
                parked.push(row.seq);
            }
            if let Some(stood) = held.filter(|held| held.state == RowState::Conflict && held.key != row.key)
                && self.is_begun(row.seq)
            {
                decided.push((stood.clone(), row.clone()));
            }
            self.put(row);
        }
        self.changes += u64::from(self.sealed != sealed);
        self.shut = sealed.iter().map(|row| Arc::new(shut(row))).collect();
        self.sealed = sealed;
        debug_assert!(self.is_sound());
        Replaced {
            gone,
            decided,
            parked,
        }
    }
}

#[cfg(test)]
#[path = "outbox_replica_tests.rs"]
mod tests;
