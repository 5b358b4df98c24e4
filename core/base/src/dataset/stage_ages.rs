//! Time that deals spend in each status, the measure for a slow deal.
//!
//! Known ages are compared with each other; lower bounds are counted separately. The ages of the last full sync are
//! already sorted. Changes since then are kept apart, so an update costs only what changed.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::model::table::{Bound, DealTable, Order, RowIx};

/// Minimum number of known ages for a comparison.
const ENOUGH: usize = 8;

/// The ages of one status.
#[derive(Clone, Debug)]
pub struct Ages {
    of: Arc<DealTable>,
    order: Order,
    /// Number of deals with only a lower bound.
    pub bounds: usize,
    /// Entry times that changed since the full sync: `gone` lists removed ones, `come` added ones. Both are sorted.
    gone: Vec<i64>,
    come: Vec<i64>,
    /// Entry times of the deals with a known age, in Unix seconds, oldest first. Computed on demand.
    listed: OnceLock<Vec<i64>>,
}

impl Ages {
    fn new(of: &Arc<DealTable>, order: &Order) -> Self {
        Self {
            of: of.clone(),
            order: order.clone(),
            bounds: order.bounded,
            gone: Vec::new(),
            come: Vec::new(),
            listed: OnceLock::new(),
        }
    }

    /// Returns the number of deals with a known age.
    pub fn known(&self) -> usize {
        (self.order.dated + self.come.len()).saturating_sub(self.gone.len())
    }

    /// Applies the changes of one status.
    fn shift(&mut self, mut shift: Shift) {
        self.bounds = (self.bounds + shift.bounds_is).saturating_sub(shift.bounds_was);
        shift.was.append(&mut self.gone);
        shift.is.append(&mut self.come);
        shift.was.sort_unstable();
        shift.is.sort_unstable();
        (self.gone, self.come) = apart(&shift.was, &shift.is);
    }

    /// Returns the share of known ages shorter than one starting at `at`. The share is from 0 to 1, or `None` if too
    /// few ages are known.
    pub fn longer_than(&self, at: i64) -> Option<f64> {
        let known = self.known();
        if known < ENOUGH {
            return None;
        }
        let older_or_alike = self.older_or_alike(at);
        Some((known - older_or_alike) as f64 / known as f64)
    }

    /// Returns the number of known ages that began at `at` or earlier.
    fn older_or_alike(&self, at: i64) -> usize {
        let by = |moments: &[i64]| moments.partition_point(|since| *since <= at);
        (self.read_older_or_alike(at) + by(&self.come)).saturating_sub(by(&self.gone))
    }

    /// Returns the same number for the last full sync.
    fn read_older_or_alike(&self, at: i64) -> usize {
        let noted = self.order.entered.iter().find(|(moment, _)| *moment == at);
        if let Some((_, entered)) = noted {
            return *entered as usize;
        }
        if self.order.bounded > 0 {
            return self.listed().partition_point(|since| *since <= at);
        }
        debug_assert!(self.order.dated <= self.order.rows.len());
        // Without lower bounds, board order is also age order.
        let rows = self.order.rows.get(..self.order.dated).unwrap_or_default();
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

/// Changes of one status: entry times before and after, and the numbers of lower bounds.
#[derive(Debug, Default)]
struct Shift {
    was: Vec<i64>,
    is: Vec<i64>,
    bounds_was: usize,
    bounds_is: usize,
}

/// Removes the values common to two sorted lists.
fn apart(one: &[i64], other: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    loop {
        let order = match (one.peek(), other.peek()) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return (left, right),
        };
        let (a, b) = (one.next_if(|_| order.is_le()), other.next_if(|_| order.is_ge()));
        if order.is_ne() {
            left.extend(a);
            right.extend(b);
        }
    }
}

/// The ages of every status in the last table followed.
#[derive(Clone, Debug, Default)]
pub struct StageAges {
    seen: Option<Arc<DealTable>>,
    by_status: Vec<(String, Ages)>,
}

impl StageAges {
    /// Updates the ages: all of them after a full sync, otherwise only the changes.
    pub fn follow(&mut self, deals: &Arc<DealTable>) {
        let before = match self.seen.take().filter(|seen| seen.same_columns(deals)) {
            Some(seen) => seen,
            None => self.read(deals),
        };
        let mut shifts: BTreeMap<&str, Shift> = BTreeMap::new();
        let changed = before.changed_rows(deals);
        for (status, since) in changed.iter().filter_map(|ix| stands(&before, *ix)) {
            let shift = shifts.entry(status).or_default();
            shift.was.extend(since);
            shift.bounds_was += usize::from(since.is_none());
        }
        for (status, since) in changed.iter().filter_map(|ix| stands(deals, *ix)) {
            let shift = shifts.entry(status).or_default();
            shift.is.extend(since);
            shift.bounds_is += usize::from(since.is_none());
        }
        for (status, shift) in shifts {
            self.of(status, &before).shift(shift);
        }
        self.seen = Some(deals.clone());
    }

