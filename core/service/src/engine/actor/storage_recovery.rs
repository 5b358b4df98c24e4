//! Detection of and recovery from unavailable storage. Until it is writable again, cached data is shown and refreshed
//! in memory only. Sending stops, because its outcome cannot be stored, and new changes are refused. The disk is
//! retried periodically, so work resumes by itself once there is room.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::Actor;
use super::clock::saturating_add;
use crate::engine::outbox::state::dispatcher::DispatchState;
use crate::error::{DiskError, Error};
use crate::model::storage_health::StorageFailure;
use crate::store::{Store, StoreError};

/// Interval between two checks of the disk.
pub(in crate::engine) const RECOVERY_INTERVAL: Duration = Duration::from_secs(5);

impl Actor {
    /// Notes that the store is read-only, if it is.
    pub(super) fn note_storage_failure(&mut self) {
        if let Some(failure) = self.store.storage_failure().cloned() {
            self.on_storage_failure(failure);
        }
    }

    /// Notes that the storage is unavailable. Returns whether that was unknown.
    pub(in crate::engine) fn on_storage_failure(&mut self, failure: StorageFailure) -> bool {
        let is_new = self.view.storage_health.failure.as_ref() != Some(&failure);
        if is_new {
            self.view.storage_health.failure = Some(failure);
            self.view.changed();
        }
        let at = saturating_add(self.now(), RECOVERY_INTERVAL);
        self.recovery_at.get_or_insert(at);
        is_new
    }

    /// Handles a sync failure caused by this device; it says nothing about the server.
    pub(in crate::engine) fn on_local_failure(&mut self, error: &Error) {
        if error.disk_error() == Some(DiskError::Damaged) {
            // A failed read restarts after the repair.
            let _is_new = self.schedule_repair();
        }
        if matches!(
            error.disk_error(),
            Some(DiskError::DiskFull | DiskError::FileTooLarge | DiskError::NotWritable)
        ) && let Err(StoreError::Unavailable(failure)) = self.store.check_writable()
        {
            self.on_storage_failure(failure);
        }
    }

    /// Checks the disk when due, and resumes work if it is writable.
    pub(super) fn recover_storage_if_due(&mut self, now: Timestamp) {
        if self.recovery_at.is_none_or(|at| at > now) {
            return;
        }
        // Running reads and sends use the store that they began with.
        if self.refresh.pass_running || !self.dispatcher.is_idle() {
            self.recovery_at = Some(saturating_add(now, RECOVERY_INTERVAL));
            return;
        }
        if self.is_repair_due() && self.waits_for_peers(now) {
            return;
        }
        let recovered = match self.store.storage_failure().map(|failure_now| failure_now.dir.clone()) {
            None if self.is_repair_due() => self.repair_cache(now),
            None => self.store.check_writable(),
            Some(dir) => self.reopen(&dir, now),
        };
        match recovered {
            Ok(()) => {
                self.recovery_at = None;
                self.view.storage_health.failure = None;
                self.view.changed();
                self.flush_journal();
                self.reload_outbox();
                self.follow_journal();
                self.refresh.refresh_now(now);
            }
            Err(StoreError::Unavailable(failure)) => {
                self.recovery_at = None;
                self.on_storage_failure(failure);
            }
            Err(error) => {
                self.recovery_at = Some(saturating_add(now, RECOVERY_INTERVAL));
                tracing::warn!(%error, "failed to reopen the store");
            }
        }
    }

    /// Replaces the read-only copy with the reopened store.
    pub(super) fn reopen(&mut self, dir: &std::path::Path, now: Timestamp) -> Result<(), StoreError> {
        let mut store = Store::open(dir, now)?;
        if let Some(user_dir) = &self.settings.user_dir {
            store.share_settings(user_dir, now)?;
        }
        store.outbox().set_identity(&self.settings.identity())?;
        self.store = Arc::new(store);
        self.limit_stored_waits();
        debug_assert!(self.dispatcher.is_idle(), "a copy of the store sends nothing");
        self.dispatcher = DispatchState::new(now);
        self.report_damaged();
        self.load(None);
        self.listen();
        Ok(())
    }
}
