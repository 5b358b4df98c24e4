//! The deals as columns. Confirmed rows live in shared, immutable [`Columns`]; what differs from them (a write that
//! waits, a record confirmed since the last full read) is a small patch beside them, so that one change costs what
//! changed, not what exists.

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

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(crate) use chunk::{Chunk, NewRow, Texts};
pub(crate) use chunks::{Chunks, Source, Top};
pub(crate) use columns::Gathered;
pub use columns::{Columns, ColumnsBuilder};
use delta::Patches;
pub(crate) use delta_row::Over;
use delta_row::{Patch, PatchedRow};
pub use exact_sum::Sum;
pub(crate) use index::IdIndex;
use merge_iter::ByAge;
pub(crate) use number_columns::{Mantissas, NumberColumn, NumberColumns};
pub use numbers::Keys;
pub(crate) use numbers::Numbers;
pub use order::{Order, by_age_order};
pub use row::{Bound, DealRow, RowData, RowIx, StageSince};
pub use row_groups::Stretch;
use rust_decimal::Decimal;
pub use sort_ranks::{Ranks, Text};

use crate::contract::models::kpi::KpiKey;
use crate::model::intern::{Code, Interner};

/// The texts that many rows share.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Words {
    pub(crate) statuses: Interner,
    pub(crate) classes: Interner,
    pub(crate) owners: Interner,
}

/// The deals as a person sees them.
#[derive(Clone, Debug, Default)]
pub struct DealTable {
    columns: Arc<Columns>,
    words: Arc<Words>,
    patches: Patches,
    /// The rows over the columns whose folded name is not that of the columns.
    renamed: BTreeSet<RowIx>,
    /// The rows that the columns do not have, by id.
    added: BTreeMap<Box<str>, RowIx>,
    /// How many rows of the columns are gone.
    removed: usize,
}

impl DealTable {
    /// A table of confirmed rows alone.
    pub(crate) fn of(columns: Columns, words: Words) -> Self {
        Self {
            columns: Arc::new(columns),
            words: Arc::new(words),
            ..Self::default()
        }
    }

    /// How many deals there are.
    pub fn len(&self) -> usize {
        self.columns.len() + self.added.len() - self.removed
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row `ix`, unless it is gone.
    pub fn row(&self, ix: RowIx) -> Option<DealRow<'_>> {
        if let Some(patch) = self.patches.get(ix) {
            return self.seen(ix, patch.as_ref()?);
        }
        self.confirmed(ix)
    }

    /// A number of the row `ix`, without looking at anything else of it.
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

    /// When the row `ix` entered its status, without looking at the rest of it.
    pub fn since(&self, ix: RowIx) -> Option<StageSince> {
        if let Some(patch) = self.patches.get(ix) {
            return patch.as_ref()?.since;
        }
        let (chunk, at) = self.columns.place(ix)?;
        chunk.since(at)
    }

    /// Whether a write lies over the row `ix`, without looking at the rest of it.
    pub fn is_pending(&self, ix: RowIx) -> bool {
        let patch = self.patches.get(ix).and_then(Option::as_ref);
        patch.is_some_and(|row| row.pending.is_some())
    }

    /// The code of the status of the row `ix`, without looking at the rest of it.
    pub fn status_of(&self, ix: RowIx) -> Option<Code> {
        self.code_of(ix, |chunk| &chunk.status, |row| row.status)
    }

    /// The code of the class of the row `ix`, without looking at the rest of it.
    pub fn class_of(&self, ix: RowIx) -> Option<Code> {
        self.code_of(ix, |chunk| &chunk.class, |row| row.class)
    }

    /// The code of the owner of the row `ix`, without looking at the rest of it.
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

