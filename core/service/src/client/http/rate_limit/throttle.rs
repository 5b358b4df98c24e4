//! Limit of requests per second, derived from refusals.
//!
//! The contract documents no header for the rate. After a refused burst, the client sends half as many requests per
//! second. A second burst after the pause would lengthen a progressive ban.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);
/// Fewest requests per second that count as a burst; below, the refusal had another cause.
const BURST: usize = 4;
/// Time for which a limit applies after the last refusal.
const TERM: Duration = Duration::from_mins(10);

/// Requests sent in the last second, and the allowed number.
#[derive(Debug, Default)]
pub(super) struct Pace {
    sent: VecDeque<Instant>,
    /// Allowed requests per second, and the end of this limit.
    most: Option<(usize, Instant)>,
}

impl Pace {
    /// Returns the earliest time of the next request, if it must wait.
    pub(super) fn opens(&mut self, now: Instant) -> Option<Instant> {
        self.forget(now);
        let (most, _) = self.most?;
        let at = self.sent.len().checked_sub(most)?;
        self.sent.get(at).map(|sent| *sent + SECOND)
    }

    /// Counts a request.
    pub(super) fn sent(&mut self, now: Instant) {
        self.forget(now);
        self.sent.push_back(now);
    }

    /// Removes the last counted request, which was not sent.
    pub(super) fn kept_back(&mut self) {
        self.sent.pop_back();
    }

    /// Lowers the limit after a refusal of a request from the last second.
    pub(super) fn refused(&mut self, now: Instant) {
        self.forget(now);
        let count = self.sent.len();
        let slower = match self.most {
            Some((most, _)) if count < most => most,
            None if count < BURST => return,
            _ => (count / 2).max(1),
        };
        self.most = Some((slower, now + TERM));
    }

    fn forget(&mut self, now: Instant) {
        while self.sent.front().is_some_and(|sent| *sent + SECOND <= now) {
            self.sent.pop_front();
        }
        self.most = self.most.filter(|(_, until)| *until > now);
    }
}
