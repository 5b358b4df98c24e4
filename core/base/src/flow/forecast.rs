//! Forecast of closings: the observed weeks are drawn again at random, many times.
//!
//! The draws are the same each time. A back-test makes the same forecast at every earlier week and counts how often it
//! held.

use std::collections::BTreeMap;

use super::log::{FlowLog, MoveKind};
use super::report::{FlowQuery, Groups};
use crate::model::flow::{Forecast, MIN_WEEKS};
use crate::model::intern::InternCode;
use crate::vocabulary::{StatusRole, status_role};

/// Lengths of the forecasts in days.
const HORIZONS: [u32; 3] = [30, 60, 90];
/// Number of draws per forecast.
const RUNS: usize = 500;
/// Start of the random numbers.
const SEED: u64 = 29;
const SECONDS_PER_DAY: i64 = 86_400;

/// Adds the forecasts of each group from its weeks.
pub(super) fn add(log: &FlowLog, query: &FlowQuery, groups: &mut Groups) {
    let mut won: BTreeMap<InternCode, Vec<i64>> = BTreeMap::new();
    for step in log.moves.iter().filter(|step| step.kind != MoveKind::Found) {
        if status_role(log.statuses.text(step.to)) == StatusRole::Won {
            won.entry(query.group_of(log, step.deal)).or_default().push(step.time.middle());
        }
    }
    for (code, group) in groups {
        let complete = group.weeks.iter().filter(|week| week.is_complete);
        let complete: Vec<(i64, usize)> = complete.map(|week| (week.start, week.won)).collect();
        group.complete_weeks = complete.len();
        if complete.len() >= MIN_WEEKS {
            let times = won.get(code).map(Vec::as_slice).unwrap_or_default();
            group.forecasts = HORIZONS.map(|days| test(&complete, times, days, query.until())).to_vec();
        }
    }
}

/// Returns the forecast from all weeks, tested at each week that is old enough.
fn test(weeks: &[(i64, usize)], times: &[i64], days: u32, until: i64) -> Forecast {
    let counts: Vec<usize> = weeks.iter().map(|(_, won)| *won).collect();
    let (at_least_p50, at_least_p85) = bounds(&counts, days);
    let mut forecast = Forecast { days, at_least_p50, at_least_p85, tests: 0, met_p50: 0, met_p85: 0 };
    for (known, (start, _)) in weeks.iter().enumerate().skip(MIN_WEEKS) {
        let end = start + i64::from(days) * SECONDS_PER_DAY;
        if end > until {
            break;
        }
        let (p50, p85) = bounds(counts.get(..known).unwrap_or_default(), days);
        let followed = times.iter().filter(|time| (*start..end).contains(*time)).count();
        forecast.tests += 1;
        forecast.met_p50 += usize::from(followed >= p50);
        forecast.met_p85 += usize::from(followed >= p85);
    }
    forecast
}

/// Returns the sums that half and 85 % of the draws reach.
fn bounds(counts: &[usize], days: u32) -> (usize, usize) {
    let mut random = fastrand::Rng::with_seed(SEED);
    let (full, rest) = (days / 7, (days % 7) as usize);
    let mut sums: Vec<usize> = (0..RUNS)
        .map(|_| {
            let sum: usize = (0..full).filter_map(|_| random.choice(counts)).sum();
            // The last week counts with its share of the days, rounded at random.
            let sevenths = random.choice(counts).copied().unwrap_or_default() * rest;
            sum + sevenths / 7 + usize::from(random.usize(..7) < sevenths % 7)
        })
        .collect();
    sums.sort_unstable();
    let reached_by = |share: usize| sums.get(RUNS * (100 - share) / 100).copied().unwrap_or_default();
    (reached_by(50), reached_by(85))
}
