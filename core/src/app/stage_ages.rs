//! How long deals stand in each status: the measure by which one of them is slow. Ages that are known are compared with
//! each other; those that are only lower bounds are counted apart and never taken for measured.

use std::sync::{Arc, OnceLock};

use crate::engine::{Bound, DealTable, Order};

/// Fewer known ages than this are no measure.
const ENOUGH: usize = 8;

/// The ages of one status.
#[derive(Clone, Debug)]
pub struct Ages {
    of: Arc<DealTable>,
    order: Order,
    /// Of how many more only a lower bound is known.
    pub bounds: usize,
    /// Since when the deals whose age is known stand there, in Unix seconds, the oldest first; listed when it is asked.
    listed: OnceLock<Vec<i64>>,
}

impl Ages {
    fn new(of: &Arc<DealTable>, order: &Order) -> Self {
        Self {
            of: of.clone(),
            order: order.clone(),
            bounds: order.bounded,
            listed: OnceLock::new(),
        }
    }

    /// Of how many deals the age is known.
    pub fn known(&self) -> usize {
        self.order.dated
    }

    /// Which share of the known ages is shorter than that of a deal that stands there since `at`, from 0 to 1. `None`
    /// where too few are known to say.
    pub fn longer_than(&self, at: i64) -> Option<f64> {
        let known = self.known();
        if known < ENOUGH {
            return None;
        }
        let older_or_alike = self.older_or_alike(at);
        Some((known - older_or_alike) as f64 / known as f64)
    }

    /// How many of the known ages began at `at` or before.
    fn older_or_alike(&self, at: i64) -> usize {
        let noted = self.order.entered.iter().find(|(moment, _)| *moment == at);
        if let Some((_, entered)) = noted {
            return *entered as usize;
        }
        if self.bounds > 0 {
            return self.listed().partition_point(|since| *since <= at);
        }
        // Where no bound lies between them, the board's order is theirs.
        let rows = self.order.rows.get(..self.known()).unwrap_or_default();
        rows.partition_point(|ix| self.of.since(*ix).is_some_and(|since| since.at <= at))
    }

    fn listed(&self) -> &[i64] {
        self.listed.get_or_init(|| {
            let since = self.order.rows.iter().filter_map(|ix| self.of.since(*ix));
            let known = since.filter(|since| since.bound != Bound::AtLeast);
            known.map(|since| since.at).collect()
        })
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
        let base = Arc::new(deals.without_patches());
        let ages = base.statuses().iter().filter_map(|(code, text)| {
            let order = base.orders().get(code.index())?;
            Some((text.to_owned(), Ages::new(&base, order)))
        });
        self.by_status = ages.collect();
        self.of = Some(base);
    }

    /// The ages of one status.
    pub(super) fn get(&self, status: &str) -> Option<&Ages> {
        self.by_status
            .iter()
            .find_map(|(own, ages)| (own == status).then_some(ages))
    }
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
    use crate::engine::{ColumnsBuilder, RowData, StageSince};

    fn table(rows: impl Iterator<Item = (&'static str, Option<StageSince>)>) -> Arc<DealTable> {
        let mut builder = ColumnsBuilder::default();
        for (n, (status, since)) in rows.enumerate() {
            builder.push(&RowData {
                id: format!("{status}{n}"),
                status: status.into(),
                since,
                ..RowData::default()
            });
        }
        Arc::new(builder.finish())
    }

    fn ages(all: &[(i64, Bound)]) -> Ages {
        let since = |(days, bound): &(i64, Bound)| StageSince {
            at: -days * 86_400,
            bound: *bound,
        };
        let mut of = StageAges::default();
        of.follow(&table(all.iter().map(|one| ("ic", Some(since(one))))));
        of.get("ic").unwrap().clone()
    }

    #[test]
    fn a_share_counts_only_what_is_shorter_and_known() {
        let mut all = [40, 20, 20, 9, 8, 7, 6, 5, 4, 3]
            .map(|days| (days, Bound::Exact))
            .to_vec();
        all.extend([(1, Bound::AtLeast), (30, Bound::AtLeast)]);
        let ages = ages(&all);
        assert_eq!((ages.known(), ages.bounds), (10, 2));
        let share = |days: i64| ages.longer_than(-days * 86_400).unwrap();
        assert!((share(40) - 0.9).abs() < 1e-9);
        assert!((share(20) - 0.7).abs() < 1e-9, "one as old is not shorter");
        assert!(share(3).abs() < 1e-9);
    }

    #[test]
    fn few_ages_are_no_measure() {
        let few = ages(&[3, 2, 1].map(|days| (days, Bound::Exact)));
        assert_eq!(few.longer_than(-86_400), None);
    }

    #[test]
    fn ages_in_the_order_of_the_board_are_those_of_a_list() {
        // In each status: all known, all bounds, both, and each with deals of which nothing is known.
        let bounds = |status: &str, n: i64| match status {
            "known" => Bound::Received,
            "bounds" => Bound::AtLeast,
            _ if n % 3 == 0 => Bound::AtLeast,
            _ => Bound::Interval { after: 0 },
        };
        let rows = ["known", "bounds", "both"].into_iter().flat_map(|status| {
            (0..160).map(move |n| {
                let since = (n % 7 != 0).then(|| StageSince {
                    at: -(n * 37 % 50) * 86_400,
                    bound: bounds(status, n),
                });
                (status, since)
            })
        });
        let table = table(rows);
        let mut all = StageAges::default();
        all.follow(&table);
        for (code, status) in table.statuses().iter() {
            let rows = &table.orders()[code.index()].rows;
            let since = || rows.iter().filter_map(|ix| table.since(*ix));
            let known: Vec<i64> = since()
                .filter(|since| since.bound != Bound::AtLeast)
                .map(|since| since.at)
                .collect();
            let ages = all.get(status).unwrap();
            let bounds = since().count() - known.len();
            assert_eq!((ages.known(), ages.bounds), (known.len(), bounds));
            for day in -1..52 {
                let at = -day * 86_400;
                let shorter = known.iter().filter(|since| **since > at).count();
                let share = (known.len() >= ENOUGH).then(|| shorter as f64 / known.len() as f64);
                assert_eq!(ages.longer_than(at), share, "{status} {day}");
            }
        }
    }
}
