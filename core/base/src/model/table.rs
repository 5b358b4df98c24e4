//! Columnar deal table.
//!
//! Confirmed rows are in shared, immutable [`ColumnStore`]. A small delta contains the rows that differ, because of pending
//! writes or confirmations since the last full sync. The cost of a change then depends on its size and not on the
//! table's.

mod aggregate;
mod chunk;
mod chunks;
mod columns;
mod delta;
mod delta_row;
mod exact_sum;
mod index;
mod merge_iter;
mod number_columns;
mod order;
mod partial_sums;
mod row;
mod row_groups;
mod sort_ranks;

use crate::contract::models::kpi::KpiKey;
use crate::model::intern::{InternCode, Interner};
use delta::Delta;
use delta_row::{DeltaRow, DeltaSlot};
use merge_iter::AgeMerge;
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use crate::model::table::number_columns::Numbers;
pub use crate::model::table::row::RowRef;
pub use chunk::{Chunk, TextColumn};
pub use chunks::{ChunkSource, Chunks, TopRows};
pub use columns::UnsortedTable;
pub use columns::{ColumnStore, ColumnStoreBuilder};
pub use delta_row::RowEdit;
pub use exact_sum::ExactSum;
pub use index::IdIndex;
pub use number_columns::{Mantissas, NumberColumn, NumberColumns};
pub use order::{StatusRows, by_age_order};
pub(crate) use partial_sums::{ColumnNumber, PartialSums};
pub use row::{DealRow, RowData, RowIdx, StatusSince, TimePrecision};
pub use row_groups::RowGroup;
pub use sort_ranks::{SortText, TextRank};

/// Interned texts shared by many rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InternedTexts {
    /// Status codes.
    pub statuses: Interner,
    /// Asset class codes.
    pub classes: Interner,
    /// Owner names.
    pub owners: Interner,
}

/// Deals as the user sees them.
#[derive(Clone, Debug, Default)]
pub struct DealTable {
    columns: Arc<ColumnStore>,
    texts: Arc<InternedTexts>,
    delta: Delta,
    /// Delta rows whose folded name differs from that of the columns.
    renamed: BTreeSet<RowIdx>,
    /// Rows absent from the columns, by id.
    added: BTreeMap<Box<str>, RowIdx>,
    /// Number of rows of the columns that are deleted.
    removed: usize,
}

impl DealTable {
    /// Creates a table of confirmed rows only.
    pub fn from_columns(columns: ColumnStore, texts: InternedTexts) -> Self {
        Self { columns: Arc::new(columns), texts: Arc::new(texts), ..Self::default() }
    }

    /// Returns the number of deals.
    pub fn len(&self) -> usize {
        debug_assert!(self.is_counted());
        self.columns.len() + self.added.len() - self.removed
    }

    /// Returns whether the counts of delta rows agree: each added, renamed or deleted row is one of them.
    fn is_counted(&self) -> bool {
        let max = self.delta.len();
        self.added.len() + self.removed <= max
            && self.renamed.len() <= max
            && self.removed <= self.columns.len()
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the row `ix`, unless it is deleted.
    pub fn row(&self, ix: RowIdx) -> Option<DealRow<'_>> {
        if let Some(patch) = self.delta.get(ix) {
            return self.delta_row(ix, patch.as_ref()?);
        }
        self.confirmed(ix)
    }

    /// Returns a number of the row `ix` without reading the rest of the row.
    pub fn number(&self, ix: RowIdx, key: KpiKey) -> Option<Decimal> {
        self.numbers(ix)?.get(key)
    }

