//! What has the focus of the board, and how much of it is in sight.

use crate::contract::ids::DealId;

/// The row that the focus goes sideways in, for as long as nothing else moves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Abreast {
    /// Where the focus was put last.
    pub(in crate::app) column: usize,
    pub(in crate::app) deal: Option<DealId>,
    /// The lane, by its code; `None` where the board has no lanes.
    pub(in crate::app) lane: Option<String>,
    /// The row, from the first of the lane or from the first in sight.
    pub(in crate::app) row: usize,
}

/// How much of the board a front end shows, so that the focus is kept in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// How many columns fit.
    pub columns: usize,
    /// How many whole cards fit in a column.
    pub cards: usize,
}

impl Default for Viewport {
    fn default() -> Self {
        Self { columns: 4, cards: 6 }
    }
}

/// The place of the focus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cursor {
    /// The column's place on the board.
    pub column: usize,
    /// The card's place in the column.
    pub index: usize,
    /// The deal there, if the column has any.
    pub deal: Option<DealId>,
}
