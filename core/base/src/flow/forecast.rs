//! Forecast of closings: the observed weeks are drawn again at random, many times.
//!
//! The draws are the same each time. A back-test makes the same forecast at every earlier week and counts how often it
//! held.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::log::{FlowLog, MoveKind};
use super::report::FlowQuery;
use super::weeks::weeks;
use crate::model::intern::InternCode;
use crate::vocabulary::{StatusRole, status_role};

/// Minimum number of complete weeks for a forecast.
pub const MIN_WEEKS: usize = 8;
/// Lengths of the forecasts in days.
const HORIZONS: [u32; 3] = [30, 60, 90];
/// Number of draws per forecast.
const RUNS: usize = 2_000;
const SECONDS_PER_DAY: i64 = 86_400;

/// Closings to expect within a number of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Length in days.
    pub days: u32,
    /// Closings that half of the draws reach.
    pub at_least_p50: usize,
    /// Closings that 85 % of the draws reach.
    pub at_least_p85: usize,
    /// Number of earlier weeks at which the forecast was tested.
    pub tests: usize,
    /// Number of tests in which at least `at_least_p50` closings followed.
    pub held_p50: usize,
    /// Number of tests in which at least `at_least_p85` closings followed.
    pub held_p85: usize,
}

/// Forecasts of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupForecast {
    /// Class or owner; empty if deals have none, or without grouping.
    pub group: String,
    /// Number of complete weeks observed.
    pub weeks: usize,
    /// One for each length; empty with fewer than [`MIN_WEEKS`].
    pub forecasts: Vec<Forecast>,
}

/// Returns the forecasts of each group, by name.
pub fn forecast(log: &FlowLog, query: &FlowQuery, zone: &TimeZone) -> Vec<GroupForecast> {
    let mut won: BTreeMap<InternCode, Vec<i64>> = BTreeMap::new();
    for step in log.moves().iter().filter(|step| step.kind != MoveKind::Found) {
        if status_role(log.statuses.text(step.to)) == StatusRole::Won {
            won.entry(query.group_of(log, step.deal)).or_default().push(step.time.middle());
        }
    }
    let all = weeks(log, query, zone).into_iter().map(|group| {
        let complete: Vec<(i64, usize)> =
            group.weeks.iter().filter(|week| week.is_complete).map(|week| (week.start, week.won)).collect();
        let times = won.get(&group.code).map(Vec::as_slice).unwrap_or_default();
        let until = query.until.as_second();
        let is_long = complete.len() >= MIN_WEEKS;
        let forecasts = HORIZONS.iter().filter(|_| is_long).map(|days| test(&complete, times, *days, until));
        GroupForecast { weeks: complete.len(), forecasts: forecasts.collect(), group: group.group }
    });
    all.collect()
}

/// Returns the forecast from all weeks, tested at each week that is old enough.
fn test(weeks: &[(i64, usize)], times: &[i64], days: u32, until: i64) -> Forecast {
    let counts: Vec<usize> = weeks.iter().map(|(_, won)| *won).collect();
    let (at_least_p50, at_least_p85) = bounds(&counts, days);
    let mut forecast = Forecast { days, at_least_p50, at_least_p85, tests: 0, held_p50: 0, held_p85: 0 };
    for (known, (start, _)) in weeks.iter().enumerate().skip(MIN_WEEKS) {
        let end = start + i64::from(days) * SECONDS_PER_DAY;
        if end > until {
            break;
        }
        let (p50, p85) = bounds(counts.get(..known).unwrap_or_default(), days);
        let followed = times.iter().filter(|time| (*start..end).contains(*time)).count();
        forecast.tests += 1;
        forecast.held_p50 += usize::from(followed >= p50);
        forecast.held_p85 += usize::from(followed >= p85);
    }
    forecast
}

/// Returns the sums that half and 85 % of the draws reach.
fn bounds(counts: &[usize], days: u32) -> (usize, usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (full, rest) = (days / 7, days % 7);
    let mut sums: Vec<usize> = (0..RUNS)
        .map(|_| {
            let sum: usize = (0..full).map(|_| random.pick(counts)).sum();
            // Of the last week, each closing falls into the days that count with their share of the week.
            let last = random.pick(counts);
            sum + (0..last).filter(|_| random.below(7) < u64::from(rest)).count()
        })
        .collect();
    sums.sort_unstable();
    let reached_by = |share: usize| sums.get(RUNS * (100 - share) / 100).copied().unwrap_or_default();
    (reached_by(50), reached_by(85))
}

/// A fixed sequence of random numbers (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }

    fn pick(&mut self, counts: &[usize]) -> usize {
        counts.get(self.below(counts.len() as u64) as usize).copied().unwrap_or_default()
    }
}
