//! The statuses that keep their columns though no deal is in them, and the order of all columns.

use std::collections::BTreeSet;

use crate::vocabulary::StatusOrder;

/// What is known of statuses beside the deals themselves.
#[derive(Clone, Debug, Default)]
pub struct KnownStatuses {
    /// The codes seen before.
    pub codes: BTreeSet<String>,
    /// In which order statuses stand.
    pub order: StatusOrder,
}
