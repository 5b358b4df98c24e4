//! Time series for small charts: deals per status and portfolio totals. They begin with the first run of this client,
//! and the view states that date.

use super::statuses::StatusesView;
use crate::screens::portfolio::focus::{DEALS_SERIES, TOTALS};
use crate::screens::portfolio::view::trend_line::{Trend, TrendPoint, recorded_trend};
use crate::shell::app::App;
use crate::text::{Messages, date};
use jiff::Timestamp;

/// Builds the recorded portfolio totals over time.
pub fn total_trends(app: &App) -> Vec<Trend> {
    TOTALS
        .into_iter()
        .filter_map(|(series, key)| {
            let label = Messages::new(app.cx.lang()).get(key).into_owned();
            recorded_trend(app, series, label)
        })
        .collect()
}

/// Builds all time series of the portfolio screen: its totals and the deals.
pub fn portfolio_trends(app: &App) -> Vec<Trend> {
    let mut trends = total_trends(app);
    trends.extend(recorded_trend(
        app,
        DEALS_SERIES,
        Messages::new(app.cx.lang()).get("trend-deals").into_owned(),
    ));
    trends
}

/// Selected chart of the portfolio.
#[derive(Clone, Copy, Debug)]
pub enum SelectedChart<'a> {
    /// One time series.
    Series(&'a Trend),
    /// Deals of all statuses together.
    Statuses(&'a StatusesView),
}

/// Returns the selected index, clamped to the number offered.
pub fn selected_index(app: &App, offered: usize) -> usize {
    app.portfolio.trend().series.min(offered.saturating_sub(1))
}

/// Returns the selected chart: a time series or, after them, the statuses; `None` without any.
pub fn selected_chart<'a>(
    app: &App,
    trends: &'a [Trend],
    statuses: Option<&'a StatusesView>,
) -> Option<SelectedChart<'a>> {
    let at = selected_index(app, trends.len() + usize::from(statuses.is_some()));
    let number = trends.get(at).map(SelectedChart::Series);
    number.or_else(|| statuses.map(SelectedChart::Statuses))
}

/// Returns the labels of the chart's two ends: days, or times if both are on the same day.
pub fn end_labels(trend: &Trend, zone: &jiff::tz::TimeZone) -> Option<(String, String)> {
    let local = |point: &TrendPoint| date::local(point.at, zone);
    let (first, last) = (local(trend.points.first()?), local(trend.points.last()?));
    if first.date() != last.date() {
        return Some((date::date_short(first.date()), date::date_short(last.date())));
    }
    let (from, to) = (date::time_short(first.time()), date::time_short(last.time()));
    let to = if from == to { String::new() } else { to };
    Some((format!("{} {from}", date::date_short(first.date())), to))
}

/// Returns the table rows, newest first; equal consecutive rows are merged.
pub fn table_rows(trend: &Trend, zone: &jiff::tz::TimeZone) -> Vec<(String, String)> {
    table_rows_with(trend, |at| date::date_time_short(date::local(at, zone)))
}

