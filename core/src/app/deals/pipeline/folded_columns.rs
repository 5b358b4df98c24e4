//! Which columns of the board give their place to the others: those that a person folded, and those that hold nothing
//! to show. A folded column in which a filter finds something is open as long as the filter stands, unless a person folds it
//! again: what was asked for is seen. An empty column is not folded: it comes back by itself with its first card, and is a place to move to all
//! the while. In front of others the window draws it as a strip, until a person opens it.

use crate::app::foundation::dataset::filtered::LensColumn;
use crate::app::shell::app::App;

impl App {
    /// Whether the column at `at` holds no card to show while others do. A column whose deals are still being read is
    /// not empty.
    pub fn is_empty_column(&self, at: usize) -> bool {
        let Some(column) = self.pipeline.lens.columns.get(at) else {
            return false;
        };
        let counted = self
            .cx
            .snapshot
            .status_totals
            .get(column.status.as_str())
            .copied();
        let whole = self.cx.snapshot.coverage.complete_at.is_some();
        let coming = !whole && counted.unwrap_or(0) > column.total as u64;
        column.rows.is_empty() && self.pipeline.lens.shown > 0 && !coming
    }

    /// Whether the window draws the column at `at` as a strip: a person folded it, or nothing is in it in front of others
    /// and nobody has opened it. What is scrolled has no say in it.
    pub fn is_strip(&self, at: usize) -> bool {
        let Some(column) = self.pipeline.lens.columns.get(at) else {
            return false;
        };
        self.is_put_away(column) || self.is_shut_empty(at, &column.status)
    }

    fn is_shut_empty(&self, at: usize, status: &str) -> bool {
        self.cx.presenting && self.is_empty_column(at) && !self.pipeline.board.opened_empty.contains(status)
    }

    /// Folds a column or opens it, whatever it is folded for.
    pub(crate) fn fold_column(&mut self, at: usize) {
        let Some(status) = self
            .pipeline
            .lens
            .columns
            .get(at)
            .map(|column| column.status.clone())
        else {
            return;
        };
        if self.is_strip(at) {
            self.pipeline.board.folded.remove(&status);
            self.pipeline.board.folded_again.remove(&status);
            if self.cx.presenting && self.is_empty_column(at) {
                self.pipeline.board.opened_empty.insert(status);
            }
        } else if !self.pipeline.board.opened_empty.remove(&status) || !self.is_shut_empty(at, &status) {
            self.pipeline.board.folded_again.insert(status.clone());
            self.pipeline.board.folded.insert(status);
        }
        self.focus_at(
            self.pipeline.board.cursor.column,
            self.pipeline.board.cursor.index,
        );
    }

    /// Whether a person folded the column at `at`.
    pub fn is_folded(&self, at: usize) -> bool {
        let column = self.pipeline.lens.columns.get(at);
        column.is_some_and(|column| self.is_put_away(column))
    }

    /// Whether the cards of a column are folded away.
    pub(in crate::app) fn is_put_away(&self, column: &LensColumn) -> bool {
        let found = self.pipeline.board.filtered() && !column.rows.is_empty();
        let open = found && !self.pipeline.board.folded_again.contains(&column.status);
        self.pipeline.board.folded.contains(&column.status) && !open
    }

    /// Whether the column at `at` gives its place to the others.
    pub fn is_aside(&self, at: usize) -> bool {
        self.is_folded(at) || self.is_empty_column(at)
    }
}
