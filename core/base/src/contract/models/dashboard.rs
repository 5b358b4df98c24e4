//! Custom dashboard of a delegated user.

use crate::contract::ids::DashboardId;
use crate::contract::resource::resource;

resource!(
    /// A custom dashboard (contract, "Custom dashboard").
    Dashboard,
    /// Identifier.
    id(DashboardId) = "id",
    /// Name.
    name = "name",
);

impl Dashboard {
    /// Returns whether other users of the entity see it.
    pub fn is_shared(&self) -> Option<bool> {
        self.record.boolean("is_shared")
    }
}
