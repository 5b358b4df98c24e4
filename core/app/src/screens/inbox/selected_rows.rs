//! The notifications that are selected.

use crate::contract::ids::NotificationId;
use std::collections::BTreeSet;

/// Selection state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotificationSelection {
    pub(crate) ids: BTreeSet<String>,
    /// Start of a range that follows the focus.
    pub(crate) anchor: Option<NotificationId>,
    /// Notifications between the start and the focus.
    pub(crate) range: BTreeSet<String>,
}

impl NotificationSelection {
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.ids.contains(id) || self.range.contains(id)
    }
}
