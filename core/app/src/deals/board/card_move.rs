//! State of a card move by keyboard, and of the focus after it.

use crate::contract::ids::DealId;

/// A card moved by keyboard, and the focus trail after it.
#[derive(Clone, Debug, Default)]
pub struct CardMove {
    pub(crate) drag: Option<KeyboardDrag>,
    pub(crate) trail: Option<FocusTrail>,
}

/// The position that a moved card left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FocusTrail {
    pub(crate) deal: DealId,
    pub(crate) status: String,
    pub(crate) index: usize,
}

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
