//! How long deals stand in each status: the measure by which one of them is slow. Ages that are known are compared with
//! each other; those that are only lower bounds are counted apart and never taken for measured.

use std::sync::Arc;

use crate::engine::{Bound, DealTable, RowIx, StageSince};

/// Fewer known ages than this are no measure.
const ENOUGH: usize = 8;

/// The ages of one status.
#[derive(Clone, Debug)]
pub struct Ages {
    known: Known,
    /// Of how many more only a lower bound is known.
    pub bounds: usize,
}

/// Since when the deals whose age is known stand in a status, the oldest first.
#[derive(Clone, Debug)]
enum Known {
    /// In Unix seconds.
    Listed(Vec<i64>),
    /// So many of the first rows of the status: where no bound lies between them, the board's order is theirs.
    Ordered(Arc<DealTable>, Arc<Vec<RowIx>>, usize),
}

impl Ages {
    /// Of how many deals the age is known.
    pub fn known(&self) -> usize {
        match &self.known {
            Known::Listed(list) => list.len(),
            Known::Ordered(_, _, known) => *known,
        }
    }

    /// Which share of the known ages is shorter than that of a deal that stands there since `at`, from 0 to 1. `None`
    /// where too few are known to say.
    pub fn longer_than(&self, at: i64) -> Option<f64> {
        let known = self.known();
        if known < ENOUGH {
            return None;
        }
        let older_or_alike = match &self.known {
            Known::Listed(list) => list.partition_point(|since| *since <= at),
            Known::Ordered(table, rows, known) => rows
                .get(..*known)
                .unwrap_or_default()
                .partition_point(|ix| table.since(*ix).is_some_and(|since| since.at <= at)),
        };
        Some((known - older_or_alike) as f64 / known as f64)
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
        let counts = counts(&base);
        self.by_status = base
            .statuses()
            .iter()
            .filter_map(|(code, text)| {
                let rows = &base.orders().get(code.index())?.rows;
                let ages = match counts.get(code.index())? {
                    (known, 0) => Ages {
                        known: Known::Ordered(base.clone(), rows.clone(), *known),
                        bounds: 0,
                    },
                    (0, bounds) => Ages {
                        known: Known::Listed(Vec::new()),
                        bounds: *bounds,
                    },
                    _ => of(rows.iter().filter_map(|ix| base.since(*ix))),
                };
                Some((text.to_owned(), ages))
            })
            .collect();
        self.of = Some(base);
    }

    /// The ages of one status.
    pub(super) fn get(&self, status: &str) -> Option<&Ages> {
        self.by_status
            .iter()
            .find_map(|(own, ages)| (own == status).then_some(ages))
    }
}

/// How many ages of each status are known, and of how many more a lower bound is; in one pass over the rows as they lie.
fn counts(table: &DealTable) -> Vec<(usize, usize)> {
    let mut counts = vec![(0, 0); table.orders().len()];
    for stretch in table.stretches() {
        for (at, status) in stretch.statuses().iter().enumerate() {
            if let Some((known, bounds)) = counts.get_mut(*status as usize) {
                match stretch.since_at(at) {
                    Some(since) if since.bound == Bound::AtLeast => *bounds += 1,
                    Some(_) => *known += 1,
                    None => {}
                }
            }
        }
    }
    counts
}

fn of(since: impl Iterator<Item = StageSince>) -> Ages {
    let (mut known, mut bounds) = (Vec::new(), 0);
    for since in since {
        if since.bound == Bound::AtLeast {
            bounds += 1;
        } else {
            known.push(since.at);
        }
    }
    Ages {
        known: Known::Listed(known),
        bounds,
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

    #[test]
    fn ages_in_the_order_of_the_board_are_those_of_a_list() {
        use crate::engine::{ColumnsBuilder, RowData};

        // In each status: all known, all bounds, both, and each with deals of which nothing is known.
        let bounds = |status: &str, n: i64| match status {
            "known" => Bound::Received,
            "bounds" => Bound::AtLeast,
            _ if n % 3 == 0 => Bound::AtLeast,
            _ => Bound::Interval { after: 0 },
        };
        let mut builder = ColumnsBuilder::default();
        for (status, n) in ["known", "bounds", "both"]
            .into_iter()
            .flat_map(|s| (0..40).map(move |n| (s, n)))
        {
            let since = (n % 7 != 0).then(|| StageSince {
                at: -(n * 37 % 50) * 86_400,
                bound: bounds(status, n),
            });
            builder.push(&RowData {
                id: format!("{status}{n}"),
                status: status.into(),
                since,
                ..RowData::default()
            });
        }
        let table = Arc::new(builder.finish());
        let mut all = StageAges::default();
        all.follow(&table);
        for (code, status) in table.statuses().iter() {
            let rows = &table.orders()[code.index()].rows;
            let listed = of(rows.iter().filter_map(|ix| table.since(*ix)));
            let ages = all.get(status).unwrap();
            assert_eq!((ages.known(), ages.bounds), (listed.known(), listed.bounds));
            for day in -1..52 {
                let at = -day * 86_400;
                assert_eq!(ages.longer_than(at), listed.longer_than(at), "{status} {day}");
            }
        }
    }
}
