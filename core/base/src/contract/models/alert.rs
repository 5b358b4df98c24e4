//! Alert record.

use crate::contract::ids::AlertId;
use crate::contract::json::date_or_time::Moment;
use crate::contract::resource::resource;

use super::deal::first_moment;

resource!(
    /// An alert (contract, "Alert").
    Alert,
    /// Identifier.
    id(AlertId) = "id",
    /// Title.
    title = "title",
);

impl Alert {
    /// Returns the creation time. Not in the contract; read from `created_at`.
    pub fn created_at(&self) -> Option<Moment> {
        first_moment(&self.record, &["created_at"])
    }
}
