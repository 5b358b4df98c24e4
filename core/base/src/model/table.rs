//! Columnar deal table.
//!
//! Confirmed rows are in shared, immutable [`Columns`]. A small delta contains the rows that differ, because of pending
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
mod numbers;
mod order;
mod partial_sums;
mod row;
mod row_groups;
mod sort_ranks;

use crate::contract::models::kpi::KpiKey;
use crate::model::intern::{Code, Interner};
use delta::Patches;
use delta_row::{Patch, PatchedRow};
use merge_iter::ByAge;
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use crate::model::table::number_columns::Numbers;
pub use crate::model::table::row::NewRow;
pub use chunk::{Chunk, Texts};
pub use chunks::{Chunks, Source, Top};
pub use columns::Gathered;
pub use columns::{Columns, ColumnsBuilder};
pub use delta_row::Over;
pub use exact_sum::Sum;
pub use index::IdIndex;
pub use number_columns::{Mantissas, NumberColumn, NumberColumns};
pub use numbers::Keys;
pub use order::{Order, by_age_order};
pub use row::{Bound, DealRow, RowData, RowIx, StageSince};
pub use row_groups::Stretch;
pub use sort_ranks::{Ranks, Text};

/// Interned texts shared by many rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
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
    columns: Arc<Columns>,
    words: Arc<Words>,
    patches: Patches,
    /// Delta rows whose folded name differs from that of the columns.
    renamed: BTreeSet<RowIx>,
    /// Rows absent from the columns, by id.
    added: BTreeMap<Box<str>, RowIx>,
    /// Number of rows of the columns that are deleted.
    removed: usize,
}

impl DealTable {
    /// Creates a table of confirmed rows only.
    pub fn of(columns: Columns, words: Words) -> Self {
        Self {
            columns: Arc::new(columns),
            words: Arc::new(words),
            ..Self::default()
        }
    }

    /// Returns the number of deals.
    pub fn len(&self) -> usize {
        debug_assert!(self.is_counted());
        self.columns.len() + self.added.len() - self.removed
    }

    /// Returns whether the counts of delta rows agree: each added, renamed or deleted row is one of them.
    fn is_counted(&self) -> bool {
        let most = self.patches.len();
        self.added.len() + self.removed <= most
            && self.renamed.len() <= most
            && self.removed <= self.columns.len()
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the row `ix`, unless it is deleted.
    pub fn row(&self, ix: RowIx) -> Option<DealRow<'_>> {
        if let Some(patch) = self.patches.get(ix) {
            return self.seen(ix, patch.as_ref()?);
        }
        self.confirmed(ix)
    }

    /// Returns a number of the row `ix` without reading the rest of the row.
    pub fn number(&self, ix: RowIx, key: KpiKey) -> Option<Decimal> {
        self.numbers(ix)?.get(key)
    }

