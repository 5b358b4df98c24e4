//! Rows of a table as one bit each, by row number.

use crate::engine::RowIx;

/// A set of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Bits(pub(super) Vec<u64>);

impl Bits {
    /// These rows.
    pub(super) fn of(rows: &[RowIx]) -> Self {
        let most = rows.iter().max().map_or(0, |ix| *ix as usize / 64 + 1);
        let mut words = vec![0; most];
        for ix in rows {
            words[*ix as usize / 64] |= 1 << (ix % 64);
        }
        Self(words)
    }

    pub(super) fn has(&self, ix: RowIx) -> bool {
        self.word(ix as usize / 64) >> (ix % 64) & 1 == 1
    }

    /// Takes a row out. Whether it was there.
    pub(super) fn remove(&mut self, ix: RowIx) -> bool {
        let there = self.has(ix);
        if let Some(word) = self.0.get_mut(ix as usize / 64) {
            *word &= !(1 << (ix % 64));
        }
        there
    }

    /// How many rows there are.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many rows are in one of both alone.
    pub(super) fn apart(&self, other: &Self) -> usize {
        self.pairs(other)
            .map(|(_, one, other)| (one ^ other).count_ones() as usize)
            .sum()
    }

    /// The rows that are in one of both alone, in the order of their numbers, and whether that is `other`.
    pub(super) fn each_apart(&self, other: &Self, mut each: impl FnMut(RowIx, bool)) {
        for (at, one, other) in self.pairs(other) {
            let mut left = one ^ other;
            while left != 0 {
                let bit = left.trailing_zeros();
                each((at * 64) as RowIx + bit, other >> bit & 1 == 1);
                left &= left - 1;
            }
        }
    }

    fn pairs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (usize, u64, u64)> + 'a {
        (0..self.0.len().max(other.0.len())).map(|at| (at, self.word(at), other.word(at)))
    }

    fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or_default()
    }
}
