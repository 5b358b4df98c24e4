//! A past time that is shown instead of the present.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// A past time, and the end of the changes listed since then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsOf {
    /// Everything observed up to this time is shown, and nothing later.
    pub at: Timestamp,
    /// End of the listed changes; `None` for the present.
    pub until: Option<Timestamp>,
}

/// Returns the last moment of a day. A pipeline as of that day contains all that was observed on it.
pub fn end_of_day(day: Date, zone: &TimeZone) -> Timestamp {
    let next = day.tomorrow().and_then(|next| zone.to_timestamp(next.at(0, 0, 0, 0)));
    next.and_then(|next| next.checked_sub(SignedDuration::from_micros(1))).unwrap_or(Timestamp::MAX)
}
