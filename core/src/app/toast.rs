//! What is said once and goes by itself. A toast holds facts, not words, so that a switch of language rewords it.

use jiff::Timestamp;

use crate::engine::WriteProblem;

/// One toast.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// Its number, growing.
    pub id: u64,
    /// What it says.
    pub kind: ToastKind,
    /// When it goes. For a held write this is the moment at which the write leaves.
    pub until: Timestamp,
}

/// What a toast says.
#[derive(Clone, Debug, PartialEq)]
pub enum ToastKind {
    /// A deal was moved; undo is open until the toast goes.
    Moved {
        /// The deal's name.
        label: String,
        /// The status it had.
        from: String,
        /// The status it has now.
        to: String,
    },
    /// A deal's owner was changed; undo is open until the toast goes.
    Edited {
        /// The deal's name.
        label: String,
    },
    /// A deal will be deleted; undo is open until the toast goes.
    Deleting {
        /// The deal's name.
        label: String,
    },
    /// Notifications will be marked read; undo is open until the toast goes.
    Marking {
        /// How many.
        count: usize,
    },
    /// A deal is being created.
    Creating {
        /// The deal's name.
        label: String,
    },
    /// A deal has been created.
    Created {
        /// The deal's name.
        label: String,
        /// Whether the filter in force hides it.
        hidden: bool,
    },
    /// A write was refused.
    Refused {
        /// The record's name.
        label: String,
        /// Why.
        problem: WriteProblem,
    },
    /// A write met a change made elsewhere.
    Conflict {
        /// The record's name.
        label: String,
    },
    /// A change was taken back.
    Undone {
        /// The record's name.
        label: String,
    },
    /// A change was made again.
    Redone {
        /// The record's name.
        label: String,
    },
    /// It could not be taken back: it had left.
    TooLate {
        /// The record's name.
        label: String,
    },
    /// Something was copied.
    Copied {
        /// What.
        text: String,
    },
    /// The action can't be done now.
    Disabled {
        /// The key of the reason in the locales.
        reason: &'static str,
    },
    /// The store could not keep something.
    StoreFailed {
        /// What the store said.
        detail: String,
    },
}

impl ToastKind {
    /// Whether undo takes this very thing back.
    pub fn undoable(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. } | Self::Edited { .. } | Self::Deleting { .. } | Self::Marking { .. }
        )
    }

    /// Whether it tells of something that went wrong.
    pub fn is_problem(&self) -> bool {
        matches!(
            self,
            Self::Refused { .. } | Self::Conflict { .. } | Self::TooLate { .. } | Self::StoreFailed { .. }
        )
    }
}
