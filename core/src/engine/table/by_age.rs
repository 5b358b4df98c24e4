//! The board's order: oldest stage first, then by name.

use std::cmp::Ordering;
use std::iter::Peekable;
use std::vec::IntoIter;

use super::{DealRow, DealTable, RowIx};

/// Oldest stage first, unknown stages last, then by name.
pub(super) fn by_age_order(a: &DealRow<'_>, b: &DealRow<'_>) -> Ordering {
    let age = |row: &DealRow<'_>| row.since.map_or(i64::MAX, |since| since.at);
    age(a)
        .cmp(&age(b))
        .then_with(|| a.folded.cmp(b.folded))
        .then_with(|| a.ix.cmp(&b.ix))
}

/// Merges the confirmed order with the few patched rows, so that a change costs no new sort of everything.
pub(super) struct ByAge<'a, I: Iterator<Item = RowIx>> {
    pub(super) table: &'a DealTable,
    pub(super) base: Peekable<I>,
    pub(super) patched: Peekable<IntoIter<RowIx>>,
}

impl<'a, I: Iterator<Item = RowIx>> Iterator for ByAge<'a, I> {
    type Item = DealRow<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let has_patches = !self.table.patches.is_empty();
        while has_patches
            && self
                .base
                .next_if(|ix| self.table.patches.contains_key(ix))
                .is_some()
        {}
        let base = self.base.peek().and_then(|ix| self.table.confirmed(*ix));
        let patched = self.patched.peek().and_then(|ix| self.table.row(*ix));
        match (base, patched) {
            (Some(b), Some(p)) if by_age_order(&p, &b).is_lt() => {
                self.patched.next();
                Some(p)
            }
            (Some(b), _) => {
                self.base.next();
                Some(b)
            }
            (None, Some(p)) => {
                self.patched.next();
                Some(p)
            }
            (None, None) => None,
        }
    }
}
