//! Intervals of automatic requests. One budget covers counts and full syncs, so a pipeline ten times as large does not
//! cause ten times as many requests.

use crate::model::effect::Visibility;
use std::time::Duration;

use jiff::Timestamp;

use crate::engine::actor::clock::saturating_add;

/// Settings for the intervals.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct PollIntervals {
    /// Count poll interval while the user is active.
    pub(in crate::engine) counts: Duration,
    /// Full sync interval while the user is active.
    pub(in crate::engine) full_sync: Duration,
    /// Number of background requests allowed per minute.
    pub(in crate::engine) budget: u32,
    /// Time without effects after which the user counts as idle.
    pub(in crate::engine) idle_after: Duration,
}

impl PollIntervals {
    /// Returns the user's attention, from the front end's state and the last effect.
    pub(in crate::engine) fn attention(
        &self,
        reported: Visibility,
        last: Timestamp,
        now: Timestamp,
    ) -> Visibility {
        if reported == Visibility::Foreground && saturating_add(last, self.idle_after) <= now {
            Visibility::Idle
        } else {
            reported
        }
    }

    /// Returns the interval between count polls of `requests` requests each.
    pub(super) fn between_counts(&self, visibility: Visibility, requests: u64) -> Duration {
        self.counts.max(self.affordable(requests)) * visibility.polling_factor()
    }

    /// Returns the interval between full syncs of `pages` pages while nothing changes.
    pub(super) fn between_syncs(&self, visibility: Visibility, pages: u64) -> Duration {
        self.full_sync.max(self.affordable(pages)) * visibility.polling_factor()
    }

    /// Returns the minimum time between full syncs of `pages` pages, even after changes.
    pub(super) fn after_sync(&self, pages: u64) -> Duration {
        self.affordable(pages)
    }

    /// Returns the time in which half the budget covers `requests`. Counts and full syncs have half each.
    pub(in crate::engine) fn affordable(&self, requests: u64) -> Duration {
        let half = f64::from(self.budget.max(2)) / 2.0;
        Duration::from_secs_f64((requests as f64 * 60.0 / half).min(86_400.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CADENCE: PollIntervals = PollIntervals {
        counts: Duration::from_secs(20),
        full_sync: Duration::from_mins(1),
        budget: 120,
        idle_after: Duration::from_mins(10),
    };

    #[test]
    fn poll_interval_grows_when_hidden_and_with_request_cost() {
        use Visibility::{Foreground, Hidden, Idle};
        let counts = |visibility, requests| CADENCE.between_counts(visibility, requests).as_secs();
        assert_eq!([Foreground, Idle, Hidden].map(|attention| counts(attention, 9)), [20, 60, 300]);
        assert_eq!(counts(Foreground, 40), 40, "half of 120 a minute");
        let readings = |pages| CADENCE.between_syncs(Foreground, pages).as_secs();
        assert_eq!([readings(1), readings(60), readings(200)], [60, 60, 200]);
        assert_eq!(CADENCE.after_sync(10).as_secs(), 10);
    }

    #[test]
    fn polling_stays_within_the_request_budget() {
        // Counts at the shortest interval, each followed by a full sync.
        for pages in [1, 20, 200, 2_000] {
            let statuses = 9.0;
            let counts = statuses * 60.0 / CADENCE.between_counts(Visibility::Foreground, 9).as_secs_f64();
            let readings = pages as f64 * 60.0 / CADENCE.after_sync(pages).as_secs_f64();
            assert!(counts + readings <= 120.5, "{pages}: {counts} and {readings}");
        }
    }

    #[test]
    fn inactive_user_counts_as_idle() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let told = |told, now| CADENCE.attention(told, at(0), at(now));
        assert_eq!(told(Visibility::Foreground, 599), Visibility::Foreground);
        assert_eq!(told(Visibility::Foreground, 600), Visibility::Idle);
        assert_eq!(told(Visibility::Hidden, 600), Visibility::Hidden);
    }
}
