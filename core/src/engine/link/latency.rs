//! Whether the service takes its time. An answer that took long says so afterwards; one that does not come says so while
//! it is waited for: requests are under way, and for a while none has ended. Time in which this program itself was stopped
//! says nothing of the service.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use crate::engine::actor::Actor;

/// What is under way, and when something of it last ended.
#[derive(Debug)]
pub(in crate::engine) struct Pulse {
    under_way: Arc<AtomicUsize>,
    last: Instant,
    bound: Duration,
    /// Since when this program has run without a stop.
    awake: Instant,
}

/// Whoever wakes so much later than asked for was stopped.
const LATE: Duration = Duration::from_millis(500);

/// One piece of work under way. It ends when this is dropped, however it ends.
pub(in crate::engine) struct Beat(Arc<AtomicUsize>);

impl Drop for Beat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Pulse {
    pub(in crate::engine) fn new(bound: Duration) -> Self {
        Self {
            under_way: Arc::default(),
            last: Instant::now(),
            bound,
            awake: Instant::now(),
        }
    }

    /// Something more is under way.
    pub(in crate::engine) fn begin(&mut self) -> Beat {
        if self.under_way.fetch_add(1, Ordering::Relaxed) == 0 {
            self.last = Instant::now();
        }
        Beat(self.under_way.clone())
    }

    /// The program goes on at `now` after a stop: what is under way is waited for from here on.
    fn woke(&mut self, now: Instant) {
        (self.last, self.awake) = (now, now);
    }

    /// How much of what a request took that ended at `now` this program was there to see.
    fn seen(&self, took: Duration, now: Instant) -> Duration {
        took.min(now.saturating_duration_since(self.awake))
    }

    /// When silence will have lasted too long, if anything is waited for.
    fn due(&self) -> Option<Instant> {
        (self.under_way.load(Ordering::Relaxed) > 0).then(|| self.last + self.bound)
    }
}

impl Actor {
    /// A request has ended.
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

    /// Notes that the loop was to wake at `wake` and did so much later.
    pub(in crate::engine) fn notice_stop(&mut self, wake: Option<Instant>) {
        let now = Instant::now();
        if wake.is_some_and(|wake| now > wake + LATE) {
            self.pulse.woke(now);
        }
    }

    /// Notes a silence that has lasted too long.
    pub(in crate::engine) fn feel(&mut self) {
        let silent = self.pulse.due().is_some_and(|due| due <= Instant::now());
        if silent && self.link.slow(self.now()) {
            self.view.link_changed();
        }
    }

    /// When to look again whether anything has ended; `None` where nothing depends on it.
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
