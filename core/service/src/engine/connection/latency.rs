//! Detection of a slow server. A late response counts as slow when it arrives. A missing response counts as slow while
//! requests are in flight and none has ended for some time. Time in which this process itself was suspended does not
//! count.

use crate::engine::connection::latency_monitor::SUSPENDED_AFTER;
use std::time::Duration;

use tokio::time::Instant;

use crate::engine::actor::Actor;

impl Actor {
    /// Updates the latency state after a request has ended.
    pub(in crate::engine) fn update_latency(&mut self) {
        self.latency.last_ended = Instant::now();
        let took = self.client.request_log().entries().last().map_or(Duration::ZERO, |entry| entry.duration);
        let took = self.latency.running_time(took, Instant::now());
        let changed = if took >= self.latency.slow_after {
            self.link.on_slow(self.now())
        } else if took < self.latency.slow_after / 2 {
            self.link.on_responsive()
        } else {
            false
        };
        if changed {
            self.view.link_changed();
        }
    }

    /// Detects a suspension: the loop was due at `wake` and woke much later.
    pub(in crate::engine) fn detect_suspension(&mut self, wake: Option<Instant>) {
        let now = Instant::now();
        if wake.is_some_and(|wake| now > wake + SUSPENDED_AFTER) {
            self.latency.restart(now);
        }
    }

    /// Marks the connection as slow if the silence has lasted too long.
    pub(in crate::engine) fn check_silence(&mut self) {
        let silent = self.latency.due().is_some_and(|due| due <= Instant::now());
        if silent && self.link.on_slow(self.now()) {
            self.view.link_changed();
        }
    }

    /// Returns when to check for silence again; `None` if the connection is not brisk.
    pub(in crate::engine) fn next_silence_check(&self) -> Option<Instant> {
        if self.link.is_responsive() { self.latency.due() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::connection::latency_monitor::LatencyMonitor;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn suspended_time_is_not_counted_as_latency() {
        let mut latency = LatencyMonitor::new(SECOND * 4);
        let start = latency.last_ended;
        let _beat = latency.begin();
        assert!(latency.due().unwrap() >= start + SECOND * 4);
        assert_eq!(
            latency.running_time(SECOND * 17, latency.running_since + SECOND * 17),
            SECOND * 17,
            "a slow answer"
        );
        latency.restart(start + SECOND * 17);
        assert_eq!(latency.due(), Some(start + SECOND * 21));
        assert_eq!(latency.running_time(SECOND * 17, start + SECOND * 18), SECOND);
    }
}
