//! Which columns of the board give their place to the others: those that a person folded, and those that hold nothing
//! to show. A folded column in which a filter finds something is open as long as the filter stands, unless a person folds it
//! again: what was asked for is seen. An empty column is not folded: it comes back by itself with its first card, and is a place to move to all
//! the while. In front of others the window draws it as a strip, until a person opens it.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::dataset::filtered::LensColumn;

impl Pipeline {
    /// Whether the column at `at` holds no card to show while others do. A column whose deals are still being read is
    /// not empty.
    pub fn is_empty_column(&self, at: usize, cx: &AppCx) -> bool {
        let Some(column) = self.lens.columns.get(at) else {
            return false;
        };
        let counted = cx.snapshot.status_totals.get(column.status.as_str()).copied();
        let whole = cx.snapshot.coverage.complete_at.is_some();
        let coming = !whole && counted.unwrap_or(0) > column.total as u64;
        column.rows.is_empty() && self.lens.shown > 0 && !coming
    }

    /// Whether the window draws the column at `at` as a strip: a person folded it, or nothing is in it in front of others
    /// and nobody has opened it. What is scrolled has no say in it.
    pub fn is_strip(&self, at: usize, cx: &AppCx) -> bool {
        let Some(column) = self.lens.columns.get(at) else {
            return false;
        };
        self.is_put_away(column) || self.is_shut_empty(at, &column.status, cx)
    }

    pub(in crate::app) fn is_shut_empty(&self, at: usize, status: &str, cx: &AppCx) -> bool {
        cx.presenting && self.is_empty_column(at, cx) && !self.board.opened_empty.contains(status)
    }

    /// Whether a person folded the column at `at`.
    pub fn is_folded(&self, at: usize) -> bool {
        let column = self.lens.columns.get(at);
        column.is_some_and(|column| self.is_put_away(column))
    }

    /// Whether the cards of a column are folded away.
    pub(in crate::app) fn is_put_away(&self, column: &LensColumn) -> bool {
        let found = self.board.filtered() && !column.rows.is_empty();
        let open = found && !self.board.folded_again.contains(&column.status);
        self.board.folded.contains(&column.status) && !open
    }

    /// Whether the column at `at` gives its place to the others.
    pub fn is_aside(&self, at: usize, cx: &AppCx) -> bool {
        self.is_folded(at) || self.is_empty_column(at, cx)
    }
}
