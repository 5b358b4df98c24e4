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
        for family in ResourceKind::ALL {
            if family.is_delegated() && self.settings.client.delegated_user.is_none() {
                continue;
            }
            self.load_resource_list(family, Force::Yes);
        }
    }

    /// Discovers a resource kind's list route, now or after the running discovery.
    pub(super) fn discover_list(&mut self, family: ResourceKind, insist: Force) {
        self.resource_lists.edit(family, |list| list.loading = true);
        if self.resource_lists.discovering {
            self.resource_lists.queue.push_back((family, insist));
            return;
        }
        self.resource_lists.discovering = true;
        let (client, clock) = (self.client.clone(), self.settings.clock.clone());
        let mut known = self.resource_lists.discovery.clone();
        self.spawn(async move {
            let outcome = discovery::discover(&client, &mut known, family, || clock(), insist).await;
            Msg::Detail(Box::new(DetailReport::Discovered(Box::new(DiscoveryResult {
                kind: family,
                state: known,
                outcome,
            }))))
        });
    }

    pub(super) fn on_discovered(&mut self, climbed: DiscoveryResult) {
        let DiscoveryResult {
            kind: family,
            state: known,
            outcome,
        } = climbed;
        self.on_response(&outcome);
        self.resource_lists.discovery.merge(known);
        self.save_discovery();
        self.resource_lists.discovering = false;
        self.resource_lists.edit(family, |list| list.loading = false);
        match outcome {
            Ok(standing) => {
                self.resource_lists.edit(family, |list| list.error = None);
                if standing.mode.can_list()
                    || matches!(
                        self.resource_lists.discovery.next_probe(family, self.now()),
                        NextProbe::LoadWatched
                    )
                {
                    self.load_resource_list(family, Force::No);
                }
            }
            Err(error) => {
                self.resource_lists.permissions.record_refusal(&error);
                self.resource_lists.published_permissions = None;
                // Errors that affect every resource kind, above all a 429, end the discovery.
                if matches!(
                    error.kind(),
                    ErrorKind::RateLimited | ErrorKind::Unreachable | ErrorKind::Auth
                ) {
                    for (waiting, _) in std::mem::take(&mut self.resource_lists.queue) {
                        self.resource_lists.edit(waiting, |list| list.loading = false);
                    }
                }
                self.resource_lists
                    .edit(family, |list| list.error = Some(error.clone()));
                if family == ResourceKind::Notifications {
                    self.note_inbox_unlisted(Some(error));
                }
            }
        }
        if family == ResourceKind::Notifications {
            self.inbox_mode();
        }
        // A kind that needs no discovery lets the next start at once.
        while !self.resource_lists.discovering
            && let Some((next, insist)) = self.resource_lists.queue.pop_front()
        {
            self.resource_lists.edit(next, |list| list.loading = false);
            self.load_resource_list(next, insist);
        }
    }
}
