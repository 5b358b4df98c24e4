//! The chosen side of a conflict, field by field.

use crate::model::pending_write::{PendingWrite, WriteId, WriteKind};
use std::collections::BTreeSet;

/// Chosen version of each field of a write in conflict; the default is mine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConflictChoices {
    pub(crate) write: Option<WriteId>,
    pub(crate) theirs: BTreeSet<usize>,
    pub(crate) focus: usize,
}

impl ConflictChoices {
    /// Returns whether the user's version is chosen for the field with index `field`.
    pub fn is_mine(&self, write: &PendingWrite, field: usize) -> bool {
        self.write != Some(write.id) || !self.theirs.contains(&choice_index(write, field))
    }

    /// Returns the index of the focused field.
    pub fn focus(&self, write: WriteId) -> usize {
        if self.write == Some(write) { self.focus } else { 0 }
    }
}

/// Returns the number of choices for a conflict: one per field, or one for a deletion.
pub(crate) fn choice_count(write: &PendingWrite) -> usize {
    match write.kind {
        WriteKind::Delete => 1,
        _ => write.fields.len(),
    }
}

/// Returns the index of the choice that decides a field.
pub(crate) fn choice_index(write: &PendingWrite, field: usize) -> usize {
    if write.kind == WriteKind::Delete { 0 } else { field }
}
