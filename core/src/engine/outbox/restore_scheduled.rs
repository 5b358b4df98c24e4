//! Writes that were held when the last run ended. Rule: nothing leaves before its hold has ended in front of somebody, so
//! a hold that nobody saw to its end begins anew, and that is said. Who holds it again takes it over: it is their write, as
//! if they had made it. Nothing but a screen holds what it writes.

use crate::engine::actor::Actor;
use crate::engine::actor::clock::after;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Takes the outbox in; what was held is held again, before anything is sent.
    pub(in crate::engine) fn take_in_outbox(&mut self) {
        // Where another window of the profile is open their countdown runs on there.
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
