//! Where moments come from. The engine never reads the system's clock by itself, so that a test may own time.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::client::Client;

/// Gives the present moment.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// The system's clock.
pub fn system_clock() -> Clock {
    Arc::new(Timestamp::now)
}

/// The same clock set right by what the service's answers say, where this machine's is worth a word: for moments that are
/// kept, told to others, and compared with those of other days.
pub(in crate::engine) fn corrected(clock: Clock, client: Client) -> Clock {
    Arc::new(move || {
        let now = clock();
        set_right(now, client.clock_off(now))
    })
}

/// A moment of this machine's clock as the service would tell it; `off` is the service's clock minus this machine's.
pub(in crate::engine) fn set_right(at: Timestamp, off: Option<SignedDuration>) -> Timestamp {
    off.map_or(at, |off| at.saturating_add(off).unwrap_or(at))
}

/// `span` after `at`, at the end of time at the latest.
pub(in crate::engine) fn after(at: Timestamp, span: Duration) -> Timestamp {
    at.saturating_add(span).unwrap_or(Timestamp::MAX)
}

/// How long it is from `now` until `at`; nothing if it is past.
pub(in crate::engine) fn until(at: Timestamp, now: Timestamp) -> Duration {
    Duration::try_from(at.duration_since(now)).unwrap_or_default()
}

/// The earlier of two moments that may be none.
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
        assert_eq!(after(Timestamp::MAX, Duration::from_secs(1)), Timestamp::MAX);
        assert_eq!(until(now, after(now, Duration::from_secs(1))), Duration::ZERO);
        assert_eq!(
            until(after(now, Duration::from_secs(2)), now),
            Duration::from_secs(2)
        );
    }
}
