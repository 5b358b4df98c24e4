//! Time since which a deal has its status.

use jiff::Timestamp;

/// Time of a deal's last status change, as observed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusChangeTime {
    /// This client's own write, answered by the service at that time.
    Exact(Timestamp),
    /// It changed between two syncs.
    Interval {
        /// Last time at which another status was observed.
        after: Timestamp,
        /// First time at which this status was observed.
        before: Timestamp,
    },
    /// The status was already set at the first observation.
    AtLeast(Timestamp),
}

impl StatusChangeTime {
    /// Returns the first time at which the deal is known to have had the status.
    pub fn first_known_at(self) -> Timestamp {
        match self {
            Self::Exact(at) | Self::AtLeast(at) => at,
            Self::Interval { before, .. } => before,
        }
    }

    /// Returns the last time at which the deal provably did not have it, if any.
    pub fn not_before(self) -> Option<Timestamp> {
        match self {
            Self::Exact(at) => Some(at),
            Self::Interval { after, .. } => Some(after),
            Self::AtLeast(_) => None,
        }
    }
}
