//! The focus in the list of notifications.

use jiff::Timestamp;

/// Position of the focus in the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListFocus {
    /// Index among the focusable rows; if the row disappears, its neighbour gets the focus.
    pub(crate) index: usize,
    /// True after the user moved the focus.
    pub(crate) is_user_set: bool,
    /// True while the user has opened the list and its refresh is not loaded yet.
    pub(crate) awaits_refresh: bool,
    /// Time of the last list read when the user opened the screen.
    pub(crate) fetched_before: Option<Timestamp>,
    /// Normalised title of the focused row; `None` without a row, or after a switch to another list.
    pub(crate) group_key: Option<String>,
}

impl ListFocus {
    /// Resets the focus index for another list. A focused row that is also in the new list keeps the focus.
    pub(crate) fn reset(&mut self) {
        self.index = 0;
        self.group_key = None;
    }
}
