//! When the user last looked at the changes.

use jiff::Timestamp;

/// The end of a visit: the person left, or said that they had seen it all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The number of the newest entry then.
    pub seq: i64,
    /// When it was.
    pub at: Timestamp,
}
