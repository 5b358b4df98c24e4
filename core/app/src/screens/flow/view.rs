//! View of the flow: a table for each section, its chart, and the extent of the observations.

pub mod chart;
pub mod worksheets;

use jiff::Timestamp;

use crate::foundation::cx::app_cx::AppCx;
use crate::model::flow::{FlowFigures, GroupBy, MIN_WEEKS, StatusFlow, TimeInStatus, days_of};
use crate::open_json::{RecordCell, RecordColumn, RecordTable};
use crate::screens::flow::lines::{FlowLine, FlowSection, lines};
use crate::screens::flow::view::chart::FlowChart;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText, date, number, width};
use crate::vocabulary::{StatusRole, asset_class, deal_status, deal_status_short};

/// View of the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowView {
    /// Names of the sections.
    pub sections: Vec<String>,
    /// Index of the section shown.
    pub section: usize,
    /// Period and grouping.
    pub selection: String,
    /// Extent of the observations.
    pub coverage: String,
    /// Remarks on the section: what is excluded, what a line leads to.
    pub notes: Vec<String>,
    /// Lines of the section.
    pub table: RecordTable,
    /// Index of the focused line.
    pub line: usize,
    /// Chart of the section, if it has one.
    pub chart: Option<FlowChart>,
    /// Text in place of the lines, if there are none.
    pub empty: String,
}

