//! Writes that mark notifications as read. Each is its own write, has an undo window, and can be cancelled.

use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::ids::NotificationId;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::store::{NewOutboxEntry, OutboxEntry, RecordKind};

use crate::engine::actor::Actor;
use crate::engine::outbox::entries::new_entry::new_entry;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Stores a write for each unread notification.
    pub(in crate::engine) fn mark_read(
        &mut self,
        ids: &[NotificationId],
        undo_delay: Duration,
        now: Timestamp,
    ) {
        let waiting: HashSet<&str> = self
            .pending_marks()
            .filter(|entry| !entry.state.is_blocked())
            .map(|entry| &*entry.record)
            .collect();
        let none = Fields::new();
        let rows: Vec<NewOutboxEntry> = ids
            .iter()
            .filter(|id| self.inbox.is_unread(id) && !waiting.contains(id.as_str()))
            .map(|id| {
                let label = self.inbox.title(id);
                let operation = OperationId::NotificationsRead;
                let entry = new_entry(operation, id.as_str(), &none, &none, label, undo_delay, now);
                NewOutboxEntry { body: String::new(), ..entry }
            })
            .collect();
        self.enqueue(&rows);
    }

    /// Cancels marks; reports a mark that was already sent.
    pub(in crate::engine) fn cancel_read(&mut self, ids: &[NotificationId]) {
        let record_ids: HashSet<&str> = ids.iter().map(NotificationId::as_str).collect();
        let rows: Vec<(i64, String)> = self
            .pending_marks()
            .filter(|entry| record_ids.contains(&*entry.record))
            .map(|entry| (entry.seq, entry.record.clone()))
            .collect();
        let seqs: Vec<i64> = rows.iter().map(|(seq, _)| *seq).collect();
        let discarded = self.store.outbox().discard(&seqs, false);
        let discarded: HashSet<i64> = self.ok_or_report(discarded).unwrap_or_default().into_iter().collect();
        let removed = self.outbox.remove_all(discarded.iter().copied());
        self.journal_cancelled(removed);
        self.view.writes_changed();
        // The first mark that could not be cancelled is reported, and no others.
        let cancelled: HashSet<&str> = rows
            .iter()
            .filter(|(seq, _)| discarded.contains(seq))
            .map(|(_, record)| record.as_str())
            .collect();
        let Some(failed_id) = ids.iter().find(|id| !cancelled.contains(id.as_str())) else {
            return;
        };
        let (record, label) = (failed_id.as_str().to_owned(), self.inbox.title(failed_id));
        let was_pending = rows.iter().any(|(_, marked)| *marked == record);
        let stored = self.store.cache().get(RecordKind::Notification, "", &record);
        let stored = self.ok_or_report(stored).flatten();
        let is_read = stored.and_then(|stored| Record::parse(stored.body).ok()?.boolean("read"));
        self.push_event(if was_pending || is_read != Some(false) {
            EventKind::TooLate { record, label }
        } else {
            // Another process discarded or cancelled the mark.
            EventKind::NothingToDo { record, label, in_doubt: false }
        });
    }

    fn pending_marks(&self) -> impl Iterator<Item = &OutboxEntry> {
        self.outbox.entries().filter(|entry| entry.operation == OperationId::NotificationsRead)
    }
}
