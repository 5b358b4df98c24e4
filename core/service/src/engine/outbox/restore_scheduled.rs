//! Restart of undo windows that the last run left open. An entry is sent only after its window ended in front of the
//! user, so an interrupted window starts again, with a notice. The process that restarts the window becomes the entry's
//! author. Only front ends with a screen schedule entries.

use crate::engine::actor::Actor;
use crate::engine::actor::clock::saturating_add;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Loads the outbox and restarts open undo windows before anything is sent.
    pub(in crate::engine) fn load_outbox(&mut self) {
        // If another process has the profile open, the windows continue there.
        let alone = self.view.storage_health.failure.is_none() && !self.store.outbox().has_peers();
        if alone {
            self.restart_undo_windows();
        }
        self.follow_outbox();
        if alone {
            self.outbox.adopt_scheduled();
        }
    }

    fn restart_undo_windows(&mut self) {
        let until = saturating_add(self.now(), self.settings.restart_undo_delay);
        let result = self.store.outbox().restart_undo_windows(until);
        if let Some(count @ 1..) = self.ok_or_report(result) {
            self.push_event(EventKind::Rescheduled { count, until });
        }
    }
}
