//! The deals selected by the user.
//!
//! A refresh, another filter or another view does not change the selection; its summary counts the deals out of sight.
//! The summary is computed only when the selection, the deals or the filter change. So even 100,000 selected deals do
//! not slow down other keys.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::pipeline::selected_deals::Selection;
use crate::foundation::cx::app_cx::AppCx;

use crate::contract::ids::DealId;

impl Pipeline {
    /// Returns the selection.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Returns whether the deal is selected.
    pub fn is_selected(&self, deal: &DealId, cx: &AppCx) -> bool {
        let deals = &cx.snapshot.deals;
        let row = deals.find(deal.as_str()).and_then(|ix| deals.row(ix));
        row.is_some_and(|row| self.selection.contains(&row))
    }

    pub(crate) fn commit_range(&mut self) {
        self.selection.anchor = None;
        let range = std::mem::take(&mut self.selection.range);
        self.selection.marked.join(range);
    }

    /// Maps the selection to changed deals.
    pub(crate) fn rebase_selection(&mut self, cx: &mut AppCx) {
        self.selection.rebase(&cx.snapshot.deals);
        self.selection.reset_summary();
    }
}

#[cfg(test)]
#[path = "selection_tests.rs"]
mod tests;
