//! Writes that were held when the last run ended. Rule: nothing leaves before its hold has ended in front of somebody, so
//! a hold that nobody saw to its end begins anew, and that is said.

use super::EventKind;
use super::actor::Actor;
use super::clock::after;

impl Actor {
    /// Holds again what was held, before anything is sent.
    pub(super) fn hold_again(&mut self) {
        // Where another window of the profile is open their countdown runs on there.
        if self.view.keeping.hindered.is_some() || self.store.outbox().in_company() {
            return;
        }
        let until = after(self.now(), self.settings.hold_again);
        let held = self.store.outbox().hold_again(until);
        if let Some(count @ 1..) = self.kept(held) {
            self.tell(EventKind::HeldAgain { count, until });
        }
    }
}
