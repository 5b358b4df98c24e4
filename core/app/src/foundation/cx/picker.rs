//! The open picker.

/// An open picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picker {
    /// Content of the picker.
    pub kind: PickerKind,
    /// Index of the focused line.
    pub selected: usize,
}

/// Content of a picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickerKind {
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
    ConfirmSwitch,
    /// Details of one request.
    Request,
    /// Confirmation of deleting a deal.
    ConfirmDelete,
    /// Confirmation of quitting while writes are scheduled.
    ConfirmQuit,
    /// Confirmation of deletions that an earlier session had scheduled.
    ConfirmDeletions,
    /// The metric shown in the column headers.
    HeaderMetric,
}
