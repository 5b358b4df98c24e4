//! Since when a deal has its status.

use jiff::Timestamp;

/// The status of one deal as observed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Our own write, answered by the service at that moment.
    Exact(Timestamp),
    /// It changed between two readings.
    Interval {
        /// The last moment it was seen otherwise.
        after: Timestamp,
        /// The first moment it was seen so.
        before: Timestamp,
    },
    /// It was already so when it was first seen.
    AtLeast(Timestamp),
}

impl Stage {
    /// The first moment at which the deal is known to have had the status.
    pub fn seen_at(self) -> Timestamp {
        match self {
            Self::Exact(at) | Self::AtLeast(at) => at,
            Self::Interval { before, .. } => before,
        }
    }

    /// The last moment at which it is known not to have had it yet; `None` if it always may have had it.
    pub fn not_before(self) -> Option<Timestamp> {
        match self {
            Self::Exact(at) => Some(at),
            Self::Interval { after, .. } => Some(after),
            Self::AtLeast(_) => None,
        }
    }
}
