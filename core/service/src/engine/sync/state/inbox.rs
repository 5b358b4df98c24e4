//! The notifications as the engine publishes them.

use crate::contract::ids::NotificationId;
use crate::contract::models::notification::Notification;
use crate::error::Error;
use crate::model::pending_write::WriteKind;
use crate::model::pending_writes::PendingWrites;
use crate::model::resources::list_source::ListMode;
use crate::model::snapshot::{Inbox, NotificationRow};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::collections::HashMap;

/// The known notifications, as confirmed.
#[derive(Debug, Default)]
pub(crate) struct InboxCache {
    pub(in crate::engine) items: Vec<(Notification, Timestamp)>,
    /// Position of each in `items`, by id.
    pub(in crate::engine) index: HashMap<Box<str>, usize>,
    pub(crate) mode: ListMode,
    pub(crate) fetched_at: Option<Timestamp>,
    pub(crate) error: Option<Error>,
    pub(crate) loading: bool,
}

impl InboxCache {
    /// Returns whether a notification is unread; an unknown one counts as unread.
    pub(in crate::engine) fn is_unread(&self, id: &NotificationId) -> bool {
        self.find(id.as_str()).is_none_or(|at| !self.items[at].0.is_read())
    }

    /// Returns the title of a notification, as received.
    pub(in crate::engine) fn title(&self, id: &NotificationId) -> String {
        self.find(id.as_str())
            .and_then(|at| self.items[at].0.title().map(str::to_owned))
            .unwrap_or_else(|| id.as_str().to_owned())
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.index.get(id).copied()
    }

    pub(crate) fn set_items(&mut self, items: Vec<(Notification, Timestamp)>) {
        self.index =
            items.iter().enumerate().map(|(index, (item, _))| (item.id().as_str().into(), index)).collect();
        self.items = items;
    }

    /// Adds or replaces a notification that the server answered singly.
    pub(in crate::engine) fn confirm(&mut self, notification: Notification, now: Timestamp) {
        if let Some(at) = self.find(notification.id().as_str()) {
            self.items[at].0 = notification;
        } else {
            self.index.insert(notification.id().as_str().into(), self.items.len());
            self.items.push((notification, now));
        }
    }

    /// Returns the inbox with pending writes applied, newest first. It is sorted by the server's date if sent, else in
    /// the server's order. If the server rejects the list, notifications from an earlier permission are hidden.
    pub(in crate::engine) fn overlaid(&self, writes: &PendingWrites, zone: &TimeZone) -> Inbox {
        let marked: HashMap<&str, bool> = writes
            .iter()
            .filter(|write| write.kind == WriteKind::MarkRead)
            .map(|write| (write.record.as_str(), write.is_blocked()))
            .collect();
        let mut items: Vec<NotificationRow> = self
            .items
            .iter()
            .filter(|_| self.mode != ListMode::Forbidden)
            .map(|(item, first_seen)| {
                let mark = marked.get(item.id().as_str());
                NotificationRow {
                    id: item.id().clone(),
                    title: item.title().unwrap_or_default().to_owned(),
                    severity: item.severity().unwrap_or_default(),
                    read: item.is_read() || mark == Some(&false),
                    pending: mark == Some(&false),
                    rejected: mark == Some(&true),
                    created_at: item.created_at().map(|at| at.instant(zone)),
                    first_seen: *first_seen,
                    local: None,
                }
            })
            .collect();
        items.sort_by_key(|item| std::cmp::Reverse(item.created_at));
        Inbox {
            items,
            mode: self.mode,
            fetched_at: self.fetched_at,
            error: self.error.clone(),
            loading: self.loading,
        }
    }
}
