//! A set of table rows, with one bit per row number.

use crate::model::table::{DealTable, RowGroup, RowIdx};

/// Number of 64-bit words for one row group.
pub const WORDS_PER_GROUP: usize = RowGroup::ROWS / 64;

/// Returns the bits of the first `rows` rows of a row group.
pub fn first_rows(rows: usize) -> [u64; WORDS_PER_GROUP] {
    let mut all = [0; WORDS_PER_GROUP];
    for (at, word) in all.iter_mut().enumerate() {
        *word = match rows.saturating_sub(at * 64) {
            0 => 0,
            row_count @ 1..64 => (1 << row_count) - 1,
            _ => u64::MAX,
        };
    }
    all
}

/// A set of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowSet(pub Vec<u64>);

impl RowSet {
    /// Builds a set of these rows.
    pub fn from_rows(rows: &[RowIdx]) -> Self {
        let word_count = rows.iter().max().map_or(0, |ix| *ix as usize / 64 + 1);
        let mut words = vec![0; word_count];
        for ix in rows {
            words[*ix as usize / 64] |= 1 << (ix % 64);
        }
        Self(words)
    }

    /// Returns all confirmed rows of a table.
    pub fn all_confirmed(table: &DealTable) -> Self {
        let all = table.row_groups().flat_map(|group| first_rows(group.len()));
        Self(all.collect())
    }

    /// Returns whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Inserts a row and returns whether it was absent.
    pub fn insert(&mut self, ix: RowIdx) -> bool {
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

    /// Inserts or removes a row.
    pub fn set(&mut self, ix: RowIdx, is_member: bool) {
        if is_member {
            self.insert(ix);
        } else {
            self.remove(ix);
        }
    }

    /// Inserts the rows of another set.
    pub fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Returns whether the row is in the set.
    pub fn has(&self, ix: RowIdx) -> bool {
        self.word(ix as usize / 64) >> (ix % 64) & 1 == 1
    }

    /// Removes a row and returns whether it was present.
    pub fn remove(&mut self, ix: RowIdx) -> bool {
        let was_member = self.has(ix);
        if let Some(word) = self.0.get_mut(ix as usize / 64) {
            *word &= !(1 << (ix % 64));
        }
        was_member
    }

    /// Returns the number of rows.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Calls `f` for every row, in ascending order.
    pub fn for_each(&self, mut f: impl FnMut(RowIdx)) {
        for (at, word) in self.0.iter().enumerate() {
            let mut remaining = *word;
            while remaining != 0 {
                f((at * 64) as RowIdx + remaining.trailing_zeros());
                remaining &= remaining - 1;
            }
        }
    }

    pub(super) fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or_default()
    }
}
