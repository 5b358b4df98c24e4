//! An alert.

use super::deal::first_moment;
use super::ids::AlertId;
use super::moment::Moment;
use super::resource::resource;

resource!(
    /// An alert (contract, "Alert").
    Alert,
    /// Identifier.
    id(AlertId) = "id",
    /// Title.
    title = "title",
);

impl Alert {
    /// When it was raised. Not in the contract; read from `created_at`.
    pub fn created_at(&self) -> Option<Moment> {
        first_moment(&self.record, &["created_at"])
    }
}