    fn numbers(&self, ix: RowIdx) -> Option<Numbers<'_>> {
        if let Some(patch) = self.delta.get(ix)
            && let Some(values) = patch.as_ref()?.numbers()
        {
            return Some(values);
        }
        let (chunk, at) = self.columns.locate(ix)?;
        Some(chunk.numbers(at))
    }

    /// Returns the status time of the row `ix` without reading the rest of the row.
    pub fn status_since(&self, ix: RowIdx) -> Option<StatusSince> {
        if let Some(patch) = self.delta.get(ix) {
            return patch.as_ref()?.since;
        }
        let (chunk, at) = self.columns.locate(ix)?;
        chunk.since(at)
    }

    /// Returns whether the row `ix` has a pending write, without reading the row itself.
    pub fn is_pending(&self, ix: RowIdx) -> bool {
        let patch = self.delta.get(ix).and_then(Option::as_ref);
        patch.is_some_and(|row| row.pending.is_some())
    }

    /// Returns the status code of the row `ix` without reading the rest of the row.
    pub fn status_code(&self, ix: RowIdx) -> Option<InternCode> {
        self.code_at(ix, |chunk| &chunk.status, |row| row.status)
    }

    /// Returns the class code of the row `ix` without reading the rest of the row.
    pub fn class_code(&self, ix: RowIdx) -> Option<InternCode> {
        self.code_at(ix, |chunk| &chunk.class, |row| row.class)
    }

    /// Returns the owner code of the row `ix` without reading the rest of the row.
    pub fn owner_code(&self, ix: RowIdx) -> Option<InternCode> {
        self.code_at(ix, |chunk| &chunk.owner, |row| row.owner)
    }

    fn code_at(
        &self,
        ix: RowIdx,
        column: fn(&Chunk) -> &Vec<u32>,
        delta_code: fn(&DeltaRow) -> InternCode,
    ) -> Option<InternCode> {
        if let Some(patch) = self.delta.get(ix) {
            return patch.as_deref().map(delta_code);
        }
        let (chunk, at) = self.columns.locate(ix)?;
        column(chunk).get(at).copied().map(InternCode::from_number)
    }

    /// Returns the row `ix` from the last full sync, without pending writes and later confirmations.
    fn confirmed(&self, ix: RowIdx) -> Option<DealRow<'_>> {
        let (chunk, at) = self.columns.locate(ix)?;
        chunk.row(at, ix, &self.texts)
    }

    /// Returns whether `ix` is a row of the last full sync; it is stable for these columns.
    pub fn is_confirmed(&self, ix: RowIdx) -> bool {
        ix < self.columns.end()
    }

    /// Returns the row number of the deal `id`, if the deal exists.
    pub fn find(&self, id: &str) -> Option<RowIdx> {
        match self.find_confirmed(id) {
            Some(ix) => self.delta.get(ix).is_none_or(Option::is_some).then_some(ix),
            None => self.added.get(id).copied(),
        }
    }

    /// Returns the row number of the deal `id`, even if the deal is deleted.
    pub fn find_any(&self, id: &str) -> Option<RowIdx> {
        self.find_confirmed(id).or_else(|| self.added.get(id).copied())
    }

    fn find_confirmed(&self, id: &str) -> Option<RowIdx> {
        self.columns.find(id)
    }

    /// Removes a deal that is deleted or has a pending deletion.
    pub fn remove(&mut self, id: &str) {
        if let Some(ix) = self.find_confirmed(id) {
            self.renamed.remove(&ix);
            if self.delta.insert(ix, None).is_none_or(|before| before.is_some()) {
                self.removed += 1;
            }
        } else if let Some(ix) = self.added.remove(id) {
            // Its number stays reserved: a row number never changes its deal for the same columns.
            self.renamed.remove(&ix);
            self.delta.insert(ix, None);
        }
        debug_assert!(self.is_counted(), "{id} is deleted twice");
    }

    fn next_slot(&self) -> RowIdx {
        let first = self.columns.end();
        self.delta.last().map_or(first, |ix| first.max(ix + 1))
    }

    /// Returns the number of delta rows, including deleted ones.
    pub fn delta_len(&self) -> usize {
        self.delta.len()
    }

    /// Returns whether both tables share their columns, so that row numbers have the same meaning.
    pub fn same_columns(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.columns, &other.columns)
    }

    /// Returns the table without its delta.
    #[must_use]
    pub fn without_delta(&self) -> Self {
        Self { columns: self.columns.clone(), texts: self.texts.clone(), ..Self::default() }
    }

    /// Iterates over the delta rows: number, and whether the deal exists.
    pub fn delta_slots(&self) -> impl Iterator<Item = (RowIdx, bool)> {
        self.delta.iter().map(|(ix, patch)| (ix, patch.is_some()))
    }

    /// Iterates over the delta rows that exist.
    pub fn delta_rows(&self) -> impl Iterator<Item = DealRow<'_>> {
        let entries = self.delta.iter();
        entries.filter_map(|(ix, patch)| self.delta_row(ix, patch.as_ref()?))
    }

    /// Iterates over the rows of the columns that are deleted.
    pub fn deleted_rows(&self) -> impl Iterator<Item = RowIdx> {
        let any = self.removed > 0;
        let deleted = self.delta_slots().filter(|(_, exists)| !exists).map(|(ix, _)| ix);
        deleted.take_while(move |_| any)
    }

    /// Iterates over rows that are not in the columns or have another folded name there.
    pub fn renamed_rows(&self) -> impl Iterator<Item = RowIdx> {
        self.renamed.iter().copied()
    }

    /// Returns the rows that are not the same object in two tables with equal columns.
    ///
    /// Equal rows in different objects may count as changed.
    pub fn changed_rows(&self, after: &Self) -> Vec<RowIdx> {
        self.delta.changed(&after.delta)
    }

    /// Returns whether both tables share columns, interned texts and the set of added rows.
    pub fn same_base(&self, other: &Self) -> bool {
        self.same_columns(other)
            && self.added == other.added
            && (Arc::ptr_eq(&self.texts, &other.texts) || self.texts == other.texts)
    }

    /// Copies a row of `other`, for which `same_base` is true.
    pub fn copy_row(&mut self, ix: RowIdx, other: &Self) {
        let is_deleted = |patch: Option<&DeltaSlot>| usize::from(patch.is_some_and(Option::is_none));
        let new = other.delta.get(ix);
        self.removed += is_deleted(new);
        let old = match new {
            Some(patch) => self.delta.insert(ix, patch.clone()),
            None => self.delta.remove(ix),
        };
        if other.renamed.contains(&ix) {
            self.renamed.insert(ix);
        } else {
            self.renamed.remove(&ix);
        }
        self.removed -= is_deleted(old.as_ref());
        debug_assert!(self.is_counted());
    }

    /// Returns the confirmed rows of each status, by its code, in the board's order.
    pub fn rows_by_status(&self) -> &[StatusRows] {
        &self.columns.rows_by_status
    }

    /// Returns the confirmed rows with the status `code`.
    pub fn rows_of_status(&self, code: &str) -> Option<&StatusRows> {
        self.rows_by_status().get(self.texts.statuses.code(code)?.index())
    }

    /// Returns the number of rows with the status `code` without a scan of the columns.
    pub fn count_of_status(&self, code: &str) -> usize {
        let Some(status) = self.texts.statuses.code(code) else {
            return 0;
        };
        let confirmed = self.rows_by_status().get(status.index());
        let base_code = |ix| self.columns.locate(ix).and_then(|(chunk, at)| chunk.status.get(at));
        let overlaid = self.delta.iter().filter(|(ix, _)| base_code(*ix) == Some(&status.number()));
        let overlaid = overlaid.count();
        let delta_rows = self.delta.iter().filter_map(|(_, patch)| patch.as_ref());
        let delta_rows = delta_rows.filter(|row| row.status == status).count();
        confirmed.map_or(0, |order| order.rows.len()) + delta_rows - overlaid
    }

    /// Returns whether any row has the status `code`. Stops at the first delta row that has it.
    pub fn has_status(&self, code: &str) -> bool {
        let is_status = |row: &Arc<DeltaRow>| self.texts.statuses.text(row.status) == code;
        self.delta.iter().any(|(_, row)| row.as_ref().is_some_and(is_status))
            || self.count_of_status(code) > 0
    }

    /// Iterates over all rows, oldest status first (unknown times last), then by name.
    pub fn by_age(&self) -> impl Iterator<Item = DealRow<'_>> {
        AgeMerge::new(self)
    }

    /// Iterates over all rows in no particular order; cheaper than [`by_age`](Self::by_age).
    pub fn rows(&self) -> impl Iterator<Item = DealRow<'_>> {
        let confirmed = self.columns.chunks.iter().zip(0..).flat_map(|(chunk, number)| {
            (0..chunk.len())
                .map(move |at| (number << crate::model::table::number_columns::SHIFT | at) as RowIdx)
        });
        confirmed
            .filter(|ix| !self.delta.has(*ix))
            .chain(self.delta.iter().map(|(ix, _)| ix))
            .filter_map(|ix| self.row(ix))
    }

    /// Returns the interned statuses.
    pub fn statuses(&self) -> &Interner {
        &self.texts.statuses
    }

    /// Returns the interned classes.
    pub fn classes(&self) -> &Interner {
        &self.texts.classes
    }

    /// Returns the interned owners.
    pub fn owners(&self) -> &Interner {
        &self.texts.owners
    }

    /// Returns the confirmed rows.
    pub fn columns(&self) -> &ColumnStore {
        &self.columns
    }

    /// Returns the interned texts.
    pub fn texts(&self) -> &InternedTexts {
        &self.texts
    }
}

#[cfg(test)]
#[path = "table/table_tests.rs"]
mod tests;
