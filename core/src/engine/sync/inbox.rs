//! The notifications. The contract documents no list of them: what discovery found decides how the inbox lives.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::client::Call;
use crate::contract::ids::NotificationId;
use crate::contract::models::notification::Notification;
use crate::contract::operation::Method;
use crate::engine::actor::{Actor, Msg};
use crate::error::Error;
use crate::model::discovery::Step;
use crate::model::list_source::Mode as ListMode;
use crate::model::pending_write::WriteKind;
use crate::model::pending_writes::Writes;
use crate::model::resource_kind::Family;
use crate::model::snapshot::{Inbox, NotificationRow};
use crate::store::{Change, Kind, Received};

use super::list_fetch::{List, read_list};
use super::record_fetch::DetailReport;

/// The notifications known here, confirmed.
#[derive(Debug, Default)]
pub(in crate::engine) struct InboxState {
    items: Vec<(Notification, Timestamp)>,
    /// The place of each in `items`, by id.
    places: HashMap<Box<str>, usize>,
    mode: ListMode,
    read_at: Option<Timestamp>,
    error: Option<Error>,
    loading: bool,
}

impl InboxState {
    /// Whether a notification is known, or not known at all, to be unread.
    pub(in crate::engine) fn is_unread(&self, id: &NotificationId) -> bool {
        self.find(id.as_str()).is_none_or(|at| !self.items[at].0.read())
    }

    /// The title of a notification, as received.
    pub(in crate::engine) fn title(&self, id: &NotificationId) -> String {
        self.find(id.as_str())
            .and_then(|at| self.items[at].0.title().map(str::to_owned))
            .unwrap_or_else(|| id.as_str().to_owned())
    }

    /// The place of a notification in its list.
    pub(in crate::engine) fn position(&self, id: &str) -> i64 {
        i64::try_from(self.find(id).unwrap_or(self.items.len())).unwrap_or(i64::MAX)
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    fn set_items(&mut self, items: Vec<(Notification, Timestamp)>) {
        self.places = items
            .iter()
            .enumerate()
            .map(|(place, (item, _))| (item.id().as_str().into(), place))
            .collect();
        self.items = items;
    }

    /// Takes in a notification that the service has given on its own.
    pub(in crate::engine) fn confirm(&mut self, notification: Notification, now: Timestamp) {
        if let Some(at) = self.find(notification.id().as_str()) {
            self.items[at].0 = notification;
        } else {
            self.places
                .insert(notification.id().as_str().into(), self.items.len());
            self.items.push((notification, now));
        }
    }

    /// The inbox with the outbox laid over it, newest first: by the service's date where it sends one, else in its own
    /// order. What an earlier right let the key read is not shown once the service refuses the list to it.
    pub(in crate::engine) fn shown(&self, writes: &Writes, zone: &TimeZone) -> Inbox {
        let marked: HashMap<&str, bool> = writes
            .iter()
            .filter(|write| write.kind == WriteKind::MarkRead)
            .map(|write| (write.record.as_str(), write.parked()))
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
                    read: item.read() || mark == Some(&false),
                    pending: mark == Some(&false),
                    refused: mark == Some(&true),
                    created_at: item.created_at().map(|at| at.instant(zone)),
                    first_seen: *first_seen,
                }
            })
            .collect();
        items.sort_by_key(|item| std::cmp::Reverse(item.created_at));
        Inbox {
            items,
            mode: self.mode,
            read_at: self.read_at,
            error: self.error.clone(),
            loading: self.loading,
        }
    }
}

impl Actor {
    /// Reads the list at `path`.
    pub(super) fn read_notifications(&mut self, path: &str) {
        if self.inbox.loading {
            return;
        }
        let Some(asked) = self.change_now() else { return };
        self.inbox.loading = true;
        self.view.inbox_changed();
        let (client, call) = (self.client.clone(), Call::raw(Method::Get, path));
        self.spawn(async move {
            let list = read_list(&client, call, |item: &Notification| item.id().as_str()).await;
            Msg::Detail(Box::new(DetailReport::Notifications(asked, list)))
        });
    }

