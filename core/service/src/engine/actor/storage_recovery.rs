//! Detection of and recovery from unavailable storage. Until it is writable again, cached data is shown and refreshed
//! in memory only. Sending stops, because its outcome cannot be stored, and new changes are refused. The disk is
//! retried periodically, so work resumes by itself once there is room.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::Actor;
use super::clock::after;
use crate::engine::outbox::state::dispatcher::Drain;
use crate::error::{Error, Local};
use crate::model::storage_health::Hindrance;
use crate::store::{Store, StoreError};

/// Interval between two checks of the disk.
pub(in crate::engine) const AGAIN: Duration = Duration::from_secs(5);

impl Actor {
    /// Notes that the store is read-only, if it is.
    pub(super) fn look_for_room(&mut self) {
        if let Some(hindrance) = self.store.hindrance().cloned() {
            self.hindered(hindrance);
        }
    }

    /// Notes that the storage is unavailable. Returns whether that was unknown.
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

    /// Handles a sync failure caused by this machine; it says nothing about the server.
    pub(in crate::engine) fn failed_here(&mut self, error: &Error) {
        if error.local() == Some(Local::Damaged) {
            // A failed read restarts after the repair.
            let _mended_now = self.met_damage();
        }
        if matches!(error.local(), Some(Local::Full | Local::Limited | Local::Closed))
            && let Err(StoreError::Hindered(hindrance)) = self.store.has_room()
        {
            self.hindered(hindrance);
        }
    }

    /// Checks the disk when due, and resumes work if it is writable.
    pub(super) fn room_due(&mut self, now: Timestamp) {
        if self.room_at.is_none_or(|at| at > now) {
            return;
        }
        // Running reads and sends use the store that they began with.
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
                tracing::warn!(%error, "failed to reopen the store");
            }
        }
    }

    /// Replaces the read-only copy with the reopened store.
    pub(super) fn reopen(&mut self, dir: &std::path::Path, now: Timestamp) -> Result<(), StoreError> {
        let mut store = Store::open(dir, now)?;
        if let Some(person) = &self.settings.person {
            store.share_settings(person, now)?;
        }
        store.outbox().write_as(&self.settings.identity())?;
        self.store = Arc::new(store);
        self.measure_store();
        debug_assert!(self.drain.is_idle(), "a copy of the store sends nothing");
        self.drain = Drain::new(now);
        self.tell_damaged();
        self.load(None);
        self.listen();
        Ok(())
    }
}
