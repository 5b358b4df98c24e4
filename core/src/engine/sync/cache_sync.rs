//! Keeping in step with what other programs of the profile read and wrote: whatever they keep of a deal is shown here as
//! soon as they ring. Looking costs two small questions to the file; what is read again is what they touched, or all of
//! it where that is not known deal by deal any more.

use crate::model::resource_kind::Family;
use crate::store::{Revision, StoreError};

use crate::engine::actor::Actor;

/// How far the cache has been followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Followed {
    /// As of which revision the deals shown are.
    revision: Revision,
    /// What `Cache::foreign` said then.
    foreign: i64,
}

impl Actor {
    /// How far the cache is now. To be asked before what it holds is read.
    fn cache_now(&self) -> Result<Followed, StoreError> {
        let cache = self.store.cache();
        // In this order: what another program writes in between shows in the second, and is touched since the first.
        let revision = cache.revision()?;
        let foreign = cache.foreign()?;
        Ok(Followed { revision, foreign })
    }

    /// Begins to follow, before the deals are read for the first time.
    pub(in crate::engine) fn follow_cache_from_here(&mut self) {
        let now = self.cache_now();
        self.followed = self.kept(now);
    }

    /// A table of all deals as of `revision` is shown: nothing older need be looked at.
    pub(in crate::engine) fn followed_to(&mut self, revision: Revision) {
        if let Some(followed) = &mut self.followed {
            followed.revision = revision;
        }
    }

    /// Shows what another program has kept of deals and lists since the last look.
    pub(in crate::engine) fn follow_cache(&mut self) {
        let now = self.cache_now();
        let Some(now) = self.kept(now) else { return };
        let Some(known) = self.followed else { return };
        if known.foreign == now.foreign {
            // What was touched is our own doing, and shown; whose doing it was may have been found out elsewhere.
            self.followed = Some(now);
            return self.follow_history();
        }
        let touched = self.store.cache().touched_since(known.revision);
        let Some(touched) = self.kept(touched) else { return };
        match touched {
            Some(deals) => self.touched_elsewhere(&deals),
            // The reading under way writes too; its end shows what both wrote.
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

    /// So many deals were written that they are not known one by one: all are read again, from the copy if there is one.
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
            // Which of them the service has counted already is not known either.
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
