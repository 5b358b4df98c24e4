//! Repair of a cache that is found damaged while in use. The cache can always be rebuilt, so it is quarantined and
//! created again at once, as at a start. The outbox is opened again without changes. If another process has the files
//! open, the repair waits until that process closes them, because its last connection would remove the new log. The
//! user sees this wait.

use std::time::Duration;

use jiff::Timestamp;

use crate::store::StoreError;

use super::Actor;
use super::clock::after;
use super::storage_recovery::AGAIN;

/// Minimum time between two repairs; damage that recurs sooner is left to the next start.
const SELDOM: Duration = Duration::from_mins(1);

/// The state of cache repair.
#[derive(Debug, Default)]
pub(in crate::engine) struct Mending {
    /// True while damage is known and not yet repaired.
    due: bool,
    /// End of the pause after a repair.
    rests: Option<Timestamp>,
}

impl Actor {
    /// Schedules a page-by-page check of the cache and its rebuild if it is damaged. The repair runs once no connection
    /// in this or another process uses the cache. Returns whether it will run before the next start.
    pub(in crate::engine) fn met_damage(&mut self) -> bool {
        if let Err(error) = self.store.suspect_cache() {
            tracing::error!(%error, "failed to mark the cache for a check");
            return false;
        }
        let now = self.now();
        let rests = self.mending.rests.is_some_and(|until| until > now);
        if !self.mending.due && (rests || self.store.hindrance().is_some()) {
            return false;
        }
        self.mending.due = true;
        if !self.waits_to_be_alone(now) {
            self.room_at = Some(now);
        }
        true
    }

    /// Returns whether another process has the files open. That process signals when it closes them; if the signal is
    /// lost, a timer retries.
    pub(super) fn waits_to_be_alone(&mut self, now: Timestamp) -> bool {
        let waits = self.store.outbox().in_company();
        if waits {
            self.room_at = Some(after(now, AGAIN));
        }
        if self.view.keeping.waits_to_mend != waits {
            self.view.keeping.waits_to_mend = waits;
            self.view.changed();
        }
        waits
    }

    /// Retries a due repair after a signal. The process that had the files open may have closed them.
    pub(super) fn mend_if_alone(&mut self) {
        if self.mending.due {
            self.room_at = Some(self.now());
        }
    }

    /// Returns whether a repair is due.
    pub(super) fn has_to_mend(&self) -> bool {
        self.mending.due
    }

    /// Reopens the store, which quarantines a damaged cache.
    ///
    /// # Errors
    /// The store cannot be opened; the open files remain in use.
    pub(super) fn mend(&mut self, now: Timestamp) -> Result<(), StoreError> {
        self.mending = Mending {
            due: false,
            rests: Some(after(now, SELDOM)),
        };
        // The reopened store uses a new lease holder name.
        self.store.outbox().yield_lease()?;
        self.store.abandon()?;
        let dir = self.store.dir().to_owned();
        self.reopen(&dir, now)
    }
}
