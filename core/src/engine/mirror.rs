//! The outbox as the loop holds it in memory. The file is the truth; this copy follows each change of ours at once, and
//! those of another process when it rings (`follow`).

use std::collections::{HashMap, HashSet};

use crate::store::{Row, Sealed};

use super::PendingWrite;
use super::rows::{pending, shut};

/// A copy of the outbox, each row with what a person sees of it.
#[derive(Debug, Default)]
pub(super) struct Mirror {
    rows: Vec<Row>,
    /// The numbers of the rows of each record, oldest first.
    of: HashMap<String, Vec<i64>>,
    writes: Vec<PendingWrite>,
    sealed: Vec<Sealed>,
    shut: Vec<PendingWrite>,
    /// The number of the file's state when it was last read.
    pub(super) version: Option<i64>,
}

impl Mirror {
    /// The rows, oldest first.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows that this version cannot read.
    pub(super) fn sealed(&self) -> &[Sealed] {
        &self.sealed
    }

    /// What a person sees of all of them, oldest first.
    pub(super) fn writes(&self) -> Vec<PendingWrite> {
        let mut writes: Vec<PendingWrite> = self.writes.iter().chain(&self.shut).cloned().collect();
        writes.sort_by_key(|write| write.id);
        writes
    }

    /// Whether a row numbered `seq` is there that this version cannot read.
    pub(super) fn is_sealed(&self, seq: i64) -> bool {
        self.sealed.iter().any(|row| row.seq == seq)
    }

    /// The row numbered `seq`.
    pub(super) fn get(&self, seq: i64) -> Option<&Row> {
        self.place(seq).ok().and_then(|at| self.rows.get(at))
    }

    fn place(&self, seq: i64) -> Result<usize, usize> {
        self.rows.binary_search_by_key(&seq, |row| row.seq)
    }

    /// The rows of a record, newest first.
    pub(super) fn of<'a>(&'a self, record: &'a str) -> impl Iterator<Item = &'a Row> {
        let seqs = self.of.get(record).map_or(&[][..], Vec::as_slice);
        seqs.iter().rev().filter_map(|seq| self.get(*seq))
    }

    /// Forgets which record a row is of.
    fn unlist(&mut self, seq: i64) {
        let Ok(at) = self.place(seq) else { return };
        let record = &self.rows[at].record;
        if let Some(seqs) = self.of.get_mut(record) {
            seqs.retain(|listed| *listed != seq);
            if seqs.is_empty() {
                self.of.remove(record);
            }
        }
    }

    /// Takes in a row as it is now.
    pub(super) fn put(&mut self, row: Row) {
        let write = pending(&row);
        self.unlist(row.seq);
        let seqs = self.of.entry(row.record.clone()).or_default();
        if let Err(at) = seqs.binary_search(&row.seq) {
            seqs.insert(at, row.seq);
        }
        match self.place(row.seq) {
            Ok(at) => (self.rows[at], self.writes[at]) = (row, write),
            Err(at) => {
                self.rows.insert(at, row);
                self.writes.insert(at, write);
            }
        }
    }

    /// Drops rows.
    pub(super) fn drop_rows(&mut self, gone: &HashSet<i64>) {
        for seq in gone {
            self.unlist(*seq);
        }
        let rows = std::mem::take(&mut self.rows);
        let writes = std::mem::take(&mut self.writes);
        (self.rows, self.writes) = rows
            .into_iter()
            .zip(writes)
            .filter(|(row, _)| !gone.contains(&row.seq))
            .unzip();
        self.sealed.retain(|row| !gone.contains(&row.seq));
        self.shut.retain(|write| !gone.contains(&write.id.0));
    }

    /// Takes in the whole outbox; the rows that are no longer there.
    pub(super) fn replace(&mut self, rows: Vec<Row>, sealed: Vec<Sealed>) -> Vec<Row> {
        let there: HashSet<i64> = rows.iter().map(|row| row.seq).collect();
        self.writes = rows.iter().map(pending).collect();
        self.of = HashMap::new();
        for row in &rows {
            self.of.entry(row.record.clone()).or_default().push(row.seq);
        }
        self.shut = sealed.iter().map(shut).collect();
        self.sealed = sealed;
        let before = std::mem::replace(&mut self.rows, rows);
        before
            .into_iter()
            .filter(|row| !there.contains(&row.seq))
            .collect()
    }
}
