//! Durations in whole days, with bounds.
//!
//! A condition is true only if it is true for every value within the bounds; a mere possibility does not match.

use super::field::Op;

/// A duration with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgeDays {
    /// Lower bound.
    pub min: i64,
    /// Upper bound; `None` if it had started before the first observation.
    pub max: Option<i64>,
}

impl AgeDays {
    /// Creates an exact duration.
    #[must_use]
    pub fn exactly(days: i64) -> Self {
        Self { min: days, max: Some(days) }
    }

    /// Returns whether the comparison with `days` is certainly true.
    pub(super) fn certainly_matches(&self, op: Op, days: i64) -> bool {
        let max = self.max;
        match op {
            Op::More | Op::AtLeast => op.compare(&self.min, &days),
            Op::Less | Op::AtMost => max.is_some_and(|max| op.compare(&max, &days)),
            Op::Equal => self.min == days && max == Some(days),
            Op::Different => self.min > days || max.is_some_and(|max| max < days),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn age_condition_matches_only_if_certain_within_both_bounds() {
        let between = AgeDays { min: 0, max: Some(9) };
        for (op, days) in [(Op::Less, 2), (Op::More, 2), (Op::Equal, 0), (Op::Equal, 9)] {
            assert!(!between.certainly_matches(op, days), "{op:?} {days}");
        }
        for (op, days) in [(Op::Less, 10), (Op::AtMost, 9), (Op::AtLeast, 0), (Op::Different, 10)] {
            assert!(between.certainly_matches(op, days), "{op:?} {days}");
        }
        let censored = AgeDays { min: 3, max: None };
        assert!(censored.certainly_matches(Op::More, 2) && censored.certainly_matches(Op::Different, 2));
        for (op, days) in [(Op::Less, 1_000), (Op::Equal, 3), (Op::Different, 3)] {
            assert!(!censored.certainly_matches(op, days), "{op:?} {days}");
        }
        assert!(AgeDays::exactly(3).certainly_matches(Op::Equal, 3));
    }
}
