//! Toasts linked to a write.
//!
//! Such a toast ends when the write leaves the state that the toast reports. Another window, a command or the outbox
//! may have sent or discarded the write, or resolved its conflict. The link is the write's id, because other writes to
//! the same record do not concern the toast.

use crate::foundation::cx::toast_content::ToastContent;
use crate::model::pending_write::{PendingWrite, WriteId, WriteState};
use crate::model::pending_writes::PendingWrites;

/// State of a write for which its toast is valid.
type WritePredicate = fn(&PendingWrite) -> bool;

impl ToastContent {
    /// Returns the record name and the required state of the toast's write; `None` without a single write.
    pub(crate) fn linked_write(&self) -> Option<(&str, WritePredicate)> {
        match self {
            Self::Moved { label, .. }
            | Self::TaskMoved { label, .. }
            | Self::Edited { label, .. }
            | Self::ConflictDecided { label, scheduled: true, .. }
            | Self::Restored { label, blocked: false }
            | Self::Redone { label, scheduled: true, .. }
            | Self::Deleting { label } => Some((label, is_scheduled)),
            Self::BeingSent { label } => Some((label, is_sending)),
            Self::RevertingMove { label } => Some((label, is_not_blocked)),
            Self::Conflict { label }
            | Self::Refused { label, .. }
            | Self::Restored { label, blocked: true } => Some((label, PendingWrite::is_blocked)),
            _ => None,
        }
    }
}

/// Returns the newest write that matches a toast.
pub(crate) fn newest_match(writes: &PendingWrites, label: &str, is_valid: WritePredicate) -> Option<WriteId> {
    let is_match = |write: &&PendingWrite| (label.is_empty() || write.label == label) && is_valid(write);
    writes.iter().rev().find(is_match).map(|write| write.id)
}

fn is_not_blocked(write: &PendingWrite) -> bool {
    !write.is_blocked()
}

pub(crate) fn is_scheduled(write: &PendingWrite) -> bool {
    matches!(write.state, WriteState::Scheduled { .. })
}

fn is_sending(write: &PendingWrite) -> bool {
    write.state == WriteState::Sending
}
