//! Cards taken by keyboard, until they are let go.

use crate::contract::ids::DealId;

/// The carried card and its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyboardDrag {
    /// The carried deal.
    pub deal: DealId,
    /// True if the other selected deals move with it.
    pub with_selection: bool,
    /// Index of the target column.
    pub column: usize,
    /// Code of the target swimlane; `None` if the board has none.
    pub swimlane: Option<String>,
}
