//! Changes on the server between a write and its conflict.

use crate::contract::patch::Fields;
use jiff::Timestamp;

/// Context of a conflict: the time and the changes since the user's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meanwhile {
    /// Last time at which the service had the values that the user saw, if known.
    pub seen_at: Option<Timestamp>,
    /// Time at which the service's version was received.
    pub theirs_at: Option<Timestamp>,
    /// Fields that another user changed too, with their earlier values; omits fields that were absent.
    pub before: Fields,
    /// The same fields with their current values.
    pub after: Fields,
}
