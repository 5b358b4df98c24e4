//! Synchronisation with changes of the cache by other processes on the profile. They are shown as soon as a signal
//! arrives. A check costs two small queries. The changed deals are reloaded, or all of them if the individual changes
//! are unknown.

use crate::engine::sync::state::cache_position::CachePosition;
use crate::model::resources::resource_kind::ResourceKind;
use crate::store::{Revision, StoreError};

use crate::engine::actor::Actor;

impl Actor {
    /// Returns the present position. Call it before reading the cache.
    fn current_position(&self) -> Result<CachePosition, StoreError> {
        let cache = self.store.cache();
        // This order matters: a foreign change in between is included in `data_version` and counts as touched.
        let revision = cache.revision()?;
        let data_version = cache.data_version()?;
        Ok(CachePosition { revision, data_version })
    }

    /// Starts following, before the deals are loaded for the first time.
    pub(in crate::engine) fn start_following_cache(&mut self) {
        let position = self.current_position();
        self.cache_position = self.ok_or_report(position);
    }

    /// Returns the revision of the shown deals, or an earlier one if another process has changed deals since.
    pub(in crate::engine) fn shown_revision(&self) -> Result<Revision, StoreError> {
        let latest = self.current_position()?;
        let followed = self.cache_position.filter(|followed| followed.data_version != latest.data_version);
        Ok(followed.unwrap_or(latest).revision)
    }

    /// Notes that a table of all deals as of `revision` is shown.
    pub(in crate::engine) fn note_position(&mut self, revision: Revision) {
        if let Some(followed) = &mut self.cache_position {
            followed.revision = revision;
        }
    }

    /// Shows changes of deals and lists by other processes since the last check.
    pub(in crate::engine) fn follow_cache(&mut self) {
        let latest = self.current_position();
        let Some(latest) = self.ok_or_report(latest) else { return };
        let Some(position) = self.cache_position else {
            return;
        };
        if position.data_version == latest.data_version {
            // Touched deals are our own and already shown, but a peer may have attributed history entries.
            self.cache_position = Some(latest);
            return self.follow_history();
        }
        let touched = self.store.cache().touched_since(position.revision);
        let Some(touched) = self.ok_or_report(touched) else {
            return;
        };
        match touched {
            Some(deals) => self.on_peer_deals(&deals),
            // The running sync pass writes too; its end shows both.
            None if self.refresh.pass_running => return,
            None => {
                self.reload_deals();
                // It is also unknown which of them the server has already counted.
                self.refresh.totals_at = self.refresh.totals_at.min(self.next_request_at(self.now()));
            }
        }
        self.cache_position = Some(latest);
        self.on_peer_lists();
        self.follow_history();
    }

    fn on_peer_deals(&mut self, deals: &[String]) {
        for deal in deals {
            self.reload_and_count(deal);
        }
        let ids: Vec<&str> = deals.iter().map(String::as_str).collect();
        for deal in self.details.open_among(&ids) {
            self.show_cached_deal(&deal);
            self.show_history(&deal);
        }
    }

    /// Reloads all deals, from the column snapshot if possible, after too many changes.
    pub(super) fn reload_deals(&mut self) {
        let table = self.load_cached_deals(None);
        if let Some(table) = self.ok_or_report(table) {
            self.view.coverage.fetched = table.len() as u64;
            self.load_rest(&table);
            self.set_confirmed(table);
            for deal in self.details.open() {
                self.show_cached_deal(&deal);
                self.show_history(&deal);
            }
        }
    }

    fn on_peer_lists(&mut self) {
        self.show_cached_inbox();
        self.reload_permissions();
        for &kind in ResourceKind::ALL {
            if self.resource_lists.is_shown(kind) {
                self.show_cached_list(kind);
            }
        }
    }
}
