//! Deals of each status over time, as one chart with a legend.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::screens::portfolio::focus::status_codes;
use crate::screens::portfolio::portfolio::Chart;
use crate::screens::portfolio::view::breakdown;
use crate::screens::portfolio::view::trend_line::{Trend, recorded_trend};
use crate::shell::app::App;
use crate::text::Messages;
use crate::vocabulary;

/// Line of one status.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusTrend {
    /// Status code, as received.
    pub code: String,
    /// Abbreviated name, for a legend.
    pub short: String,
    /// Number of deals over time.
    pub trend: Trend,
    /// True if it is not drawn.
    pub hidden: bool,
}

/// Lines of all statuses.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusesView {
    /// Name of the chart in the list of series.
    pub label: String,
    /// Lines, in board order.
    pub lines: Vec<StatusTrend>,
    /// Names of the statuses that the chart does not draw; empty if all are drawn.
    pub hidden_names: String,
}

/// Builds the chart of deals per status; `None` with fewer than two lines.
pub fn statuses_view(app: &App) -> Option<StatusesView> {
    let hidden = app.hidden_series(Chart::Statuses);
    let lines: Vec<StatusTrend> = status_codes(&app.cx)
        .into_iter()
        .filter_map(|code| {
            Some(StatusTrend {
                trend: status_trend(app, code)?,
                short: vocabulary::deal_status_short(app.cx.lang(), code).into_owned(),
                hidden: hidden.contains(code),
                code: code.to_owned(),
            })
        })
        .collect();
    let names = lines.iter().filter(|line| line.hidden);
    let left_out = breakdown::hidden_note(app.cx.lang(), names.map(|line| line.trend.label.clone()));
    (lines.len() > 1).then(|| StatusesView {
        label: Messages::new(app.cx.lang()).get("trend-statuses").into_owned(),
        hidden_names: left_out,
        lines,
    })
}

/// Builds the trend of one status.
pub(super) fn status_trend(app: &App, code: &str) -> Option<Trend> {
    let label = vocabulary::deal_status(app.cx.lang(), code).into_owned();
    recorded_trend(app, &format!("deals:{code}"), label)
}

impl StatusesView {
    /// Returns the drawn lines.
    pub fn drawn_lines(&self) -> impl Iterator<Item = &StatusTrend> {
        self.lines.iter().filter(|line| !line.hidden)
    }

    /// Returns the table rows, newest first: the count of each status whenever one changed. A status without an earlier
    /// record has an empty cell.
    pub fn table_rows(&self) -> Vec<(Timestamp, Vec<String>)> {
        let points = self.lines.iter().flat_map(|line| &line.trend.points);
        let times: BTreeSet<Timestamp> = points.map(|point| point.at).collect();
        let value_at = |line: &StatusTrend, at: Timestamp| {
            let mut before = line.trend.points.iter().rev();
            let point = before.find(|point| point.at <= at);
            point.map_or_else(String::new, |point| point.text.clone())
        };
        let row = |at: Timestamp| (at, self.lines.iter().map(|line| value_at(line, at)).collect());
        times.into_iter().rev().map(row).collect()
    }
}
