//! Time that deals spend in each status, the measure for a slow deal.
//!
//! Known ages are compared with each other; lower bounds are counted separately. The ages of the last full sync are
//! already sorted. Changes since then are kept apart, so an update costs only what changed.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::table::{DealTable, RowIdx, StatusRows, TimePrecision};

/// Minimum number of known ages for a comparison.
const MIN_KNOWN_AGES: usize = 8;

/// The ages of one status.
#[derive(Clone, Debug)]
pub struct StatusAges {
    /// Entry times of the deals with a known age at the last full sync, in Unix seconds, oldest first.
    entry_times: Arc<Vec<i64>>,
    /// Number of deals with only a lower bound.
    pub lower_bounds: usize,
    /// Entry times that changed since the full sync: `removed` lists removed ones, `added` added ones. Both are sorted.
    removed: Vec<i64>,
    added: Vec<i64>,
}

impl StatusAges {
    fn new(order: &StatusRows) -> Self {
        Self {
            entry_times: order.entry_times.clone(),
            lower_bounds: order.lower_bounds.len(),
            removed: Vec::new(),
            added: Vec::new(),
        }
    }

    /// Returns the number of deals with a known age.
    pub fn known_count(&self) -> usize {
        (self.entry_times.len() + self.added.len()).saturating_sub(self.removed.len())
    }

    /// Applies the changes of one status.
    fn apply(&mut self, mut shift: AgeShift) {
        self.lower_bounds = (self.lower_bounds + shift.new_bounds).saturating_sub(shift.old_bounds);
        shift.old_times.append(&mut self.removed);
        shift.new_times.append(&mut self.added);
        shift.old_times.sort_unstable();
        shift.new_times.sort_unstable();
        (self.removed, self.added) = without_common(&shift.old_times, &shift.new_times);
    }

    /// Returns the share of known ages shorter than one starting at `at`. The share is from 0 to 1, or `None` if too
    /// few ages are known.
    pub fn share_shorter(&self, at: i64) -> Option<f64> {
        let known_count = self.known_count();
        if known_count < MIN_KNOWN_AGES {
            return None;
        }
        let older_or_alike = self.count_until(at);
        Some((known_count - older_or_alike) as f64 / known_count as f64)
    }

    /// Returns the number of known ages that began at `at` or earlier.
    fn count_until(&self, at: i64) -> usize {
        let count_until = |times: &[i64]| times.partition_point(|since| *since <= at);
        (count_until(&self.entry_times) + count_until(&self.added)).saturating_sub(count_until(&self.removed))
    }
}

/// Changes of one status: entry times before and after, and the numbers of lower bounds.
#[derive(Debug, Default)]
struct AgeShift {
    old_times: Vec<i64>,
    new_times: Vec<i64>,
    old_bounds: usize,
    new_bounds: usize,
}

/// Removes the values common to two sorted lists.
fn without_common(first: &[i64], second: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    loop {
        let order = match (first.peek(), second.peek()) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return (left, right),
        };
        let (a, b) = (first.next_if(|_| order.is_le()), second.next_if(|_| order.is_ge()));
        if order.is_ne() {
            left.extend(a);
            right.extend(b);
        }
    }
}

/// The ages of every status in the last table followed.
#[derive(Clone, Debug, Default)]
pub struct AgesByStatus {
    table: Option<Arc<DealTable>>,
    by_status: Vec<(String, StatusAges)>,
}

impl AgesByStatus {
    /// Updates the ages: all of them after a full sync, otherwise only the changes.
    pub fn update(&mut self, deals: &Arc<DealTable>) {
        let before = match self.table.take().filter(|seen| seen.same_columns(deals)) {
            Some(seen) => seen,
            None => self.load(deals),
        };
        let mut shifts: BTreeMap<&str, AgeShift> = BTreeMap::new();
        let changed = before.changed_rows(deals);
        for (status, since) in changed.iter().filter_map(|ix| row_entry_time(&before, *ix)) {
            let shift = shifts.entry(status).or_default();
            shift.old_times.extend(since);
            shift.old_bounds += usize::from(since.is_none());
        }
        for (status, since) in changed.iter().filter_map(|ix| row_entry_time(deals, *ix)) {
            let shift = shifts.entry(status).or_default();
            shift.new_times.extend(since);
            shift.new_bounds += usize::from(since.is_none());
        }
        for (status, shift) in shifts {
            self.status_entry(status).apply(shift);
        }
        self.table = Some(deals.clone());
    }

    /// Loads the ages of a full sync and returns its table without the delta.
    fn load(&mut self, deals: &DealTable) -> Arc<DealTable> {
        let base = Arc::new(deals.without_delta());
        let ages = base.statuses().iter().filter_map(|(code, text)| {
            let order = base.rows_by_status().get(code.index())?;
            Some((text.to_owned(), StatusAges::new(order)))
        });
        self.by_status = ages.collect();
        base
    }

    /// Returns the ages of one status. Adds the status if the last full sync did not have it.
    fn status_entry(&mut self, status: &str) -> &mut StatusAges {
        let known = self.by_status.iter().position(|(code, _)| code == status);
        let at = known.unwrap_or_else(|| {
            let none = StatusAges::new(&StatusRows::default());
            self.by_status.push((status.to_owned(), none));
            self.by_status.len() - 1
        });
        &mut self.by_status[at].1
    }

    /// Returns the ages of one status.
    pub fn get(&self, status: &str) -> Option<&StatusAges> {
        self.by_status.iter().find_map(|(code, ages)| (code == status).then_some(ages))
    }
}

