//! Rows of a table as one bit each, by row number.

use crate::model::table::{DealTable, RowIx, Stretch};

/// The words of one stretch.
pub(in crate::app::foundation) const WORDS: usize = Stretch::ROWS / 64;

/// The bits of so many rows of a stretch, from its first on.
pub(in crate::app) fn filled(rows: usize) -> [u64; WORDS] {
    let mut all = [0; WORDS];
    for (at, word) in all.iter_mut().enumerate() {
        *word = match rows.saturating_sub(at * 64) {
            0 => 0,
            left @ 1..64 => (1 << left) - 1,
            _ => u64::MAX,
        };
    }
    all
}

/// A set of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::app) struct Bits(pub(in crate::app) Vec<u64>);

impl Bits {
    /// These rows.
    pub(in crate::app) fn of(rows: &[RowIx]) -> Self {
        let most = rows.iter().max().map_or(0, |ix| *ix as usize / 64 + 1);
        let mut words = vec![0; most];
        for ix in rows {
            words[*ix as usize / 64] |= 1 << (ix % 64);
        }
        Self(words)
    }

    /// Every confirmed row of a table.
    pub(in crate::app) fn confirmed(table: &DealTable) -> Self {
        let all = table.stretches().flat_map(|stretch| filled(stretch.len()));
        Self(all.collect())
    }

    /// Whether there is none.
    pub(in crate::app) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Puts a row in. Whether it was not there.
    pub(in crate::app) fn insert(&mut self, ix: RowIx) -> bool {
        let new = !self.has(ix);
        let at = ix as usize / 64;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        if let Some(word) = self.0.get_mut(at) {
            *word |= 1 << (ix % 64);
        }
        new
    }

    /// Puts a row in, or takes it out.
    pub(in crate::app) fn set(&mut self, ix: RowIx, there: bool) {
        if there {
            self.insert(ix);
        } else {
            self.remove(ix);
        }
    }

    /// Puts the rows of another set in.
    pub(in crate::app) fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(own, other)| *own |= other);
    }

    pub(in crate::app) fn has(&self, ix: RowIx) -> bool {
        self.word(ix as usize / 64) >> (ix % 64) & 1 == 1
    }

    /// Takes a row out. Whether it was there.
    pub(in crate::app) fn remove(&mut self, ix: RowIx) -> bool {
        let there = self.has(ix);
        if let Some(word) = self.0.get_mut(ix as usize / 64) {
            *word &= !(1 << (ix % 64));
        }
        there
    }

    /// How many rows there are.
    pub(in crate::app) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many of the rows before `ix` there are.
    pub(super) fn count_below(&self, ix: RowIx) -> usize {
        let word = ix as usize / 64;
        let whole = self.0.iter().take(word).map(|word| word.count_ones() as usize);
        let part = self.word(word) & ((1 << (ix % 64)) - 1);
        whole.sum::<usize>() + part.count_ones() as usize
    }

    /// The row that so many others come before.
    pub(in crate::app) fn nth(&self, mut others: usize) -> Option<RowIx> {
        for (at, word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if others < here {
                let mut left = *word;
                (0..others).for_each(|_| left &= left - 1);
                return Some((at * 64) as RowIx + left.trailing_zeros());
            }
            others -= here;
        }
        None
    }

    /// How many rows are in one of both alone.
    pub(in crate::app) fn apart(&self, other: &Self) -> usize {
        (0..self.0.len().max(other.0.len()))
            .map(|at| (self.word(at) ^ other.word(at)).count_ones() as usize)
            .sum()
    }

    /// These rows without those of `other`.
    pub(in crate::app) fn without(&self, other: &Self) -> Self {
        let words = self.0.iter().enumerate();
        Self(words.map(|(at, word)| word & !other.word(at)).collect())
    }

    /// The rows in the order of their numbers.
    pub(in crate::app) fn each(&self, mut each: impl FnMut(RowIx)) {
        for (at, word) in self.0.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                each((at * 64) as RowIx + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }

    fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or_default()
    }
}
