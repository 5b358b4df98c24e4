//! The service's clock, either the system's or a fixed one set by tests.

use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};

use crate::lock::lock;

/// The source of the service's time.
#[derive(Debug)]
pub(crate) struct SandboxClock {
    fixed: Mutex<Option<Timestamp>>,
}

impl SandboxClock {
    pub(crate) fn new(fixed: Option<Timestamp>) -> Self {
        Self { fixed: Mutex::new(fixed) }
    }

    pub(crate) fn now(&self) -> Timestamp {
        lock(&self.fixed).unwrap_or_else(Timestamp::now)
    }

    /// Fixes the clock at `now`.
    pub(crate) fn set(&self, now: Timestamp) {
        *lock(&self.fixed) = Some(now);
    }

    /// Moves a fixed clock; a running clock becomes fixed at the resulting time.
    pub(crate) fn advance(&self, by: SignedDuration) {
        let mut fixed = lock(&self.fixed);
        let base = fixed.unwrap_or_else(Timestamp::now);
        // Past the end of the calendar, the clock keeps its old fixed time and never returns to the system's.
        *fixed = Some(base.saturating_add(by).unwrap_or(base));
    }
}

/// Formats a date-time as the contract does: ISO 8601 with a trailing `Z`, to the second.
pub(crate) fn date_time(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second()).unwrap_or(at).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_clock_moves_only_on_request() {
        let start: Timestamp = "2026-11-20T08:41:00Z".parse().unwrap();
        let clock = SandboxClock::new(Some(start));
        assert_eq!(clock.now(), start);
        clock.advance(SignedDuration::from_secs(900));
        assert_eq!(date_time(clock.now()), "2026-11-20T08:56:00Z");
        clock.set(start);
        assert_eq!(clock.now(), start);
    }

    #[test]
    fn date_times_drop_fractions() {
        let at: Timestamp = "2026-11-20T08:41:00.987Z".parse().unwrap();
        assert_eq!(date_time(at), "2026-11-20T08:41:00Z");
    }
}
