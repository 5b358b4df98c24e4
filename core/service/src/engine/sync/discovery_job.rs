//! Discovery of list routes, for a single resource kind at a time. Parallel discoveries would fetch the API description
//! twice.

use crate::discovery::{self, Insist};
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::state::records::{Climbed, DetailReport};
use crate::error::ErrorKind;
use crate::model::discovery::Step;
use crate::model::resources::resource_kind::Family;

impl Actor {
    /// Discovers every unknown list route, one after the other.
    pub(in crate::engine) fn discover(&mut self) {
        for family in Family::ALL {
            if family.is_delegated() && self.settings.client.delegated_user.is_none() {
                continue;
            }
            self.load_family(family, Insist::Yes);
        }
    }

    /// Discovers a resource kind's list route, now or after the running discovery.
    pub(super) fn climb(&mut self, family: Family, insist: Insist) {
        self.families.edit(family, |list| list.loading = true);
        if self.families.climbing {
            self.families.queue.push_back((family, insist));
            return;
        }
        self.families.climbing = true;
        let (client, clock) = (self.client.clone(), self.settings.clock.clone());
        let mut known = self.families.known.clone();
        self.spawn(async move {
            let outcome = discovery::settle(&client, &mut known, family, || clock(), insist).await;
            Msg::Detail(Box::new(DetailReport::Climbed(Box::new(Climbed {
                family,
                known,
                outcome,
            }))))
        });
    }

    pub(super) fn take_climb(&mut self, climbed: Climbed) {
        let Climbed {
            family,
            known,
            outcome,
        } = climbed;
        self.heard(&outcome);
        self.families.known.absorb(known);
        self.keep_learned();
        self.families.climbing = false;
        self.families.edit(family, |list| list.loading = false);
        match outcome {
            Ok(standing) => {
                self.families.edit(family, |list| list.error = None);
                if standing.mode.lists()
                    || matches!(self.families.known.next(family, self.now()), Step::Watch)
                {
                    self.load_family(family, Insist::No);
                }
            }
            Err(error) => {
                self.families.rights.refused(&error);
                self.families.shown_rights = None;
                // Errors that affect every resource kind, above all a 429, end the discovery.
                if matches!(
                    error.kind(),
                    ErrorKind::RateLimited | ErrorKind::Unreachable | ErrorKind::Auth
                ) {
                    for (waiting, _) in std::mem::take(&mut self.families.queue) {
                        self.families.edit(waiting, |list| list.loading = false);
                    }
                }
                self.families
                    .edit(family, |list| list.error = Some(error.clone()));
                if family == Family::Notifications {
                    self.inbox_without_list(Some(error));
                }
            }
        }
        if family == Family::Notifications {
            self.inbox_mode();
        }
        // A kind that needs no discovery lets the next start at once.
        while !self.families.climbing
            && let Some((next, insist)) = self.families.queue.pop_front()
        {
            self.families.edit(next, |list| list.loading = false);
            self.load_family(next, insist);
        }
    }
}
