//! Resource kinds whose list route the contract does not document. A route is discovered when a screen first needs it.
//! If there is a list it is fetched, otherwise watched ids are fetched singly. Discovered routes, permissions and codes
//! are stored here.

use crate::engine::sync::state::resource_lists::cache_kind;
use std::sync::Arc;

use jiff::Timestamp;

use super::list_walk::{FetchedList, fetch_list};
use crate::client::Call;
use crate::contract::operation::Method;
use crate::contract::record::Record;
use crate::discovery::Force;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::state::records::DetailReport;
use crate::error::Error;
use crate::model::discovery::NextProbe;
use crate::model::resources::resource_kind::ResourceKind;
use crate::store::{RecordKind, WriteSeq};

impl Actor {
    /// Fetches a resource kind: its list or its watched ids. If the list route is unknown, discovery comes first.
    pub(in crate::engine) fn load_resource_list(&mut self, kind: ResourceKind, force: Force) {
        if self.resource_lists.wanted.insert(kind) {
            self.show_cached_list(kind);
        }
        if self.resource_lists.is_loading(kind) {
            return;
        }
        let now = self.now();
        match self.resource_lists.discovery.next_probe(kind, now) {
            NextProbe::LoadList => self.fetch_list(kind),
            NextProbe::LoadWatched => self.fetch_watched(kind),
            NextProbe::Rejected | NextProbe::Wait(_) if force == Force::No => {
                self.resource_lists.edit(kind, |_| ());
            }
            _ => self.discover_list(kind, force),
        }
        self.view.changed();
    }

    /// Fetches the requested resource kinds again, and retries failed discoveries.
    pub(super) fn refetch_lists(&mut self) {
        let force = if std::mem::take(&mut self.resource_lists.force) { Force::Yes } else { Force::No };
        for kind in self.resource_lists.wanted.clone() {
            self.load_resource_list(kind, force);
        }
    }

    /// Shows the cached records of a resource kind while the server is asked.
    pub(in crate::engine) fn show_cached_list(&mut self, resource_kind: ResourceKind) {
        self.show_watched(resource_kind);
        let Some(kind) = cache_kind(resource_kind).filter(|kind| *kind != RecordKind::Notification) else {
            return;
        };
        let (mut records, mut read_at) = (Vec::new(), None);
        let synced = self.store.cache().for_each(kind, "", |stored| {
            read_at = read_at.max(Some(stored.fetched_at));
            records.extend(Record::parse(&stored.body).ok());
        });
        if self.ok_or_report(synced).is_some() {
            self.resource_lists.edit(resource_kind, |list| {
                list.records = Arc::new(records);
                list.fetched_at = list.fetched_at.max(read_at);
            });
        }
    }

    /// Notes how a list route answered, and returns the next discovery step. Without a list route, the step is to fetch
    /// watched ids.
    pub(super) fn on_list_response<T>(
        &mut self,
        kind: ResourceKind,
        response: &Result<T, Error>,
        now: Timestamp,
    ) -> NextProbe {
        if let Err(error) = response {
            self.resource_lists.permissions.record_rejection(error);
        }
        let response = response.as_ref().map(drop);
        let next = self.resource_lists.discovery.record_list_response(kind, response, now);
        self.save_discovery();
        self.resource_lists.edit(kind, |_| ());
        if next == NextProbe::LoadWatched {
            self.fetch_watched(kind);
        }
        next
    }

    fn fetch_list(&mut self, kind: ResourceKind) {
        let status = self.resource_lists.list_status(kind);
        let is_inbox = kind == ResourceKind::Notifications;
        if is_inbox && self.inbox.loading {
            return;
        }
        let Some(request_seq) = self.write_seq() else {
            return;
        };
        if is_inbox {
            self.inbox.loading = true;
            self.view.inbox_changed();
        } else {
            self.resource_lists.edit(kind, |list| list.loading = true);
        }
        let client = self.client.clone();
        self.spawn(async move {
            let call = Call::raw(Method::Get, &*status.path);
            let list = fetch_list(&client, call, status.form).await;
            Msg::Detail(Box::new(DetailReport::ResourceList(kind, request_seq, list)))
        });
    }

    pub(super) fn on_resource_list(
        &mut self,
        resource_kind: ResourceKind,
        request_seq: WriteSeq,
        response: Result<FetchedList, Error>,
        now: Timestamp,
    ) {
        self.on_response(&response);
        let is_inbox = resource_kind == ResourceKind::Notifications;
        if is_inbox {
            self.inbox.loading = false;
        } else {
            self.resource_lists.edit(resource_kind, |list| list.loading = false);
        }
        let next = self.on_list_response(resource_kind, &response, now);
        let (list, error) = match response {
            Ok(list) => (Some(list), None),
            Err(error) => (None, Some(error).filter(|_| next != NextProbe::LoadWatched)),
        };
        if let (Some(list), Some(kind)) = (&list, cache_kind(resource_kind)) {
            self.store_list((kind, ""), request_seq, list, now);
        }
        let is_read = list.is_some();
        if is_inbox {
            self.inbox.fetched_at = if is_read { Some(now) } else { self.inbox.fetched_at };
            self.inbox.error = error;
            if is_read {
                // Reloaded from the store, to keep marks confirmed while the list was in flight.
                self.show_cached_inbox();
            }
            return self.inbox_mode();
        }
        if let Some(list) = &list {
            self.collect_codes(resource_kind, &list.items, now);
        }
        self.resource_lists.edit(resource_kind, |shown| {
            shown.error = error;
            if let Some(list) = list {
                shown.records = Arc::new(list.items);
                shown.fetched_at = Some(now);
            }
        });
    }
}
