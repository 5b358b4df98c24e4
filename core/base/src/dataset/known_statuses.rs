//! Statuses that keep their columns without deals, and the order of all columns.

use std::collections::BTreeSet;

use crate::vocabulary::StatusOrder;

/// Statuses known apart from the current deals, and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownStatuses {
    /// Status codes seen before.
    pub codes: BTreeSet<String>,
    /// Order of the statuses.
    pub order: StatusOrder,
}
