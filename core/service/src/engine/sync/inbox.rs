//! The notifications. The contract documents no list route; discovery determines how the inbox is filled.

use crate::contract::models::notification::Notification;
use crate::engine::actor::Actor;
use crate::engine::sync::rows::cached_rows::parse_body;
use crate::error::Error;
use crate::model::resources::resource_kind::ResourceKind;
use crate::store::RecordKind;

impl Actor {
    /// Publishes how the list is available now.
    pub(in crate::engine) fn inbox_mode(&mut self) {
        self.inbox.mode = self.resource_lists.list_status(ResourceKind::Notifications).mode;
        self.view.inbox_changed();
    }

    /// Notes that watched ids were fetched instead of a list, or the failure.
    pub(super) fn note_inbox_unlisted(&mut self, failed: Option<Error>) {
        if failed.is_none() {
            self.inbox.fetched_at = Some(self.now());
        }
        self.inbox.error = failed;
        self.inbox_mode();
    }

    /// Shows the cached notifications.
    pub(in crate::engine) fn show_cached_inbox(&mut self) {
        let mut items = Vec::new();
        let read_all = self.store.cache().for_each(RecordKind::Notification, "", |stored| {
            if let Some(item) = parse_body::<Notification>(&stored.body) {
                items.push((item, stored.first_seen.unwrap_or(stored.fetched_at)));
            }
        });
        if self.ok_or_report(read_all).is_some() {
            self.inbox.set_items(items);
            self.view.inbox_changed();
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::contract::patch::Fields;
    use crate::contract::record::Record;
    use crate::engine::sync::state::inbox::InboxCache;
    use crate::model::pending_write::WriteKind;
    use crate::model::pending_write::{PendingWrite, WriteId, WriteState};
    use crate::model::pending_writes::PendingWrites;
    use jiff::tz::TimeZone;

    fn notification(json: &str) -> (Notification, Timestamp) {
        (Notification::from_record(Record::parse(json).unwrap()).unwrap(), Timestamp::UNIX_EPOCH)
    }

    fn mark(record: &str, state: WriteState) -> PendingWrites {
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
            recreate_fields: None,
            conflict_context: None,
        }]
        .into()
    }

    #[test]
    fn inbox_sorts_newest_first_and_undated_in_server_order() {
        let mut inbox = InboxCache::default();
        inbox.set_items(vec![
            notification(r#"{"id":"a","created_at":"2026-01-01T00:00:00Z"}"#),
            notification(r#"{"id":"b","created_at":"2026-02-01T00:00:00Z"}"#),
            notification(r#"{"id":"c"}"#),
            notification(r#"{"id":"d"}"#),
        ]);
        let ids: Vec<String> = inbox
            .overlaid(&PendingWrites::default(), &TimeZone::UTC)
            .items
            .iter()
            .map(|row| row.id.to_string())
            .collect();
        assert_eq!(ids, ["b", "a", "c", "d"]);
    }

    #[test]
    fn a_mark_shows_as_read_until_it_is_refused() {
        let mut inbox = InboxCache::default();
        inbox.set_items(vec![notification(r#"{"id":"a","title":"t"}"#)]);
        let waiting = inbox.overlaid(&mark("a", WriteState::Sending), &TimeZone::UTC);
        let row = &waiting.items[0];
        assert!(row.read && row.pending && !row.rejected);
        let rejected =
            inbox.overlaid(&mark("a", WriteState::Conflict { theirs: Fields::new() }), &TimeZone::UTC);
        let row = &rejected.items[0];
        assert!(!row.read && row.rejected && !row.pending, "nothing is on its way");
        let row = &inbox.overlaid(&PendingWrites::default(), &TimeZone::UTC).items[0];
        assert!(!row.pending && !row.rejected);
    }
}
