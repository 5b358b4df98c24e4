//! The outbox as the loop holds it in memory. The file is the truth; this copy follows each change of ours at once, and
//! those of another process when it rings (`follow`). What a change costs here is what changed, not what waits.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::store::{Row, Sealed};

use super::rows::{pending, shut};
use super::{PendingWrite, Writes};

/// What taking in the whole outbox found done by others.
#[derive(Debug)]
pub(super) struct Replaced {
    /// The rows that are no longer there.
    pub(super) gone: Vec<Row>,
    /// The numbers of those that were waiting and are parked now.
    pub(super) parked: Vec<i64>,
}

/// A row, and what a person sees of it.
#[derive(Debug)]
pub(super) struct Held {
    row: Row,
    write: Arc<PendingWrite>,
}

impl Held {
    /// Takes a row in. What a neighbour writes too is held once: a change of many deals writes the same to each.
    pub(super) fn new(row: Row, beside: Option<&Self>) -> Self {
        let mut write = pending(&row);
        if let Some(beside) = beside {
            share(&mut write, &beside.write);
        }
        Self {
            row,
            write: Arc::new(write),
        }
    }
}

fn share(write: &mut PendingWrite, beside: &PendingWrite) {
    if write.fields == beside.fields {
        write.fields.clone_from(&beside.fields);
    }
    if write.base == beside.base {
        write.base.clone_from(&beside.base);
    }
}

/// A copy of the outbox, each row with what a person sees of it.
#[derive(Debug, Default)]
pub(super) struct Mirror {
    rows: BTreeMap<i64, Box<Held>>,
    /// The numbers of the rows of each record, oldest first.
    of: HashMap<String, Vec<i64>>,
    sealed: Vec<Sealed>,
    shut: Vec<Arc<PendingWrite>>,
    /// The number of the file's state when it was last read.
    pub(super) version: Option<i64>,
}

impl Mirror {
    /// The rows, oldest first.
    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = &Row> + Clone {
        self.rows.values().map(|held| &held.row)
    }

    /// The rows that this version cannot read.
    pub(super) fn sealed(&self) -> &[Sealed] {
        &self.sealed
    }

    /// What a person sees of all of them, oldest first.
    pub(super) fn writes(&self) -> Writes {
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
    pub(super) fn get(&self, seq: i64) -> Option<&Row> {
        self.rows.get(&seq).map(|held| &held.row)
    }

    /// The numbers of the rows of a record, oldest first.
    pub(super) fn numbers(&self, record: &str) -> &[i64] {
        self.of.get(record).map_or(&[], Vec::as_slice)
    }

    /// The rows of a record, newest first.
    pub(super) fn of<'a>(&'a self, record: &str) -> impl Iterator<Item = &'a Row> + use<'a> {
        let newest_first = self.numbers(record).iter().rev();
        newest_first.filter_map(|seq| self.get(*seq))
    }

    /// Takes a row out.
    fn take(&mut self, seq: i64) -> Option<Row> {
        let row = self.rows.remove(&seq)?.row;
        if let Some(seqs) = self.of.get_mut(&row.record) {
            seqs.retain(|listed| *listed != seq);
            if seqs.is_empty() {
                self.of.remove(&row.record);
            }
        }
        Some(row)
    }

    /// Takes in a row as it is now.
    pub(super) fn put(&mut self, row: Row) {
        let beside = self.rows.range(..row.seq).next_back();
        let held = Held::new(row, beside.map(|(_, held)| &**held));
        self.put_held(held);
    }

    /// The same, seen to beside the loop.
    pub(super) fn put_held(&mut self, held: Held) {
        let row = &held.row;
        self.take(row.seq);
        match self.of.get_mut(&row.record) {
            Some(seqs) => {
                if let Err(at) = seqs.binary_search(&row.seq) {
                    seqs.insert(at, row.seq);
                }
            }
            None => {
                self.of.insert(row.record.clone(), vec![row.seq]);
            }
        }
        self.rows.insert(held.row.seq, Box::new(held));
    }

    /// Drops rows; those of them that were there.
    pub(super) fn drop_rows(&mut self, gone: impl IntoIterator<Item = i64>) -> Vec<Row> {
        let mut dropped = Vec::new();
        for seq in gone {
            dropped.extend(self.take(seq));
            if !self.sealed.is_empty() {
                self.sealed.retain(|row| row.seq != seq);
                self.shut.retain(|write| write.id.0 != seq);
            }
        }
        if self.rows.is_empty() {
            // The room of many thousand rows is given back with the last of them.
            self.of = HashMap::new();
        }
        dropped
    }

    /// Takes in the whole outbox. What did not change stays the very same.
    pub(super) fn replace(&mut self, rows: Vec<Row>, sealed: Vec<Sealed>) -> Replaced {
        let there: HashSet<i64> = rows.iter().map(|row| row.seq).collect();
        let before: Vec<i64> = self.rows.keys().copied().collect();
        let gone = before.into_iter().filter(|seq| !there.contains(seq));
        let gone = self.drop_rows(gone);
        let mut parked = Vec::new();
        for row in rows {
            let held = self.get(row.seq);
            if held == Some(&row) {
                continue;
            }
            if row.state.is_parked() && held.is_some_and(|held| !held.state.is_parked()) {
                parked.push(row.seq);
            }
            self.put(row);
        }
        self.shut = sealed.iter().map(|row| Arc::new(shut(row))).collect();
        self.sealed = sealed;
        Replaced { gone, parked }
    }
}

#[cfg(test)]
#[path = "mirror_tests.rs"]
mod tests;
