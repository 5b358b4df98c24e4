//! Rules for how long a deal may stay in one status before it counts as slow or stuck.

use super::filtered::age_days;
use crate::model::table::StageSince;
use crate::vocabulary;

/// After so many days in one status a deal counts as slow.
pub const SLOW_DAYS: i64 = 14;
/// After so many days it is stuck, if it stands longer too than most of its status.
pub const STUCK_DAYS: i64 = 21;
/// Longer than this share of a status is longer than most of it.
const MOST: f64 = 0.85;
/// After so many days it is stuck whatever the others do.
pub const STUCK_ALONE_DAYS: i64 = 28;

/// How hot the age of a deal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heat {
    /// Longer than a deal should stand in any status.
    Slow,
    /// Much longer, and longer than most others in the same one.
    Stuck,
}

impl Heat {
    /// The key of its word in the locales.
    pub fn key(self) -> &'static str {
        match self {
            Self::Slow => "heat-slow",
            Self::Stuck => "heat-stuck",
        }
    }
}

/// Returns how hot the age of a deal is; `None` if it is not, or if the deal is on hold, lost or closed.
///
/// `now` is in Unix seconds. `share` returns which part of the deals of its status it has stayed longer than, if known.
pub fn heat(since: StageSince, now: i64, status: &str, share: impl FnOnce() -> Option<f64>) -> Option<Heat> {
    if !is_slow(since, now) || vocabulary::status_is_aside(status) {
        return None;
    }
    let days = age_days(since.at, now);
    let stuck =
        days >= STUCK_ALONE_DAYS || (days >= STUCK_DAYS && share().is_some_and(|share| share >= MOST));
    Some(if stuck { Heat::Stuck } else { Heat::Slow })
}

/// Whether a deal that stands in its status since then stands there longer than it should; `now` is in Unix seconds.
pub(crate) fn is_slow(since: StageSince, now: i64) -> bool {
    age_days(since.at, now) > SLOW_DAYS
}