impl FlowView {
    /// Returns the focused line as text, for the screen reader and the clipboard.
    pub fn a11y_text(&self) -> String {
        let cells = self.table.rows.get(self.line).into_iter().flatten().zip(&self.table.columns);
        let texts = cells.filter_map(|(cell, column)| match cell {
            RecordCell::Value(value) => Some(format!("{} {value}", column.label)),
            RecordCell::Null | RecordCell::Absent => None,
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}

/// Builds the screen.
pub fn flow_view(app: &App) -> FlowView {
    section_view(app, FlowSection::of_pane(app.cx.pane()))
}

/// Builds a section, as the screen shows it.
pub fn section_view(app: &App, section: FlowSection) -> FlowView {
    let messages = Messages::new(app.cx.lang());
    let text = |key: &str| messages.get(key).into_owned();
    let by = match app.flow.by {
        None => "flow-by-none",
        Some(GroupBy::Class) => "flow-by-class",
        Some(GroupBy::Owner) => "flow-by-owner",
    };
    let mut view = FlowView {
        sections: FlowSection::ALL.map(|one| text(one.label_key())).to_vec(),
        section: FlowSection::ALL.iter().position(|one| *one == section).unwrap_or_default(),
        selection: format!("{} · {}", text(app.flow.period.label_key()), text(by)),
        empty: text("flow-loading"),
        ..FlowView::default()
    };
    let Some(figures) = app.cx.snapshot().flow.as_deref() else {
        return view;
    };
    if app.cx.in_present().is_err() {
        view.empty = text("flow-present-only");
        return view;
    }
    let (lines, count) = lines(figures, section);
    view.empty = if lines.is_empty() { text("flow-empty") } else { String::new() };
    view.line = app.cx.scroll().min(lines.len().saturating_sub(1));
    view.coverage = coverage_text(&app.cx, figures);
    view.notes = notes(&app.cx, figures, section);
    if count > lines.len() {
        let args = [("shown", MessageArg::from(lines.len())), ("n", MessageArg::from(count))];
        view.notes.push(messages.with("flow-shown", &args));
    }
    view.table = table(&app.cx, figures, section, &lines);
    view.chart = chart::chart(&app.cx, figures, section);
    view
}

/// Builds the table of a section.
pub(crate) fn section_table(cx: &AppCx, figures: &FlowFigures, section: FlowSection) -> RecordTable {
    table(cx, figures, section, &lines(figures, section).0)
}

fn coverage_text(cx: &AppCx, figures: &FlowFigures) -> String {
    let coverage = figures.report.coverage;
    let Some(since) = coverage.since.and_then(|at| Timestamp::from_second(at).ok()) else {
        return String::new();
    };
    let date = date::date_time(cx.lang(), date::local(since, &cx.options().zone));
    let args = [("n", coverage.moves.into()), ("date", date.into()), ("exact", coverage.exact.into())];
    Messages::new(cx.lang()).with("flow-coverage", &args)
}

fn notes(cx: &AppCx, figures: &FlowFigures, section: FlowSection) -> Vec<String> {
    let messages = Messages::new(cx.lang());
    let counted = |key: &str, count: usize| (count > 0).then(|| messages.with(key, &[("n", count.into())]));
    let groups = &figures.report.groups;
    let flows = || groups.iter().flat_map(|group| &group.statuses);
    let mut notes = Vec::new();
    match section {
        FlowSection::Statuses => {
            let entered = |role| groups.iter().map(|group| group.entered(role)).sum::<usize>();
            let args = [("won", entered(StatusRole::Won).into()), ("lost", entered(StatusRole::Lost).into())];
            notes.push(messages.with("flow-won-lost", &args));
            if flows().any(|flow| flow.is_largest_loss) {
                notes.push(messages.get("flow-loss-mark").into_owned());
            }
            notes.extend(counted("flow-excluded", flows().map(|flow| flow.entry_unobserved).sum()));
            notes.push(messages.get("flow-leads-to-status").into_owned());
        }
        FlowSection::Moves => notes.push(messages.get("flow-leads-to-next").into_owned()),
        FlowSection::Cycles => {
            if let ([group], Some(percentiles)) = (&figures.cycles[..], chart::percentiles(figures)) {
                let [p50, p85, p95] =
                    percentiles.map(|seconds| number::exact(cx.lang(), days_of(seconds)).into());
                let n = group.cycles.len().into();
                notes.push(
                    messages.with("flow-cycles", &[("n", n), ("p50", p50), ("p85", p85), ("p95", p95)]),
                );
            }
            let excluded = figures.cycles.iter().map(|group| group.start_unobserved).sum();
            notes.extend(counted("flow-cycles-excluded", excluded));
        }
        FlowSection::Forecast => {
            let silent = figures.forecasts.iter().all(|group| group.forecasts.is_empty());
            let weeks = figures.forecasts.iter().map(|group| group.weeks).max().unwrap_or_default();
            let args = [("n", weeks.into()), ("min", MIN_WEEKS.into())];
            notes.push(messages.with(if silent { "flow-forecast-none" } else { "flow-forecast" }, &args));
        }
        FlowSection::Weeks | FlowSection::Open => {}
    }
    notes
}

/// Returns the message keys of the columns behind the group's, each with whether its values are numbers.
fn columns(section: FlowSection) -> &'static [(&'static str, bool)] {
    match section {
        FlowSection::Statuses => &[
            ("field-status", false),
            ("flow-entered", true),
            ("flow-advanced", true),
            ("flow-moved-back", true),
            ("flow-paused", true),
            ("flow-lost", true),
            ("flow-deleted", true),
            ("flow-still-there", true),
            ("flow-conversion", true),
            ("flow-median", true),
            ("flow-p85", true),
            ("flow-bounds", false),
        ],
        FlowSection::Moves => {
            &[("flow-from", false), ("flow-to", false), ("flow-deals", true), ("flow-share", true)]
        }
        FlowSection::Weeks => &[
            ("flow-week", false),
            ("flow-created", true),
            ("flow-won", true),
            ("flow-lost", true),
            ("flow-deleted", true),
            ("flow-active", true),
            ("flow-deals-by-status", false),
        ],
        FlowSection::Cycles => {
            &[("flow-finished", false), ("field-name", false), ("flow-days", true), ("flow-over", false)]
        }
        FlowSection::Open => &[
            ("field-name", false),
            ("field-status", false),
            ("flow-age", true),
            ("flow-median", true),
            ("flow-p85", true),
            ("flow-over", false),
        ],
        FlowSection::Forecast => &[
            ("flow-days", true),
            ("flow-at-least-p50", true),
            ("flow-at-least-p85", true),
            ("flow-tests", true),
            ("flow-met-p50", true),
            ("flow-met-p85", true),
        ],
    }
}

fn table(cx: &AppCx, figures: &FlowFigures, section: FlowSection, lines: &[FlowLine<'_>]) -> RecordTable {
    let messages = Messages::new(cx.lang());
    let group_key = figures.request.by.map(|by| match by {
        GroupBy::Class => ("field-class", false),
        GroupBy::Owner => ("field-owner", false),
    });
    let rows: Vec<Vec<String>> = lines
        .iter()
        .map(|line| {
            let (group, cells) = cells(cx, figures, *line);
            let group = figures.request.by.map(|by| group_name(cx, by, group));
            group.into_iter().chain(cells).collect()
        })
        .collect();
    let columns = group_key.iter().chain(columns(section)).enumerate().map(|(at, (key, is_numeric))| {
        let cells = || rows.iter().filter_map(|row| row.get(at));
        RecordColumn {
            field: (*key).to_owned(),
            label: SafeText::line(&messages.get(key)),
            is_numeric: *is_numeric,
            is_nested: false,
            filled: cells().filter(|cell| !cell.is_empty()).count(),
            max_width: cells().map(|cell| width(cell)).max().unwrap_or_default(),
        }
    });
    let columns = columns.collect();
    let cell = |text: String| match text.as_str() {
        "" => RecordCell::Absent,
        text => RecordCell::Value(SafeText::line(text)),
    };
    let rows = rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
    RecordTable { columns, rows, omitted_fields: 0 }
}

/// Returns the name of a group, or a dash for deals without a value.
pub(crate) fn group_name(cx: &AppCx, by: GroupBy, group: &str) -> String {
    match by {
        _ if group.is_empty() => "–".to_owned(),
        GroupBy::Class => asset_class(cx.lang(), group).into_owned(),
        GroupBy::Owner => group.to_owned(),
    }
}

/// Returns the group of a line and its cells.
fn cells<'a>(cx: &AppCx, figures: &'a FlowFigures, line: FlowLine<'a>) -> (&'a str, Vec<String>) {
    let lang = cx.lang();
    let count = |number: usize| number::integer(lang, number as u64);
    let days = |seconds: Option<i64>| seconds.map_or_else(String::new, |one| days_text(lang, one));
    let status = |code: &str| deal_status(lang, code).into_owned();
    let mark = |is_set: bool, mark: &str| if is_set { mark.to_owned() } else { String::new() };
    let name = |deal| {
        let id = figures.deal_ids.text(deal);
        let deals = &cx.snapshot().deals;
        deals.find(id).and_then(|ix| deals.row(ix)).map_or_else(|| id.to_owned(), |row| row.name.to_string())
    };
    match line {
        FlowLine::Status(group, flow) => {
            let lost = format!("{}{}", mark(flow.is_largest_loss, "▲ "), count(flow.lost));
            let conversion = number::share(lang, flow.advanced as u64, flow.left() as u64);
            let cells = vec![
                status(&flow.status),
                count(flow.entered),
                count(flow.advanced),
                count(flow.moved_back),
                count(flow.paused),
                lost,
                count(flow.deleted),
                count(flow.still_there),
                conversion,
                days(flow.time.median),
                days(flow.time.p85),
                bounds(lang, flow),
            ];
            (group, cells)
        }
        FlowLine::Move(group, flow, to, number) => {
            let share = number::share(lang, number as u64, flow.left() as u64);
            (group, vec![status(&flow.status), status(to), count(number), share])
        }
        FlowLine::Week(group, week) => {
            let day = date::date_short(week.monday);
            let in_status = week.deals.iter().filter(|(_, deals)| *deals > 0);
            let by_status =
                in_status.map(|(code, deals)| format!("{} {}", deal_status_short(lang, code), count(*deals)));
            let cells = vec![
                if week.is_complete { day } else { format!("{day} …") },
                count(week.created),
                count(week.won),
                count(week.lost),
                count(week.deleted),
                count(week.active()),
                by_status.collect::<Vec<_>>().join(" · "),
            ];
            (&group.group, cells)
        }
        FlowLine::Cycle(group, cycle, p85) => {
            let at = date::date_time(lang, date::local(cycle.timestamp(), &cx.options().zone));
            let is_over = p85.is_some_and(|p85| cycle.seconds > p85);
            (&group.group, vec![at, name(cycle.deal), days(Some(cycle.seconds)), mark(is_over, "▲")])
        }
        FlowLine::Open(group, flow, open) => {
            let age = format!("{}{}", mark(open.is_lower_bound, "≥ "), days(Some(open.age)));
            let over = match open.is_over_p85 {
                Some(is_over) => mark(is_over, "▲"),
                None => mark(flow.time.p85.is_some(), "?"),
            };
            let (median, p85) = (days(flow.time.median), days(flow.time.p85));
            (group, vec![name(open.deal), status(&flow.status), age, median, p85, over])
        }
        FlowLine::Forecast(group, one) => {
            let numbers =
                [one.at_least_p50, one.at_least_p85, one.tests, one.met_p50, one.met_p85].map(count);
            (group, std::iter::once(one.days.to_string()).chain(numbers).collect())
        }
    }
}

/// Returns the bounds of median and 85 % in days, unless all moves have an exact time.
fn bounds(lang: Lang, flow: &StatusFlow) -> String {
    let range = |time: fn(&TimeInStatus) -> Option<i64>| {
        let [low, high] = [time(&flow.shortest), time(&flow.longest)];
        let text = |bound: Option<i64>| bound.map_or_else(|| "?".to_owned(), |one| days_text(lang, one));
        (low != high).then(|| format!("{}–{}", text(low), text(high)))
    };
    let ranges = [range(|time| time.median), range(|time| time.p85)];
    ranges.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn days_text(lang: Lang, seconds: i64) -> String {
    number::decimal(lang, days_of(seconds), 1)
}
