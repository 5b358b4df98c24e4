//! How long something has lasted, in whole days, with its bounds. Rule: a condition holds only where it holds whatever
//! the truth between the bounds is; what may be so is not said to be.

use super::field::Op;

/// How long something has lasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgeDays {
    /// No less.
    pub least: i64,
    /// No more; `None` where it was already so at first sight.
    pub most: Option<i64>,
}

impl AgeDays {
    /// A known one.
    #[must_use]
    pub fn exactly(days: i64) -> Self {
        Self {
            least: days,
            most: Some(days),
        }
    }

    /// Whether it is `op` so many `days`, for certain.
    pub(super) fn holds(&self, op: Op, days: i64) -> bool {
        let most = self.most;
        match op {
            Op::More | Op::AtLeast => op.holds(&self.least, &days),
            Op::Less | Op::AtMost => most.is_some_and(|most| op.holds(&most, &days)),
            Op::Equal => self.least == days && most == Some(days),
            Op::Different => self.least > days || most.is_some_and(|most| most < days),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_holds_only_where_it_does_within_both_bounds() {
        let between = AgeDays {
            least: 0,
            most: Some(9),
        };
        for (op, days) in [(Op::Less, 2), (Op::More, 2), (Op::Equal, 0), (Op::Equal, 9)] {
            assert!(!between.holds(op, days), "{op:?} {days}");
        }
        for (op, days) in [
            (Op::Less, 10),
            (Op::AtMost, 9),
            (Op::AtLeast, 0),
            (Op::Different, 10),
        ] {
            assert!(between.holds(op, days), "{op:?} {days}");
        }
        let censored = AgeDays { least: 3, most: None };
        assert!(censored.holds(Op::More, 2) && censored.holds(Op::Different, 2));
        for (op, days) in [(Op::Less, 1_000), (Op::Equal, 3), (Op::Different, 3)] {
            assert!(!censored.holds(op, days), "{op:?} {days}");
        }
        assert!(AgeDays::exactly(3).holds(Op::Equal, 3));
    }
}
