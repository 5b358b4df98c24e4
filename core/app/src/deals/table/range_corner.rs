//! The corner at which a range of cells begins.

use crate::contract::ids::DealId;
use crate::dataset::column::DealColumn;

/// Start of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RangeCorner {
    pub(crate) deal: DealId,
    pub(crate) row: usize,
    pub(crate) column: DealColumn,
}
