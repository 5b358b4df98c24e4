//! Counts the requests that are late, for the engine to publish.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// Number of requests in flight, and when the last of them ended.
#[derive(Debug)]
pub(crate) struct Pulse {
    pub(in crate::engine) under_way: Arc<AtomicUsize>,
    pub(crate) last: Instant,
    pub(crate) bound: Duration,
    /// Start of the present run without a suspension.
    pub(crate) awake: Instant,
}

/// Lateness of a wake-up from which the process counts as suspended.
pub(crate) const LATE: Duration = Duration::from_millis(500);

/// A guard for one task in flight; dropping it ends the task.
pub(crate) struct Beat(Arc<AtomicUsize>);

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

    /// Registers one more task in flight.
    pub(in crate::engine) fn begin(&mut self) -> Beat {
        if self.under_way.fetch_add(1, Ordering::Relaxed) == 0 {
            self.last = Instant::now();
        }
        Beat(self.under_way.clone())
    }

    /// Restarts the measurement at `now`, after this process was suspended.
    pub(crate) fn woke(&mut self, now: Instant) {
        (self.last, self.awake) = (now, now);
    }

    /// Returns how much of the time `took`, ended at `now`, this process was running.
    pub(crate) fn seen(&self, took: Duration, now: Instant) -> Duration {
        took.min(now.saturating_duration_since(self.awake))
    }

    /// Returns when the silence becomes too long, if a request is in flight.
    pub(crate) fn due(&self) -> Option<Instant> {
        (self.under_way.load(Ordering::Relaxed) > 0).then(|| self.last + self.bound)
    }
}
