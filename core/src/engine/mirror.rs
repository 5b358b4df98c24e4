//! The outbox as the loop holds it in memory. The file is the truth; this copy follows each change of ours at once, and
//! those of another process when its number says that there were any.

use std::collections::HashSet;

use crate::store::Row;

use super::PendingWrite;
use super::actor::Actor;
use super::rows::pending;

/// A copy of the outbox, each row with what a person sees of it.
#[derive(Debug, Default)]
pub(super) struct Mirror {
    rows: Vec<Row>,
    writes: Vec<Option<PendingWrite>>,
    version: Option<i64>,
}

impl Mirror {
    /// The rows, oldest first.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What a person sees of them.
    pub(super) fn writes(&self) -> impl Iterator<Item = &PendingWrite> {
        self.writes.iter().flatten()
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
        self.rows.iter().rev().filter(move |row| row.record == record)
    }

    /// Takes in a row as it is now.
    pub(super) fn put(&mut self, row: Row) {
        let write = pending(&row);
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
        let rows = std::mem::take(&mut self.rows);
        let writes = std::mem::take(&mut self.writes);
        (self.rows, self.writes) = rows
            .into_iter()
            .zip(writes)
            .filter(|(row, _)| !gone.contains(&row.seq))
            .unzip();
    }

    fn replace(&mut self, rows: Vec<Row>) {
        self.writes = rows.iter().map(pending).collect();
        self.rows = rows;
    }
}

impl Actor {
    /// Reads the outbox again.
    pub(super) fn reload_outbox(&mut self) {
        let read = self.store.outbox().rows();
        let Some(rows) = self.kept(read) else { return };
        let gone: Vec<String> = self
            .outbox
            .rows
            .iter()
            .filter(|old| rows.binary_search_by_key(&old.seq, |row| row.seq).is_err())
            .map(|old| old.record.clone())
            .collect();
        self.outbox.replace(rows);
        self.view.writes_changed();
        // Another process has sent them: what the service answered is in the store.
        for record in gone {
            self.reread_deal(&record);
        }
    }

    /// Reads the outbox again if another process wrote to it.
    pub(super) fn follow_outbox(&mut self) {
        let version = self.store.outbox().version();
        let Some(version) = self.kept(version) else { return };
        if self.outbox.version.replace(version) != Some(version) {
            self.reload_outbox();
        }
    }
}
