//! Repair of a cache that is found damaged while in use. The cache can always be rebuilt, so it is quarantined and
//! created again at once, as at a start. The outbox is opened again without changes. If another process has the files
//! open, the repair waits until that process closes them, because its last connection would remove the new log. The
//! user sees this wait.

use std::time::Duration;

use jiff::Timestamp;

use crate::store::StoreError;

use super::Actor;
use super::clock::saturating_add;
use super::storage_recovery::RECOVERY_INTERVAL;

/// Minimum time between two repairs; damage that recurs sooner is left to the next start.
const MIN_REPAIR_INTERVAL: Duration = Duration::from_mins(1);

/// The state of cache repair.
#[derive(Debug, Default)]
pub(in crate::engine) struct CacheRepair {
    /// True while damage is known and not yet repaired.
    due: bool,
    /// End of the pause after a repair.
    pause_until: Option<Timestamp>,
}

impl Actor {
    /// Schedules a page-by-page check of the cache and its rebuild if it is damaged. The repair runs once no connection
    /// in this or another process uses the cache. Returns whether it will run before the next start.
    pub(in crate::engine) fn schedule_repair(&mut self) -> bool {
        if let Err(error) = self.store.mark_cache_suspect() {
            tracing::error!(%error, "failed to mark the cache for a check");
            return false;
        }
        let now = self.now();
        let pause_until = self.cache_repair.pause_until.is_some_and(|until| until > now);
        if !self.cache_repair.due && (pause_until || self.store.storage_failure().is_some()) {
            return false;
        }
        self.cache_repair.due = true;
        if !self.waits_for_peers(now) {
            self.recovery_at = Some(now);
        }
        true
    }

    /// Returns whether another process has the files open. That process signals when it closes them; if the signal is
    /// lost, a timer retries.
    pub(super) fn waits_for_peers(&mut self, now: Timestamp) -> bool {
        let has_peers = self.store.outbox().has_peers();
        if has_peers {
            self.recovery_at = Some(saturating_add(now, RECOVERY_INTERVAL));
        }
        if self.view.storage_health.repair_pending != has_peers {
            self.view.storage_health.repair_pending = has_peers;
            self.view.changed();
        }
        has_peers
    }

    /// Retries a due repair after a signal. The process that had the files open may have closed them.
    pub(super) fn repair_if_alone(&mut self) {
        if self.cache_repair.due {
            self.recovery_at = Some(self.now());
        }
    }

    /// Returns whether a repair is due.
    pub(super) fn is_repair_due(&self) -> bool {
        self.cache_repair.due
    }

    /// Reopens the store, which quarantines a damaged cache.
    ///
    /// # Errors
    /// The store cannot be opened; the open files remain in use.
    pub(super) fn repair_cache(&mut self, now: Timestamp) -> Result<(), StoreError> {
        self.cache_repair =
            CacheRepair { due: false, pause_until: Some(saturating_add(now, MIN_REPAIR_INTERVAL)) };
        // The reopened store uses a new lease holder name.
        self.store.outbox().yield_lease()?;
        self.store.detach()?;
        let dir = self.store.dir().to_owned();
        self.reopen(&dir, now)
    }
}
