//! The user's last visit to the changes.

use jiff::Timestamp;

/// End of a visit: the user left, or marked everything as seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Number of the newest entry at that time.
    pub seq: i64,
    /// Time of the end.
    pub at: Timestamp,
}
