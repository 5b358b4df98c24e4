//! Alert record.

use crate::contract::ids::AlertId;
use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::resource::resource;

use super::deal::first_time;

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
    pub fn created_at(&self) -> Option<DateOrTime> {
        first_time(&self.record, &["created_at"])
    }
}
