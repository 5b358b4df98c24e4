//! What became of a write and could not be written down, because the disk took no more: it is kept in memory and written
//! when there is room again. A write that the service has applied is over for the person at once. In the file it stays
//! until its line is written: whoever stops the program before leaves a row that is confirmed once more, and so its line.

use std::collections::BTreeMap;

use crate::store::{NewJournalEntry, Row, Sealed, StoreError};

use crate::engine::actor::Actor;

/// What waits for the disk.
#[derive(Debug, Default)]
pub(in crate::engine) struct Unwritten {
    /// Lines of the journal, oldest first.
    lines: Vec<NewJournalEntry<'static>>,
    /// Writes that are over, by their numbers, and what a creation became.
    over: BTreeMap<i64, Option<String>>,
}

impl Unwritten {
    /// Whether a line about a write waits.
    pub(super) fn tells_of(&self, seq: i64) -> bool {
        self.lines.iter().any(|line| line.row.seq == seq)
    }
}

impl Actor {
    /// Writes a line down, behind those that wait; it waits with them where the disk does not take it.
    pub(in crate::engine) fn write_down(&mut self, line: Result<NewJournalEntry<'static>, StoreError>) {
        let Some(line) = self.kept(line) else { return };
        self.unwritten.lines.push(line);
        self.write_what_waits();
    }

    /// Ends a write that is over where the file cannot be told yet.
    pub(super) fn over_but_for_the_disk(&mut self, seq: i64, renamed: Option<&str>) {
        self.unwritten.over.insert(seq, renamed.map(str::to_owned));
        self.outbox.drop_rows([seq]);
    }

    /// The rows of the file without those that are over.
    pub(in crate::engine) fn not_over(
        &self,
        (mut rows, sealed): (Vec<Row>, Vec<Sealed>),
    ) -> (Vec<Row>, Vec<Sealed>) {
        rows.retain(|row| !self.unwritten.over.contains_key(&row.seq));
        (rows, sealed)
    }

    /// Writes what waits for the disk, as far as it takes it.
    pub(in crate::engine) fn write_what_waits(&mut self) {
        while let Some(line) = self.unwritten.lines.first() {
            let written = self.store.history().write_down(line);
            if self.kept(written).is_none() {
                return;
            }
            self.unwritten.lines.remove(0);
        }
        while let Some((seq, renamed)) = self.unwritten.over.first_key_value() {
            let seq = *seq;
            let dropped = self.store.outbox().confirmed(seq, renamed.as_deref());
            if self.kept(dropped).is_none() {
                return;
            }
            self.unwritten.over.remove(&seq);
        }
    }
}
