//! The focus of the board, and how much of the board is visible.

use crate::contract::ids::DealId;

/// The remembered row of a sideways movement, until something else moves the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GoalRow {
    /// Column of the last focus.
    pub(crate) column: usize,
    pub(crate) deal: Option<DealId>,
    /// Code of the swimlane; `None` if the board has none.
    pub(crate) swimlane: Option<String>,
    /// Row number, from the swimlane's first or the first visible row.
    pub(crate) row: usize,
}

/// Size of the visible board, used to scroll the focus into view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardViewport {
    /// Number of columns that fit.
    pub columns: usize,
    /// Number of whole cards that fit in a column.
    pub cards: usize,
}

impl Default for BoardViewport {
    fn default() -> Self {
        Self { columns: 4, cards: 6 }
    }
}

/// Position of the focus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardCursor {
    /// Index of the column on the board.
    pub column: usize,
    /// Index of the card in the column.
    pub index: usize,
    /// The focused deal, if the column has any.
    pub deal: Option<DealId>,
}
