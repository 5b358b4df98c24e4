//! Connectivity signals between processes that share a profile. A process that reaches the server signals that at
//! intervals; peers waiting to retry then retry at once. A process that loses the server signals that too, and peers
//! check for themselves. Lifting a rate limit in one process lifts it in all.
//!
//! However many signals arrive, requests stay within the budget: a faulty process must not make its peers send without
//! end.

use std::time::Duration;

use jiff::Timestamp;

use crate::engine::actor::Actor;
use crate::engine::actor::clock::{after, until};

/// Minimum time between two "server answers" signals.
const WORD: Duration = Duration::from_secs(5);

impl Actor {
    /// Signals to peers that the server answers; `news` is true if it did not before.
    pub(super) fn tell_that_it_answers(&mut self, news: bool, now: Timestamp) {
        // A clock that was set back must not suppress signals for long.
        let lately = self
            .told_answers
            .is_some_and(|told| told <= now && until(now, told) < WORD);
        if news || !lately {
            self.told_answers = Some(now);
            self.store.outbox().tell_that_it_answers();
        }
    }

    /// Retries waiting requests after a peer reached the server.
    pub(in crate::engine) fn try_as_others_do(&mut self) {
        let at = self.may_ask_at(self.now());
        if self.link.hurry(at) {
            self.refresh.asked = Some((at, 1));
            self.client.start_afresh();
            self.view.link_changed();
        }
    }

    /// Advances the next count poll after a peer lost the server.
    pub(in crate::engine) fn see_whether_it_answers(&mut self) {
        if self.link.is_online() {
            self.refresh.totals_at = self.refresh.totals_at.min(self.may_ask_at(self.now()));
        }
    }

    /// Returns the earliest time for a request prompted by a peer.
    pub(in crate::engine) fn may_ask_at(&self, now: Timestamp) -> Timestamp {
        let rested = |(at, requests)| after(at, self.cadence().affordable(requests));
        self.refresh.asked.map_or(now, |asked| rested(asked).max(now))
    }

    /// Ends a rate limit (429) that the user lifted in another process.
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