/// Returns a row's status, and its entry time unless only a lower bound is known. Returns `None` if nothing is known.
fn row_entry_time(table: &DealTable, ix: RowIdx) -> Option<(&str, Option<i64>)> {
    let row = table.row(ix)?;
    let since = row.since?;
    Some((row.status, (since.precision != TimePrecision::AtLeast).then_some(since.at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince};

    fn table(rows: impl Iterator<Item = (&'static str, Option<StatusSince>)>) -> Arc<DealTable> {
        let mut builder = ColumnStoreBuilder::default();
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

    fn ages(all: &[(i64, TimePrecision)]) -> StatusAges {
        let since =
            |(days, bound): &(i64, TimePrecision)| StatusSince { at: -days * 86_400, precision: *bound };
        let mut of = AgesByStatus::default();
        of.update(&table(all.iter().map(|one| ("ic", Some(since(one))))));
        of.get("ic").unwrap().clone()
    }

    #[test]
    fn age_share_counts_only_shorter_known_ages() {
        let mut all = [40, 20, 20, 9, 8, 7, 6, 5, 4, 3].map(|days| (days, TimePrecision::Exact)).to_vec();
        all.extend([(1, TimePrecision::AtLeast), (30, TimePrecision::AtLeast)]);
        let ages = ages(&all);
        assert_eq!((ages.known_count(), ages.lower_bounds), (10, 2));
        let share = |days: i64| ages.share_shorter(-days * 86_400).unwrap();
        assert!((share(40) - 0.9).abs() < 1e-9);
        assert!((share(20) - 0.7).abs() < 1e-9, "an equal age is not shorter");
        assert!(share(3).abs() < 1e-9);
    }

    #[test]
    fn few_ages_are_no_measure() {
        let few = ages(&[3, 2, 1].map(|days| (days, TimePrecision::Exact)));
        assert_eq!(few.share_shorter(-86_400), None);
    }

    #[test]
    fn incremental_status_ages_match_a_full_computation() {
        let row = |n: usize, status: &str, days: Option<i64>, bound: TimePrecision| RowData {
            id: format!("ic{n}"),
            status: status.into(),
            since: days.map(|days| StatusSince { at: -days * 86_400, precision: bound }),
            ..RowData::default()
        };
        let bound = |n: usize| {
            if n.is_multiple_of(5) { TimePrecision::AtLeast } else { TimePrecision::Exact }
        };
        let aged = (0..40).zip((0..17).cycle());
        let mut rows: Vec<RowData> = aged.map(|(n, days)| row(n, "ic", Some(days), bound(n))).collect();
        let built = |rows: &[RowData]| {
            let mut builder = ColumnStoreBuilder::default();
            for row in rows {
                builder.push(row);
            }
            builder.finish()
        };
        let mut table = built(&rows);
        let mut followed = AgesByStatus::default();
        followed.update(&Arc::new(table.clone()));
        for n in [3, 4, 5, 9, 3, 12, 5, 30, 31, 9] {
            // The deal moves, returns with another age, or loses its entry time.
            let now = match (rows[n].status.as_str(), n % 2) {
                ("ic", 1) => row(n, "dd", Some(0), TimePrecision::Exact),
                ("ic", _) => row(n, "ic", None, TimePrecision::Exact),
                _ => row(n, "ic", Some(2), bound(n)),
            };
            rows[n] = now.clone();
            table.set_row(now, None);
            followed.update(&Arc::new(table.clone()));
            let mut anew = AgesByStatus::default();
            anew.update(&Arc::new(built(&rows)));
            for status in ["ic", "dd"] {
                let told = |ages: &AgesByStatus| {
                    let ages = ages.get(status);
                    let of = |ages: &StatusAges, day: i64| {
                        (ages.known_count(), ages.lower_bounds, ages.share_shorter(-day * 86_400))
                    };
                    ages.map(|ages| (0..20).map(|day| of(ages, day)).collect::<Vec<_>>())
                };
                if let Some(anew) = told(&anew) {
                    assert_eq!(told(&followed), Some(anew), "{status} after {n}");
                }
            }
        }
    }

    #[test]
    fn status_ages_in_board_order_match_a_list() {
        // Statuses with known ages, with lower bounds and with both. Each also has deals of unknown age.
        let bounds = |status: &str, n: i64| match status {
            "known" => TimePrecision::Received,
            "bounds" => TimePrecision::AtLeast,
            _ if n % 3 == 0 => TimePrecision::AtLeast,
            _ => TimePrecision::Interval { after: 0 },
        };
        let rows = ["known", "bounds", "both"].into_iter().flat_map(|status| {
            (0..160).map(move |n| {
                let since = (n % 7 != 0)
                    .then(|| StatusSince { at: -(n * 37 % 50) * 86_400, precision: bounds(status, n) });
                (status, since)
            })
        });
        let table = table(rows);
        let mut all = AgesByStatus::default();
        all.update(&table);
        for (code, status) in table.statuses().iter() {
            let rows = &table.rows_by_status()[code.index()].rows;
            let since = || rows.iter().filter_map(|ix| table.status_since(*ix));
            let known: Vec<i64> = since()
                .filter(|since| since.precision != TimePrecision::AtLeast)
                .map(|since| since.at)
                .collect();
            let ages = all.get(status).unwrap();
            let bounds = since().count() - known.len();
            assert_eq!((ages.known_count(), ages.lower_bounds), (known.len(), bounds));
            for day in -1..52 {
                let at = -day * 86_400;
                let shorter = known.iter().filter(|since| **since > at).count();
                let share = (known.len() >= MIN_KNOWN_AGES).then(|| shorter as f64 / known.len() as f64);
                assert_eq!(ages.share_shorter(at), share, "{status} {day}");
            }
        }
    }
}
