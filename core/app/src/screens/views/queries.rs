//! Read-only queries on the saved views.

use crate::screens::views::views::Views;

impl Views {
    /// Returns the name of the view on a line; `None` for "all deals", the first.
    pub(crate) fn view_at(&self, line: usize) -> Option<String> {
        let at = line.checked_sub(1)?;
        self.list.get(at).map(|view| view.name.clone())
    }
}
