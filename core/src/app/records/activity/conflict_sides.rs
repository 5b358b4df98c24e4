//! Whose version is to be, field by field of a write in conflict.

use crate::engine::PendingWrite;
use crate::engine::WriteId;
use crate::engine::WriteKind;
use std::collections::BTreeSet;

/// Whose version is to be, for the fields of one write. Mine, but where theirs was chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    pub(in crate::app) write: Option<WriteId>,
    pub(in crate::app) theirs: BTreeSet<usize>,
    pub(in crate::app) focus: usize,
}

impl Sides {
    /// Whether the field at `place` is to be as the person wrote it.
    pub fn is_mine(&self, write: &PendingWrite, field: usize) -> bool {
        self.write != Some(write.id) || !self.theirs.contains(&place(write, field))
    }

    /// The place of the field that has the focus.
    pub fn focus(&self, write: WriteId) -> usize {
        if self.write == Some(write) { self.focus } else { 0 }
    }
}

/// How many choices a write in conflict asks for: one a field, but a deal is deleted whole or not at all.
pub(in crate::app) fn choices(write: &PendingWrite) -> usize {
    match write.kind {
        WriteKind::Delete => 1,
        _ => write.fields.len(),
    }
}

/// Which choice the field at a place is decided by.
pub(in crate::app) fn place(write: &PendingWrite, field: usize) -> usize {
    if write.kind == WriteKind::Delete { 0 } else { field }
}
