//! Exact sums over a row set, updated incrementally.
//!
//! An update starts from the most similar row set summed before, adds new rows and subtracts removed ones. The sums are
//! exact, so every path gives the same result.

use super::row_set::RowSet;
use crate::model::table::{ExactSum, RowIdx};

/// A row set and its sums.
#[derive(Clone, Debug, Default, PartialEq)]
struct SummedRows {
    rows: RowSet,
    sums: Vec<ExactSum>,
}

impl SummedRows {
    fn empty(sums: usize) -> Self {
        Self { rows: RowSet::default(), sums: vec![ExactSum::new(); sums] }
    }
}

/// The last row set summed, and the largest one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RunningSums {
    last: SummedRows,
    largest: SummedRows,
}

impl RunningSums {
    /// Starts with known sums.
    pub(crate) fn from_sums(rows: RowSet, sums: Vec<ExactSum>) -> Self {
        let last = SummedRows { rows, sums };
        Self { largest: last.clone(), last }
    }

    /// Returns whether nothing has been summed yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.sums.is_empty()
    }

    /// Returns the sums.
    pub(crate) fn sums(&self) -> &[ExactSum] {
        &self.last.sums
    }

    /// Updates the sums to `rows`. `add` adds the numbers of some rows to a slice of `sums` sums.
    pub(crate) fn update(&mut self, rows: RowSet, sums: usize, add: impl Fn(&RowSet, &mut [ExactSum])) {
        let empty = SummedRows::empty(sums);
        let candidates = [&self.last, &self.largest, &empty];
        let nearest = candidates
            .into_iter()
            .filter(|candidates| candidates.sums.len() == sums)
            .min_by_key(|candidates| candidates.rows.difference_count(&rows));
        let nearest = nearest.unwrap_or(&empty);
        let mut made = nearest.sums.clone();
        subtract_rows(&mut made, &nearest.rows.without(&rows), &add);
        let added = rows.without(&nearest.rows);
        if !added.is_empty() {
            add(&added, &mut made);
        }
        self.last = SummedRows { rows, sums: made };
        if self.last.rows.count() >= self.largest.rows.count() {
            self.largest = self.last.clone();
        }
    }

    /// Removes rows that are about to change. `add` adds the numbers with which they were summed.
    pub(crate) fn remove_rows(&mut self, rows: &[RowIdx], add: impl Fn(&RowSet, &mut [ExactSum])) {
        let rows = RowSet::from_rows(rows);
        for summed in [&mut self.last, &mut self.largest] {
            let rest = summed.rows.without(&rows);
            let removed = summed.rows.without(&rest);
            subtract_rows(&mut summed.sums, &removed, &add);
            summed.rows = rest;
        }
    }
}

/// Subtracts the numbers of some rows from sums that include them.
fn subtract_rows(sums: &mut [ExactSum], rows: &RowSet, add: &impl Fn(&RowSet, &mut [ExactSum])) {
    if rows.is_empty() {
        return;
    }
    let mut removed = vec![ExactSum::new(); sums.len()];
    add(rows, &mut removed);
    sums.iter_mut().zip(&removed).for_each(|(sum, removed)| sum.subtract_sum(removed));
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::*;

    /// Adds two numbers per row, with different scales; some rows have none.
    fn numbers(ix: RowIdx, salt: i64, sums: &mut [ExactSum]) {
        let scale = ix % 3;
        if scale < 2 {
            sums[0].add(Decimal::new(i64::from(ix) + salt, scale));
            sums[1].add(Decimal::new(-7 * i64::from(ix), 2));
        }
    }

    fn test_adder(salt: i64) -> impl Fn(&RowSet, &mut [ExactSum]) {
        move |rows, sums| rows.for_each(|ix| numbers(ix, salt, sums))
    }

    fn sums_from_scratch(rows: &[RowIdx], salt: i64) -> Vec<ExactSum> {
        let mut tally = RunningSums::default();
        tally.update(RowSet::from_rows(rows), 2, test_adder(salt));
        tally.sums().to_vec()
    }

    proptest! {
        #[test]
        fn running_sums_equal_sums_from_scratch(
            sets in proptest::collection::vec(proptest::collection::vec(0_u32..300, 0..40), 1..6),
            changed in proptest::collection::btree_set(0_u32..300, 0..20),
        ) {
            let mut tally = RunningSums::default();
            for rows in &sets {
                tally.update(RowSet::from_rows(rows), 2, test_adder(0));
                prop_assert_eq!(tally.sums(), sums_from_scratch(rows, 0));
            }
            // Some rows get other numbers.
            let changed: Vec<RowIdx> = changed.into_iter().collect();
            tally.remove_rows(&changed, test_adder(0));
            let after = |rows: &RowSet, sums: &mut [ExactSum]| {
                rows.for_each(|ix| numbers(ix, if changed.contains(&ix) { 9 } else { 0 }, sums));
            };
            for rows in &sets {
                tally.update(RowSet::from_rows(rows), 2, after);
                let mut fresh = RunningSums::default();
                fresh.update(RowSet::from_rows(rows), 2, after);
                prop_assert_eq!(tally.sums(), fresh.sums());
            }
        }
    }

    #[test]
    fn running_sums_scan_only_added_or_removed_rows() {
        let all: Vec<RowIdx> = (0..1_000).collect();
        let mut tally = RunningSums::default();
        tally.update(RowSet::from_rows(&all), 2, test_adder(0));
        for (rows, looked_at) in [(&all[..990], 10), (&all[..0], 0), (&all[..995], 5), (&all[..3], 3)] {
            let seen = Cell::new(0);
            tally.update(RowSet::from_rows(rows), 2, |rows, sums| {
                seen.set(seen.get() + rows.count());
                test_adder(0)(rows, sums);
            });
            assert_eq!((seen.get(), tally.sums()), (looked_at, sums_from_scratch(rows, 0).as_slice()));
        }
    }
}
