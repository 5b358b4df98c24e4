//! Where deals stall: which ones stand longer in their status than they should, how hot that is, and why it is said. Two
//! measures, both named: a number of days for every status, and what is usual in the deal's own.

use crate::app::{App, Lane, age_days};
use crate::engine::{Bound, DealRow};
use crate::view::board::{age_reason, age_text};
use crate::view::text::{Arg, Words, date, number};
use crate::view::vocabulary;

/// After so many days in one status a deal counts as slow.
pub const SLOW_DAYS: i64 = 14;
/// A slow deal that stands longer than this share of its status is stuck.
const STUCK_SHARE: f64 = 0.85;
/// And so is one that stands so many times the limit, where its status gives no measure.
const STUCK_TIMES: i64 = 2;

/// How hot the age of a deal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heat {
    /// Longer than a deal should stand in any status.
    Slow,
    /// Longer too than most others in the same one.
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

/// How hot the age of a deal is; `None` where it is not, or not known. A deal on hold, lost or closed rests where it is,
/// and one with a write on its way is about to change.
pub fn heat(app: &App, row: &DealRow<'_>) -> Option<Heat> {
    let since = row.since?;
    let days = age_days(since.at, app.now().as_second());
    if days <= SLOW_DAYS || vocabulary::status_is_aside(row.status) || row.pending.is_some() {
        return None;
    }
    let stuck = match share(app, row) {
        Some(share) => share >= STUCK_SHARE,
        None => days > SLOW_DAYS * STUCK_TIMES,
    };
    Some(if stuck { Heat::Stuck } else { Heat::Slow })
}

/// Which share of its status a deal has stood longer than.
fn share(app: &App, row: &DealRow<'_>) -> Option<f64> {
    app.stage_ages(row.status)?.longer_than(row.since?.at)
}

/// Why a deal is called slow or stuck: how long nothing has moved, the limit, how that is known, and how it compares with
/// the others of its status.
pub fn reason(app: &App, row: &DealRow<'_>) -> Option<String> {
    let (heat, since) = (heat(app, row)?, row.since?);
    let (lang, words) = (app.lang(), Words::new(app.lang()));
    let args = [
        ("age", Arg::from(age_text(lang, since, app.now().as_second()))),
        ("limit", Arg::from(date::days(lang, SLOW_DAYS as u64))),
    ];
    let args = [
        ("heat", Arg::from(words.get(heat.key()).into_owned())),
        ("said", Arg::from(words.with("stale-reason", &args))),
        ("how", Arg::from(age_reason(app, since))),
    ];
    let mut lines = vec![words.with("stale-line", &args)];
    if let (Some(share), Some(ages)) = (share(app, row), app.stage_ages(row.status)) {
        let percent = (share * 100.0).floor() as u64;
        let args = [
            ("share", Arg::from(number::share(lang, percent, 100))),
            ("n", Arg::from(ages.known())),
        ];
        let mut line = words.with("stale-compared", &args);
        if ages.bounds > 0 {
            line = format!(
                "{line} {}",
                words.with("stale-bounds", &[("n", Arg::from(ages.bounds))])
            );
        }
        lines.push(line);
    }
    let observed = since.bound != Bound::Received;
    if let (true, Some(begins)) = (observed, app.snapshot().observed.begins) {
        let day = date::date_short(date::local(begins, &app.options().zone).date());
        lines.push(words.with("stale-history", &[("date", Arg::from(day))]));
    }
    Some(lines.join("\n"))
}

/// What the head of a lane says besides its name and its count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneHead {
    /// How many of its deals are shown.
    pub count: String,
    /// The covered sum of their principal and what it covers; empty where none was received.
    pub sum: String,
    /// How many of them are slow; empty where none is.
    pub slow: String,
}

/// The head of a lane.
pub fn lane_head(app: &App, lane: &Lane) -> LaneHead {
    let (lang, words) = (app.lang(), Words::new(app.lang()));
    let figures = app.lane_figures(lane);
    let currency = app.options().currency.as_deref();
    let sum = figures.principal.map(|principal| {
        let args = [
            (
                "name",
                Arg::from(vocabulary::kpi_short(
                    lang,
                    crate::contract::kpi::KpiKey::CrdTotal.name(),
                )),
            ),
            ("sum", Arg::from(number::money_compact(lang, principal, currency))),
            ("part", Arg::from(number::integer(lang, figures.covered as u64))),
            ("total", Arg::from(number::integer(lang, lane.shown as u64))),
        ];
        words.with("column-sum", &args)
    });
    LaneHead {
        count: words.with("view-deals", &[("n", Arg::from(lane.shown as u64))]),
        sum: sum.unwrap_or_default(),
        slow: if figures.slow > 0 {
            words.with("lane-slow", &[("n", Arg::from(figures.slow))])
        } else {
            String::new()
        },
    }
}
