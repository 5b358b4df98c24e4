//! Whether the service takes its time. An answer that took long says so afterwards; one that does not come says so while
//! it is waited for: requests are under way, and for a while none has ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use super::actor::Actor;

/// What is under way, and when something of it last ended.
#[derive(Debug)]
pub(super) struct Pulse {
    under_way: Arc<AtomicUsize>,
    last: Instant,
    bound: Duration,
}

/// One piece of work under way. It ends when this is dropped, however it ends.
pub(super) struct Beat(Arc<AtomicUsize>);

impl Drop for Beat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Pulse {
    pub(super) fn new(bound: Duration) -> Self {
        Self {
            under_way: Arc::default(),
            last: Instant::now(),
            bound,
        }
    }

    /// Something more is under way.
    pub(super) fn begin(&mut self) -> Beat {
        if self.under_way.fetch_add(1, Ordering::Relaxed) == 0 {
            self.last = Instant::now();
        }
        Beat(self.under_way.clone())
    }

    /// When silence will have lasted too long, if anything is waited for.
    fn due(&self) -> Option<Instant> {
        (self.under_way.load(Ordering::Relaxed) > 0).then(|| self.last + self.bound)
    }
}

impl Actor {
    /// A request has ended.
    pub(super) fn felt(&mut self) {
        self.pulse.last = Instant::now();
        let took = self
            .client
            .observe()
            .entries()
            .last()
            .map_or(Duration::ZERO, |entry| entry.duration);
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

    /// Notes a silence that has lasted too long.
    pub(super) fn feel(&mut self) {
        let silent = self.pulse.due().is_some_and(|due| due <= Instant::now());
        if silent && self.link.slow(self.now()) {
            self.view.link_changed();
        }
    }

    /// When to look again whether anything has ended; `None` where nothing depends on it.
    pub(super) fn feel_at(&self) -> Option<Instant> {
        if self.link.is_brisk() {
            self.pulse.due()
        } else {
            None
        }
    }
}
