//! One number over time, ready for a chart.

use jiff::SignedDuration;
use jiff::Timestamp;
use rust_decimal::Decimal;
use crate::app::shell::app::App;
use crate::engine::Point;
use crate::text::Arg;
use crate::text::Words;
use crate::text::date;
use crate::text::number;
use crate::app::screens::portfolio::view::trend::portfolio;
use crate::app::screens::portfolio::view::trend::shown;
use crate::app::screens::portfolio::view::trend::deals;

/// One number over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Trend {
    /// The name of the series: `deals`, `deals:ic`, `portfolio:total_nominal`.
    pub series: String,
    /// What it counts, in words.
    pub label: String,
    /// Its points, oldest first, the last one as of now. A value holds until the next point.
    pub points: Vec<TrendPoint>,
    /// The newest value, in words.
    pub last: String,
    /// What changed since the first point: `+12`, `−3`; empty where nothing did.
    pub change: String,
    /// What the last month has changed; from when on that can be told, where the history is younger.
    pub month: String,
    /// `depuis le 03/11/2026`: the first observation; that it is the only one, where it is.
    pub since: String,
    /// Whether nothing was read since the first observation: then there is one point, and no line yet.
    pub once: bool,
}

/// One point, ready for a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct TrendPoint {
    /// When.
    pub at: Timestamp,
    /// The exact value.
    pub value: Decimal,
    /// Where it stands between the least and the greatest value, 0 to 1.
    pub height: f32,
    /// The value in words.
    pub text: String,
}

impl Trend {
    /// Whether its value has been the same as long as it has been looked at.
    pub fn is_flat(&self) -> bool {
        let first = self.points.first().map(|point| point.value);
        self.points.iter().all(|point| Some(point.value) == first)
    }
}

pub(in crate::app) fn trend(app: &App, series: &str, label: String) -> Option<Trend> {
    let points = app.cx.snapshot().observed.series.get(series)?;
    trend_of(app, series, label, points)
}

pub(in crate::app) fn trend_of(app: &App, series: &str, label: String, points: &[Point]) -> Option<Trend> {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    // What no decimal holds can't be drawn; it stays in the store.
    let mut values: Vec<(Timestamp, Decimal)> = points
        .iter()
        .filter_map(|point| Some((point.at, crate::contract::json::num::exact(&point.value)?)))
        .collect();
    let (first_at, first) = *values.first()?;
    let (last_at, last) = *values.last()?;
    let once = values.len() == 1 && read_once(app, series, first_at);
    if app.cx.now() > last_at && !once {
        values.push((app.cx.now(), last));
    }
    let least = values.iter().map(|(_, value)| *value).min()?;
    let span = values.iter().map(|(_, value)| *value).max()? - least;
    let shown = |value: Decimal| number::exact(lang, value);
    let points = values
        .iter()
        .map(|(at, value)| TrendPoint {
            at: *at,
            value: *value,
            height: if span.is_zero() {
                0.5
            } else {
                ((*value - least) / span).to_string().parse().unwrap_or(0.0)
            },
            text: shown(*value),
        })
        .collect();
    let change = match last - first {
        change if change.is_zero() => String::new(),
        change if change.is_sign_positive() => format!("+{}", shown(change)),
        change => shown(change),
    };
    let month = super::month::told(app, &values, last);
    let day = date::date_short(date::local(first_at, &app.cx.options().zone).date());
    Some(Trend {
        series: series.to_owned(),
        label,
        points,
        last: shown(last),
        change,
        month,
        since: words.with(
            if once { "trend-since-once" } else { "trend-since" },
            &[("date", Arg::from(day))],
        ),
        once,
    })
}

/// Whether the number of a series was read but once, at `first`. A value that was read again and found the same has no
/// second point in the store, so the moment of the last reading says it.
pub(in crate::app) fn read_once(app: &App, series: &str, first: Timestamp) -> bool {
    /// The pages of one reading come within so long.
    const READING: SignedDuration = SignedDuration::from_mins(1);
    let snapshot = app.cx.snapshot();
    let last = if series.starts_with("portfolio:") {
        snapshot.portfolio.read_at
    } else {
        snapshot.coverage.complete_at
    };
    last.is_some_and(|last| last.duration_since(first) < READING)
}
