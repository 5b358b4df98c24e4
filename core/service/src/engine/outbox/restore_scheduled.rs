//! Restart of undo windows that the last run left open. An entry is sent only after its window ended in front of the
//! user, so an interrupted window starts again, with a notice. The process that restarts the window becomes the entry's
//! author. Only front ends with a screen schedule entries.

use crate::engine::actor::Actor;
use crate::engine::actor::clock::after;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Loads the outbox and restarts open undo windows before anything is sent.
    pub(in crate::engine) fn take_in_outbox(&mut self) {
        // If another process has the profile open, the windows continue there.
        let alone = self.view.keeping.hindered.is_none() && !self.store.outbox().in_company();
        if alone {
            self.hold_again();
        }
        self.follow_outbox();
        if alone {
            self.outbox.take_over_held();
        }
    }

    fn hold_again(&mut self) {
        let until = after(self.now(), self.settings.hold_again);
        let held = self.store.outbox().hold_again(until);
        if let Some(count @ 1..) = self.kept(held) {
            self.tell(EventKind::HeldAgain { count, until });
        }
    }
}
