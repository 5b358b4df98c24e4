//! Note on a deal.

use crate::contract::ids::NoteId;
use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::resource::resource;

use super::deal::first_time;

resource!(
    /// A deal note (contract, "Deal note").
    DealNote,
    /// Identifier.
    id(NoteId) = "id",
    /// Text of the note.
    content = "content",
);

impl DealNote {
    /// Returns the creation time. Not in the contract; read from `created_at`.
    pub fn created_at(&self) -> Option<DateOrTime> {
        first_time(&self.record, &["created_at"])
    }
}