    /// Loads the ages of a full sync and returns its table without the delta.
    fn read(&mut self, deals: &DealTable) -> Arc<DealTable> {
        let base = Arc::new(deals.without_patches());
        let ages = base.statuses().iter().filter_map(|(code, text)| {
            let order = base.orders().get(code.index())?;
            Some((text.to_owned(), Ages::new(&base, order)))
        });
        self.by_status = ages.collect();
        base
    }

    /// Returns the ages of one status. Adds the status if the last full sync did not have it.
    fn of(&mut self, status: &str, table: &DealTable) -> &mut Ages {
        let known = self.by_status.iter().position(|(own, _)| own == status);
        let at = known.unwrap_or_else(|| {
            let none = Ages::new(&Arc::new(table.without_patches()), &Order::default());
            self.by_status.push((status.to_owned(), none));
            self.by_status.len() - 1
        });
        &mut self.by_status[at].1
    }

    /// Returns the ages of one status.
    pub fn get(&self, status: &str) -> Option<&Ages> {
        self.by_status
            .iter()
            .find_map(|(own, ages)| (own == status).then_some(ages))
    }
}

/// Returns a row's status, and its entry time unless only a lower bound is known. Returns `None` if nothing is known.
fn stands(table: &DealTable, ix: RowIx) -> Option<(&str, Option<i64>)> {
    let row = table.row(ix)?;
    let since = row.since?;
    Some((row.status, (since.bound != Bound::AtLeast).then_some(since.at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table::{ColumnsBuilder, RowData, StageSince};

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
        assert!((share(20) - 0.7).abs() < 1e-9, "an equal age is not shorter");
        assert!(share(3).abs() < 1e-9);
    }

    #[test]
    fn few_ages_are_no_measure() {
        let few = ages(&[3, 2, 1].map(|days| (days, Bound::Exact)));
        assert_eq!(few.longer_than(-86_400), None);
    }

    #[test]
    fn ages_follow_what_changes_as_a_full_reading_would_have_them() {
        let row = |n: usize, status: &str, days: Option<i64>, bound: Bound| RowData {
            id: format!("ic{n}"),
            status: status.into(),
            since: days.map(|days| StageSince {
                at: -days * 86_400,
                bound,
            }),
            ..RowData::default()
        };
        let bound = |n: usize| {
            if n.is_multiple_of(5) {
                Bound::AtLeast
            } else {
                Bound::Exact
            }
        };
        let aged = (0..40).zip((0..17).cycle());
        let mut rows: Vec<RowData> = aged.map(|(n, days)| row(n, "ic", Some(days), bound(n))).collect();
        let built = |rows: &[RowData]| {
            let mut builder = ColumnsBuilder::default();
            for row in rows {
                builder.push(row);
            }
            builder.finish()
        };
        let mut table = built(&rows);
        let mut followed = StageAges::default();
        followed.follow(&Arc::new(table.clone()));
        for n in [3, 4, 5, 9, 3, 12, 5, 30, 31, 9] {
            // The deal moves, returns with another age, or loses its entry time.
            let now = match (rows[n].status.as_str(), n % 2) {
                ("ic", 1) => row(n, "dd", Some(0), Bound::Exact),
                ("ic", _) => row(n, "ic", None, Bound::Exact),
                _ => row(n, "ic", Some(2), bound(n)),
            };
            rows[n] = now.clone();
            table.patch(now, None);
            followed.follow(&Arc::new(table.clone()));
            let mut anew = StageAges::default();
            anew.follow(&Arc::new(built(&rows)));
            for status in ["ic", "dd"] {
                let told = |ages: &StageAges| {
                    let ages = ages.get(status);
                    let of =
                        |ages: &Ages, day: i64| (ages.known(), ages.bounds, ages.longer_than(-day * 86_400));
                    ages.map(|ages| (0..20).map(|day| of(ages, day)).collect::<Vec<_>>())
                };
                if let Some(anew) = told(&anew) {
                    assert_eq!(told(&followed), Some(anew), "{status} after {n}");
                }
            }
        }
    }

    #[test]
    fn ages_in_the_order_of_the_board_are_those_of_a_list() {
        // Statuses with known ages, with lower bounds and with both. Each also has deals of unknown age.
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
