//! Iteration over all rows in the board's order.
//!
//! It merges the sorted rows of each status with the few delta rows.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::slice;

use super::order::by_age_order;
use super::{DealRow, DealTable, RowIx};

/// Next row of one status, or of the delta rows.
struct Head<'a> {
    row: DealRow<'a>,
    from: usize,
}

impl PartialEq for Head<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head<'_> {}

impl PartialOrd for Head<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Head<'_> {
    /// The heap returns its greatest element first, which must be the oldest row.
    fn cmp(&self, other: &Self) -> Ordering {
        by_age_order(&other.row, &self.row)
    }
}

/// Merge of sorted sequences; only the delta rows need sorting.
pub(super) struct ByAge<'a> {
    table: &'a DealTable,
    orders: Vec<slice::Iter<'a, RowIx>>,
    patched: std::vec::IntoIter<DealRow<'a>>,
    heads: BinaryHeap<Head<'a>>,
}

impl<'a> ByAge<'a> {
    pub(super) fn of(table: &'a DealTable) -> Self {
        let mut patched: Vec<DealRow<'a>> = table.patched().filter_map(|(ix, _)| table.row(ix)).collect();
        patched.sort_by(by_age_order);
        let mut all = Self {
            table,
            orders: table
                .columns
                .orders
                .iter()
                .map(|order| order.rows.iter())
                .collect(),
            patched: patched.into_iter(),
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
            Some(order) => order
                .find(|ix| !self.table.patches.has(**ix))
                .and_then(|ix| self.table.confirmed(*ix)),
            None => self.patched.next(),
        };
        self.heads.extend(row.map(|row| Head { row, from }));
    }
}

impl<'a> Iterator for ByAge<'a> {
    type Item = DealRow<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let head = self.heads.pop()?;
        self.advance(head.from);
        Some(head.row)
    }
}
