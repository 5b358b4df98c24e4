//! Adjustment of pending times when the system clock is set while the engine runs. Every delay keeps its intended
//! length: due times move with the clock, in memory and in the store. The elapsed time comes from the machine's uptime.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use crate::boot_clock::{Anchor, AnchorReader};
use crate::store::EntryState;

use super::Actor;

/// Clock check interval while a countdown in seconds is visible.
const COUNTDOWN_INTERVAL: Duration = Duration::from_secs(1);
/// Clock check interval while the engine waits for the connection.
const WAITING_INTERVAL: Duration = Duration::from_secs(5);

/// Detects that the system clock was set.
pub(in crate::engine) struct ClockChange {
    anchor_reader: Option<AnchorReader>,
    last_anchor: Option<Anchor>,
}

impl ClockChange {
    pub(in crate::engine) fn new(anchor_reader: Option<AnchorReader>) -> Self {
        let last_anchor = anchor_reader.as_ref().map(|anchoring| anchoring());
        Self { anchor_reader, last_anchor }
    }

    /// Returns by how much the clock was set since the last call, if it was.
    fn check(&mut self) -> Option<SignedDuration> {
        let anchor = self.anchor_reader.as_ref()?();
        let by = anchor.set_since(self.last_anchor.as_ref()?);
        if by == Some(SignedDuration::ZERO) {
            return None;
        }
        self.last_anchor = Some(anchor);
        by
    }
}

/// Shifts `at` by the amount `by` that the clock was set.
pub(in crate::engine) fn shift(at: &mut Timestamp, by: SignedDuration) {
    *at = at.saturating_add(by).unwrap_or(*at);
}

impl Actor {
    /// Gives the store the same anchor, and adjusts its times.
    pub(super) fn set_store_anchor(&mut self) {
        if let Some(anchoring) = self.settings.anchor_reader() {
            self.store.outbox().set_anchor_source(anchoring);
            self.adjust_store_clock();
        }
    }

    /// Shifts every pending time in memory if the clock was set.
    pub(super) fn follow_clock(&mut self) {
        let Some(by) = self.clock_change.check() else {
            return;
        };
        tracing::info!(seconds = by.as_secs(), "this machine's clock was set");
        self.refresh.shift_times(by);
        self.dispatcher.shift_times(by);
        self.link.shift_times(by);
        self.shift_shutdown(by);
        let health = &mut self.view.storage_health;
        for at in [&mut self.recovery_at, &mut health.lease_taken_since].into_iter().flatten() {
            shift(at, by);
        }
        // If the server's clock is known, sync times use it and need no shift.
        if self.client.clock_skew_ms().is_none()
            && let Some(at) = &mut self.view.coverage.complete_at
        {
            shift(at, by);
        }
        self.adjust_store_clock();
        self.reload_outbox();
        self.publish_clock_skew();
        self.view.link_changed();
        self.view.changed();
    }

    fn adjust_store_clock(&mut self) {
        // A process with read-only storage sends nothing.
        if self.store.storage_failure().is_none() {
            let followed = self.store.outbox().adjust_clock(self.now());
            self.ok_or_report(followed);
        }
    }

    /// Returns when to check for a clock change although nothing else is due. Visible countdowns must stay correct, and
    /// the system does not report a set clock.
    pub(super) fn next_clock_check(&self) -> Option<Instant> {
        self.settings.uptime.as_ref()?;
        let has_scheduled = self.outbox.entries().any(|row| row.state == EntryState::Scheduled);
        let wait = if has_scheduled {
            COUNTDOWN_INTERVAL
        } else if self.link.blocked_until().is_some() {
            WAITING_INTERVAL
        } else {
            return None;
        };
        Some(Instant::now() + wait)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use crate::boot_clock::Uptime;

    use super::*;

    #[test]
    fn a_clock_that_was_set_is_noticed_once() {
        let set = Arc::new(AtomicI64::new(0));
        let hands = set.clone();
        let mut clock = ClockChange::new(Some(Arc::new(move || {
            let now = Timestamp::from_second(1_000_000 + hands.load(Ordering::SeqCst)).unwrap();
            Anchor::from_uptime(now, &Uptime::new("a", Duration::from_mins(1)))
        })));
        assert_eq!(clock.check(), None);
        set.store(-86_400, Ordering::SeqCst);
        assert_eq!(clock.check(), Some(SignedDuration::from_hours(-24)));
        assert_eq!(clock.check(), None);
        assert_eq!(ClockChange::new(None).check(), None);
    }
}
