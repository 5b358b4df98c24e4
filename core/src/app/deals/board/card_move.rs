//! State of a card move by keyboard, and of the focus after it.

use crate::app::deals::board::grabbed_cards::Grab;

/// A card moved by keyboard, and the focus trail after it.
#[derive(Clone, Debug, Default)]
pub struct CardMove {
    pub(in crate::app) grab: Option<Grab>,
    pub(in crate::app) trail: Option<crate::app::deals::board::focus_trail::Trail>,
}
