//! Toasts linked to a write.
//!
//! Such a toast ends when the write leaves the state that the toast reports. Another window, a command or the outbox
//! may have sent or discarded the write, or resolved its conflict. The link is the write's id, because other writes to
//! the same record do not concern the toast.

use crate::foundation::cx::toast_kind::ToastKind;
use crate::model::pending_write::{PendingWrite, WriteId, WriteState};
use crate::model::pending_writes::Writes;

/// State of a write for which its toast is valid.
type Such = fn(&PendingWrite) -> bool;

impl ToastKind {
    /// Returns the record name and the required state of the toast's write; `None` without a single write.
    pub(crate) fn speaks_of(&self) -> Option<(&str, Such)> {
        match self {
            Self::Moved { label, .. }
            | Self::TaskMoved { label, .. }
            | Self::Edited { label, .. }
            | Self::Decided {
                label, held: true, ..
            }
            | Self::TakenUp { label, stands: false }
            | Self::Redone {
                label, held: true, ..
            }
            | Self::Deleting { label } => Some((label, is_held)),
            Self::Leaving { label } => Some((label, is_leaving)),
            Self::MovingBack { label } => Some((label, is_open)),
            Self::Conflict { label }
            | Self::Refused { label, .. }
            | Self::TakenUp { label, stands: true } => Some((label, PendingWrite::parked)),
            _ => None,
        }
    }
}

/// Returns the newest write that matches a toast.
pub(crate) fn newest(writes: &Writes, label: &str, such: Such) -> Option<WriteId> {
    let meant = |write: &&PendingWrite| (label.is_empty() || write.label == label) && such(write);
    writes.iter().rev().find(meant).map(|write| write.id)
}

fn is_open(write: &PendingWrite) -> bool {
    !write.parked()
}

pub(crate) fn is_held(write: &PendingWrite) -> bool {
    matches!(write.state, WriteState::Held { .. })
}

fn is_leaving(write: &PendingWrite) -> bool {
    write.state == WriteState::Sending
}
