//! Writes whose answers go missing while other answers come: something between passes what is read and cuts what is
//! written. Each answer that comes says that the connection is there, so waiting for the connection alone would send such
//! a write again with every one of them. The second time and later it waits on its own, longer each time, until the
//! connection was away in earnest.

use std::collections::HashMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::engine::actor::clock::until;
use crate::engine::actor::clock_change::moved;

/// A connection that was away for so long was away for everything.
const OUTAGE: Duration = Duration::from_secs(10);
/// No write waits longer for this reason alone.
pub(in crate::engine) const LONGEST: Duration = Duration::from_mins(1);

/// How many answers of each write went missing one after the other.
#[derive(Debug, Default)]
pub(in crate::engine) struct Losses {
    of: HashMap<i64, u32>,
    cut_since: Option<Timestamp>,
}

impl Losses {
    /// The answer of a write went missing once more; how often in a row by now.
    pub(in crate::engine) fn lost(&mut self, seq: i64) -> u32 {
        let times = self.of.entry(seq).or_default();
        *times = times.saturating_add(1);
        *times
    }

    /// An answer came, whatever it was.
    pub(super) fn answered(&mut self, seq: i64) {
        self.of.remove(&seq);
    }

    /// No answers come any more.
    pub(in crate::engine) fn cut(&mut self, now: Timestamp) {
        self.cut_since.get_or_insert(now);
    }

    /// Answers come again. Whether none came for so long that what waited on its own need not any longer.
    pub(in crate::engine) fn back(&mut self, now: Timestamp) -> bool {
        let was_away = self
            .cut_since
            .take()
            .is_some_and(|since| until(now, since) >= OUTAGE);
        if was_away {
            self.of.clear();
        }
        was_away
    }

    /// Follows a clock that was set.
    pub(in crate::engine) fn move_along(&mut self, by: SignedDuration) {
        if let Some(at) = &mut self.cut_since {
            moved(at, by);
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
    fn losses_are_counted_until_an_answer_comes() {
        let mut losses = Losses::default();
        assert_eq!([losses.lost(1), losses.lost(1), losses.lost(2)], [1, 2, 1]);
        losses.answered(1);
        assert_eq!([losses.lost(1), losses.lost(2)], [1, 2]);
    }

    #[test]
    fn a_moment_without_answers_is_no_outage() {
        let mut losses = Losses::default();
        losses.lost(1);
        losses.cut(at(0));
        losses.cut(at(8));
        assert!(!losses.back(at(9)));
        assert_eq!(losses.lost(1), 2, "not forgotten");
        losses.cut(at(20));
        losses.cut(at(29));
        assert!(losses.back(at(30)), "from the first moment on");
        assert_eq!(losses.lost(1), 1);
        assert!(!losses.back(at(60)), "told once");
    }
}
