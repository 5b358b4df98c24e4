//! The engine's source of timestamps. The engine never reads the system clock directly, so tests can control time.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::client::Client;
use crate::host;

/// Returns the present time.
pub type EngineClock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Returns the system clock.
pub fn system_clock() -> EngineClock {
    Arc::new(host::timestamp)
}

/// Returns the system clock, corrected by the server's skew.
pub fn server_clock(client: Client) -> EngineClock {
    corrected(system_clock(), client)
}

/// Returns a clock corrected by the server's skew, if that is significant. It is for timestamps that are stored, shared
/// between processes or compared across days.
pub(in crate::engine) fn corrected(clock: EngineClock, client: Client) -> EngineClock {
    Arc::new(move || {
        let now = clock();
        to_server_clock(now, client.clock_skew(now))
    })
}

/// Converts a local timestamp to the server's clock; `skew` is server time minus local time.
pub(in crate::engine) fn to_server_clock(at: Timestamp, skew: Option<SignedDuration>) -> Timestamp {
    skew.map_or(at, |skew| at.saturating_add(skew).unwrap_or(at))
}

/// Returns `at` plus `span`, capped at the maximum timestamp.
pub(in crate::engine) fn saturating_add(at: Timestamp, span: Duration) -> Timestamp {
    at.saturating_add(span).unwrap_or(Timestamp::MAX)
}

/// Returns the time from `now` until `at`; zero if `at` is past.
pub(in crate::engine) fn time_until(at: Timestamp, now: Timestamp) -> Duration {
    Duration::try_from(at.duration_since(now)).unwrap_or_default()
}

/// Returns the earlier of two optional timestamps.
pub(in crate::engine) fn earlier(a: Option<Timestamp>, b: Option<Timestamp>) -> Option<Timestamp> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_bounded_at_both_ends() {
        let now = Timestamp::UNIX_EPOCH;
        assert_eq!(saturating_add(Timestamp::MAX, Duration::from_secs(1)), Timestamp::MAX);
        assert_eq!(time_until(now, saturating_add(now, Duration::from_secs(1))), Duration::ZERO);
        assert_eq!(time_until(saturating_add(now, Duration::from_secs(2)), now), Duration::from_secs(2));
    }
}
