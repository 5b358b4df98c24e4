//! Outcomes of writes that could not be stored because the disk was full. They stay in memory until the disk has room.
//! For the user, an applied write is complete at once. Its row stays in the file until its journal entry is written. If
//! the process ends before that, the next run confirms and journals the row again.

use crate::store::{NewJournalEntry, Row, Sealed, StoreError};

use crate::engine::actor::Actor;

impl Actor {
    /// Appends a journal entry and writes as many as the disk accepts.
    pub(in crate::engine) fn write_down(&mut self, line: Result<NewJournalEntry<'static>, StoreError>) {
        let Some(line) = self.kept(line) else { return };
        self.unwritten.lines.push(line);
        self.write_what_waits();
    }

    /// Completes a write in memory while the file cannot be updated.
    pub(super) fn over_but_for_the_disk(&mut self, seq: i64, renamed: Option<&str>) {
        self.unwritten.over.insert(seq, renamed.map(str::to_owned));
        self.outbox.drop_rows([seq]);
        debug_assert!(self.outbox.get(seq).is_none());
    }

    /// Returns the file's rows without completed writes.
    pub(in crate::engine) fn not_over(
        &self,
        (mut rows, sealed): (Vec<Row>, Vec<Sealed>),
    ) -> (Vec<Row>, Vec<Sealed>) {
        rows.retain(|row| !self.unwritten.over.contains_key(&row.seq));
        (rows, sealed)
    }

    /// Writes waiting outcomes, as far as the disk accepts them.
    pub(in crate::engine) fn write_what_waits(&mut self) {
        while let Some(line) = self.unwritten.lines.first() {
            let written = self.store.history().write_down(line);
            if self.kept(written).is_none() {
                return;
            }
            self.unwritten.lines.remove(0);
        }
        // A row that goes before its journal line would leave no trace of the write if the process ended in between.
        while let Some((seq, renamed)) = self.unwritten.over.first_key_value() {
            let seq = *seq;
            debug_assert!(self.outbox.get(seq).is_none(), "it is shown again");
            let dropped = self.store.outbox().confirmed(seq, renamed.as_deref());
            if self.kept(dropped).is_none() {
                return;
            }
            self.unwritten.over.remove(&seq);
        }
    }
}
