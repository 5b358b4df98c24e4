//! What is read of this state.

use crate::app::screens::views::views::Views;

impl Views {
    /// The view of a line; `None` for "all deals", the first.
    pub(in crate::app) fn view_at(&self, line: usize) -> Option<String> {
        let at = line.checked_sub(1)?;
        self.list.get(at).map(|view| view.name.clone())
    }
}