    fn numbers(&self, ix: RowIx) -> Option<Numbers<'_>> {
        if let Some(patch) = self.patches.get(ix)
            && let Some(own) = patch.as_ref()?.own_numbers()
        {
            return Some(own);
        }
        let (chunk, at) = self.columns.place(ix)?;
        Some(chunk.numbers(at))
    }

    /// Returns the status time of the row `ix` without reading the rest of the row.
    pub fn since(&self, ix: RowIx) -> Option<StageSince> {
        if let Some(patch) = self.patches.get(ix) {
            return patch.as_ref()?.since;
        }
        let (chunk, at) = self.columns.place(ix)?;
        chunk.since(at)
    }

    /// Returns whether the row `ix` has a pending write, without reading the row itself.
    pub fn is_pending(&self, ix: RowIx) -> bool {
        let patch = self.patches.get(ix).and_then(Option::as_ref);
        patch.is_some_and(|row| row.pending.is_some())
    }

    /// Returns the status code of the row `ix` without reading the rest of the row.
    pub fn status_of(&self, ix: RowIx) -> Option<Code> {
        self.code_of(ix, |chunk| &chunk.status, |row| row.status)
    }

    /// Returns the class code of the row `ix` without reading the rest of the row.
    pub fn class_of(&self, ix: RowIx) -> Option<Code> {
        self.code_of(ix, |chunk| &chunk.class, |row| row.class)
    }

    /// Returns the owner code of the row `ix` without reading the rest of the row.
    pub fn owner_of(&self, ix: RowIx) -> Option<Code> {
        self.code_of(ix, |chunk| &chunk.owner, |row| row.owner)
    }

    fn code_of(
        &self,
        ix: RowIx,
        column: fn(&Chunk) -> &Vec<u32>,
        own: fn(&PatchedRow) -> Code,
    ) -> Option<Code> {
        if let Some(patch) = self.patches.get(ix) {
            return patch.as_deref().map(own);
        }
        let (chunk, at) = self.columns.place(ix)?;
        column(chunk).get(at).copied().map(Code::of)
    }

    /// Returns the row `ix` from the last full sync, without pending writes and later confirmations.
    fn confirmed(&self, ix: RowIx) -> Option<DealRow<'_>> {
        let (chunk, at) = self.columns.place(ix)?;
        chunk.row(at, ix, &self.words)
    }

    /// Returns whether `ix` is a row of the last full sync; it is stable for these columns.
    pub fn is_confirmed(&self, ix: RowIx) -> bool {
        ix < self.columns.end()
    }

    /// Returns the row number of the deal `id`, if the deal exists.
    pub fn find(&self, id: &str) -> Option<RowIx> {
        match self.find_confirmed(id) {
            Some(ix) => self.patches.get(ix).is_none_or(Option::is_some).then_some(ix),
            None => self.added.get(id).copied(),
        }
    }

    /// Returns the row number of the deal `id`, even if the deal is deleted.
    pub fn find_any(&self, id: &str) -> Option<RowIx> {
        self.find_confirmed(id).or_else(|| self.added.get(id).copied())
    }

    fn find_confirmed(&self, id: &str) -> Option<RowIx> {
        self.columns.find(id)
    }

    /// Removes a deal that is deleted or has a pending deletion.
    pub fn remove(&mut self, id: &str) {
        if let Some(ix) = self.find_confirmed(id) {
            self.renamed.remove(&ix);
            if self
                .patches
                .insert(ix, None)
                .is_none_or(|before| before.is_some())
            {
                self.removed += 1;
            }
        } else if let Some(ix) = self.added.remove(id) {
            // Its number stays reserved: a row number never changes its deal for the same columns.
            self.renamed.remove(&ix);
            self.patches.insert(ix, None);
        }
        debug_assert!(self.is_counted(), "{id} is deleted twice");
    }

    fn next_slot(&self) -> RowIx {
        let first = self.columns.end();
        self.patches.last().map_or(first, |ix| first.max(ix + 1))
    }

    /// Returns the number of delta rows, including deleted ones.
    pub fn patched_rows(&self) -> usize {
        self.patches.len()
    }

    /// Returns whether both tables share their columns, so that row numbers have the same meaning.
    pub fn same_columns(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.columns, &other.columns)
    }

    /// Returns the table without its delta.
    #[must_use]
    pub fn without_patches(&self) -> Self {
        Self {
            columns: self.columns.clone(),
            words: self.words.clone(),
            ..Self::default()
        }
    }

    /// Iterates over the delta rows: number, and whether the deal exists.
    pub fn patched(&self) -> impl Iterator<Item = (RowIx, bool)> {
        self.patches.iter().map(|(ix, patch)| (ix, patch.is_some()))
    }

    /// Iterates over the delta rows that exist.
    pub fn laid(&self) -> impl Iterator<Item = DealRow<'_>> {
        let laid = self.patches.iter();
        laid.filter_map(|(ix, patch)| self.seen(ix, patch.as_ref()?))
    }

    /// Iterates over the rows of the columns that are deleted.
    pub fn gone(&self) -> impl Iterator<Item = RowIx> {
        let any = self.removed > 0;
        let gone = self.patched().filter(|(_, there)| !there).map(|(ix, _)| ix);
        gone.take_while(move |_| any)
    }

    /// Iterates over rows that are not in the columns or have another folded name there.
    pub fn renamed(&self) -> impl Iterator<Item = RowIx> {
        self.renamed.iter().copied()
    }

    /// Returns the rows that are not the same object in two tables with equal columns.
    ///
    /// Equal rows in different objects may count as changed.
    pub fn changed_rows(&self, after: &Self) -> Vec<RowIx> {
        self.patches.changed(&after.patches)
    }

    /// Returns whether both tables share columns, interned texts and the set of added rows.
    pub fn same_ground(&self, other: &Self) -> bool {
        self.same_columns(other)
            && self.added == other.added
            && (Arc::ptr_eq(&self.words, &other.words) || self.words == other.words)
    }

    /// Copies a row of `other`, for which `same_ground` is true.
    pub fn take_row(&mut self, ix: RowIx, other: &Self) {
        let gone = |patch: Option<&Patch>| usize::from(patch.is_some_and(Option::is_none));
        let is = other.patches.get(ix);
        self.removed += gone(is);
        let was = match is {
            Some(patch) => self.patches.insert(ix, patch.clone()),
            None => self.patches.remove(ix),
        };
        if other.renamed.contains(&ix) {
            self.renamed.insert(ix);
        } else {
            self.renamed.remove(&ix);
        }
        self.removed -= gone(was.as_ref());
        debug_assert!(self.is_counted());
    }

    /// Returns the confirmed rows of each status, by its code, in the board's order.
    pub fn orders(&self) -> &[Order] {
        &self.columns.orders
    }

    /// Returns the number of rows with the status `code` without a scan of the columns.
    pub fn count_of_status(&self, code: &str) -> usize {
        let Some(status) = self.words.statuses.code(code) else {
            return 0;
        };
        let confirmed = self.orders().get(status.index());
        let own = |ix| {
            self.columns
                .place(ix)
                .and_then(|(chunk, at)| chunk.status.get(at))
        };
        let covered = self
            .patches
            .iter()
            .filter(|(ix, _)| own(*ix) == Some(&status.number()));
        let covered = covered.count();
        let laid = self.patches.iter().filter_map(|(_, patch)| patch.as_ref());
        let laid = laid.filter(|row| row.status == status).count();
        confirmed.map_or(0, |order| order.rows.len()) + laid - covered
    }

    /// Iterates over all rows, oldest status first (unknown times last), then by name.
    pub fn by_age(&self) -> impl Iterator<Item = DealRow<'_>> {
        ByAge::of(self)
    }

    /// Iterates over all rows in no particular order; cheaper than [`merge_iter`](Self::by_age).
    pub fn rows(&self) -> impl Iterator<Item = DealRow<'_>> {
        let confirmed = self.columns.chunks.iter().zip(0..).flat_map(|(chunk, number)| {
            (0..chunk.len())
                .map(move |at| (number << crate::model::table::number_columns::SHIFT | at) as RowIx)
        });
        confirmed
            .filter(|ix| !self.patches.has(*ix))
            .chain(self.patches.iter().map(|(ix, _)| ix))
            .filter_map(|ix| self.row(ix))
    }

    /// Returns the interned statuses.
    pub fn statuses(&self) -> &Interner {
        &self.words.statuses
    }

    /// Returns the interned classes.
    pub fn classes(&self) -> &Interner {
        &self.words.classes
    }

    /// Returns the interned owners.
    pub fn owners(&self) -> &Interner {
        &self.words.owners
    }

    /// Returns the confirmed rows.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Returns the interned texts.
    pub fn words(&self) -> &Words {
        &self.words
    }
}

#[cfg(test)]
#[path = "table/table_tests.rs"]
mod tests;
