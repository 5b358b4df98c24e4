//! The open picker.

/// An open picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Content of the picker.
    pub kind: SheetKind,
    /// Index of the focused line.
    pub selected: usize,
}

/// Content of a picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKind {
    /// The saved views.
    Views,
    /// The columns of the table, visible ones first.
    Columns,
    /// A bulk change: its plan, progress and result.
    Bulk,
    /// The ways to copy the focused item.
    Copy,
    /// One record, as a tree.
    Record,
    /// The snooze durations of a notification.
    Snooze,
    /// The changes since the last visit.
    Since,
    /// The users that can be acted for.
    Users,
    /// Confirmation of switching the user while writes are pending.
    LeaveQueue,
    /// Details of one request.
    Request,
    /// Confirmation of deleting a deal.
    Delete,
    /// Confirmation of quitting while writes are scheduled.
    Leave,
    /// Confirmation of deletions that an earlier session had scheduled.
    KeptDeletions,
    /// The metric shown in the column headers.
    Figure,
}
