//! Adjustment of pending times when the system clock is set while the engine runs. Every delay keeps its intended
//! length: due times move with the clock, in memory and in the store. The elapsed time comes from the machine's uptime.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use crate::boot_clock::{Anchor, Anchoring};
use crate::store::RowState;

use super::Actor;

/// Clock check interval while a countdown in seconds is visible.
const SECOND: Duration = Duration::from_secs(1);
/// Clock check interval while the engine waits for the connection.
const WAITING: Duration = Duration::from_secs(5);

/// Detects that the system clock was set.
pub(in crate::engine) struct SetClock {
    anchoring: Option<Anchoring>,
    known: Option<Anchor>,
}

impl SetClock {
    pub(in crate::engine) fn new(anchoring: Option<Anchoring>) -> Self {
        let known = anchoring.as_ref().map(|anchoring| anchoring());
        Self { anchoring, known }
    }

    /// Returns by how much the clock was set since the last call, if it was.
    fn look(&mut self) -> Option<SignedDuration> {
        let anchor = self.anchoring.as_ref()?();
        let by = anchor.set_since(self.known.as_ref()?);
        if by == Some(SignedDuration::ZERO) {
            return None;
        }
        self.known = Some(anchor);
        by
    }
}

/// Shifts `at` by the amount `by` that the clock was set.
pub(in crate::engine) fn moved(at: &mut Timestamp, by: SignedDuration) {
    *at = at.saturating_add(by).unwrap_or(*at);
}

impl Actor {
    /// Gives the store the same anchor, and adjusts its times.
    pub(super) fn measure_store(&mut self) {
        if let Some(anchoring) = self.settings.anchoring() {
            self.store.outbox().keep_time_by(anchoring);
            self.reclock_store();
        }
    }

    /// Shifts every pending time in memory if the clock was set.
    pub(super) fn follow_clock(&mut self) {
        let Some(by) = self.set_clock.look() else { return };
        tracing::info!(seconds = by.as_secs(), "this machine's clock was set");
        self.refresh.move_along(by);
        self.drain.move_along(by);
        self.link.move_along(by);
        self.move_closing(by);
        let keeping = &mut self.view.keeping;
        for at in [&mut self.room_at, &mut keeping.queue_taken_since]
            .into_iter()
            .flatten()
        {
            moved(at, by);
        }
        // If the server's clock is known, sync times use it and need no shift.
        if self.client.clock_skew_ms().is_none()
            && let Some(at) = &mut self.view.coverage.complete_at
        {
            moved(at, by);
        }
        self.reclock_store();
        self.reload_outbox();
        self.look_at_the_clock();
        self.view.link_changed();
        self.view.changed();
    }

    fn reclock_store(&mut self) {
        // A process with read-only storage sends nothing.
        if self.store.hindrance().is_none() {
            let followed = self.store.outbox().reclock(self.now());
            self.kept(followed);
        }
    }

    /// Returns when to check for a clock change although nothing else is due. Visible countdowns must stay correct, and
    /// the system does not report a set clock.
    pub(super) fn clock_look_at(&self) -> Option<Instant> {
        self.settings.uptime.as_ref()?;
        let held = self.outbox.rows().any(|row| row.state == RowState::Held);
        let wait = if held {
            SECOND
        } else if self.link.closed_until().is_some() {
            WAITING
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
        let mut clock = SetClock::new(Some(Arc::new(move || {
            let now = Timestamp::from_second(1_000_000 + hands.load(Ordering::SeqCst)).unwrap();
            Anchor::of(now, &Uptime::new("a", Duration::from_mins(1)))
        })));
        assert_eq!(clock.look(), None);
        set.store(-86_400, Ordering::SeqCst);
        assert_eq!(clock.look(), Some(SignedDuration::from_hours(-24)));
        assert_eq!(clock.look(), None);
        assert_eq!(SetClock::new(None).look(), None);
    }
}
