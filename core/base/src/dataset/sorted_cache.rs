//! Cache of all deals in the current sort order. A filter then needs no sort, and a change moves only the rows it
//! names.
//!
//! Rows that are equal under the keys are ordered as on the board: by status, then oldest first. The order therefore
//! depends only on the deals and the keys, not on earlier orders.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::model::table::{DealRow, DealTable, RowIx, by_age_order};
use crate::vocabulary::StatusOrder;

use super::bitset::Bits;
use super::collation::Collation;
use super::column::SortKey;
use super::filtered::Lens;
use super::radix_sort::sorted;
use super::sort_keys::Comparison;

/// Number of changed rows from which all rows are sorted again.
const MANY: usize = 128;

/// The rows of a table in sort order.
#[derive(Clone, Debug, Default)]
pub struct Ordered {
    of: Option<(Arc<DealTable>, Vec<SortKey>, Collation)>,
    rows: Vec<RowIx>,
}

impl Ordered {
    /// Returns every row of `deals` by `keys`, most significant first. `whole` contains all rows in board order.
    pub fn rows(
        &mut self,
        deals: &Arc<DealTable>,
        whole: &Lens,
        keys: &[SortKey],
        collation: &Collation,
    ) -> &[RowIx] {
        let same = |(_, by, own): &(Arc<DealTable>, Vec<SortKey>, Collation)| by == keys && own == collation;
        let before = self.of.take().filter(same).map(|(of, ..)| of);
        let followed = before.is_some_and(|before| self.follow(&before, deals, keys, collation));
        if !followed {
            self.rows = sorted(deals, whole.rows(), keys, collation);
            debug_assert_eq!(self.rows.len(), whole.shown);
        }
        self.of = Some((deals.clone(), keys.to_vec(), collation.clone()));
        &self.rows
    }

    /// Moves the changed rows. Returns false if they are unknown or too many.
    fn follow(
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
        if changed.is_empty() || changed.len() >= MANY {
            return changed.is_empty();
        }
        let leaving = Bits::of(&changed);
        self.rows.retain(|ix| !leaving.has(*ix));
        let by = Comparison::of(after, keys, collation);
        for row in changed.iter().filter_map(|ix| after.row(*ix)) {
            let before = |ix: &RowIx| {
                let other = after.row(*ix);
                other.is_some_and(|other| {
                    by.compare(&other, &row)
                        .then_with(|| as_on_the_board(&other, &row, &collation.statuses))
                        .is_lt()
                })
            };
            let place = self.rows.partition_point(before);
            self.rows.insert(place, row.ix);
        }
        true
    }
}

/// Compares by status, then oldest first. Rows without a status come last.
fn as_on_the_board(one: &DealRow<'_>, other: &DealRow<'_>, statuses: &StatusOrder) -> Ordering {
    let none = |row: &DealRow<'_>| row.status.is_empty();
    none(one)
        .cmp(&none(other))
        .then_with(|| statuses.cmp(one.status, other.status))
        .then_with(|| by_age_order(one, other))
}
