//! The selected deals, and their summary.

use crate::contract::ids::DealId;
use crate::dataset::marked_deals::MarkedDeals;
use crate::model::table::{DealRow, DealTable};
use rust_decimal::Decimal;
use std::sync::OnceLock;

/// The selection.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub(crate) marked: MarkedDeals,
    /// Start of a range that follows the focus.
    pub(crate) anchor: Option<DealId>,
    /// Deals between the anchor and the focus.
    pub(crate) range: MarkedDeals,
    /// The table of the last full sync, without deltas; `marked` and `range` are row numbers of it.
    base: DealTable,
    pub(crate) summary: OnceLock<SelectionSummary>,
    /// Number of selected deals that pass the filter, by board column; used for collapsed columns.
    pub(crate) by_column: OnceLock<Vec<usize>>,
}

impl Selection {
    /// Returns whether a deal is selected.
    pub fn contains(&self, row: &DealRow<'_>) -> bool {
        self.marked.has(&self.base, row) || self.range.has(&self.base, row)
    }

    /// Returns whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.marked.is_empty() && self.range.is_empty()
    }

    /// Returns whether a range follows the focus.
    pub fn has_anchor(&self) -> bool {
        self.anchor.is_some()
    }

    /// Drops the cached summary.
    pub(crate) fn reset_summary(&mut self) {
        (self.summary, self.by_column) = (OnceLock::new(), OnceLock::new());
    }

    /// Maps the selection to the rows of a new full sync.
    pub(crate) fn rebase(&mut self, deals: &DealTable) {
        if self.base.same_columns(deals) {
            return;
        }
        let before = std::mem::replace(&mut self.base, deals.without_delta());
        self.marked.update_table(&before, &self.base);
        self.range.update_table(&before, &self.base);
        self.reset_summary();
    }

    /// Returns the whole selection, including the range.
    pub(crate) fn all(&self) -> MarkedDeals {
        let mut all = self.marked.clone();
        all.join(self.range.clone());
        all
    }
}

/// Summary of the selection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelectionSummary {
    /// Number of selected deals that exist.
    pub count: usize,
    /// Number of them that the filter hides.
    pub hidden: usize,
    /// Sum of the received outstanding principal; `None` if none was received or a decimal overflows.
    pub principal: Option<Decimal>,
    /// Number of deals with a received principal.
    pub covered: usize,
}
