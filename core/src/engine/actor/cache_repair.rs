//! A cache that breaks while it is in use. It can always be rebuilt, so it is set aside and made anew at once, as at a
//! start: the outbox is opened again and not touched. Where another program has the files open too, that waits until it
//! has let go of them, for its last connection would take the new log along; the person is told what is waited for.

use std::time::Duration;

use jiff::Timestamp;

use crate::store::StoreError;

use super::Actor;
use super::clock::after;
use super::storage_recovery::AGAIN;

/// What breaks again sooner than this is no accident, and is left to the next start.
const SELDOM: Duration = Duration::from_mins(1);

/// What is known of a broken cache.
#[derive(Debug, Default)]
pub(in crate::engine) struct Mending {
    /// Whether damage was met and nothing has been done about it yet.
    due: bool,
    /// Until when nothing is mended again.
    rests: Option<Timestamp>,
}

impl Actor {
    /// A file of the store is broken: the cache is looked at page by page and made anew if it is the one, as soon as
    /// nobody reads or sends with it, here or in another program. Whether that will be done before the next start.
    pub(in crate::engine) fn met_damage(&mut self) -> bool {
        if let Err(error) = self.store.suspect_cache() {
            tracing::error!(%error, "damage in the store could not be noted");
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

    /// Whether another program has the files open: it rings when it leaves, and a ring that is lost costs some time.
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

    /// Somebody has rung: perhaps it is the one who was waited for.
    pub(super) fn mend_if_alone(&mut self) {
        if self.mending.due {
            self.room_at = Some(self.now());
        }
    }

    /// Whether there is something to mend.
    pub(super) fn has_to_mend(&self) -> bool {
        self.mending.due
    }

    /// Opens the store again, which sets a broken cache aside.
    ///
    /// # Errors
    /// The store cannot be opened; what was open stays so.
    pub(super) fn mend(&mut self, now: Timestamp) -> Result<(), StoreError> {
        self.mending = Mending {
            due: false,
            rests: Some(after(now, SELDOM)),
        };
        // Whoever opens it next has another name.
        self.store.outbox().yield_lease()?;
        self.store.abandon()?;
        let dir = self.store.dir().to_owned();
        self.reopen(&dir, now)
    }
}
