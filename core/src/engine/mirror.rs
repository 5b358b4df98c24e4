//! The outbox as the loop holds it in memory. The file is the truth; this copy follows each change of ours at once, and
//! those of another process when its number says that there were any.

use crate::store::Row;

use super::actor::Actor;

/// A copy of the outbox.
#[derive(Debug, Default)]
pub(super) struct Mirror {
    rows: Vec<Row>,
    version: Option<i64>,
}

impl Mirror {
    /// The rows, oldest first.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The row numbered `seq`.
    pub(super) fn get(&self, seq: i64) -> Option<&Row> {
        self.rows
            .binary_search_by_key(&seq, |row| row.seq)
            .ok()
            .and_then(|at| self.rows.get(at))
    }

    /// The rows of a record, newest first.
    pub(super) fn of<'a>(&'a self, record: &'a str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().rev().filter(move |row| row.record == record)
    }

    /// Takes in a row as it is now.
    pub(super) fn put(&mut self, row: Row) {
        match self.rows.binary_search_by_key(&row.seq, |row| row.seq) {
            Ok(at) => self.rows[at] = row,
            Err(at) => self.rows.insert(at, row),
        }
    }

    /// Drops rows.
    pub(super) fn drop_rows(&mut self, seqs: &[i64]) {
        self.rows.retain(|row| !seqs.contains(&row.seq));
    }
}

impl Actor {
    /// Reads the outbox again.
    pub(super) fn reload_outbox(&mut self) {
        let Some(rows) = self.kept_rows() else { return };
        let gone: Vec<String> = self
            .outbox
            .rows
            .iter()
            .filter(|old| rows.binary_search_by_key(&old.seq, |row| row.seq).is_err())
            .map(|old| old.record.clone())
            .collect();
        self.outbox.rows = rows;
        self.view.writes_changed();
        // Another process has sent them: what the service answered is in the store.
        for record in gone {
            self.reread_deal(&record);
        }
    }

    fn kept_rows(&mut self) -> Option<Vec<Row>> {
        let read = self.store.outbox().rows();
        self.kept(read)
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
