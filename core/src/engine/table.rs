//! The deals as columns. Confirmed rows live in shared, immutable [`Columns`]; what differs from them (a write that
//! waits, a record confirmed since the last full read) is a small patch beside them, so that one change costs what
//! changed, not what exists.

mod by_age;
mod columns;
mod row;

use std::collections::BTreeMap;
use std::sync::Arc;

use by_age::{ByAge, by_age_order};
pub use columns::{Columns, ColumnsBuilder};
pub use row::{Bound, DealRow, RowData, RowIx, StageSince};

use crate::engine::{Code, Interner, WriteState};
use crate::query::fold;

/// A row that differs from the columns.
#[derive(Clone, Debug)]
struct Patch {
    /// The row as a person sees it; `None` if it is gone.
    row: Option<PatchedRow>,
}

#[derive(Clone, Debug)]
struct PatchedRow {
    data: RowData,
    folded: String,
    status: Code,
    class: Code,
    owner: Code,
    pending: Option<WriteState>,
}

impl PatchedRow {
    fn view(&self, ix: RowIx) -> DealRow<'_> {
        DealRow {
            ix,
            id: &self.data.id,
            name: &self.data.name,
            folded: &self.folded,
            status: &self.data.status,
            status_code: self.status,
            class: &self.data.class,
            class_code: self.class,
            owner: &self.data.owner,
            owner_code: self.owner,
            since: self.data.since,
            pending: self.pending.as_ref(),
            numbers: &self.data.numbers,
        }
    }
}

/// The deals as a person sees them.
#[derive(Clone, Debug, Default)]
pub struct DealTable {
    columns: Arc<Columns>,
    statuses: Interner,
    classes: Interner,
    owners: Interner,
    patches: BTreeMap<RowIx, Patch>,
    /// The rows that the columns do not have, by id.
    added: BTreeMap<Box<str>, RowIx>,
    /// How many rows of the columns are gone.
    removed: usize,
}

impl DealTable {
    /// A table of confirmed rows alone.
    fn of(columns: Columns, statuses: Interner, classes: Interner, owners: Interner) -> Self {
        Self {
            columns: Arc::new(columns),
            statuses,
            classes,
            owners,
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
        if let Some(patch) = self.patches.get(&ix) {
            return patch.row.as_ref().map(|row| row.view(ix));
        }
        self.confirmed(ix)
    }

    /// The row `ix` without the outbox and without later confirmations: as the last full reading gave it.
    fn confirmed(&self, ix: RowIx) -> Option<DealRow<'_>> {
        let columns = &*self.columns;
        let at = ix as usize;
        let (status, class, owner) = (
            *columns.status.get(at)?,
            *columns.class.get(at)?,
            *columns.owner.get(at)?,
        );
        let numbers = columns.numbers[at];
        let start = numbers.start as usize;
        Some(DealRow {
            ix,
            id: columns.slice(columns.ids[at]),
            name: columns.slice(columns.names[at]),
            folded: columns.slice(columns.folded[at]),
            status: self.statuses.text(status),
            status_code: status,
            class: self.classes.text(class),
            class_code: class,
            owner: self.owners.text(owner),
            owner_code: owner,
            since: columns.since[at],
            pending: None,
            numbers: columns
                .pool
                .get(start..start + numbers.len as usize)
                .unwrap_or_default(),
        })
    }

    /// The number of the deal `id`, if it is there.
    pub fn find(&self, id: &str) -> Option<RowIx> {
        match self.find_confirmed(id) {
            Some(ix) => self
                .patches
                .get(&ix)
                .is_none_or(|patch| patch.row.is_some())
                .then_some(ix),
            None => self.added.get(id).copied(),
        }
    }

    fn find_confirmed(&self, id: &str) -> Option<RowIx> {
        let columns = &*self.columns;
        let at = columns
            .by_id
            .binary_search_by(|ix| columns.id(*ix).cmp(id))
            .ok()?;
        columns.by_id.get(at).copied()
    }

    /// Lays a row over the confirmed ones: an existing deal as it is seen now, or a new one. `pending` is the write
    /// that makes the difference, `None` for a record confirmed since the last full reading.
    pub fn patch(&mut self, data: RowData, pending: Option<WriteState>) {
        let known = self.find_confirmed(&data.id);
        let ix = known
            .or_else(|| self.added.get(&*data.id).copied())
            .unwrap_or_else(|| self.next_slot());
        if known.is_none() {
            self.added.insert(data.id.as_str().into(), ix);
        }
        let row = PatchedRow {
            folded: fold(&data.name),
            status: self.statuses.intern(&data.status),
            class: self.classes.intern(&data.class),
            owner: self.owners.intern(&data.owner),
            data,
            pending,
        };
        if self
            .patches
            .insert(ix, Patch { row: Some(row) })
            .is_some_and(|before| before.row.is_none())
        {
            self.removed -= 1;
        }
    }

