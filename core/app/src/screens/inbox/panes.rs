//! The panes of the inbox, by number.

/// The pane of the list.
pub const LIST: usize = 0;

/// Pane index of the alerts.
pub const ALERTS: usize = 1;

/// Pane index of the alert preferences.
pub const PREFERENCES: usize = 2;

/// Pane index of the frequencies by kind.
pub const KINDS: usize = 3;
