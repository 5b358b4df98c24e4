//! What changed on the server between a write and its conflict.

use crate::contract::patch::Fields;
use jiff::Timestamp;

/// What is known of the time between a write and the conflict it met.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meanwhile {
    /// When the service was last seen to hold what the person saw; `None` where that is not known.
    pub seen_at: Option<Timestamp>,
    /// When the service's version was read.
    pub theirs_at: Option<Timestamp>,
    /// The fields that somebody else changed too, as they were; one that was not sent is not among them.
    pub before: Fields,
    /// The same as they are.
    pub after: Fields,
}
