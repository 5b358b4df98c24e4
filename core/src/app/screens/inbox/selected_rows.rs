//! The notifications that are selected.

use std::collections::BTreeSet;
use crate::contract::ids::NotificationId;

/// What is selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picked {
    pub(in crate::app) ids: BTreeSet<String>,
    /// Where a range began that follows the focus.
    pub(in crate::app) anchor: Option<NotificationId>,
    /// Those between it and the focus.
    pub(in crate::app) range: BTreeSet<String>,
}

impl Picked {
    pub(in crate::app) fn holds(&self, id: &str) -> bool {
        self.ids.contains(id) || self.range.contains(id)
    }
}
