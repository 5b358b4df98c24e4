//! Sums over some rows of a table that follow which rows they are: what came is added and what went is taken out, from
//! whatever was summed up before that is nearest. The sums are exact, so that every way leads to the same.

use rust_decimal::Decimal;

use super::bits::Bits;
use crate::engine::{RowIx, Sum};

/// Some rows and their sums.
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

/// What was summed up last, and over the most rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    last: Known,
    fullest: Known,
}

impl Tally {
    /// With sums that are known already.
    pub(super) fn of(rows: Bits, sums: Vec<Sum>) -> Self {
        let last = Known { rows, sums };
        Self {
            fullest: last.clone(),
            last,
        }
    }

    /// Nothing was summed up yet.
    pub(super) fn is_empty(&self) -> bool {
        self.last.sums.is_empty()
    }

    /// The sums.
    pub(super) fn sums(&self) -> &[Sum] {
        &self.last.sums
    }

    /// Sums up `rows`. `numbers` gives the numbers of a row, each with the place of the sum it belongs to, of which there
    /// are `sums`.
    pub(super) fn follow(
        &mut self,
        rows: Bits,
        sums: usize,
        mut numbers: impl FnMut(RowIx, &mut dyn FnMut(usize, Decimal)),
    ) {
        let nothing = Known::of_nothing(sums);
        let known = [&self.last, &self.fullest, &nothing];
        let nearest = known
            .into_iter()
            .filter(|known| known.sums.len() == sums)
            .min_by_key(|known| known.rows.apart(&rows));
        let nearest = nearest.unwrap_or(&nothing);
        let mut made = nearest.sums.clone();
        nearest.rows.each_apart(&rows, |ix, came| {
            numbers(ix, &mut |place, value| match made.get_mut(place) {
                Some(sum) if came => sum.add(value),
                Some(sum) => sum.take(value),
                None => {}
            });
        });
        self.last = Known { rows, sums: made };
        if self.last.rows.count() >= self.fullest.rows.count() {
            self.fullest = self.last.clone();
        }
    }

    /// Takes rows out that are about to change. `numbers` gives those that they were summed up with.
    pub(super) fn leave(
        &mut self,
        rows: &[RowIx],
        mut numbers: impl FnMut(RowIx, &mut dyn FnMut(usize, Decimal)),
    ) {
        for known in [&mut self.last, &mut self.fullest] {
            for ix in rows {
                if known.rows.remove(*ix) {
                    numbers(*ix, &mut |place, value| {
                        if let Some(sum) = known.sums.get_mut(place) {
                            sum.take(value);
                        }
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Two numbers a row, of scales that differ; of some rows none.
    fn numbers(salt: i64) -> impl FnMut(RowIx, &mut dyn FnMut(usize, Decimal)) {
        move |ix, take| {
            let scale = ix % 3;
            if scale < 2 {
                take(0, Decimal::new(i64::from(ix) + salt, scale));
                take(1, Decimal::new(-7 * i64::from(ix), 2));
            }
        }
    }

    fn anew(rows: &[RowIx], salt: i64) -> Vec<Sum> {
        let mut tally = Tally::default();
        tally.follow(Bits::of(rows), 2, numbers(salt));
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
                tally.follow(Bits::of(rows), 2, numbers(0));
                prop_assert_eq!(tally.sums(), anew(rows, 0));
            }
            // Some rows get other numbers.
            let changed: Vec<RowIx> = changed.into_iter().collect();
            tally.leave(&changed, numbers(0));
            let after = |ix: RowIx, take: &mut dyn FnMut(usize, Decimal)| {
                numbers(if changed.contains(&ix) { 9 } else { 0 })(ix, take);
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
        tally.follow(Bits::of(&all), 2, numbers(0));
        for (rows, looked_at) in [
            (&all[..990], 10),
            (&all[..0], 0),
            (&all[..995], 5),
            (&all[..3], 3),
        ] {
            let mut seen = 0;
            tally.follow(Bits::of(rows), 2, |ix, take| {
                seen += 1;
                numbers(0)(ix, take);
            });
            assert_eq!((seen, tally.sums()), (looked_at, anew(rows, 0).as_slice()));
        }
    }
}
