//! The selected deals, and what is said of them.

use std::sync::OnceLock;
use rust_decimal::Decimal;
use crate::contract::ids::DealId;
use crate::engine::DealRow;
use crate::engine::DealTable;
use crate::app::foundation::dataset::row_set::Marked;
use crate::app::foundation::dataset::status_sums::StatusSums;

/// The selection.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub(in crate::app) marked: Marked,
    /// Where a range began that follows the focus.
    pub(in crate::app) anchor: Option<DealId>,
    /// The deals between it and the focus.
    pub(in crate::app) range: Marked,
    /// The last full reading, without what lies over it: what `marked` and `range` are numbers of.
    over: DealTable,
    pub(in crate::app) summary: OnceLock<(SelectionSummary, StatusSums)>,
    /// How many of those that the filter leaves stand in each column of the board; counted where a column is folded.
    pub(in crate::app) by_column: OnceLock<Vec<usize>>,
    /// What the summary before this one was figured from.
    pub(in crate::app) principals: StatusSums,
}

impl Selection {
    /// Whether a deal is selected.
    pub fn holds(&self, row: &DealRow<'_>) -> bool {
        self.marked.has(&self.over, row) || self.range.has(&self.over, row)
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.marked.is_empty() && self.range.is_empty()
    }

    /// Whether a range follows the focus.
    pub fn ranging(&self) -> bool {
        self.anchor.is_some()
    }

    /// What was said of it is to be figured anew.
    pub(in crate::app) fn forget_summary(&mut self) {
        self.by_column = OnceLock::new();
        if let Some((_, principals)) = self.summary.take() {
            self.principals = principals;
        }
    }

    /// The deals were read anew.
    pub(in crate::app) fn follow(&mut self, deals: &DealTable) {
        if self.over.same_columns(deals) {
            return;
        }
        let before = std::mem::replace(&mut self.over, deals.without_patches());
        self.marked.follow(&before, &self.over);
        self.range.follow(&before, &self.over);
        self.forget_summary();
    }

    /// Everything selected.
    pub(in crate::app) fn all(&self) -> Marked {
        let mut all = self.marked.clone();
        all.join(self.range.clone());
        all
    }
}

/// What is said of the selection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelectionSummary {
    /// How many of the selected deals are there.
    pub count: usize,
    /// How many of them the filter hides.
    pub hidden: usize,
    /// Their outstanding principal, as far as it was received; `None` where it was not, or no decimal holds it.
    pub principal: Option<Decimal>,
    /// Of how many it was received.
    pub covered: usize,
}