    /// Takes a deal out: deleted on the service, or its deletion waits.
    pub fn remove(&mut self, id: &str) {
        if let Some(ix) = self.find_confirmed(id) {
            if self
                .patches
                .insert(ix, Patch { row: None })
                .is_none_or(|before| before.row.is_some())
            {
                self.removed += 1;
            }
        } else if let Some(ix) = self.added.remove(id) {
            // Its number stays taken: a row number never means another deal while the columns are the same.
            self.patches.insert(ix, Patch { row: None });
        }
    }

    fn next_slot(&self) -> RowIx {
        let first = self.columns.len() as RowIx;
        self.patches
            .last_key_value()
            .map_or(first, |(ix, _)| first.max(ix + 1))
    }

    /// How many rows lie over the columns, present or gone.
    pub fn patched_rows(&self) -> usize {
        self.patches.len()
    }

    /// Whether both tables stand on the same full reading, so that row numbers mean the same deals.
    pub fn same_columns(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.columns, &other.columns)
    }

    /// Every row, oldest stage first (unknown stages last), then by name.
    pub fn by_age(&self) -> impl Iterator<Item = DealRow<'_>> {
        ByAge {
            table: self,
            base: self.columns.by_age.iter().copied().peekable(),
            patched: self.patched_by_age().into_iter().peekable(),
        }
    }

    fn patched_by_age(&self) -> Vec<RowIx> {
        let mut rows: Vec<DealRow<'_>> = self
            .patches
            .iter()
            .filter_map(|(ix, p)| p.row.as_ref().map(|row| row.view(*ix)))
            .collect();
        rows.sort_by(by_age_order);
        rows.iter().map(|row| row.ix).collect()
    }

    /// The statuses met, interned.
    pub fn statuses(&self) -> &Interner {
        &self.statuses
    }

    /// The classes met, interned.
    pub fn classes(&self) -> &Interner {
        &self.classes
    }

    /// The owners met, interned.
    pub fn owners(&self) -> &Interner {
        &self.owners
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, name: &str, status: &str, since: i64) -> RowData {
        RowData {
            id: id.into(),
            name: name.into(),
            status: status.into(),
            since: Some(StageSince {
                at: since,
                bound: Bound::AtLeast,
            }),
            ..RowData::default()
        }
    }

    fn table() -> DealTable {
        let mut builder = ColumnsBuilder::default();
        builder.push(&row("a", "Le Parc", "ic", 30));
        builder.push(&row("b", "Îlot", "ic", 10));
        builder.push(&row("c", "Halle", "sourcing", 20));
        builder.finish()
    }

    fn ids(table: &DealTable) -> Vec<&str> {
        table.by_age().map(|row| row.id).collect()
    }

    #[test]
    fn rows_come_oldest_stage_first() {
        assert_eq!(ids(&table()), ["b", "c", "a"]);
    }

    #[test]
    fn a_patch_moves_a_row_and_leaves_the_columns_alone() {
        let base = table();
        let mut seen = base.clone();
        seen.patch(row("b", "Îlot", "closing", 40), None);
        assert_eq!(ids(&seen), ["c", "a", "b"]);
        assert_eq!(
            seen.find("b").and_then(|ix| seen.row(ix)).map(|r| r.status),
            Some("closing")
        );
        assert_eq!(ids(&base), ["b", "c", "a"]);
        assert!(seen.same_columns(&base));
        assert_eq!(seen.len(), 3);
    }

    #[test]
    fn a_new_deal_is_added_and_a_deleted_one_is_gone() {
        let mut seen = table();
        seen.patch(row("new", "Tour", "sourcing", 5), None);
        seen.remove("a");
        assert_eq!(ids(&seen), ["new", "b", "c"]);
        assert_eq!(seen.len(), 3);
        assert_eq!(seen.find("a"), None);
        seen.remove("new");
        assert_eq!(seen.len(), 2);
    }

    #[test]
    fn a_row_read_twice_is_kept_once_with_its_later_body() {
        let mut builder = ColumnsBuilder::default();
        builder.push(&row("a", "Le Parc", "ic", 30));
        builder.push(&row("a", "Le Parc, Lyon", "closing", 30));
        let table = builder.finish();
        assert_eq!(table.len(), 1);
        assert_eq!(table.row(0).map(|r| r.name), Some("Le Parc, Lyon"));
    }
}
