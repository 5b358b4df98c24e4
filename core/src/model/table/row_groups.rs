//! The confirmed rows as a filter reads them: a stretch at a time, column by column, so that a pass over a hundred
//! thousand names is a pass over one text.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;

use super::chunk::{Chunk, SHIFT};
use super::{DealRow, DealTable, RowIx, StageSince};

/// Some thousand confirmed rows that follow one another. Patches are not in it.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    chunk: &'a Chunk,
    first: RowIx,
    table: &'a DealTable,
}

impl<'a> Stretch<'a> {
    /// The most rows of one.
    pub const ROWS: usize = super::chunk::ROWS;

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.chunk.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the row at `at`.
    pub fn ix(&self, at: usize) -> RowIx {
        self.first + at as RowIx
    }

    /// The row at `at`.
    pub fn row(&self, at: usize) -> Option<DealRow<'a>> {
        self.table.confirmed(self.ix(at))
    }

    /// Which rows have a number of a key, a bit each; empty where none has.
    pub fn with_number(&self, key: KpiKey) -> &'a [u64] {
        self.chunk.numbers.there_of(key)
    }

    /// Gives the number of a key of each of `rows`, a bit each, that has one, and where it stands.
    pub fn each_number(&self, key: KpiKey, rows: &[u64], mut give: impl FnMut(usize, Decimal)) {
        self.chunk.numbers.each(key, rows, |at, held| {
            if let Some(value) = held.value() {
                give(at, value);
            }
        });
    }

    /// When the row at `at` entered its status, without looking at the rest of it.
    pub fn since_at(&self, at: usize) -> Option<StageSince> {
        self.chunk.since(at)
    }

    /// The folded names, one after another, and where each ends.
    pub fn folded(&self) -> (&'a str, &'a [u32]) {
        (&self.chunk.folded.text, &self.chunk.folded.ends)
    }

    /// The folded name at `at`.
    pub fn folded_at(&self, at: usize) -> &'a str {
        self.chunk.folded(at)
    }

    /// Whether the row at `at` has a name.
    pub fn is_named(&self, at: usize) -> bool {
        self.chunk.has_name(at)
    }

    /// The identifier at `at`.
    pub fn id_at(&self, at: usize) -> &'a str {
        self.chunk.id(at)
    }

    /// What [`crate::query::marks`] says of each folded name.
    pub fn marks(&self) -> &'a [u64] {
        &self.chunk.marks
    }

    /// The status of each, as the index of its code.
    pub fn statuses(&self) -> &'a [u32] {
        &self.chunk.status
    }

    /// The class of each, as the index of its code.
    pub fn classes(&self) -> &'a [u32] {
        &self.chunk.class
    }

    /// The owner of each, as the index of its code.
    pub fn owners(&self) -> &'a [u32] {
        &self.chunk.owner
    }
}

impl DealTable {
    /// Whether of a confirmed row no more is known than that it entered its status between two readings.
    pub fn has_intervals(&self) -> bool {
        self.columns.chunks.iter().any(|chunk| !chunk.interval.is_empty())
    }

    /// The confirmed rows, stretch by stretch.
    pub fn stretches(&self) -> impl Iterator<Item = Stretch<'_>> {
        self.columns
            .chunks
            .iter()
            .zip(0..)
            .map(|(chunk, number)| Stretch {
                chunk,
                first: (number << SHIFT) as RowIx,
                table: self,
            })
    }
}
