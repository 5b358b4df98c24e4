//! One number over time, ready for a chart.

use crate::model::history::series::Point;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, date, number};
use jiff::ToSpan as _;
use jiff::{SignedDuration, Timestamp};
use rust_decimal::Decimal;

/// A time series.
#[derive(Clone, Debug, PartialEq)]
pub struct Trend {
    /// Name of the series: `deals`, `deals:ic`, `portfolio:total_nominal`.
    pub series: String,
    /// Label of the series.
    pub label: String,
    /// Points, oldest first; the last is the current time. A value is valid until the next point.
    pub points: Vec<TrendPoint>,
    /// Newest value as text.
    pub last: String,
    /// Change since the first point: `+12`, `−3`; empty if unchanged.
    pub change: String,
    /// Change of the last month, or the date from which it can be computed.
    pub month: String,
    /// First record: `depuis le 03/11/2026`; also states if it is the only one.
    pub since: String,
    /// True if there was only one load; the series is then one point without a line.
    pub single_load: bool,
}

/// Point of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct TrendPoint {
    /// Time of the point.
    pub at: Timestamp,
    /// Exact value.
    pub value: Decimal,
    /// Height between the smallest and the largest value, 0 to 1.
    pub height: f32,
    /// Value as text.
    pub text: String,
}

impl Trend {
    /// Returns whether all recorded values are equal.
    pub fn is_flat(&self) -> bool {
        let first = self.points.first().map(|point| point.value);
        self.points.iter().all(|point| Some(point.value) == first)
    }
}

pub(crate) fn recorded_trend(app: &App, series: &str, label: String) -> Option<Trend> {
    let points = app.cx.snapshot().history.series.get(series)?;
    trend_from_points(app, series, label, points)
}

pub(crate) fn trend_from_points(app: &App, series: &str, label: String, points: &[Point]) -> Option<Trend> {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    // A value that does not fit a decimal cannot be drawn; it stays in the store.
    let mut values: Vec<(Timestamp, Decimal)> = points
        .iter()
        .filter_map(|point| Some((point.at, crate::contract::json::num::parse_exact(&point.value)?)))
        .collect();
    let (first_at, first) = *values.first()?;
    let (last_at, last) = *values.last()?;
    let once = values.len() == 1 && is_single_load(app, series, first_at);
    if app.cx.observed_now() > last_at && !once {
        values.push((app.cx.observed_now(), last));
    }
    let min = values.iter().map(|(_, value)| *value).min()?;
    let span = values.iter().map(|(_, value)| *value).max()? - min;
    let exact_text = |value: Decimal| number::exact(lang, value);
    let points = values
        .iter()
        .map(|(at, value)| TrendPoint {
            at: *at,
            value: *value,
            height: if span.is_zero() {
                0.5
            } else {
                ((*value - min) / span).to_string().parse().unwrap_or(0.0)
            },
            text: exact_text(*value),
        })
        .collect();
    let change = match last - first {
        change if change.is_zero() => String::new(),
        change if change.is_sign_positive() => format!("+{}", exact_text(change)),
        change => exact_text(change),
    };
    let month = super::trend_line::month_change(app, &values, last);
    let day = date::date_short(date::local(first_at, &app.cx.options().zone).date());
    Some(Trend {
        series: series.to_owned(),
        label,
        points,
        last: exact_text(last),
        change,
        month,
        since: messages
            .with(if once { "trend-since-once" } else { "trend-since" }, &[("date", MessageArg::from(day))]),
        single_load: once,
    })
}

/// Returns whether a series was loaded only once, at `first`. An unchanged value adds no second point to the store, so
/// the time of the last load is compared.
pub(crate) fn is_single_load(app: &App, series: &str, first: Timestamp) -> bool {
    /// Maximum duration between the pages of one load.
    const READING: SignedDuration = SignedDuration::from_mins(1);
    let snapshot = app.cx.snapshot();
    let last = if series.starts_with("portfolio:") {
        snapshot.portfolio.fetched_at
    } else {
        snapshot.coverage.complete_at
    };
    last.is_some_and(|last| last.duration_since(first) < READING)
}

/// Returns the change of the last month, or the first date that allows one. `values` is not empty and begins with the
/// oldest.
pub(super) fn month_change(app: &App, values: &[(Timestamp, Decimal)], last: Decimal) -> String {
    let (lang, messages, zone) = (app.cx.lang(), Messages::new(app.cx.lang()), &app.cx.options().zone);
    let day = |at: Timestamp| MessageArg::from(date::date_short(date::local(at, zone).date()));
    let month = |at: Timestamp, months: i64| {
        let shifted = at.to_zoned_datetime(zone.clone()).checked_add(months.months());
        shifted.ok().map(|shifted| shifted.timestamp())
    };
    let (Some(ago), Some((first, _))) = (month(app.cx.observed_now(), -1), values.first()) else {
        return String::new();
    };
    let earlier = values.iter().rev().find(|(at, _)| *at <= ago);
    let Some((_, earlier)) = earlier else {
        let from = month(*first, 1).map_or_else(|| day(*first), day);
        return messages.with("trend-month-from", &[("date", from)]);
    };
    let change = match last - *earlier {
        none if none.is_zero() => return messages.with("trend-month-same", &[("date", day(ago))]),
        more if more.is_sign_positive() => format!("+{}", number::exact(lang, more)),
        less => number::exact(lang, less),
    };
    messages.with("trend-month", &[("change", MessageArg::from(change)), ("date", day(ago))])
}
