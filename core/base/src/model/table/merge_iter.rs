//! Iteration over all rows in the board's order.
//!
//! It merges the sorted rows of each status with the few delta rows.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::slice;

use super::order::by_age_order;
use super::{DealRow, DealTable, RowIdx};

/// Next row of one status, or of the delta rows.
struct MergeHead<'a> {
    row: DealRow<'a>,
    source: usize,
}

impl PartialEq for MergeHead<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for MergeHead<'_> {}

impl PartialOrd for MergeHead<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for MergeHead<'_> {
    /// The heap returns its greatest element first, which must be the oldest row.
    fn cmp(&self, other: &Self) -> Ordering {
        by_age_order(&other.row, &self.row)
    }
}

/// Merge of sorted sequences; only the delta rows need sorting.
pub(super) struct AgeMerge<'a> {
    table: &'a DealTable,
    orders: Vec<slice::Iter<'a, RowIdx>>,
    delta_rows: std::vec::IntoIter<DealRow<'a>>,
    heads: BinaryHeap<MergeHead<'a>>,
}

impl<'a> AgeMerge<'a> {
    pub(super) fn new(table: &'a DealTable) -> Self {
        let mut patched: Vec<DealRow<'a>> = table.delta_slots().filter_map(|(ix, _)| table.row(ix)).collect();
        patched.sort_by(by_age_order);
        let mut all = Self {
            table,
            orders: table.columns.rows_by_status.iter().map(|order| order.rows.iter()).collect(),
            delta_rows: patched.into_iter(),
            heads: BinaryHeap::new(),
        };
        for from in 0..=all.orders.len() {
            all.advance(from);
        }
        all
    }

    /// Advances to the next row of a status without a delta; after the last status, of the delta rows.
    fn advance(&mut self, from: usize) {
        let row = match self.orders.get_mut(from) {
            Some(order) => {
                order.find(|ix| !self.table.delta.has(**ix)).and_then(|ix| self.table.confirmed(*ix))
            }
            None => self.delta_rows.next(),
        };
        self.heads.extend(row.map(|row| MergeHead { row, source: from }));
    }
}

impl<'a> Iterator for AgeMerge<'a> {
    type Item = DealRow<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let head = self.heads.pop()?;
        self.advance(head.source);
        Some(head.row)
    }
}
