//! State of a card move by keyboard, and of the focus after it.

use crate::deals::board::grabbed_cards::KeyboardDrag;

/// A card moved by keyboard, and the focus trail after it.
#[derive(Clone, Debug, Default)]
pub struct CardMove {
    pub(crate) drag: Option<KeyboardDrag>,
    pub(crate) trail: Option<crate::deals::board::focus_trail::FocusTrail>,
}
