//! What the programs on one profile tell each other about the connection. Whoever gets an answer says so, at intervals;
//! whoever waits between two tries then tries at once. Whoever gets none any more says that, too, and the others see for
//! themselves. A pause that the person lifted in one of them is lifted in all.
//!
//! Whatever they say and however often, the service is asked no more than the budget allows: a program that has gone wrong
//! must not make the others knock without end.

use std::time::Duration;

use jiff::Timestamp;

use crate::engine::actor::Actor;
use crate::engine::actor::clock::{after, until};

/// How often an answer is worth a word to the others.
const WORD: Duration = Duration::from_secs(5);

impl Actor {
    /// Tells the others that the service answers. `news`: it did not before.
    pub(super) fn tell_that_it_answers(&mut self, news: bool, now: Timestamp) {
        // A clock that was set back must not silence this for long.
        let lately = self
            .told_answers
            .is_some_and(|told| told <= now && until(now, told) < WORD);
        if news || !lately {
            self.told_answers = Some(now);
            self.store.outbox().tell_that_it_answers();
        }
    }

    /// Another program has had an answer: what only waits for a better moment is tried now.
    pub(in crate::engine) fn try_as_others_do(&mut self) {
        let at = self.may_ask_at(self.now());
        if self.link.hurry(at) {
            self.refresh.asked = Some((at, 1));
            self.client.start_afresh();
            self.view.link_changed();
        }
    }

    /// Another program has no answer any more: whether this one has is not left to the next time that it asks by itself.
    pub(in crate::engine) fn see_whether_it_answers(&mut self) {
        if self.link.is_online() {
            self.refresh.totals_at = self.refresh.totals_at.min(self.may_ask_at(self.now()));
        }
    }

    /// From when on the service may be asked because another program says something.
    pub(in crate::engine) fn may_ask_at(&self, now: Timestamp) -> Timestamp {
        let rested = |(at, requests)| after(at, self.cadence().affordable(requests));
        self.refresh.asked.map_or(now, |asked| rested(asked).max(now))
    }

    /// Opens what the service's 429 had closed, if the person has lifted that pause in another program.
    pub(in crate::engine) fn follow_lift(&mut self) {
        if !self.client.follow_lift() {
            return;
        }
        let kept = self.store.outbox().set_gate(None);
        self.kept(kept);
        if self.link.lift() {
            self.view.link_changed();
        }
    }
}
