//! The panes of the activity, by number.


/// The number of the pane of the activity that holds the journal of writes.
pub const JOURNAL: usize = 2;

/// The number of the pane of the activity that holds the rights observed.
pub const RIGHTS: usize = 3;

/// The number of what is wrong with what this machine keeps, which is a pane of the terminal's while there is any.
pub const NOTICES: usize = 4;

/// The number of the pane of the activity that holds the requests.
pub const REQUESTS: usize = 1;
