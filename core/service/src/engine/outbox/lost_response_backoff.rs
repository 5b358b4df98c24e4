//! Delays for writes whose responses get lost while other responses arrive. A middlebox may pass reads and cut writes.
//! Each response to a read shows that the server is reachable, so such a write would be sent again after each. From its
//! second loss, a write therefore waits for its own growing delay, until a real outage of the connection.

use std::collections::HashMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::engine::actor::clock::time_until;
use crate::engine::actor::clock_change::shift;

/// Minimum duration of an outage that affects all requests.
const MIN_OUTAGE: Duration = Duration::from_secs(10);
/// Maximum delay of a write for this reason.
pub(in crate::engine) const MAX_DELAY: Duration = Duration::from_mins(1);

/// The number of consecutive lost responses of each write.
#[derive(Debug, Default)]
pub(in crate::engine) struct LostResponses {
    counts: HashMap<i64, u32>,
    cut_since: Option<Timestamp>,
}

impl LostResponses {
    /// Counts another lost response of a write and returns the number in a row.
    pub(in crate::engine) fn count_loss(&mut self, seq: i64) -> u32 {
        let times = self.counts.entry(seq).or_default();
        *times = times.saturating_add(1);
        *times
    }

    /// Notes a response to a write, with any status.
    pub(super) fn clear(&mut self, seq: i64) {
        self.counts.remove(&seq);
    }

    /// Notes that responses no longer arrive.
    pub(in crate::engine) fn on_outage(&mut self, now: Timestamp) {
        self.cut_since.get_or_insert(now);
    }

    /// Notes that responses arrive again. Returns whether the outage was long enough to clear the writes' own delays.
    pub(in crate::engine) fn on_recovery(&mut self, now: Timestamp) -> bool {
        let was_away = self.cut_since.take().is_some_and(|since| time_until(now, since) >= MIN_OUTAGE);
        if was_away {
            self.counts.clear();
        }
        was_away
    }

    /// Shifts times after a clock change.
    pub(in crate::engine) fn shift_times(&mut self, by: SignedDuration) {
        if let Some(at) = &mut self.cut_since {
            shift(at, by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn lost_responses_are_counted_until_a_response_arrives() {
        let mut losses = LostResponses::default();
        assert_eq!([losses.count_loss(1), losses.count_loss(1), losses.count_loss(2)], [1, 2, 1]);
        losses.clear(1);
        assert_eq!([losses.count_loss(1), losses.count_loss(2)], [1, 2]);
    }

    #[test]
    fn brief_outage_does_not_reset_lost_response_counts() {
        let mut losses = LostResponses::default();
        losses.count_loss(1);
        losses.on_outage(at(0));
        losses.on_outage(at(8));
        assert!(!losses.on_recovery(at(9)));
        assert_eq!(losses.count_loss(1), 2, "not forgotten");
        losses.on_outage(at(20));
        losses.on_outage(at(29));
        assert!(losses.on_recovery(at(30)), "from the first moment on");
        assert_eq!(losses.count_loss(1), 1);
        assert!(!losses.on_recovery(at(60)), "told once");
    }
}