/// Returns the table rows with timestamps formatted by `format_time`.
pub fn table_rows_with(trend: &Trend, format_time: impl Fn(Timestamp) -> String) -> Vec<(String, String)> {
    let points = trend.points.iter().rev();
    let mut rows: Vec<(String, String)> =
        points.map(|point| (format_time(point.at), point.text.clone())).collect();
    rows.dedup();
    rows
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::observed::ObservedHistory;
    use crate::model::history::series::Point;
    use crate::model::snapshot::Snapshot;
    use crate::screens::portfolio::focus::status_codes;
    use crate::screens::portfolio::view::statuses::status_trend;
    use crate::text::Lang;

    fn app(series: &[(&str, &[(i64, &str)])]) -> App {
        let at = |second| Timestamp::from_second(second).unwrap();
        let series = series
            .iter()
            .map(|(name, points)| {
                let points = points
                    .iter()
                    .map(|(second, value)| Point { at: at(*second), value: (*value).to_owned() })
                    .collect();
                ((*name).to_owned(), points)
            })
            .collect();
        let keymap = Keymap::with_custom(FrontEnd::Terminal, &std::collections::BTreeMap::new()).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), at(1_000));
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            history: Arc::new(ObservedHistory { series: Arc::new(series), ..ObservedHistory::default() }),
            ..Snapshot::default()
        }));
        app
    }

    /// Builds the deal counts over time: all deals first, then each status in board order.
    fn deal_trends(app: &App) -> Vec<Trend> {
        let all =
            recorded_trend(app, DEALS_SERIES, Messages::new(app.cx.lang()).get("trend-deals").into_owned());
        let status_trends = status_codes(&app.cx).into_iter().filter_map(|code| status_trend(app, code));
        all.into_iter().chain(status_trends).collect()
    }

    #[test]
    fn trend_of_an_unchanged_value_is_flat() {
        let app = app(&[
            ("deals", &[(100, "240"), (900, "240")]),
            ("deals:ic", &[(100, "14"), (400, "13"), (900, "14")]),
        ]);
        let flat: Vec<bool> = deal_trends(&app).iter().map(Trend::is_flat).collect();
        assert_eq!(flat, [true, false]);
    }

    #[test]
    fn trend_starts_at_first_observation_and_ends_now() {
        let app = app(&[("portfolio:total_nominal", &[(0, "10.00"), (100, "12.50"), (200, "11")])]);
        let trend = total_trends(&app).remove(0);
        let heights: Vec<f32> = trend.points.iter().map(|point| point.height).collect();
        assert_eq!(heights, [0.0, 1.0, 0.4, 0.4]);
        assert_eq!(trend.points.last().unwrap().at, app.cx.now());
        assert_eq!((trend.last.as_str(), trend.change.as_str()), ("11", "+1"));
        assert!(trend.since.contains("01/01/1970"), "{}", trend.since);
    }

    #[test]
    fn monthly_change_names_its_start_or_its_availability() {
        const DAY: i64 = 86_400;
        let mut app = app(&[
            ("deals", &[(0, "240"), (20 * DAY, "250"), (40 * DAY, "244")]),
            ("deals:ic", &[(0, "14")]),
            ("deals:lost", &[(20 * DAY, "3")]),
        ]);
        let reported = |app: &App, series: &str| {
            let trends = deal_trends(app);
            trends.into_iter().find(|trend| trend.series == series).unwrap().month
        };
        assert_eq!(reported(&app, "deals"), "monthly change available from 01/02/1970");
        app.tick(Timestamp::from_second(45 * DAY).unwrap());
        assert_eq!(reported(&app, "deals"), "+4 since 15/01/1970");
        assert_eq!(reported(&app, "deals:ic"), "unchanged since 15/01/1970");
        assert_eq!(reported(&app, "deals:lost"), "monthly change available from 21/02/1970");
        app.tick(Timestamp::from_second(60 * DAY).unwrap());
        assert_eq!(reported(&app, "deals"), "−6 since 02/02/1970");
    }

    #[test]
    fn single_observation_is_a_point_until_the_next_sync() {
        for (read_at, once, points, since) in
            [(0, true, 1, "one value, on 01/01/1970"), (900, false, 2, "since 01/01/1970")]
        {
            let mut app = app(&[("deals", &[(0, "7")])]);
            let mut snapshot = app.cx.snapshot().clone();
            snapshot.revision += 1;
            snapshot.coverage.complete_at = Some(Timestamp::from_second(read_at).unwrap());
            app.on_snapshot(Arc::new(snapshot));
            let trend = deal_trends(&app).remove(0);
            assert_eq!((trend.single_load, trend.points.len()), (once, points));
            assert_eq!(trend.since, since);
        }
    }

    #[test]
    fn same_day_trend_ends_show_times_and_rows_merge() {
        let app = app(&[("deals", &[(0, "7"), (30, "7"), (600, "8")])]);
        let trend = deal_trends(&app).remove(0);
        let ends = end_labels(&trend, &TimeZone::UTC).unwrap();
        assert_eq!(ends, ("01/01/1970 00:00".to_owned(), "00:16".to_owned()));
        let rows = table_rows(&trend, &TimeZone::UTC);
        let values: Vec<&str> = rows.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, ["8", "8", "7"], "{rows:?}");
        let days = table_rows_with(&trend, |at| date::date_short(date::local(at, &TimeZone::UTC).date()));
        assert_eq!(days.len(), 2, "equal rows are merged: {days:?}");
    }

    #[test]
    fn flat_trend_is_centred_and_unreadable_series_are_omitted() {
        let app = app(&[("deals", &[(0, "7")]), ("deals:ic", &[(0, "1e400")]), ("deals:new", &[(0, "3")])]);
        let trends = deal_trends(&app);
        let names: Vec<&str> = trends.iter().map(|trend| trend.series.as_str()).collect();
        assert_eq!(names, ["deals", "deals:new"]);
        assert_eq!(trends[0].points.iter().map(|p| p.height).collect::<Vec<_>>(), [0.5, 0.5]);
        assert_eq!(trends[0].change, "");
    }
}
