//! The notifications that are selected.

use crate::contract::ids::NotificationId;
use std::collections::BTreeSet;

/// Selection state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picked {
    pub(crate) ids: BTreeSet<String>,
    /// Start of a range that follows the focus.
    pub(crate) anchor: Option<NotificationId>,
    /// Notifications between the start and the focus.
    pub(crate) range: BTreeSet<String>,
}

impl Picked {
    pub(crate) fn holds(&self, id: &str) -> bool {
        self.ids.contains(id) || self.range.contains(id)
    }
}
