//! How long deals stand in each status: the measure by which one of them is slow. Ages that are known are compared with
//! each other; those that are only lower bounds are counted apart and never taken for measured.

use std::sync::Arc;

use crate::engine::{Bound, DealTable, StageSince};

/// Fewer known ages than this are no measure.
const ENOUGH: usize = 8;

/// The ages of one status.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ages {
    /// Since when the deals whose age is known stand there, in Unix seconds, the oldest first.
    known: Vec<i64>,
    /// Of how many more only a lower bound is known.
    pub bounds: usize,
}

impl Ages {
    /// Of how many deals the age is known.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Which share of the known ages is shorter than that of a deal that stands there since `at`, from 0 to 1. `None`
    /// where too few are known to say.
    pub fn longer_than(&self, at: i64) -> Option<f64> {
        if self.known.len() < ENOUGH {
            return None;
        }
        let older_or_alike = self.known.partition_point(|since| *since <= at);
        Some((self.known.len() - older_or_alike) as f64 / self.known.len() as f64)
    }
}

/// The ages of every status, as the last full reading had them: what has changed since is too little to move a measure.
#[derive(Clone, Debug, Default)]
pub(super) struct StageAges {
    of: Option<Arc<DealTable>>,
    by_status: Vec<(String, Ages)>,
}

impl StageAges {
    /// Takes the ages of `deals`, unless they are those taken last.
    pub(super) fn follow(&mut self, deals: &Arc<DealTable>) {
        if self.of.as_ref().is_some_and(|of| of.same_columns(deals)) {
            return;
        }
        let base = deals.without_patches();
        self.by_status = base
            .statuses()
            .iter()
            .filter_map(|(code, text)| {
                let order = base.orders().get(code.index())?;
                let since = order.rows.iter().filter_map(|ix| base.since(*ix));
                Some((text.to_owned(), of(since)))
            })
            .collect();
        self.of = Some(Arc::new(base));
    }

    /// The ages of one status.
    pub(super) fn get(&self, status: &str) -> Option<&Ages> {
        self.by_status
            .iter()
            .find_map(|(own, ages)| (own == status).then_some(ages))
    }
}

fn of(since: impl Iterator<Item = StageSince>) -> Ages {
    let mut ages = Ages::default();
    for since in since {
        if since.bound == Bound::AtLeast {
            ages.bounds += 1;
        } else {
            ages.known.push(since.at);
        }
    }
    ages
}

impl super::App {
    /// How long the deals of a status stand there.
    pub fn stage_ages(&self, status: &str) -> Option<&Ages> {
        self.board.ages.get(status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ages(days: &[i64], bound: Bound) -> Vec<StageSince> {
        let since = |days: &i64| StageSince {
            at: -days * 86_400,
            bound,
        };
        days.iter().map(since).collect()
    }

    #[test]
    fn a_share_counts_only_what_is_shorter_and_known() {
        let mut all = ages(&[40, 20, 20, 9, 8, 7, 6, 5, 4, 3], Bound::Exact);
        all.extend(ages(&[1, 1], Bound::AtLeast));
        let ages = of(all.into_iter());
        assert_eq!((ages.known(), ages.bounds), (10, 2));
        let share = |days: i64| ages.longer_than(-days * 86_400).unwrap();
        assert!((share(40) - 0.9).abs() < 1e-9);
        assert!((share(20) - 0.7).abs() < 1e-9, "one as old is not shorter");
        assert!(share(3).abs() < 1e-9);
    }

    #[test]
    fn few_ages_are_no_measure() {
        let few = of(ages(&[3, 2, 1], Bound::Exact).into_iter());
        assert_eq!(few.longer_than(-86_400), None);
    }
}
