//! The place that a moved card had, so that the focus can go on there.

use crate::contract::ids::DealId;

/// The position that a moved card left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FocusTrail {
    pub(crate) deal: DealId,
    pub(crate) status: String,
    pub(crate) index: usize,
}
