//! Cache of all deals in the current sort order. A filter then needs no sort, and a change moves only the rows it
//! names.
//!
//! Rows that are equal under the keys are ordered as on the board: by status, then oldest first. The order therefore
//! depends only on the deals and the keys, not on earlier orders.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::model::table::{DealRow, DealTable, RowIdx, by_age_order};
use crate::vocabulary::StatusOrder;

use super::collation::Collation;
use super::column::SortKey;
use super::filtered::FilteredBoard;
use super::radix_sort::sort_rows;
use super::row_set::RowSet;
use super::sort_keys::RowComparison;

/// Number of changed rows from which all rows are sorted again.
const RESORT_THRESHOLD: usize = 128;

/// The rows of a table in sort order.
#[derive(Clone, Debug, Default)]
pub struct SortedRows {
    sorted_for: Option<(Arc<DealTable>, Vec<SortKey>, Collation)>,
    rows: Vec<RowIdx>,
}

impl SortedRows {
    /// Returns every row of `deals` by `keys`, most significant first. `board` contains all rows in board order.
    pub fn rows(
        &mut self,
        deals: &Arc<DealTable>,
        board: &FilteredBoard,
        keys: &[SortKey],
        collation: &Collation,
    ) -> &[RowIdx] {
        let same = |(_, sort_keys, sorted_collation): &(Arc<DealTable>, Vec<SortKey>, Collation)| {
            sort_keys == keys && sorted_collation == collation
        };
        let before = self.sorted_for.take().filter(same).map(|(table, ..)| table);
        let followed = before.is_some_and(|before| self.update(&before, deals, keys, collation));
        if !followed {
            self.rows = sort_rows(deals, board.rows(), keys, collation);
            debug_assert_eq!(self.rows.len(), board.shown);
        }
        self.sorted_for = Some((deals.clone(), keys.to_vec(), collation.clone()));
        &self.rows
    }

    /// Moves the changed rows. Returns false if they are unknown or too many.
    fn update(
        &mut self,
        before: &DealTable,
        after: &DealTable,
        keys: &[SortKey],
        collation: &Collation,
    ) -> bool {
        if !before.same_columns(after) {
            return false;
        }
        let changed = before.changed_rows(after);
        if changed.is_empty() || changed.len() >= RESORT_THRESHOLD {
            return changed.is_empty();
        }
        let removed = RowSet::from_rows(&changed);
        self.rows.retain(|ix| !removed.has(*ix));
        let comparison = RowComparison::by_keys(after, keys, collation);
        for row in changed.iter().filter_map(|ix| after.row(*ix)) {
            let before = |ix: &RowIdx| {
                let candidate = after.row(*ix);
                candidate.is_some_and(|candidate| {
                    comparison
                        .compare(&candidate, &row)
                        .then_with(|| board_order(&candidate, &row, &collation.statuses))
                        .is_lt()
                })
            };
            let position = self.rows.partition_point(before);
            self.rows.insert(position, row.ix);
        }
        true
    }
}

/// Compares by status, then oldest first. Rows without a status come last.
fn board_order(left: &DealRow<'_>, right: &DealRow<'_>, statuses: &StatusOrder) -> Ordering {
    let none = |row: &DealRow<'_>| row.status.is_empty();
    none(left)
        .cmp(&none(right))
        .then_with(|| statuses.cmp(left.status, right.status))
        .then_with(|| by_age_order(left, right))
}
