//! Limit of requests per second, derived from rejections.
//!
//! The contract documents no header for the rate. After a rejected burst, the client sends half as many requests per
//! second. A second burst after the pause would lengthen a progressive ban.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);
/// Fewest requests per second that count as a burst; below, the rejection had another cause.
const MIN_BURST: usize = 4;
/// Time for which a limit applies after the last rejection.
const LIMIT_DURATION: Duration = Duration::from_mins(10);

/// Requests sent in the last second, and the allowed number.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    sent_times: VecDeque<Instant>,
    /// Allowed requests per second, and the end of this limit.
    limit: Option<(usize, Instant)>,
}

impl Throttle {
    /// Returns the earliest time of the next request, if it must wait.
    pub(super) fn next_allowed(&mut self, now: Instant) -> Option<Instant> {
        self.drop_old(now);
        let (max, _) = self.limit?;
        let at = self.sent_times.len().checked_sub(max)?;
        self.sent_times.get(at).map(|sent_at| *sent_at + SECOND)
    }

    /// Counts a request.
    pub(super) fn count_request(&mut self, now: Instant) {
        self.drop_old(now);
        self.sent_times.push_back(now);
    }

    /// Removes the last counted request, which was not sent.
    pub(super) fn uncount_request(&mut self) {
        self.sent_times.pop_back();
    }

    /// Lowers the limit after a rejection of a request from the last second.
    pub(super) fn lower_limit(&mut self, now: Instant) {
        self.drop_old(now);
        let count = self.sent_times.len();
        let slower = match self.limit {
            Some((max, _)) if count < max => max,
            None if count < MIN_BURST => return,
            _ => (count / 2).max(1),
        };
        self.limit = Some((slower, now + LIMIT_DURATION));
    }

    fn drop_old(&mut self, now: Instant) {
        while self.sent_times.front().is_some_and(|sent_at| *sent_at + SECOND <= now) {
            self.sent_times.pop_front();
        }
        self.limit = self.limit.filter(|(_, until)| *until > now);
    }
}
