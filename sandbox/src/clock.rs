//! The service's clock: the system's, or one that moves only when it is told to.

use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};

use crate::lock::lock;

/// Where the service takes the time from.
#[derive(Debug)]
pub(crate) struct Clock {
    fixed: Mutex<Option<Timestamp>>,
}

impl Clock {
    pub(crate) fn new(fixed: Option<Timestamp>) -> Self {
        Self {
            fixed: Mutex::new(fixed),
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        lock(&self.fixed).unwrap_or_else(Timestamp::now)
    }

    /// From here on the clock stands at `now`.
    pub(crate) fn set(&self, now: Timestamp) {
        *lock(&self.fixed) = Some(now);
    }

    /// Moves a fixed clock; a running clock becomes fixed at the moment reached.
    pub(crate) fn advance(&self, by: SignedDuration) {
        let mut fixed = lock(&self.fixed);
        let base = fixed.unwrap_or_else(Timestamp::now);
        // A step beyond the calendar's end stays at the end: the clock never goes back to the system's.
        *fixed = Some(base.saturating_add(by).unwrap_or(base));
    }
}

/// A date-time of the contract: ISO 8601 with a trailing `Z`, to the second.
pub(crate) fn date_time(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second()).unwrap_or(at).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_moves_only_when_told() {
        let start: Timestamp = "2026-11-20T08:41:00Z".parse().unwrap();
        let clock = Clock::new(Some(start));
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