    /// The row `ix` without the outbox and without later confirmations: as the last full reading gave it.
    fn confirmed(&self, ix: RowIx) -> Option<DealRow<'_>> {
        let (chunk, at) = self.columns.place(ix)?;
        chunk.row(at, ix, &self.words)
    }

    /// Whether `ix` is a number of the last full reading: it means the same deal for as long as the columns are the same.
    pub fn is_confirmed(&self, ix: RowIx) -> bool {
        ix < self.columns.end()
    }

    /// The number of the deal `id`, if it is there.
    pub fn find(&self, id: &str) -> Option<RowIx> {
        match self.find_confirmed(id) {
            Some(ix) => self.patches.get(ix).is_none_or(Option::is_some).then_some(ix),
            None => self.added.get(id).copied(),
        }
    }

    /// The number that the deal `id` has or had here, gone or not.
    pub(crate) fn find_any(&self, id: &str) -> Option<RowIx> {
        self.find_confirmed(id).or_else(|| self.added.get(id).copied())
    }

    fn find_confirmed(&self, id: &str) -> Option<RowIx> {
        self.columns.find(id)
    }

    /// Takes a deal out: deleted on the service, or its deletion waits.
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
            // Its number stays taken: a row number never means another deal while the columns are the same.
            self.renamed.remove(&ix);
            self.patches.insert(ix, None);
        }
    }

    fn next_slot(&self) -> RowIx {
        let first = self.columns.end();
        self.patches.last().map_or(first, |ix| first.max(ix + 1))
    }

    /// How many rows lie over the columns, present or gone.
    pub fn patched_rows(&self) -> usize {
        self.patches.len()
    }

    /// Whether both tables stand on the same full reading, so that row numbers mean the same deals.
    pub fn same_columns(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.columns, &other.columns)
    }

    /// The same deals without what lies over the columns.
    #[must_use]
    pub fn without_patches(&self) -> Self {
        Self {
            columns: self.columns.clone(),
            words: self.words.clone(),
            ..Self::default()
        }
    }

    /// The rows that lie over the columns: number, and whether there is a deal.
    pub fn patched(&self) -> impl Iterator<Item = (RowIx, bool)> {
        self.patches.iter().map(|(ix, patch)| (ix, patch.is_some()))
    }

    /// The rows that lie over the columns and are there.
    pub fn laid(&self) -> impl Iterator<Item = DealRow<'_>> {
        let laid = self.patches.iter();
        laid.filter_map(|(ix, patch)| self.seen(ix, patch.as_ref()?))
    }

    /// The rows of the columns that are gone.
    pub fn gone(&self) -> impl Iterator<Item = RowIx> {
        let any = self.removed > 0;
        let gone = self.patched().filter(|(_, there)| !there).map(|(ix, _)| ix);
        gone.take_while(move |_| any)
    }

    /// The rows whose name, folded, is not the one that the columns have for them: renamed, or not among them at all.
    pub fn renamed(&self) -> impl Iterator<Item = RowIx> {
        self.renamed.iter().copied()
    }

    /// The rows that are not the very same in both tables, which stand on the same columns. Rows that merely look the same
    /// may count as different.
    pub fn changed_rows(&self, after: &Self) -> Vec<RowIx> {
        self.patches.changed(&after.patches)
    }

    /// Whether both tables stand on the same full reading, number the same words alike, and have the same rows besides.
    pub(crate) fn same_ground(&self, other: &Self) -> bool {
        self.same_columns(other)
            && self.added == other.added
            && (Arc::ptr_eq(&self.words, &other.words) || self.words == other.words)
    }

    /// Takes a row of the columns as `other` has it, which stands on the same ground.
    pub(crate) fn take_row(&mut self, ix: RowIx, other: &Self) {
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
    }

    /// The confirmed rows of each status, by its code, in the board's order.
    pub fn orders(&self) -> &[Order] {
        &self.columns.orders
    }

    /// How many rows have the status `code`; those of the columns are not counted one by one.
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

    /// Every row, oldest stage first (unknown stages last), then by name.
    pub fn by_age(&self) -> impl Iterator<Item = DealRow<'_>> {
        ByAge::of(self)
    }

    /// Every row, in no particular order: cheaper than [`merge_iter`](Self::by_age).
    pub fn rows(&self) -> impl Iterator<Item = DealRow<'_>> {
        let confirmed = self.columns.chunks.iter().zip(0..).flat_map(|(chunk, number)| {
            (0..chunk.len()).map(move |at| (number << chunk::SHIFT | at) as RowIx)
        });
        confirmed
            .filter(|ix| !self.patches.has(*ix))
            .chain(self.patches.iter().map(|(ix, _)| ix))
            .filter_map(|ix| self.row(ix))
    }

    /// The statuses met, interned.
    pub fn statuses(&self) -> &Interner {
        &self.words.statuses
    }

    /// The classes met, interned.
    pub fn classes(&self) -> &Interner {
        &self.words.classes
    }

    /// The owners met, interned.
    pub fn owners(&self) -> &Interner {
        &self.words.owners
    }

    pub(crate) fn columns(&self) -> &Columns {
        &self.columns
    }

    pub(crate) fn words(&self) -> &Words {
        &self.words
    }
}

#[cfg(test)]
#[path = "table/table_tests.rs"]
mod tests;
