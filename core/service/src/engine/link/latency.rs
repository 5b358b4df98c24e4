//! Detection of a slow server. A late answer counts as slow when it arrives. A missing answer counts as slow while
//! requests are in flight and none has ended for some time. Time in which this process itself was suspended does not
//! count.

use crate::engine::link::pulse::LATE;
use std::time::Duration;

use tokio::time::Instant;

use crate::engine::actor::Actor;

impl Actor {
    /// Updates the latency state after a request has ended.
    pub(in crate::engine) fn felt(&mut self) {
        self.pulse.last = Instant::now();
        let took = self
            .client
            .observe()
            .entries()
            .last()
            .map_or(Duration::ZERO, |entry| entry.duration);
        let took = self.pulse.seen(took, Instant::now());
        let changed = if took >= self.pulse.bound {
            self.link.slow(self.now())
        } else if took < self.pulse.bound / 2 {
            self.link.brisk()
        } else {
            false
        };
        if changed {
            self.view.link_changed();
        }
    }

    /// Detects a suspension: the loop was due at `wake` and woke much later.
    pub(in crate::engine) fn notice_stop(&mut self, wake: Option<Instant>) {
        let now = Instant::now();
        if wake.is_some_and(|wake| now > wake + LATE) {
            self.pulse.woke(now);
        }
    }

    /// Marks the connection as slow if the silence has lasted too long.
    pub(in crate::engine) fn feel(&mut self) {
        let silent = self.pulse.due().is_some_and(|due| due <= Instant::now());
        if silent && self.link.slow(self.now()) {
            self.view.link_changed();
        }
    }

    /// Returns when to check for silence again; `None` if the connection is not brisk.
    pub(in crate::engine) fn feel_at(&self) -> Option<Instant> {
        if self.link.is_brisk() {
            self.pulse.due()
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::link::pulse::Pulse;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_program_that_was_stopped_does_not_count_the_stop() {
        let mut pulse = Pulse::new(SECOND * 4);
        let start = pulse.last;
        let _beat = pulse.begin();
        assert!(pulse.due().unwrap() >= start + SECOND * 4);
        assert_eq!(
            pulse.seen(SECOND * 17, pulse.awake + SECOND * 17),
            SECOND * 17,
            "a slow answer"
        );
        pulse.woke(start + SECOND * 17);
        assert_eq!(pulse.due(), Some(start + SECOND * 21));
        assert_eq!(pulse.seen(SECOND * 17, start + SECOND * 18), SECOND);
    }
}
