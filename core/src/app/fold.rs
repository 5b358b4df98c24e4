//! Which columns of the board give their place to the others: those that a person folded, and those that hold nothing
//! to show. An empty column is not folded: it comes back by itself with its first card, and is a place to move to all
//! the while.

use super::App;

impl App {
    /// Whether the column at `at` holds no card to show while others do. A column whose deals are still being read is
    /// not empty.
    pub fn is_empty_column(&self, at: usize) -> bool {
        let Some(column) = self.lens.columns.get(at) else {
            return false;
        };
        let counted = self.snapshot.status_totals.get(column.status.as_str()).copied();
        let whole = self.snapshot.coverage.complete_at.is_some();
        let coming = !whole && counted.unwrap_or(0) > column.total as u64;
        column.rows.is_empty() && self.lens.shown > 0 && !coming
    }

    /// Whether the column at `at` gives its place to the others.
    pub fn is_aside(&self, at: usize) -> bool {
        let status = self.lens.columns.get(at).map(|column| &column.status);
        status.is_some_and(|status| self.board.folded.contains(status)) || self.is_empty_column(at)
    }
}
