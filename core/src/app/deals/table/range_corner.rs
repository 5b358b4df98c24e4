//! The corner at which a range of cells begins.

use crate::app::foundation::dataset::column::Column;
use crate::contract::ids::DealId;

/// Start of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Corner {
    pub(in crate::app) deal: DealId,
    pub(in crate::app) row: usize,
    pub(in crate::app) column: Column,
}
