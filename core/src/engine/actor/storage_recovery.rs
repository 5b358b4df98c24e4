//! Whether this machine can keep anything. While it cannot, what is stored is shown and brought up to date without being
//! kept, nothing is sent whose outcome could not be written down, and what a person writes is refused. The disk is tried
//! again and again, so that everything goes on by itself when there is room.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::engine::outbox::dispatcher::Drain;
use crate::error::{Error, Local};
use crate::model::storage_health::Hindrance;
use crate::store::{Store, StoreError};

use super::Actor;
use super::clock::after;

/// How soon the disk is tried again.
pub(in crate::engine) const AGAIN: Duration = Duration::from_secs(5);

impl Actor {
    /// Takes note of a store that only reads.
    pub(super) fn look_for_room(&mut self) {
        if let Some(hindrance) = self.store.hindrance().cloned() {
            self.hindered(hindrance);
        }
    }

    /// Nothing can be kept now. Whether that is news.
    pub(in crate::engine) fn hindered(&mut self, hindrance: Hindrance) -> bool {
        let news = self.view.keeping.hindered.as_ref() != Some(&hindrance);
        if news {
            self.view.keeping.hindered = Some(hindrance);
            self.view.changed();
        }
        let at = after(self.now(), AGAIN);
        self.room_at.get_or_insert(at);
        news
    }

    /// A reading failed because of this machine. The service has said nothing by it.
    pub(in crate::engine) fn failed_here(&mut self, error: &Error) {
        if error.local() == Some(Local::Damaged) {
            // A reading that failed for it is begun again once it is mended.
            let _mended_now = self.met_damage();
        }
        if matches!(error.local(), Some(Local::Full | Local::Limited | Local::Closed))
            && let Err(StoreError::Hindered(hindrance)) = self.store.has_room()
        {
            self.hindered(hindrance);
        }
    }

    /// Tries the disk, if it is time, and goes on where it takes what it is given.
    pub(super) fn room_due(&mut self, now: Timestamp) {
        if self.room_at.is_none_or(|at| at > now) {
            return;
        }
        // What reads or sends now does so with the store it began with.
        if self.refresh.pass_running || !self.drain.is_idle() {
            self.room_at = Some(after(now, AGAIN));
            return;
        }
        if self.has_to_mend() && self.waits_to_be_alone(now) {
            return;
        }
        let done = match self.store.hindrance().map(|why| why.dir.clone()) {
            None if self.has_to_mend() => self.mend(now),
            None => self.store.has_room(),
            Some(dir) => self.reopen(&dir, now),
        };
        match done {
            Ok(()) => {
                self.room_at = None;
                self.view.keeping.hindered = None;
                self.view.changed();
                self.write_what_waits();
                self.reload_outbox();
                self.follow_journal();
                self.refresh.ask(now);
            }
            Err(StoreError::Hindered(hindrance)) => {
                self.room_at = None;
                self.hindered(hindrance);
            }
            Err(error) => {
                self.room_at = Some(after(now, AGAIN));
                tracing::warn!(%error, "the store cannot be opened again");
            }
        }
    }

    /// Puts the store itself in place of the copy that was read.
    pub(super) fn reopen(&mut self, dir: &std::path::Path, now: Timestamp) -> Result<(), StoreError> {
        let mut store = Store::open(dir, now)?;
        if let Some(person) = &self.settings.person {
            store.share_settings(person, now)?;
        }
        store.outbox().write_as(&self.settings.identity())?;
        self.store = Arc::new(store);
        self.measure_store();
        self.drain = Drain::new(now);
        self.tell_damaged();
        self.load(None);
        self.listen();
        Ok(())
    }
}
