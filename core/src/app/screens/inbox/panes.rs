//! The panes of the inbox, by number.


/// The pane of the list.
pub const LIST: usize = 0;

/// The pane of the alerts.
pub const ALERTS: usize = 1;

/// The pane of the alert preferences.
pub const PREFERENCES: usize = 2;

/// The pane of what repeats, kind by kind.
pub const KINDS: usize = 3;
