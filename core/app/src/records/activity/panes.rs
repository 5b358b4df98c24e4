//! The panes of the activity, by number.

/// The number of the pane of the activity that holds the journal of writes.
pub const JOURNAL: usize = 2;

/// Index of the pane with the observed permissions.
pub const PERMISSIONS: usize = 3;

/// Index of the terminal's pane for storage problems, shown only if there are any.
pub const NOTICES: usize = 4;

/// Index of the requests pane of the activity screen.
pub const REQUESTS: usize = 1;
