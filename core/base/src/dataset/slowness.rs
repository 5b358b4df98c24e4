//! Rules for a deal that stays too long in one status: slow or stuck.

use crate::model::table::StatusSince;
use crate::query::AgeClock;
use crate::vocabulary;

/// Days in one status after which a deal counts as slow.
pub const SLOW_DAYS: i64 = 14;
/// Days in one status after which a deal that outlasts most others is stuck.
pub const STUCK_DAYS: i64 = 21;
/// Share of a status that counts as most of it.
const STUCK_SHARE: f64 = 0.85;
/// Days after which a deal is stuck regardless of the others.
pub const STUCK_ALONE_DAYS: i64 = 28;

/// Degree of slowness of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slowness {
    /// Longer than a deal should stay in any status.
    Slow,
    /// Much longer, and longer than most other deals in the same status.
    Stuck,
}

impl Slowness {
    /// Returns the locale key of its name.
    pub fn key(self) -> &'static str {
        match self {
            Self::Slow => "slowness-slow",
            Self::Stuck => "slowness-stuck",
        }
    }

    /// Returns the whole days that a deal of this degree has exceeded, after `days` in its status.
    pub fn exceeded_days(self, days: i64) -> i64 {
        match self {
            Self::Slow => SLOW_DAYS,
            Self::Stuck if days >= STUCK_ALONE_DAYS => STUCK_ALONE_DAYS - 1,
            Self::Stuck => STUCK_DAYS - 1,
        }
    }
}

/// Returns the slowness of a deal.
///
/// Returns `None` if the deal is not slow, or if it is on hold, lost or closed. `share` returns the
/// share of deals in its status that it has outlasted, if known.
pub fn slowness(
    since: StatusSince,
    clock: AgeClock<'_>,
    status: &str,
    share: impl FnOnce() -> Option<f64>,
) -> Option<Slowness> {
    if !is_slow(since, clock) || vocabulary::is_inactive_status(status) {
        return None;
    }
    let days = clock.days_since(since.at);
    let stuck =
        days >= STUCK_ALONE_DAYS || (days >= STUCK_DAYS && share().is_some_and(|share| share >= STUCK_SHARE));
    Some(if stuck { Slowness::Stuck } else { Slowness::Slow })
}

/// Returns whether a deal has been in its status longer than it should.
pub fn is_slow(since: StatusSince, clock: AgeClock<'_>) -> bool {
    clock.days_since(since.at) > SLOW_DAYS
}
