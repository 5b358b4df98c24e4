//! Toasts that speak of a write. Rule: they are over when the write is no more what they say of it, whoever did that: another
//! window, a shell or the outbox may have sent or given it up, or settled the conflict. The write is known by its number, as
//! another one to the same record is none of a toast's business.

use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::engine::{PendingWrite, WriteId, WriteState, Writes};

/// What a write is like while a toast that speaks of it holds.
type Such = fn(&PendingWrite) -> bool;

impl ToastKind {
    /// The name of the record that the write of this toast is of, and what the write is like; `None` where it speaks of no
    /// single write.
    pub(in crate::app) fn speaks_of(&self) -> Option<(&str, Such)> {
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

/// The newest write that a toast may speak of.
pub(in crate::app) fn newest(writes: &Writes, label: &str, such: Such) -> Option<WriteId> {
    let meant = |write: &&PendingWrite| (label.is_empty() || write.label == label) && such(write);
    writes.iter().rev().find(meant).map(|write| write.id)
}

fn is_open(write: &PendingWrite) -> bool {
    !write.parked()
}

pub(in crate::app) fn is_held(write: &PendingWrite) -> bool {
    matches!(write.state, WriteState::Held { .. })
}

fn is_leaving(write: &PendingWrite) -> bool {
    write.state == WriteState::Sending
}
