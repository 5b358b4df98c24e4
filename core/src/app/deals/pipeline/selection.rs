//! The deals a person has selected. A refresh, another filter and the other view change nothing about them; what is said of
//! them says how many are out of sight. What is said is figured when the selection, the deals or the filter change, and
//! by no key that changes none of them: a hundred thousand selected deals make no key slower.

use crate::app::deals::pipeline::selected_deals::{Selection};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use std::sync::OnceLock;

use rust_decimal::Decimal;

use crate::contract::ids::DealId;
use crate::engine::{DealRow, DealTable};

use crate::app::foundation::dataset::row_set::Marked;
use crate::app::foundation::dataset::status_sums::StatusSums;
use crate::app::foundation::input::disabled_reason::Reason;

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
