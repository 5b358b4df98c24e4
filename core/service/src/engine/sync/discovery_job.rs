//! Discovery of list routes, for a single resource kind at a time. Parallel discoveries would fetch the API description
//! twice.

use crate::discovery::{self, Force};
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::state::records::{DetailReport, DiscoveryResult};
use crate::error::ErrorKind;
use crate::model::discovery::NextProbe;
use crate::model::resources::resource_kind::ResourceKind;

impl Actor {
    /// Discovers every unknown list route, one after the other.
    pub(in crate::engine) fn discover(&mut self) {
        for &kind in ResourceKind::ALL {
            if kind.is_delegated() && self.settings.client.delegated_user.is_none() {
                continue;
            }
            self.load_resource_list(kind, Force::Yes);
        }
    }

    /// Discovers a resource kind's list route, now or after the running discovery.
    pub(super) fn discover_list(&mut self, kind: ResourceKind, force: Force) {
        self.resource_lists.edit(kind, |list| list.loading = true);
        if self.resource_lists.discovering {
            self.resource_lists.queue.push_back((kind, force));
            return;
        }
        self.resource_lists.discovering = true;
        let (client, clock) = (self.client.clone(), self.settings.clock.clone());
        let mut state = self.resource_lists.discovery.clone();
        self.spawn(async move {
            let outcome = discovery::discover(&client, &mut state, kind, || clock(), force).await;
            Msg::Detail(Box::new(DetailReport::Discovered(Box::new(DiscoveryResult {
                kind,
                state,
                outcome,
            }))))
        });
    }

    pub(super) fn on_discovered(&mut self, result: DiscoveryResult) {
        let DiscoveryResult { kind: resource_kind, state, outcome } = result;
        self.on_response(&outcome);
        self.resource_lists.discovery.merge(state);
        self.save_discovery();
        self.resource_lists.discovering = false;
        self.resource_lists.edit(resource_kind, |list| list.loading = false);
        match outcome {
            Ok(status) => {
                self.resource_lists.edit(resource_kind, |list| list.error = None);
                if status.mode.can_list()
                    || matches!(
                        self.resource_lists.discovery.next_probe(resource_kind, self.now()),
                        NextProbe::LoadWatched
                    )
                {
                    self.load_resource_list(resource_kind, Force::No);
                }
            }
            Err(error) => {
                self.resource_lists.permissions.record_rejection(&error);
                self.resource_lists.published_permissions = None;
                // Errors that affect every resource kind, above all a 429, end the discovery.
                if matches!(error.kind(), ErrorKind::RateLimited | ErrorKind::Unreachable | ErrorKind::Auth) {
                    for (queued, _) in std::mem::take(&mut self.resource_lists.queue) {
                        self.resource_lists.edit(queued, |list| list.loading = false);
                    }
                }
                self.resource_lists.edit(resource_kind, |list| list.error = Some(error.clone()));
                if resource_kind == ResourceKind::Notifications {
                    self.note_inbox_unlisted(Some(error));
                }
            }
        }
        if resource_kind == ResourceKind::Notifications {
            self.inbox_mode();
        }
        // A kind that needs no discovery lets the next start at once.
        while !self.resource_lists.discovering
            && let Some((next, force)) = self.resource_lists.queue.pop_front()
        {
            self.resource_lists.edit(next, |list| list.loading = false);
            self.load_resource_list(next, force);
        }
    }
}
