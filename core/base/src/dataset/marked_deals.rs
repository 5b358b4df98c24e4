//! A compact set of marked deals: a bit per confirmed row, and an id for every other deal.
//!
//! A hundred thousand marked deals need hardly more memory than one. The marks survive a full sync.

use std::collections::BTreeSet;

use super::row_set::RowSet;
use crate::model::table::{DealRow, DealTable, RowIdx};

/// A set of marked deals. Row numbers belong to one full sync, whose table the caller passes to each method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarkedDeals {
    rows: RowSet,
    /// Marked deals that the full sync lacks: created here, created later, or missing and perhaps restored.
    unsynced_ids: BTreeSet<String>,
}

impl MarkedDeals {
    /// Returns whether a row is marked.
    pub fn has(&self, table: &DealTable, row: &DealRow<'_>) -> bool {
        if table.is_confirmed(row.ix) { self.rows.has(row.ix) } else { self.unsynced_ids.contains(row.id) }
    }

    /// Returns whether the row `ix` is marked. It reads the row only if necessary.
    pub fn has_at(&self, table: &DealTable, ix: RowIdx) -> bool {
        if table.is_confirmed(ix) {
            return self.rows.has(ix);
        }
        !self.unsynced_ids.is_empty() && table.row(ix).is_some_and(|row| self.unsynced_ids.contains(row.id))
    }

    /// Returns whether the set has no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.unsynced_ids.is_empty()
    }

    /// Marks the row `ix`.
    pub fn insert(&mut self, table: &DealTable, ix: RowIdx) {
        if table.is_confirmed(ix) {
            self.rows.insert(ix);
        } else if let Some(row) = table.row(ix) {
            self.unsynced_ids.insert(row.id.to_owned());
        }
    }

    /// Marks a deal.
    fn mark(&mut self, table: &DealTable, id: &str) {
        match table.find(id).filter(|ix| table.is_confirmed(*ix)) {
            Some(ix) => {
                self.rows.insert(ix);
            }
            None => {
                self.unsynced_ids.insert(id.to_owned());
            }
        }
    }

    /// Marks an unmarked deal, or unmarks a marked one.
    pub fn toggle(&mut self, table: &DealTable, id: &str) {
        let was_marked = match table.find(id).filter(|ix| table.is_confirmed(*ix)) {
            Some(ix) => self.rows.remove(ix),
            None => self.unsynced_ids.remove(id),
        };
        if !was_marked {
            self.mark(table, id);
        }
    }

    /// Adds the deals of another set.
    pub fn join(&mut self, other: Self) {
        self.rows.join(&other.rows);
        self.unsynced_ids.extend(other.unsynced_ids);
    }

    /// Replaces the temporary id of a deal and returns whether the deal was marked.
    pub fn rename(&mut self, table: &DealTable, old_id: &str, id: &str) -> bool {
        let was_marked = self.unsynced_ids.remove(old_id);
        if was_marked {
            self.mark(table, id);
        }
        was_marked
    }

    /// Transfers the marks to the table of a new full sync.
    pub fn update_table(&mut self, before: &DealTable, after: &DealTable) {
        let old_marks = std::mem::take(self);
        old_marks.rows.for_each(|ix| {
            if let Some(row) = before.row(ix) {
                self.mark(after, row.id);
            }
        });
        old_marks.unsynced_ids.iter().for_each(|id| self.mark(after, id));
    }

    /// Returns the rows of the marked deals that exist.
    pub fn rows(&self, table: &DealTable) -> RowSet {
        let mut rows = self.rows.clone();
        for (ix, exists) in table.delta_slots() {
            let is_marked = rows.has(ix) || !table.is_confirmed(ix) && self.has_at(table, ix);
            rows.set(ix, exists && is_marked);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table::{ColumnStoreBuilder, RowData};

    fn deal(id: &str) -> RowData {
        RowData { id: id.into(), ..RowData::default() }
    }

    fn table(ids: &[&str]) -> DealTable {
        let mut builder = ColumnStoreBuilder::default();
        for id in ids {
            builder.push(&deal(id));
        }
        builder.finish()
    }

    fn plain_marks(marked: &MarkedDeals, table: &DealTable) -> String {
        let mut ids: Vec<&str> =
            table.rows().filter(|row| marked.has(table, row)).map(|row| row.id).collect();
        ids.sort_unstable();
        ids.concat()
    }

    #[test]
    fn mark_follows_its_deal_across_syncs() {
        let first = table(&["a", "b", "c"]);
        let mut marked = MarkedDeals::default();
        marked.toggle(&first, "b");
        marked.toggle(&first, "c");
        assert_eq!(plain_marks(&marked, &first), "bc");
        let second = table(&["x", "c", "a"]);
        marked.update_table(&first, &second);
        assert_eq!(plain_marks(&marked, &second), "c");
        let third = table(&["b", "c", "x"]);
        marked.update_table(&second, &third);
        assert_eq!(plain_marks(&marked, &third), "bc");
        marked.toggle(&third, "b");
        assert_eq!(plain_marks(&marked, &third), "c");
    }

    #[test]
    fn local_deal_is_marked_by_identifier_not_by_row() {
        let read = table(&["a"]);
        let mut one = read.clone();
        one.set_row(deal("new-1"), None);
        one.set_row(deal("new-2"), None);
        let mut marked = MarkedDeals::default();
        marked.toggle(&one, "new-2");
        let mut other = read.clone();
        other.set_row(deal("new-2"), None);
        assert_eq!(plain_marks(&marked, &other), "new-2");
        assert!(marked.rename(&other, "new-2", "a"));
        assert_eq!(plain_marks(&marked, &other), "a");
        assert!(!marked.rename(&other, "new-2", "a"));
    }

    #[test]
    fn rows_of_marked_deals_are_those_that_exist() {
        let mut table = table(&["a", "b", "c"]);
        table.set_row(deal("b"), None);
        table.remove("c");
        table.set_row(deal("new"), None);
        let mut marked = MarkedDeals::default();
        for ix in 0..3 {
            marked.insert(&table, ix);
        }
        marked.toggle(&table, "new");
        let rows = marked.rows(&table);
        assert!(rows.count() == 3 && rows.has(0) && rows.has(1), "c is deleted");
    }
}
