//! A card that the keyboard moves, and where the focus goes after it.

use crate::app::deals::board::grabbed_cards::Grab;

/// A card that the keyboard moves, and where the focus goes after it.
#[derive(Clone, Debug, Default)]
pub struct CardMove {
    pub(in crate::app) grab: Option<Grab>,
    pub(in crate::app) trail: Option<crate::app::deals::board::focus_trail::Trail>,
}
