//! Which list lies over the screen.

/// A sheet that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What it lists.
    pub kind: SheetKind,
    /// Which line has the focus.
    pub selected: usize,
}

/// What a sheet lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKind {
    /// The saved views.
    Views,
    /// The columns of the table, those shown first.
    Columns,
    /// A change of many deals: what it would do, how far it is, what came of it.
    Bulk,
    /// The ways to copy what has the focus.
    Copy,
    /// One record, as a tree.
    Record,
    /// Until when a notification is to sleep.
    Snooze,
    /// What changed since the last visit.
    Since,
    /// The users one can act for.
    Users,
    /// Whether to turn to somebody else although writes wait.
    LeaveQueue,
    /// The facts of one request.
    Request,
    /// Whether a deal is to be deleted.
    Delete,
    /// Whether to leave although writes are held.
    Leave,
    /// Whether what an earlier run was about to delete is to be deleted.
    KeptDeletions,
    /// What the heads of the columns are to show.
    Figure,
}
