//! Watched ids. If the server has no list route, each id is fetched singly and its response is stored.

use crate::client::{Call, Client};
use crate::contract::OperationId;
use crate::contract::models::notification::Notification;
use crate::contract::record::Record;
use crate::discovery::Force;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::state::records::{DetailReport, SingleFetches};
use crate::engine::sync::state::resource_lists::cache_kind;
use crate::error::{Error, ErrorKind};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::watched::{Origin, Watched};
use crate::store::{
    Outbox, ReceivedRecord, RecordKind, RecordOrigin, Store, StoreError, UpsertOutcome, WriteSeq,
};
use std::borrow::Cow;
use std::sync::Arc;

use futures_util::{Stream, StreamExt, stream};
use jiff::Timestamp;

/// Maximum number of watched ids fetched per round, the longest unchecked first.
const MAX_PER_ROUND: usize = 100;

impl Actor {
    /// Watches ids that the user entered, and fetches them.
    pub(in crate::engine) fn watch(&mut self, kind: ResourceKind, ids: &[String]) {
        let now = self.now();
        let shared = !kind.is_delegated();
        let watched = self.store.watch_entered(kind.name(), ids, shared, now);
        self.ok_or_report(watched);
        self.show_watched(kind);
        self.load_resource_list(kind, Force::No);
        // The list says nothing about these ids: fetch each once and store its response.
        if self.resource_lists.list_status(kind).mode.can_list() {
            self.fetch_each(kind, ids.iter().take(MAX_PER_ROUND).cloned().collect());
        }
    }

    /// Stops watching ids.
    pub(in crate::engine) fn unwatch(&mut self, kind: ResourceKind, ids: &[String]) {
        let (shared, now) = (!kind.is_delegated(), self.now());
        let removed = self.store.unwatch_entered(kind.name(), ids, shared, now);
        self.ok_or_report(removed);
        self.show_watched(kind);
    }

    /// Shows the watched ids of a resource kind.
    pub(super) fn show_watched(&mut self, kind: ResourceKind) {
        let watched = self.store.outbox().watched(kind.name());
        if let Some(watched) = self.ok_or_report(watched) {
            self.resource_lists.edit(kind, |list| list.watched = Arc::new(watched));
        }
        self.view.changed();
    }

    /// Fetches the watched ids singly, if the contract has a route for single records.
    pub(super) fn fetch_watched(&mut self, resource_kind: ResourceKind) {
        let Some(kind) = cache_kind(resource_kind) else {
            return;
        };
        let now = self.now();
        let watched = all_watched(&self.store, (resource_kind, kind), now);
        let mut watched = self.ok_or_report(watched).unwrap_or_default();
        self.show_watched(resource_kind);
        watched.sort_by_key(|watched| watched.checked_at);
        let ids = watched.into_iter().take(MAX_PER_ROUND).map(|watched| watched.id);
        self.fetch_each(resource_kind, ids.collect());
    }

    /// Fetches records singly, if the contract has a route for single records.
    fn fetch_each(&mut self, kind: ResourceKind, ids: Vec<String>) {
        let Some(route) = single_route(kind) else {
            return;
        };
        if ids.is_empty() {
            return;
        }
        let Some(request_seq) = self.write_seq() else {
            return;
        };
        self.resource_lists.edit(kind, |list| list.loading = true);
        let (client, parallel) = (self.client.clone(), self.settings.parallel);
        self.spawn(async move {
            let read = fetch_singly(&client, route, ids, parallel).collect().await;
            Msg::Detail(Box::new(DetailReport::Watched(kind, request_seq, read)))
        });
    }

    pub(super) fn on_watched(
        &mut self,
        resource_kind: ResourceKind,
        (request_seq, fetched): (WriteSeq, SingleFetches),
        now: Timestamp,
    ) {
        self.resource_lists.edit(resource_kind, |list| list.loading = false);
        let Some(kind) = cache_kind(resource_kind) else {
            return;
        };
        let mut failed = None;
        for (index, (id, response)) in fetched.into_iter().enumerate() {
            let checked = record_response(self.store.outbox(), resource_kind, &id, &response, now);
            self.ok_or_report(checked);
            match response {
                Ok(record) => {
                    self.on_response::<()>(&Ok(()));
                    let position = i64::try_from(index).unwrap_or(i64::MAX);
                    if let Some(received) = ReceivedRecord::from_record(kind, &record, position) {
                        let source = RecordOrigin::Fetched { request_seq };
                        let confirmed = self.store.cache().confirm(kind, "", now, &received, source);
                        if self.ok_or_report(confirmed) == Some(UpsertOutcome::Outdated) {
                            continue;
                        }
                    }
                    if resource_kind == ResourceKind::Notifications
                        && let Ok(notification) = Notification::from_record(record)
                    {
                        self.inbox.confirm(notification, now);
                    }
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    self.on_response::<()>(&Err(error.clone()));
                    failed = Some(error);
                }
            }
        }
        self.show_cached_list(resource_kind);
        self.resource_lists.edit(resource_kind, |list| {
            list.fetched_at = Some(now);
            list.error.clone_from(&failed);
        });
        if resource_kind == ResourceKind::Notifications {
            self.note_inbox_unlisted(failed);
        }
        self.view.changed();
    }
}

/// Returns the operation that fetches one record of a kind, and its parameter, if the contract documents it.
pub fn single_route(kind: ResourceKind) -> Option<(OperationId, &'static str)> {
    let operation = kind.get_operation().filter(|_| kind.documents_get())?;
    Some((operation, operation.spec().path_parameters().next()?))
}

/// Fetches records singly, and returns their ids and responses in order.
pub fn fetch_singly(
    client: &Client,
    (operation, parameter): (OperationId, &'static str),
    ids: Vec<String>,
    parallel: usize,
) -> impl Stream<Item = (String, Result<Record, Error>)> {
    let fetch = move |id: String| async move {
        let response = client.fetch_one(Call::new(operation).parameter(parameter, &id)).await;
        (id, response)
    };
    stream::iter(ids).map(fetch).buffered(parallel)
}

/// Watches the ids of cached records too, and returns all watched ids.
///
/// # Errors
/// The disk fails.
pub fn all_watched(
    store: &Store,
    (resource, kind): (ResourceKind, RecordKind),
    now: Timestamp,
) -> Result<Vec<Watched>, StoreError> {
    let mut met = Vec::new();
    store.cache().for_each(kind, "", |stored| met.push(stored.id))?;
    store.outbox().watch(resource.name(), &met, Origin::Discovered, now)?;
    store.outbox().watched(resource.name())
}

/// Stores the response about a watched id. Returns status and reason if the server does not know it.
///
/// # Errors
/// The disk fails.
pub fn record_response(
    outbox: &Outbox,
    kind: ResourceKind,
    id: &str,
    response: &Result<Record, Error>,
    now: Timestamp,
) -> Result<Option<(u16, Option<String>)>, StoreError> {
    match response {
        Ok(_) => outbox.record_check(kind.name(), id, 200, None, now).map(|()| None),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let reason = error.problem().and_then(|problem| problem.detail().or_else(|| problem.title()));
            let (status, reason) = (error.status().unwrap_or(404), reason.map(Cow::into_owned));
            outbox.record_check(kind.name(), id, status, reason.as_deref(), now)?;
            Ok(Some((status, reason)))
        }
        Err(_) => Ok(None),
    }
}
