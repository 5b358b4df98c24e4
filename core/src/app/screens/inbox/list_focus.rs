//! Where the focus stands in the list of notifications.

use jiff::Timestamp;

/// Where the focus stands in the list.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Spot {
    /// Its place among what can have it, so that its neighbour takes it when it goes.
    pub(in crate::app) place: usize,
    /// Whether a person put it there.
    pub(in crate::app) placed: bool,
    /// Whether somebody came to look at the list, and what is read for them is not there yet.
    pub(in crate::app) awaits: bool,
    /// When the list had been read as they came.
    pub(in crate::app) read_before: Option<Timestamp>,
    /// What the titles of its row are alike in; `None` where it has none, or where another list was chosen since.
    pub(in crate::app) like: Option<String>,
}

impl Spot {
    /// Another list begins with its first row, unless the focused one stands in it too.
    pub(in crate::app) fn begin_anew(&mut self) {
        self.place = 0;
        self.like = None;
    }
}
