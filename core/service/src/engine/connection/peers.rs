//! Connectivity signals between processes that share a profile. A process that reaches the server signals that at
//! intervals; peers waiting to retry then retry at once. A process that loses the server signals that too, and peers
//! check for themselves. Lifting a rate limit in one process lifts it in all.
//!
//! However many signals arrive, requests stay within the budget: a faulty process must not make its peers send without
//! end.

use std::time::Duration;

use jiff::Timestamp;

use crate::engine::actor::Actor;
use crate::engine::actor::clock::{saturating_add, time_until};

/// Minimum time between two "server answers" signals.
const SIGNAL_INTERVAL: Duration = Duration::from_secs(5);

impl Actor {
    /// Signals to peers that the server answers; `is_new` is true if it did not before.
    pub(super) fn signal_up(&mut self, is_new: bool, now: Timestamp) {
        // A clock that was set back must not suppress signals for long.
        let lately = self.signalled_up_at.is_some_and(|signalled_at| {
            signalled_at <= now && time_until(now, signalled_at) < SIGNAL_INTERVAL
        });
        if is_new || !lately {
            self.signalled_up_at = Some(now);
            self.store.outbox().signal_up();
        }
    }

    /// Retries waiting requests after a peer reached the server.
    pub(in crate::engine) fn on_peer_up(&mut self) {
        let at = self.next_request_at(self.now());
        if self.link.advance_retry(at) {
            self.refresh.last_poll = Some((at, 1));
            self.client.reconnect();
            self.view.link_changed();
        }
    }

    /// Advances the next count poll after a peer lost the server.
    pub(in crate::engine) fn on_peer_down(&mut self) {
        if self.link.is_online() {
            self.refresh.totals_at = self.refresh.totals_at.min(self.next_request_at(self.now()));
        }
    }

    /// Returns the earliest time for a request prompted by a peer.
    pub(in crate::engine) fn next_request_at(&self, now: Timestamp) -> Timestamp {
        let rest_from = |(at, requests)| saturating_add(at, self.poll_intervals().affordable(requests));
        self.refresh.last_poll.map_or(now, |last_poll| rest_from(last_poll).max(now))
    }

    /// Ends a rate limit (429) that the user lifted in another process.
    pub(in crate::engine) fn on_limit_lifted(&mut self) {
        if !self.client.on_limit_lifted() {
            return;
        }
        let result = self.store.outbox().set_rate_limit(None);
        self.ok_or_report(result);
        if self.link.lift_rate_limit() {
            self.view.link_changed();
        }
    }
}
