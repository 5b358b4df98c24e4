//! Queries of this state.

use crate::foundation::cx::app_cx::AppCx;
use crate::model::pending_write::PendingWrite;
use crate::records::activity::activity::ActivityState;
use crate::records::activity::conflict_sides::ConflictChoices;

impl ActivityState {
    /// Returns the focused write of the outbox.
    pub fn focused_write<'a>(&'a self, cx: &'a AppCx) -> Option<&'a PendingWrite> {
        let id = self.focused_write?;
        cx.snapshot.writes.iter().find(|write| write.id == id)
    }

    /// Returns the chosen versions of the focused write's fields, if it is in conflict.
    pub fn conflict_choices(&self) -> &ConflictChoices {
        &self.conflict_choices
    }
}

impl AppCx {
    /// Returns whether there is a notice about the files on this machine.
    pub(crate) fn has_storage_notices(&self) -> bool {
        let storage = &self.snapshot.storage;
        storage.repair_pending
            || storage.failure.iter().next().is_some()
            || storage.quarantined.iter().next().is_some()
            || storage.lease_taken_since.is_some()
            || storage.siblings.iter().next().is_some()
            || storage.clock_skew.is_some()
    }
}
