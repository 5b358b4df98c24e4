//! The place that a moved card had, so that the focus can go on there.

use crate::contract::ids::DealId;

/// The position that a moved card left.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Trail {
    pub(in crate::app) deal: DealId,
    pub(in crate::app) status: String,
    pub(in crate::app) index: usize,
}
