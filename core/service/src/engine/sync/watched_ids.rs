//! Watched ids. If the server has no list route, each id is fetched singly and its answer is stored.

use super::resource_lists::received;
use crate::client::{Call, Client};
use crate::contract::models::notification::Notification;
use crate::contract::record::Record;
use crate::discovery::Insist;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::state::records::{DetailReport, OneByOne};
use crate::engine::sync::state::resource_lists::kept_as;
use crate::error::{Error, ErrorKind};
use crate::model::resources::resource_kind::Family;
use crate::model::watched::Origin;
use crate::store::{Change, Kept, Source};
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use jiff::Timestamp;

/// Maximum number of watched ids fetched per round, the longest unchecked first.
const ROUND: usize = 100;

impl Actor {
    /// Watches ids that the user entered, and fetches them.
    pub(in crate::engine) fn watch(&mut self, family: Family, ids: &[String]) {
        let now = self.now();
        let shared = !family.is_delegated();
        let watched = self.store.watch_given(family.name(), ids, shared, now);
        self.kept(watched);
        self.rewatch(family);
        self.load_family(family, Insist::No);
        // The list says nothing about these ids: fetch each once and store its answer.
        if self.families.standing(family).mode.lists() {
            self.read_ones(family, ids.iter().take(ROUND).cloned().collect());
        }
    }

    /// Stops watching ids.
    pub(in crate::engine) fn unwatch(&mut self, family: Family, ids: &[String]) {
        let (shared, now) = (!family.is_delegated(), self.now());
        let gone = self.store.unwatch_given(family.name(), ids, shared, now);
        self.kept(gone);
        self.rewatch(family);
    }

    /// Shows the watched ids of a resource kind.
    pub(super) fn rewatch(&mut self, family: Family) {
        let watched = self.store.outbox().watched(family.name());
        if let Some(watched) = self.kept(watched) {
            self.families
                .edit(family, |list| list.watched = Arc::new(watched));
        }
        self.view.changed();
    }

    /// Fetches the watched ids singly, if the contract has a route for single records.
    pub(super) fn read_watched(&mut self, family: Family) {
        let Some(kind) = kept_as(family) else { return };
        let now = self.now();
        let mut met = Vec::new();
        let each = self.store.cache().each(kind, "", |stored| met.push(stored.id));
        self.kept(each);
        let watched = self.store.outbox().watch(family.name(), &met, Origin::Met, now);
        self.kept(watched);
        self.rewatch(family);
        let watched = self.store.outbox().watched(family.name());
        let mut watched = self.kept(watched).unwrap_or_default();
        watched.sort_by_key(|watched| watched.checked_at);
        let ids = watched.into_iter().take(ROUND).map(|watched| watched.id);
        self.read_ones(family, ids.collect());
    }

    /// Fetches records singly, if the contract has a route for single records.
    fn read_ones(&mut self, family: Family, ids: Vec<String>) {
        let (Some(one), true) = (family.one(), family.reads_one()) else {
            return;
        };
        let Some(parameter) = one.spec().path_parameters().next() else {
            return;
        };
        if ids.is_empty() {
            return;
        }
        let Some(asked) = self.change_now() else { return };
        self.families.edit(family, |list| list.loading = true);
        let (client, parallel) = (self.client.clone(), self.settings.parallel);
        self.spawn(async move {
            let read = stream::iter(ids)
                .map(|id| one_of(&client, Call::new(one).parameter(parameter, &id), id))
                .buffered(parallel)
                .collect()
                .await;
            Msg::Detail(Box::new(DetailReport::Watched(family, asked, read)))
        });
    }

    pub(super) fn take_watched(&mut self, family: Family, (asked, read): (Change, OneByOne), now: Timestamp) {
        self.families.edit(family, |list| list.loading = false);
        let Some(kind) = kept_as(family) else { return };
        let mut failed = None;
        for (place, (id, answer)) in read.into_iter().enumerate() {
            match answer {
                Ok(record) => {
                    self.heard::<()>(&Ok(()));
                    let checked = self.store.outbox().checked(family.name(), &id, 200, None, now);
                    self.kept(checked);
                    if let Some(received) = received(&record, i64::try_from(place).unwrap_or(i64::MAX)) {
                        let source = Source::Read { asked };
                        let confirmed = self.store.cache().confirm(kind, "", now, &received, source);
                        if self.kept(confirmed) == Some(Kept::Overtaken) {
                            continue;
                        }
                    }
                    if family == Family::Notifications
                        && let Ok(notification) = Notification::from_record(record)
                    {
                        self.inbox.confirm(notification, now);
                    }
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    let problem = error.problem();
                    let reason = problem.and_then(|problem| problem.detail().or_else(|| problem.title()));
                    let status = error.status().unwrap_or(404);
                    let checked =
                        self.store
                            .outbox()
                            .checked(family.name(), &id, status, reason.as_deref(), now);
                    self.kept(checked);
                }
                Err(error) => {
                    self.heard::<()>(&Err(error.clone()));
                    failed = Some(error);
                }
            }
        }
        self.recall(family);
        self.families.edit(family, |list| {
            list.read_at = Some(now);
            list.error.clone_from(&failed);
        });
        if family == Family::Notifications {
            self.inbox_without_list(failed);
        }
        self.view.changed();
    }
}

async fn one_of(client: &Client, call: Call, id: String) -> (String, Result<Record, Error>) {
    let answer = match client.call(call).await {
        Ok(response) => response.record(),
        Err(error) => Err(error),
    };
    (id, answer)
}
