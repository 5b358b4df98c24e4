//! A note on a deal.

use super::deal::first_moment;
use super::ids::NoteId;
use super::moment::Moment;
use super::resource::resource;

resource!(
    /// A deal note (contract, "Deal note").
    DealNote,
    /// Identifier.
    id(NoteId) = "id",
    /// Text of the note.
    content = "content",
);

impl DealNote {
    /// When it was written. Not in the contract; read from `created_at`.
    pub fn created_at(&self) -> Option<Moment> {
        first_moment(&self.record, &["created_at"])
    }
}
