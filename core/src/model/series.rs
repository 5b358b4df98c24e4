//! A figure over time, as points.

use jiff::Timestamp;
use std::collections::BTreeMap;
use std::time::Duration;

/// How long every change stays a point. What is older is thinned, or a busy pipeline would make a thousand points a day.
pub const WHOLE: Duration = Duration::from_hours(24);

/// A number at a moment, as the text it was received in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// When it was observed. It held until the next point.
    pub at: Timestamp,
    /// The number, in the digits received.
    pub value: String,
}

/// The points of each series, oldest first.
pub type Series = BTreeMap<String, Vec<Point>>;
