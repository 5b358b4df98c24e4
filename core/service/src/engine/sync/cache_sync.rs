//! Synchronisation with changes of the cache by other processes on the profile. They are shown as soon as a signal
//! arrives. A check costs two small queries. The changed deals are reloaded, or all of them if the individual changes
//! are unknown.

use crate::engine::sync::state::cache_position::Followed;
use crate::model::resources::resource_kind::Family;
use crate::store::{Revision, StoreError};

use crate::engine::actor::Actor;

impl Actor {
    /// Returns the present position. Call it before reading the cache.
    fn cache_now(&self) -> Result<Followed, StoreError> {
        let cache = self.store.cache();
        // This order matters: a foreign change in between is included in `foreign` and counts as touched.
        let revision = cache.revision()?;
        let foreign = cache.foreign()?;
        Ok(Followed { revision, foreign })
    }

    /// Starts following, before the deals are loaded for the first time.
    pub(in crate::engine) fn follow_cache_from_here(&mut self) {
        let now = self.cache_now();
        self.followed = self.kept(now);
    }

    /// Notes that a table of all deals as of `revision` is shown.
    pub(in crate::engine) fn followed_to(&mut self, revision: Revision) {
        if let Some(followed) = &mut self.followed {
            followed.revision = revision;
        }
    }

    /// Shows changes of deals and lists by other processes since the last check.
    pub(in crate::engine) fn follow_cache(&mut self) {
        let now = self.cache_now();
        let Some(now) = self.kept(now) else { return };
        let Some(known) = self.followed else { return };
        if known.foreign == now.foreign {
            // Touched deals are our own and already shown, but a peer may have attributed history entries.
            self.followed = Some(now);
            return self.follow_history();
        }
        let touched = self.store.cache().touched_since(known.revision);
        let Some(touched) = self.kept(touched) else { return };
        match touched {
            Some(deals) => self.touched_elsewhere(&deals),
            // The running sync pass writes too; its end shows both.
            None if self.refresh.pass_running => return,
            None => self.reread_deals(),
        }
        self.followed = Some(now);
        self.lists_elsewhere();
        self.follow_history();
    }

    fn touched_elsewhere(&mut self, deals: &[String]) {
        for deal in deals {
            self.recount(deal);
        }
        let ids: Vec<&str> = deals.iter().map(String::as_str).collect();
        for deal in self.details.open_among(&ids) {
            self.recall_deal(&deal);
            self.recall_history(&deal);
        }
    }

    /// Reloads all deals, from the column snapshot if possible, after too many changes.
    fn reread_deals(&mut self) {
        let table = self.kept_deals(None);
        if let Some(table) = self.kept(table) {
            self.view.coverage.read = table.len() as u64;
            self.read_on(&table);
            self.adopt(table);
            for deal in self.details.open() {
                self.recall_deal(&deal);
                self.recall_history(&deal);
            }
            // It is also unknown which of them the server has already counted.
            self.refresh.totals_at = self.refresh.totals_at.min(self.may_ask_at(self.now()));
        }
    }

    fn lists_elsewhere(&mut self) {
        self.recall_inbox();
        self.recall_rights();
        for family in Family::ALL {
            if self.families.shows(family) {
                self.recall(family);
            }
        }
    }
}
