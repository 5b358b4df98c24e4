//! The focus in the list of notifications.

use jiff::Timestamp;

/// Position of the focus in the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spot {
    /// Index among the focusable rows; if the row disappears, its neighbour gets the focus.
    pub(crate) place: usize,
    /// True after the user moved the focus.
    pub(crate) placed: bool,
    /// True while the user has opened the list and its refresh is not loaded yet.
    pub(crate) awaits: bool,
    /// Time of the last list read when the user opened the screen.
    pub(crate) read_before: Option<Timestamp>,
    /// Normalised title of the focused row; `None` without a row, or after a switch to another list.
    pub(crate) like: Option<String>,
}

impl Spot {
    /// Resets the focus index for another list. A focused row that is also in the new list keeps the focus.
    pub(crate) fn begin_anew(&mut self) {
        self.place = 0;
        self.like = None;
    }
}
