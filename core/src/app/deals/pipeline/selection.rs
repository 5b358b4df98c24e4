//! The deals a person has selected. A refresh, another filter and the other view change nothing about them; what is said of
//! them says how many are out of sight. What is said is figured when the selection, the deals or the filter change, and
//! by no key that changes none of them: a hundred thousand selected deals make no key slower.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use std::sync::OnceLock;

use rust_decimal::Decimal;

use crate::contract::ids::DealId;
use crate::engine::{DealRow, DealTable};

use crate::app::foundation::dataset::row_set::Marked;
use crate::app::foundation::dataset::status_sums::StatusSums;
use crate::app::foundation::input::disabled_reason::Reason;

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
    fn follow(&mut self, deals: &DealTable) {
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

impl Pipeline {
    /// The selection.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Whether the deal is selected.
    pub fn is_selected(&self, deal: &DealId, cx: &AppCx) -> bool {
        let deals = &cx.snapshot.deals;
        let row = deals.find(deal.as_str()).and_then(|ix| deals.row(ix));
        row.is_some_and(|row| self.selection.holds(&row))
    }

    pub(in crate::app) fn fix_range(&mut self) {
        self.selection.anchor = None;
        let range = std::mem::take(&mut self.selection.range);
        self.selection.marked.join(range);
    }

    /// The deals are others: the selection holds the same ones among them.
    pub(in crate::app) fn reselect(&mut self, cx: &mut AppCx) {
        self.selection.follow(&cx.snapshot.deals);
        self.selection.forget_summary();
    }

    /// Whether there is a selection to act on.
    pub(in crate::app) fn has_selection(&self) -> Result<(), Reason> {
        (!self.selection.is_empty())
            .then_some(())
            .ok_or(Reason::NothingSelected)
    }
}

#[cfg(test)]
#[path = "selection_tests.rs"]
mod tests;
