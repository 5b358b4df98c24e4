//! Outcomes of writes that could not be stored because the disk was full. They stay in memory until the disk has room.
//! For the user, an applied write is complete at once. Its row stays in the file until its journal entry is written. If
//! the process ends before that, the next run confirms and journals the row again.

use crate::store::{NewJournalEntry, OutboxEntry, StoreError, UnreadableEntry};

use crate::engine::actor::Actor;
use crate::engine::overlay::CreatedDeals;

impl Actor {
    /// Appends a journal entry and writes as many as the disk accepts.
    pub(in crate::engine) fn append_journal(&mut self, line: Result<NewJournalEntry<'static>, StoreError>) {
        let Some(line) = self.ok_or_report(line) else {
            return;
        };
        self.pending_journal.lines.push(line);
        self.flush_journal();
    }

    /// Completes a write in memory while the file cannot be updated.
    pub(super) fn complete_in_memory(&mut self, seq: i64, renamed: Option<&str>) {
        self.pending_journal.completed.insert(seq, renamed.map(str::to_owned));
        self.outbox.remove_all([seq]);
        debug_assert!(self.outbox.get(seq).is_none());
    }

    /// Returns the created deals by their temporary ids, if the disk has refused outcomes. Later writes may still have
    /// those ids.
    pub(in crate::engine) fn unstored_creations(&self) -> CreatedDeals {
        let created = self.temp_ids.iter().filter(|_| !self.pending_journal.completed.is_empty());
        created.map(|(temporary, id)| (temporary.clone(), id.as_str().to_owned())).collect()
    }

    /// Returns the file's rows without completed writes.
    pub(in crate::engine) fn without_completed(
        &self,
        (mut rows, unreadable): (Vec<OutboxEntry>, Vec<UnreadableEntry>),
    ) -> (Vec<OutboxEntry>, Vec<UnreadableEntry>) {
        rows.retain(|entry| !self.pending_journal.completed.contains_key(&entry.seq));
        (rows, unreadable)
    }

    /// Writes waiting outcomes, as far as the disk accepts them.
    pub(in crate::engine) fn flush_journal(&mut self) {
        while let Some(line) = self.pending_journal.lines.first() {
            let result = self.store.history().add_journal_entry(line);
            if self.ok_or_report(result).is_none() {
                return;
            }
            self.pending_journal.lines.remove(0);
        }
        // A row that goes before its journal line would leave no trace of the write if the process ended in between.
        while let Some((seq, renamed)) = self.pending_journal.completed.first_key_value() {
            let seq = *seq;
            debug_assert!(self.outbox.get(seq).is_none(), "it is shown again");
            let removed = self.store.outbox().remove_confirmed(seq, renamed.as_deref());
            if self.ok_or_report(removed).is_none() {
                return;
            }
            self.pending_journal.completed.remove(&seq);
        }
    }
}
