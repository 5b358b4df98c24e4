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
    pub(in crate::engine) fn mark_read(&mut self, ids: &[NotificationId], hold: Duration, now: Timestamp) {
        let waiting: HashSet<&str> = self
            .pending_marks()
            .filter(|row| !row.state.is_blocked())
            .map(|row| &*row.record)
            .collect();
        let none = Fields::new();
        let rows: Vec<NewOutboxEntry> = ids
            .iter()
            .filter(|id| self.inbox.is_unread(id) && !waiting.contains(id.as_str()))
            .map(|id| {
                let label = self.inbox.title(id);
                let operation = OperationId::NotificationsRead;
                let row = new_entry(operation, id.as_str(), &none, &none, label, hold, now);
                NewOutboxEntry {
                    body: String::new(),
                    ..row
                }
            })
            .collect();
        self.enqueue(&rows);
    }

    /// Cancels marks; reports a mark that was already sent.
    pub(in crate::engine) fn cancel_read(&mut self, ids: &[NotificationId]) {
        let wanted: HashSet<&str> = ids.iter().map(NotificationId::as_str).collect();
        let rows: Vec<(i64, String)> = self
            .pending_marks()
            .filter(|row| wanted.contains(&*row.record))
            .map(|row| (row.seq, row.record.clone()))
            .collect();
        let seqs: Vec<i64> = rows.iter().map(|(seq, _)| *seq).collect();
        let dropped = self.store.outbox().discard(&seqs, false);
        let dropped: HashSet<i64> = self
            .ok_or_report(dropped)
            .unwrap_or_default()
            .into_iter()
            .collect();
        let withdrawn = self.outbox.remove_all(dropped.iter().copied());
        self.journal_cancelled(withdrawn);
        self.view.writes_changed();
        // The first mark that could not be cancelled is reported, and no others.
        let back: HashSet<&str> = rows
            .iter()
            .filter(|(seq, _)| dropped.contains(seq))
            .map(|(_, record)| record.as_str())
            .collect();
        let Some(late) = ids.iter().find(|id| !back.contains(id.as_str())) else {
            return;
        };
        let (record, label) = (late.as_str().to_owned(), self.inbox.title(late));
        let left = rows.iter().any(|(_, one)| *one == record);
        let stored = self.store.cache().get(RecordKind::Notification, "", &record);
        let stored = self.ok_or_report(stored).flatten();
        let read = stored.and_then(|stored| Record::parse(stored.body).ok()?.boolean("read"));
        self.push_event(if left || read != Some(false) {
            EventKind::TooLate { record, label }
        } else {
            // Another process discarded or cancelled the mark.
            EventKind::NothingToDo {
                record,
                label,
                in_doubt: false,
            }
        });
    }

    fn pending_marks(&self) -> impl Iterator<Item = &OutboxEntry> {
        self.outbox
            .entries()
            .filter(|row| row.operation == OperationId::NotificationsRead)
    }
}
