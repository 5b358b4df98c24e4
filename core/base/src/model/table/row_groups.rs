//! Row groups: confirmed rows for filters, scanned in groups and by column.
//!
//! A search through a hundred thousand names then scans contiguous text.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;

use super::chunk::Chunk;
use super::{DealRow, DealTable, RowIdx, StatusSince};
use crate::model::table::number_columns::SHIFT;

/// Some thousand consecutive confirmed rows, without the delta.
#[derive(Clone, Copy, Debug)]
pub struct RowGroup<'a> {
    chunk: &'a Chunk,
    first: RowIdx,
    table: &'a DealTable,
}

impl<'a> RowGroup<'a> {
    /// Most rows of a group.
    pub const ROWS: usize = crate::model::table::number_columns::ROWS;

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.chunk.len()
    }

    /// Returns whether the group is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of the row at `at`.
    pub fn ix(&self, at: usize) -> RowIdx {
        self.first + at as RowIdx
    }

    /// Returns the row at `at`.
    pub fn row(&self, at: usize) -> Option<DealRow<'a>> {
        self.table.confirmed(self.ix(at))
    }

    /// Returns a bit per row that has a number of a key; empty if no row has one.
    pub fn present_of(&self, key: KpiKey) -> &'a [u64] {
        self.chunk.numbers.present_of(key)
    }

    /// Calls `f` with position and number of each of `rows` that has the key.
    ///
    /// `rows` is a bit set.
    pub fn for_each_number(&self, key: KpiKey, rows: &[u64], mut f: impl FnMut(usize, Decimal)) {
        self.chunk.numbers.for_each(key, rows, |at, number| {
            if let Some(value) = number.value() {
                f(at, value);
            }
        });
    }

    /// Returns the status time of the row at `at` without reading the whole row.
    pub fn since_at(&self, at: usize) -> Option<StatusSince> {
        self.chunk.since(at)
    }

    /// Returns the concatenated folded names and their end offsets.
    pub fn folded(&self) -> (&'a str, &'a [u32]) {
        (&self.chunk.folded.text, &self.chunk.folded.ends)
    }

    /// Returns the folded name at `at`.
    pub fn folded_at(&self, at: usize) -> &'a str {
        self.chunk.folded(at)
    }

    /// Returns whether the row at `at` has a name.
    pub fn has_name(&self, at: usize) -> bool {
        self.chunk.has_name(at)
    }

    /// Returns the identifier at `at`.
    pub fn id_at(&self, at: usize) -> &'a str {
        self.chunk.id(at)
    }

    /// Returns the letter masks of the folded names, see [`crate::query::letter_mask`].
    pub fn letter_masks(&self) -> &'a [u64] {
        &self.chunk.letter_masks
    }

    /// Returns the status codes of the rows, as indices.
    pub fn statuses(&self) -> &'a [u32] {
        &self.chunk.status
    }

    /// Returns the class codes of the rows, as indices.
    pub fn classes(&self) -> &'a [u32] {
        &self.chunk.class
    }

    /// Returns the owner codes of the rows, as indices.
    pub fn owners(&self) -> &'a [u32] {
        &self.chunk.owner
    }
}

impl DealTable {
    /// Iterates over the confirmed rows in groups.
    pub fn row_groups(&self) -> impl Iterator<Item = RowGroup<'_>> {
        self.columns.chunks.iter().zip(0..).map(|(chunk, number)| RowGroup {
            chunk,
            first: (number << SHIFT) as RowIdx,
            table: self,
        })
    }
}
