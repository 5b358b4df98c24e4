//! The deals of each status over time, in one chart: lines that a legend draws or leaves out.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::app::screens::portfolio::legend::Chart;
use crate::app::screens::portfolio::series::status_codes;
use crate::app::screens::portfolio::view::legend;
use crate::app::shell::app::App;
use crate::text::Words;
use crate::vocabulary;

use crate::app::screens::portfolio::view::trend_line::Trend;
use crate::app::screens::portfolio::view::trend_line::trend;

/// The line of one status.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusLine {
    /// The status, as received.
    pub code: String,
    /// Its name in few letters, for a legend.
    pub short: String,
    /// How many deals it had.
    pub trend: Trend,
    /// Whether it is not drawn.
    pub hidden: bool,
}

/// The lines of all statuses.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusesView {
    /// What the chart is called among the others.
    pub label: String,
    /// The lines, in the order of the board.
    pub lines: Vec<StatusLine>,
    /// What the chart does not draw, by name; empty where it draws all.
    pub left_out: String,
}

/// The deals of each status over time; `None` where that is no chart of several lines.
pub fn statuses(app: &App) -> Option<StatusesView> {
    let out = app.left_out(Chart::Statuses);
    let lines: Vec<StatusLine> = status_codes(&app.cx)
        .into_iter()
        .filter_map(|code| {
            Some(StatusLine {
                trend: status(app, code)?,
                short: vocabulary::deal_status_short(app.cx.lang(), code).into_owned(),
                hidden: out.contains(code),
                code: code.to_owned(),
            })
        })
        .collect();
    let names = lines.iter().filter(|line| line.hidden);
    let left_out = legend::told(app.cx.lang(), names.map(|line| line.trend.label.clone()));
    (lines.len() > 1).then(|| StatusesView {
        label: Words::new(app.cx.lang()).get("trend-statuses").into_owned(),
        left_out,
        lines,
    })
}

/// The deals of one status over time.
pub(super) fn status(app: &App, code: &str) -> Option<Trend> {
    let label = vocabulary::deal_status(app.cx.lang(), code).into_owned();
    trend(app, &format!("deals:{code}"), label)
}

impl StatusesView {
    /// The lines that are drawn.
    pub fn drawn(&self) -> impl Iterator<Item = &StatusLine> {
        self.lines.iter().filter(|line| !line.hidden)
    }

    /// The same as a table, newest first: at each moment at which one of the counts changed, what each status had. A status
    /// that had not been seen by then has no count.
    pub fn rows(&self) -> Vec<(Timestamp, Vec<String>)> {
        let points = self.lines.iter().flat_map(|line| &line.trend.points);
        let moments: BTreeSet<Timestamp> = points.map(|point| point.at).collect();
        let held = |line: &StatusLine, at: Timestamp| {
            let mut before = line.trend.points.iter().rev();
            let point = before.find(|point| point.at <= at);
            point.map_or_else(String::new, |point| point.text.clone())
        };
        let row = |at: Timestamp| (at, self.lines.iter().map(|line| held(line, at)).collect());
        moments.into_iter().rev().map(row).collect()
    }
}
