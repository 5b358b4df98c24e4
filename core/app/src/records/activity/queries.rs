//! Queries of this state.

use crate::foundation::cx::app_cx::AppCx;
use crate::model::pending_write::PendingWrite;
use crate::records::activity::activity::ActivityState;
use crate::records::activity::conflict_sides::Sides;

impl ActivityState {
    /// Returns the focused write of the outbox.
    pub fn focused_write<'a>(&'a self, cx: &'a AppCx) -> Option<&'a PendingWrite> {
        let id = self.write?;
        cx.snapshot.writes.iter().find(|write| write.id == id)
    }

    /// Returns the chosen versions of the focused write's fields, if it is in conflict.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }
}

impl AppCx {
    /// Returns whether there is a notice about the files on this machine.
    pub(crate) fn has_storage_notices(&self) -> bool {
        let keeping = &self.snapshot.keeping;
        keeping.waits_to_mend
            || keeping.hindered.iter().next().is_some()
            || keeping.damaged.iter().next().is_some()
            || keeping.queue_taken_since.is_some()
            || keeping.elsewhere.iter().next().is_some()
            || keeping.clock_off.is_some()
    }
}
