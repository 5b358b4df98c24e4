//! The corner at which a range of cells begins.

use crate::contract::ids::DealId;
use crate::dataset::column::Column;

/// Start of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Corner {
    pub(crate) deal: DealId,
    pub(crate) row: usize,
    pub(crate) column: Column,
}
