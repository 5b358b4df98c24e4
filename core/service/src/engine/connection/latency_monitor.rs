//! Counts the requests that are late, for the engine to publish.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// Number of requests in flight, and when the last of them ended.
#[derive(Debug)]
pub(crate) struct LatencyMonitor {
    pub(in crate::engine) in_flight: Arc<AtomicUsize>,
    pub(crate) last_ended: Instant,
    pub(crate) slow_after: Duration,
    /// Start of the present run without a suspension.
    pub(crate) running_since: Instant,
}

/// Lateness of a wake-up from which the process counts as suspended.
pub(crate) const SUSPENDED_AFTER: Duration = Duration::from_millis(500);

/// A guard for one task in flight; dropping it ends the task.
pub(crate) struct InFlightGuard(Arc<AtomicUsize>);

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl LatencyMonitor {
    pub(in crate::engine) fn new(slow_after: Duration) -> Self {
        Self {
            in_flight: Arc::default(),
            last_ended: Instant::now(),
            slow_after,
            running_since: Instant::now(),
        }
    }

    /// Registers one more task in flight.
    pub(in crate::engine) fn begin(&mut self) -> InFlightGuard {
        if self.in_flight.fetch_add(1, Ordering::Relaxed) == 0 {
            self.last_ended = Instant::now();
        }
        InFlightGuard(self.in_flight.clone())
    }

    /// Restarts the measurement at `now`, after this process was suspended.
    pub(crate) fn restart(&mut self, now: Instant) {
        (self.last_ended, self.running_since) = (now, now);
    }

    /// Returns how much of the time `took`, ended at `now`, this process was running.
    pub(crate) fn running_time(&self, took: Duration, now: Instant) -> Duration {
        took.min(now.saturating_duration_since(self.running_since))
    }

    /// Returns when the silence becomes too long, if a request is in flight.
    pub(crate) fn due(&self) -> Option<Instant> {
        (self.in_flight.load(Ordering::Relaxed) > 0).then(|| self.last_ended + self.slow_after)
    }
}
