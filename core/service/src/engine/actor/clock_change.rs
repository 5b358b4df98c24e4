//! Adjustment of pending times when the system clock is set back while the engine runs. In memory they move with the
//! clock; in the store they are limited to the longest possible wait. A clock set forward ends waits early, as sleep
//! does.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use crate::store::EntryState;

use super::Actor;

/// Largest step back that is not a clock change: clocks may be slewed.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(1);
/// Clock check interval while a countdown in seconds is visible.
const COUNTDOWN_INTERVAL: Duration = Duration::from_secs(1);
/// Clock check interval while the engine waits for the connection.
const WAITING_INTERVAL: Duration = Duration::from_secs(5);

/// Shifts `at` by the amount `by` that the clock was set.
pub(in crate::engine) fn shift(at: &mut Timestamp, by: SignedDuration) {
    *at = at.saturating_add(by).unwrap_or(*at);
}

impl Actor {
    /// Shifts every pending time in memory if the clock was set back.
    pub(super) fn follow_clock(&mut self) {
        let now = self.now();
        let by = now.duration_since(std::mem::replace(&mut self.last_now, now));
        if by >= -CLOCK_TOLERANCE {
            return;
        }
        tracing::info!(seconds = by.as_secs(), "this device's clock was set back");
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
        self.limit_stored_waits();
        self.reload_outbox();
        self.publish_clock_skew();
        self.view.link_changed();
        self.view.changed();
    }

    /// Limits the waits in the store to their longest possible length.
    pub(super) fn limit_stored_waits(&mut self) {
        // A process with read-only storage sends nothing.
        if self.store.storage_failure().is_none() {
            let limited = self.store.outbox().limit_waits(self.now());
            self.ok_or_report(limited);
        }
    }

    /// Returns when to check for a clock change although nothing else is due. Visible countdowns must stay correct, and
    /// the system reports neither a set clock nor sleep.
    pub(super) fn next_clock_check(&self) -> Option<Instant> {
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
