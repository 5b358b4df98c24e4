//! Every deal in the order in force, kept between looks: a filter then costs no sort, and a change moves the rows it names.
//! What no key tells apart stands as on the board that nobody has sorted: by status, then the oldest first. So the order
//! depends on the deals and the keys alone, and not on how it came about.

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

/// From so many changed rows on all are put in order anew.
const MANY: usize = 128;

/// The rows of a table in an order.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Ordered {
    of: Option<(Arc<DealTable>, Vec<SortKey>, Collation)>,
    rows: Vec<RowIx>,
}

impl Ordered {
    /// Every row of `deals` by `keys`, the first of which counts most. `whole` holds them all as on the board.
    pub(in crate::app) fn rows(
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
        }
        self.of = Some((deals.clone(), keys.to_vec(), collation.clone()));
        &self.rows
    }

    /// Moves the rows that changed: whether they are few, and named.
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

/// By status, then the oldest first; what has no status comes last.
fn as_on_the_board(one: &DealRow<'_>, other: &DealRow<'_>, statuses: &StatusOrder) -> Ordering {
    let none = |row: &DealRow<'_>| row.status.is_empty();
    none(one)
        .cmp(&none(other))
        .then_with(|| statuses.cmp(one.status, other.status))
        .then_with(|| by_age_order(one, other))
}
