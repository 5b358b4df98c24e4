//! How many requests a second a service takes that says so by refusing: no header of the contract tells it. Whoever was
//! refused in a burst sends half as many a second from then on, so that what follows the pause is no second burst, which
//! would lengthen a progressive ban.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);
/// Fewer in a second are no burst: what was refused was something else than their number.
const BURST: usize = 4;
/// How long after the last refusal a pace is kept.
const TERM: Duration = Duration::from_mins(10);

/// What was sent within the last second, and how much may be.
#[derive(Debug, Default)]
pub(super) struct Pace {
    sent: VecDeque<Instant>,
    /// How many a second, and until when that holds.
    most: Option<(usize, Instant)>,
}

impl Pace {
    /// When the next request may go, if that is not now.
    pub(super) fn opens(&mut self, now: Instant) -> Option<Instant> {
        self.forget(now);
        let (most, _) = self.most?;
        let at = self.sent.len().checked_sub(most)?;
        self.sent.get(at).map(|sent| *sent + SECOND)
    }

    /// A request goes.
    pub(super) fn sent(&mut self, now: Instant) {
        self.forget(now);
        self.sent.push_back(now);
    }

    /// The last one did not go after all.
    pub(super) fn kept_back(&mut self) {
        self.sent.pop_back();
    }

    /// The service refused one of those sent within the last second.
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
