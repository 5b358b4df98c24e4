//! Time series of a number.

use jiff::Timestamp;
use std::collections::BTreeMap;
use std::time::Duration;

/// Time for which every change stays a point. Older points are thinned: a busy pipeline makes a thousand a day.
pub const UNTHINNED_PERIOD: Duration = Duration::from_hours(24);

/// A number at a time, as the text received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Time of the observation; the value applies until the next point.
    pub at: Timestamp,
    /// The number with the digits received.
    pub value: String,
}

/// Points of each series, oldest first.
pub type Series = BTreeMap<String, Vec<Point>>;
