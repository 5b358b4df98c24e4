//! The outbox as the loop holds it in memory. The file is the truth; this copy follows each change of ours at once, and
//! those of another process when it rings (`follow`). What a change costs here is what changed, not what waits.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::contract::patch::Fields;
use crate::model::pending_write::PendingWrite;
use crate::model::pending_writes::Writes;
use crate::store::{Row, RowState, Sealed};

use super::entry_conversion::{fields, pending, shut};
use super::merge_target::Waiting;

/// What taking in the whole outbox found done by others.
#[derive(Debug)]
pub(in crate::engine) struct Replaced {
    /// The rows that are no longer there.
    pub(in crate::engine) gone: Vec<Gone>,
    /// The conflicts over what this program began that were decided, each as it stood and as it is now.
    pub(in crate::engine) decided: Vec<(Row, Row)>,
    /// The numbers of those that were waiting and are parked now.
    pub(in crate::engine) parked: Vec<i64>,
}

/// A row that is no longer there.
#[derive(Debug)]
pub(in crate::engine) struct Gone {
    /// As it was last seen here.
    pub(in crate::engine) row: Row,
    /// Whether this program wrote it first.
    pub(in crate::engine) begun: bool,
}

/// A row, and what a person sees of it.
#[derive(Debug)]
pub(in crate::engine) struct Held {
    row: Row,
    write: Arc<PendingWrite>,
    /// Whether this program wrote it, as it is.
    own: bool,
    /// Whether this program wrote it first, whatever others have made of it.
    begun: bool,
}

impl Held {
    /// Takes a row in. What a neighbour writes too is read and held once: a change of many deals writes the same to each.
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

    /// The same, written by this program.
    pub(in crate::engine) fn own(self) -> Self {
        Self {
            own: true,
            begun: true,
            ..self
        }
    }
}

/// A copy of the outbox, each row with what a person sees of it.
#[derive(Debug, Default)]
pub(in crate::engine) struct Mirror {
    rows: BTreeMap<i64, Box<Held>>,
    /// The numbers of the rows of each record: behind a hash of it, for it stands in the row. Two records of one hash are
    /// told apart by their rows.
    of: BTreeSet<(u64, i64)>,
    hashed: RandomState,
    /// The numbers of those that are being sent.
    sending: BTreeSet<i64>,
    sealed: Vec<Sealed>,
    shut: Vec<Arc<PendingWrite>>,
    /// What this program wrote and the person gave up: taken up again it is the same write.
    given_up: BTreeMap<i64, IdempotencyKey>,
    /// How often a row came, went or became another.
    changes: u64,
    /// The number of the file's state when it was last read.
    pub(in crate::engine) version: Option<i64>,
}

impl Mirror {
    /// The rows, oldest first.
    pub(in crate::engine) fn rows(&self) -> impl ExactSizeIterator<Item = &Row> + Clone {
        self.rows.values().map(|held| &held.row)
    }

    /// The numbers of the rows that are being sent, by this program or by another.
    pub(super) fn sending(&self) -> impl Iterator<Item = i64> {
        self.sending.iter().copied()
    }

    /// A number that is another one after each change.
    pub(in crate::engine) fn changes(&self) -> u64 {
        self.changes
    }

    /// The rows that this version cannot read.
    pub(in crate::engine) fn sealed(&self) -> &[Sealed] {
        &self.sealed
    }

    /// What a person sees of all of them, oldest first.
    pub(in crate::engine) fn writes(&self) -> Writes {
        let read = self.rows.values().map(|held| &held.write);
        if self.shut.is_empty() {
            return read.cloned().collect();
        }
        let mut all: Vec<Arc<PendingWrite>> = read.chain(&self.shut).cloned().collect();
        all.sort_by_key(|write| write.id);
        all.into_iter().collect()
    }

    /// Whether a row numbered `seq` is there that this version cannot read.
    pub(super) fn is_sealed(&self, seq: i64) -> bool {
        self.sealed.iter().any(|row| row.seq == seq)
    }

    /// The row numbered `seq`.
    pub(in crate::engine) fn get(&self, seq: i64) -> Option<&Row> {
        self.rows.get(&seq).map(|held| &held.row)
    }

    /// The rows of a record, newest first.
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

    /// The writes that wait for the record of `operation`, newest first.
    pub(in crate::engine) fn waiting(&self, operation: OperationId, record: &str) -> Vec<Waiting> {
        let of_it = self.of(record).filter(|row| row.subject().0 == operation);
        of_it
            .map(|row| Waiting {
                row: row.clone(),
                own: self.is_own(row.seq),
            })
            .collect()
    }

    /// Takes a row out.
    fn take(&mut self, seq: i64) -> Option<Row> {
        let row = self.rows.remove(&seq)?.row;
        self.changes += 1;
        self.sending.remove(&seq);
        self.of.remove(&(self.hashed.hash_one(&row.record), seq));
        Some(row)
    }

    /// Whether this program wrote the row numbered `seq`, as it is. What another one wrote, or made of it, is not: nor is
    /// what a former run left.
    pub(super) fn is_own(&self, seq: i64) -> bool {
        self.rows.get(&seq).is_some_and(|held| held.own)
    }

    /// Whether this program wrote the row numbered `seq` first.
    fn is_begun(&self, seq: i64) -> bool {
        self.rows.get(&seq).is_some_and(|held| held.begun)
    }

    /// Takes what a former run held for what this program wrote.
    pub(super) fn take_over_held(&mut self) {
        for held in self.rows.values_mut() {
            held.own |= held.row.state == RowState::Held && held.row.locked.is_none();
            held.begun |= held.own;
        }
    }

    /// The person is giving up the row numbered `seq`, and with a creation what was to be done to its record.
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

    /// Rows that were given up are there again.
    pub(super) fn taken_up(&mut self, rows: &[Row]) {
        for row in rows {
            let own = self.given_up.remove(&row.seq).is_some_and(|key| key == row.key);
            if let Some(held) = self.rows.get_mut(&row.seq) {
                held.own |= own;
                held.begun |= own;
            }
        }
    }

    /// Takes in a row as it is now. It is the write of whoever wrote it before as long as it has its key.
    pub(in crate::engine) fn put(&mut self, row: Row) {
        let own = self.is_own(row.seq) && self.get(row.seq).is_some_and(|before| before.key == row.key);
        let begun = self.is_begun(row.seq);
        let beside = self.rows.range(..row.seq).next_back();
        let held = Held::new(row, beside.map(|(_, held)| &**held));
        self.put_held(Held { own, begun, ..held });
    }

    /// Takes in a row that this program has just written.
    pub(in crate::engine) fn put_own(&mut self, row: Row) {
        let beside = self.rows.range(..row.seq).next_back();
        let held = Held::new(row, beside.map(|(_, held)| &**held));
        self.put_held(held.own());
    }

    /// The same, seen to beside the loop.
    pub(super) fn put_held(&mut self, held: Held) {
        let seq = held.row.seq;
        self.take(seq);
        self.changes += 1;
        if held.row.state == RowState::Sending {
            self.sending.insert(seq);
        }
        self.of.insert((self.hashed.hash_one(&held.row.record), seq));
        self.rows.insert(seq, Box::new(held));
    }

    /// Drops rows; those of them that were there.
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

    /// Takes in the whole outbox. What did not change stays the very same.
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
