//! A cache that breaks while it is in use. It can always be rebuilt, so it is set aside and made anew at once, as at a
//! start: the outbox is opened again and not touched. Where another program has the files open too, that waits for the
//! next start, for that program's last connection would take the new log along.

use std::time::Duration;

use jiff::Timestamp;

use crate::store::StoreError;

use super::actor::Actor;
use super::clock::after;

/// What breaks again sooner than this is no accident, and is left to the next start.
const SELDOM: Duration = Duration::from_mins(1);

/// What is known of a broken cache.
#[derive(Debug, Default)]
pub(super) struct Mending {
    /// Whether damage was met and nothing has been done about it yet.
    due: bool,
    /// Until when nothing is mended again.
    rests: Option<Timestamp>,
}

impl Actor {
    /// A file of the store is broken: the cache is looked at page by page and made anew if it is the one, as soon as
    /// nobody reads or sends with it, and else at the next start. Whether it is done now.
    pub(super) fn met_damage(&mut self) -> bool {
        if let Err(error) = self.store.suspect_cache() {
            tracing::error!(%error, "damage in the store could not be noted");
            return false;
        }
        let now = self.now();
        let rests = self.mending.rests.is_some_and(|until| until > now);
        if !self.mending.due
            && (rests || self.store.hindrance().is_some() || self.store.outbox().in_company())
        {
            return false;
        }
        self.mending.due = true;
        self.room_at = Some(now);
        true
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
        if self.store.outbox().in_company() {
            // It came meanwhile.
            return Ok(());
        }
        // Whoever opens it next has another name.
        self.store.outbox().yield_lease()?;
        self.store.cache().abandon()?;
        let dir = self.store.dir().to_owned();
        self.reopen(&dir, now)
    }
}
