//! How often the service is asked by itself. One budget covers everything that nobody asked for: counts and full
//! readings share it, so that a pipeline ten times as long is not asked ten times as much.

use crate::model::effect::Attention;
use std::time::Duration;

use jiff::Timestamp;

use crate::engine::actor::clock::after;

/// What the waits are made from.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Cadence {
    /// Between two rounds of counts, while someone looks.
    pub(in crate::engine) tick: Duration,
    /// Between two full readings, while someone looks.
    pub(in crate::engine) full: Duration,
    /// How many requests a minute may be made that nobody asked for.
    pub(in crate::engine) budget: u32,
    /// After how long without an effect nobody is thought to be there.
    pub(in crate::engine) idle_after: Duration,
}

impl Cadence {
    /// Whether anyone looks, as far as the front end says and the last effect tells.
    pub(in crate::engine) fn attention(&self, told: Attention, last: Timestamp, now: Timestamp) -> Attention {
        if told == Attention::Foreground && after(last, self.idle_after) <= now {
            Attention::Idle
        } else {
            told
        }
    }

    /// The wait between two rounds of counts that take `requests` each.
    pub(super) fn between_counts(&self, attention: Attention, requests: u64) -> Duration {
        self.tick.max(self.affordable(requests)) * attention.slower()
    }

    /// The wait between two full readings of `pages` pages each while nothing moves.
    pub(super) fn between_readings(&self, attention: Attention, pages: u64) -> Duration {
        self.full.max(self.affordable(pages)) * attention.slower()
    }

    /// The least time between two full readings of `pages` pages, whatever moved.
    pub(super) fn after_reading(&self, pages: u64) -> Duration {
        self.affordable(pages)
    }

    /// The time in which half the budget allows so many requests: counts and readings have one half each.
    pub(in crate::engine) fn affordable(&self, requests: u64) -> Duration {
        let half = f64::from(self.budget.max(2)) / 2.0;
        Duration::from_secs_f64((requests as f64 * 60.0 / half).min(86_400.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CADENCE: Cadence = Cadence {
        tick: Duration::from_secs(20),
        full: Duration::from_mins(1),
        budget: 120,
        idle_after: Duration::from_mins(10),
    };

    #[test]
    fn waits_grow_when_nobody_looks_and_with_what_they_cost() {
        use Attention::{Foreground, Hidden, Idle};
        let counts = |attention, requests| CADENCE.between_counts(attention, requests).as_secs();
        assert_eq!(
            [Foreground, Idle, Hidden].map(|attention| counts(attention, 9)),
            [20, 60, 300]
        );
        assert_eq!(counts(Foreground, 40), 40, "half of 120 a minute");
        let readings = |pages| CADENCE.between_readings(Foreground, pages).as_secs();
        assert_eq!([readings(1), readings(60), readings(200)], [60, 60, 200]);
        assert_eq!(CADENCE.after_reading(10).as_secs(), 10);
    }

    #[test]
    fn the_budget_is_kept_whatever_moves() {
        // Counts as often as they may be and a reading after each of them.
        for pages in [1, 20, 200, 2_000] {
            let statuses = 9.0;
            let counts = statuses * 60.0 / CADENCE.between_counts(Attention::Foreground, 9).as_secs_f64();
            let readings = pages as f64 * 60.0 / CADENCE.after_reading(pages).as_secs_f64();
            assert!(counts + readings <= 120.5, "{pages}: {counts} and {readings}");
        }
    }

    #[test]
    fn a_person_who_does_nothing_is_not_there() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let told = |told, now| CADENCE.attention(told, at(0), at(now));
        assert_eq!(told(Attention::Foreground, 599), Attention::Foreground);
        assert_eq!(told(Attention::Foreground, 600), Attention::Idle);
        assert_eq!(told(Attention::Hidden, 600), Attention::Hidden);
    }
}