    pub(super) fn take_notifications(
        &mut self,
        asked: Change,
        answer: Result<List<Notification>, Error>,
        now: Timestamp,
    ) {
        self.heard(&answer);
        self.inbox.loading = false;
        let step = self.list_answered(Family::Notifications, &answer, now);
        match answer {
            Ok(list) => {
                self.keep_notifications(asked, &list, now);
                self.inbox.read_at = Some(now);
                self.inbox.error = None;
            }
            Err(error) => self.inbox.error = (step != Step::Watch).then_some(error),
        }
        self.inbox_mode();
    }

    /// Shows how the list is known by now.
    pub(in crate::engine) fn inbox_mode(&mut self) {
        self.inbox.mode = self.families.standing(Family::Notifications).mode;
        self.view.inbox_changed();
    }

    /// Takes note that what is watched was read instead of a list, or why nothing could be read.
    pub(super) fn inbox_without_list(&mut self, failed: Option<Error>) {
        if failed.is_none() {
            self.inbox.read_at = Some(self.now());
        }
        self.inbox.error = failed;
        self.inbox_mode();
    }

    fn keep_notifications(&mut self, asked: Change, list: &List<Notification>, now: Timestamp) {
        let received: Vec<Received> = list
            .items
            .iter()
            .zip(0..)
            .map(|(item, position)| Received {
                id: item.id().as_str().to_owned(),
                body: item.record().as_str().to_owned(),
                position,
                status: None,
            })
            .collect();
        self.keep_list(Kind::Notification, "", asked, &received, list.clean, now);
        // Read back: a mark that the service confirmed while the list was on its way stays.
        self.recall_inbox();
    }

    /// Shows the notifications as the store holds them.
    pub(in crate::engine) fn recall_inbox(&mut self) {
        let mut items = Vec::new();
        let read_all = self.store.cache().each(Kind::Notification, "", |stored| {
            if let Some(item) = crate::engine::actor::initial_load::read::<Notification>(&stored.body) {
                items.push((item, stored.first_seen.unwrap_or(stored.fetched_at)));
            }
        });
        if self.kept(read_all).is_some() {
            self.inbox.set_items(items);
            self.view.inbox_changed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::patch::Fields;
    use crate::contract::record::Record;
    use crate::model::pending_write::{PendingWrite, WriteId, WriteState};

    fn notification(json: &str) -> (Notification, Timestamp) {
        (
            Notification::from_record(Record::parse(json).unwrap()).unwrap(),
            Timestamp::UNIX_EPOCH,
        )
    }

    fn mark(record: &str, state: WriteState) -> Writes {
        vec![PendingWrite {
            id: WriteId(1),
            kind: WriteKind::MarkRead,
            record: record.into(),
            label: String::new(),
            fields: Fields::new(),
            base: Fields::new(),
            state,
            attempts: 0,
            created_at: Timestamp::UNIX_EPOCH,
            key: "k".into(),
            in_doubt: false,
            gone: None,
            meanwhile: None,
        }]
        .into()
    }

    #[test]
    fn the_newest_comes_first_and_without_dates_the_services_order_stays() {
        let mut inbox = InboxState::default();
        inbox.set_items(vec![
            notification(r#"{"id":"a","created_at":"2026-01-01T00:00:00Z"}"#),
            notification(r#"{"id":"b","created_at":"2026-02-01T00:00:00Z"}"#),
            notification(r#"{"id":"c"}"#),
            notification(r#"{"id":"d"}"#),
        ]);
        let ids: Vec<String> = inbox
            .shown(&Writes::default(), &TimeZone::UTC)
            .items
            .iter()
            .map(|row| row.id.to_string())
            .collect();
        assert_eq!(ids, ["b", "a", "c", "d"]);
    }

    #[test]
    fn a_mark_shows_as_read_until_it_is_refused() {
        let mut inbox = InboxState::default();
        inbox.set_items(vec![notification(r#"{"id":"a","title":"t"}"#)]);
        let waiting = inbox.shown(&mark("a", WriteState::Sending), &TimeZone::UTC);
        let row = &waiting.items[0];
        assert!(row.read && row.pending && !row.refused);
        let refused = inbox.shown(
            &mark(
                "a",
                WriteState::Conflict {
                    theirs: Fields::new(),
                },
            ),
            &TimeZone::UTC,
        );
        let row = &refused.items[0];
        assert!(!row.read && row.refused && !row.pending, "nothing is on its way");
        let row = &inbox.shown(&Writes::default(), &TimeZone::UTC).items[0];
        assert!(!row.pending && !row.refused);
    }
}
