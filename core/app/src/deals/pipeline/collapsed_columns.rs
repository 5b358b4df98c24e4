//! Collapsed and empty columns of the board.
//!
//! A column takes little room if the user collapsed it or if it has nothing to show. While a filter finds deals in a
//! collapsed column, it is open unless the user collapses it again. An empty column is not collapsed: it returns with
//! its first card and remains a target for moves. In presentation mode the window draws it as a strip until the user
//! opens it.

use crate::dataset::filtered::FilteredColumn;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;

impl Pipeline {
    /// Returns whether the column at `at` has no card to show while others do. A column whose deals are still loading
    /// is not empty.
    pub fn is_empty_column(&self, at: usize, cx: &AppCx) -> bool {
        let Some(column) = self.filtered.columns.get(at) else {
            return false;
        };
        let count = cx.snapshot.status_totals.get(column.status.as_str()).copied();
        let is_complete = cx.snapshot.coverage.complete_at.is_some();
        let is_loading = !is_complete && count.unwrap_or(0) > column.total as u64;
        column.rows.is_empty() && self.filtered.shown > 0 && !is_loading
    }

    /// Returns whether the window draws the column at `at` as a strip. That is the case if the user collapsed it, or if
    /// it is empty in presentation mode and was not opened. Scrolling does not matter.
    pub fn is_strip(&self, at: usize, cx: &AppCx) -> bool {
        let Some(column) = self.filtered.columns.get(at) else {
            return false;
        };
        self.are_cards_hidden(column) || self.is_collapsed_empty(at, &column.status, cx)
    }

    pub(crate) fn is_collapsed_empty(&self, at: usize, status: &str, cx: &AppCx) -> bool {
        cx.presenting && self.is_empty_column(at, cx) && !self.board.opened_empty.contains(status)
    }

    /// Returns whether the user collapsed the column at `at`.
    pub fn is_collapsed(&self, at: usize) -> bool {
        let column = self.filtered.columns.get(at);
        column.is_some_and(|column| self.are_cards_hidden(column))
    }

    /// Returns whether the cards of a column are collapsed.
    pub(crate) fn are_cards_hidden(&self, column: &FilteredColumn) -> bool {
        let has_matches = self.board.is_filtered() && !column.rows.is_empty();
        let is_expanded = has_matches && !self.board.recollapsed.contains(&column.status);
        self.board.collapsed.contains(&column.status) && !is_expanded
    }

    /// Returns whether the column at `at` is collapsed or empty.
    pub fn is_collapsed_or_empty(&self, at: usize, cx: &AppCx) -> bool {
        self.is_collapsed(at) || self.is_empty_column(at, cx)
    }
}
