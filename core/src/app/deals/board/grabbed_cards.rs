//! Cards taken by keyboard, until they are let go.

use crate::contract::ids::DealId;

/// What is carried, and where it would be let go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grab {
    /// The card.
    pub deal: DealId,
    /// Whether the other selected deals go with it.
    pub many: bool,
    /// The column it is over, by its place on the board.
    pub column: usize,
    /// The lane it is over, by its code; `None` where the board has no lanes.
    pub lane: Option<String>,
}
