//! Exact sums over a row set, updated incrementally.
//!
//! An update starts from the most similar row set summed before, adds new rows and subtracts removed ones. The sums are
//! exact, so every path gives the same result.

use super::bitset::Bits;
use crate::model::table::{RowIx, Sum};

/// A row set and its sums.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    rows: Bits,
    sums: Vec<Sum>,
}

impl Known {
    fn of_nothing(sums: usize) -> Self {
        Self {
            rows: Bits::default(),
            sums: vec![Sum::new(); sums],
        }
    }
}

/// The last row set summed, and the largest one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    last: Known,
    fullest: Known,
}

impl Tally {
    /// Starts with known sums.
    pub(crate) fn of(rows: Bits, sums: Vec<Sum>) -> Self {
        let last = Known { rows, sums };
        Self {
            fullest: last.clone(),
            last,
        }
    }

    /// Returns whether nothing has been summed yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.sums.is_empty()
    }

    /// Returns the sums.
    pub(crate) fn sums(&self) -> &[Sum] {
        &self.last.sums
    }

    /// Updates the sums to `rows`. `add` adds the numbers of some rows to a slice of `sums` sums.
    pub(crate) fn follow(&mut self, rows: Bits, sums: usize, add: impl Fn(&Bits, &mut [Sum])) {
        let nothing = Known::of_nothing(sums);
        let known = [&self.last, &self.fullest, &nothing];
        let nearest = known
            .into_iter()
            .filter(|known| known.sums.len() == sums)
            .min_by_key(|known| known.rows.apart(&rows));
        let nearest = nearest.unwrap_or(&nothing);
        let mut made = nearest.sums.clone();
        take(&mut made, &nearest.rows.without(&rows), &add);
        let came = rows.without(&nearest.rows);
        if !came.is_empty() {
            add(&came, &mut made);
        }
        self.last = Known { rows, sums: made };
        if self.last.rows.count() >= self.fullest.rows.count() {
            self.fullest = self.last.clone();
        }
    }

    /// Removes rows that are about to change. `add` adds the numbers with which they were summed.
    pub(crate) fn leave(&mut self, rows: &[RowIx], add: impl Fn(&Bits, &mut [Sum])) {
        let rows = Bits::of(rows);
        for known in [&mut self.last, &mut self.fullest] {
            let rest = known.rows.without(&rows);
            let gone = known.rows.without(&rest);
            take(&mut known.sums, &gone, &add);
            known.rows = rest;
        }
    }
}

/// Subtracts the numbers of some rows from sums that include them.
fn take(sums: &mut [Sum], rows: &Bits, add: &impl Fn(&Bits, &mut [Sum])) {
    if rows.is_empty() {
        return;
    }
    let mut gone = vec![Sum::new(); sums.len()];
    add(rows, &mut gone);
    sums.iter_mut()
        .zip(&gone)
        .for_each(|(sum, gone)| sum.take_all(gone));
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::*;

    /// Adds two numbers per row, with different scales; some rows have none.
    fn numbers(ix: RowIx, salt: i64, sums: &mut [Sum]) {
        let scale = ix % 3;
        if scale < 2 {
            sums[0].add(Decimal::new(i64::from(ix) + salt, scale));
            sums[1].add(Decimal::new(-7 * i64::from(ix), 2));
        }
    }

    fn of(salt: i64) -> impl Fn(&Bits, &mut [Sum]) {
        move |rows, sums| rows.each(|ix| numbers(ix, salt, sums))
    }

    fn anew(rows: &[RowIx], salt: i64) -> Vec<Sum> {
        let mut tally = Tally::default();
        tally.follow(Bits::of(rows), 2, of(salt));
        tally.sums().to_vec()
    }

    proptest! {
        #[test]
        fn whatever_was_summed_up_before_the_sums_are_those_of_the_rows(
            sets in proptest::collection::vec(proptest::collection::vec(0_u32..300, 0..40), 1..6),
            changed in proptest::collection::btree_set(0_u32..300, 0..20),
        ) {
            let mut tally = Tally::default();
            for rows in &sets {
                tally.follow(Bits::of(rows), 2, of(0));
                prop_assert_eq!(tally.sums(), anew(rows, 0));
            }
            // Some rows get other numbers.
            let changed: Vec<RowIx> = changed.into_iter().collect();
            tally.leave(&changed, of(0));
            let after = |rows: &Bits, sums: &mut [Sum]| {
                rows.each(|ix| numbers(ix, if changed.contains(&ix) { 9 } else { 0 }, sums));
            };
            for rows in &sets {
                tally.follow(Bits::of(rows), 2, after);
                let mut fresh = Tally::default();
                fresh.follow(Bits::of(rows), 2, after);
                prop_assert_eq!(tally.sums(), fresh.sums());
            }
        }
    }

    #[test]
    fn only_what_came_or_went_is_looked_at() {
        let all: Vec<RowIx> = (0..1_000).collect();
        let mut tally = Tally::default();
        tally.follow(Bits::of(&all), 2, of(0));
        for (rows, looked_at) in [
            (&all[..990], 10),
            (&all[..0], 0),
            (&all[..995], 5),
            (&all[..3], 3),
        ] {
            let seen = Cell::new(0);
            tally.follow(Bits::of(rows), 2, |rows, sums| {
                seen.set(seen.get() + rows.count());
                of(0)(rows, sums);
            });
            assert_eq!((seen.get(), tally.sums()), (looked_at, anew(rows, 0).as_slice()));
        }
    }
}
