//! View of the flow: a table for each section, its chart, and the extent of the observations.

pub mod chart;

use jiff::Timestamp;

use crate::foundation::cx::app_cx::AppCx;
use crate::model::flow::{FlowFigures, FlowGroup, GroupBy, MIN_OBSERVATIONS, MIN_WEEKS, StatusFlow, days_of};
use crate::model::worksheet::Worksheet;
use crate::open_json::{RecordCell, RecordTable};
use crate::screens::flow::sections::FlowSection;
use crate::screens::flow::table::{FlowTable, FlowTarget};
use crate::screens::flow::texts::FlowTexts;
use crate::screens::flow::view::chart::FlowChart;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, number};
use crate::vocabulary::{StatusRole, deal_status};

/// Maximum number of rows of a section.
const MAX_ROWS: usize = 300;

/// View of the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowView<'a> {
    /// Names of the sections.
    pub sections: [String; FlowSection::ALL.len()],
    /// Index of the section shown.
    pub section: usize,
    /// Period and grouping.
    pub selection: String,
    /// Index of the focused row.
    pub row: usize,
    /// Content of the section.
    pub content: &'a SectionView,
}

/// Content of a section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SectionView {
    /// Extent of the observations.
    pub coverage: String,
    /// Remarks: what counts, what has too few observations, what a row leads to.
    pub notes: Vec<String>,
    /// Rows of the section.
    pub table: RecordTable,
    /// What each row leads to.
    pub(crate) targets: Vec<Option<FlowTarget>>,
    /// Chart of the section, if it has one.
    pub chart: Option<FlowChart>,
    /// Text in place of the rows, if there are none.
    pub empty: String,
}

impl FlowView<'_> {
    /// Returns the name of the section shown.
    pub fn title(&self) -> &str {
        self.sections.get(self.section).map_or("", String::as_str)
    }

    /// Returns the focused row as text, for the screen reader and the clipboard.
    pub fn a11y_text(&self) -> String {
        let table = &self.content.table;
        let cells = table.rows.get(self.row).into_iter().flatten().zip(&table.columns);
        let texts = cells.filter_map(|(cell, column)| match cell {
            RecordCell::Value(value) => Some(format!("{} {value}", column.label)),
            RecordCell::Null | RecordCell::Absent => None,
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the screen.
pub fn flow_view(app: &App) -> FlowView<'_> {
    section_view(app, FlowSection::of_pane(app.cx.pane()))
}

/// Returns a section, as the screen shows it.
pub fn section_view(app: &App, section: FlowSection) -> FlowView<'_> {
    let messages = Messages::new(app.cx.lang());
    let text = |key: &str| messages.get(key).into_owned();
    let by = match app.flow.by {
        None => "flow-by-none",
        Some(GroupBy::Class) => "flow-by-class",
        Some(GroupBy::Owner) => "flow-by-owner",
    };
    let content = app.flow.content(section);
    FlowView {
        sections: FlowSection::ALL.map(|one| text(one.label_key())),
        section: section as usize,
        selection: format!("{} · {}", text(app.flow.period_key()), text(by)),
        row: app.cx.scroll().min(content.table.rows.len().saturating_sub(1)),
        content,
    }
}

/// Calls `read` with the texts of the screen.
fn with_texts<R>(cx: &AppCx, read: impl FnOnce(&FlowTexts<'_>) -> R) -> R {
    let deals = &cx.snapshot().deals;
    let name_of = |id: &str| {
        let row = deals.find(id).and_then(|ix| deals.row(ix));
        row.map_or_else(|| id.to_owned(), |row| row.name.to_string())
    };
    let zone = &cx.options().zone;
    read(&FlowTexts { lang: cx.lang(), zone, name_of: &name_of, max_rows: MAX_ROWS })
}

/// Builds a section.
pub(crate) fn build(cx: &AppCx, section: FlowSection) -> SectionView {
    let messages = Messages::new(cx.lang());
    let text = |key: &str| messages.get(key).into_owned();
    let figures = match cx.snapshot().flow.as_deref() {
        Some(figures) if cx.in_present().is_ok() => figures,
        figures => {
            let key = if figures.is_some() { "flow-present-only" } else { "flow-loading" };
            return SectionView { empty: text(key), ..SectionView::default() };
        }
    };
    with_texts(cx, |texts| {
        let table = texts.table(figures, section);
        let mut notes = texts.notes(figures, section, &table);
        if table.total > table.rows.len() {
            let args = [("shown", MessageArg::from(table.rows.len())), ("n", MessageArg::from(table.total))];
            notes.push(messages.with("flow-shown", &args));
        }
        match section {
            FlowSection::Statuses => notes.push(text("flow-leads-to-status")),
            FlowSection::Moves => notes.push(text("flow-leads-to-next")),
            _ => {}
        }
        SectionView {
            coverage: texts.coverage(figures),
            notes,
            table: table.record_table(texts.lang),
            chart: chart::chart(texts, figures, section),
            empty: if table.rows.is_empty() { text("flow-empty") } else { String::new() },
            targets: table.rows.into_iter().map(|row| row.target).collect(),
        }
    })
}

/// Builds the worksheets of all sections that have rows.
pub fn flow_worksheets(app: &App) -> Vec<Worksheet> {
    let Some(figures) = app.cx.snapshot().flow.as_deref() else {
        return Vec::new();
    };
    with_texts(&app.cx, |texts| {
        let worksheet = |section| texts.table(figures, section).worksheet(texts.lang, section);
        let worksheets = FlowSection::ALL.into_iter().map(worksheet);
        worksheets.filter(|worksheet| !worksheet.rows.is_empty()).collect()
    })
}

impl FlowTexts<'_> {
    /// Returns the sentence on the extent of the observations.
    pub fn coverage(&self, figures: &FlowFigures) -> String {
        let coverage = figures.coverage;
        let Some(since) = coverage.since.and_then(|at| Timestamp::from_second(at).ok()) else {
            return String::new();
        };
        let date = self.time(since).text.into();
        let args = [("n", coverage.moves.into()), ("date", date), ("exact", coverage.exact.into())];
        Messages::new(self.lang).with("flow-coverage", &args)
    }

    /// Returns the remarks on a section.
    pub fn notes(&self, figures: &FlowFigures, section: FlowSection, table: &FlowTable) -> Vec<String> {
        let messages = Messages::new(self.lang);
        let counted =
            |key: &str, count: usize| (count > 0).then(|| messages.with(key, &[("n", count.into())]));
        let groups = &figures.groups;
        let mut notes = Vec::new();
        match section {
            FlowSection::Statuses => {
                let entered = |role| groups.iter().map(|group| group.entered(role)).sum::<usize>();
                let [won, lost] = [StatusRole::Won, StatusRole::Lost].map(|role| entered(role).into());
                notes.push(messages.with("flow-won-lost", &[("won", won), ("lost", lost)]));
                notes.extend(self.largest_loss(groups));
                let flows = || groups.iter().flat_map(|group| &group.statuses);
                let already_there: usize = flows().map(|flow| flow.already_there).sum();
                let total: usize = flows().map(StatusFlow::stays).sum();
                let args = [("n", already_there.into()), ("total", total.into())];
                notes.extend((already_there > 0).then(|| messages.with("flow-already-there", &args)));
            }
            FlowSection::Cycles => {
                if let [group] = &groups[..]
                    && let Some(found) = group.percentiles
                {
                    let [p50, p85, p95] =
                        found.map(|seconds| number::exact(self.lang, days_of(seconds)).into());
                    let args = [("n", group.cycles.len().into()), ("p50", p50), ("p85", p85), ("p95", p95)];
                    notes.push(messages.with("flow-cycles", &args));
                }
                let excluded = groups.iter().map(|group| group.start_unobserved).sum();
                notes.extend(counted("flow-cycles-excluded", excluded));
            }
            FlowSection::Forecast => {
                let silent = groups.iter().all(|group| group.forecasts.is_empty());
                let weeks = groups.iter().map(|group| group.complete_weeks).max().unwrap_or_default();
                let args = [("n", weeks.into()), ("min", MIN_WEEKS.into())];
                notes.push(messages.with(if silent { "flow-forecast-none" } else { "flow-forecast" }, &args));
            }
            FlowSection::Moves | FlowSection::Weeks | FlowSection::Open => {}
        }
        notes.extend(
            table.has_too_few().then(|| messages.with("flow-few", &[("n", MIN_OBSERVATIONS.into())])),
        );
        notes
    }

    /// Returns the sentence on the largest loss: of one group its statuses and numbers, else what the mark means.
    fn largest_loss(&self, groups: &[FlowGroup]) -> Option<String> {
        let messages = Messages::new(self.lang);
        let largest: Vec<_> =
            groups.iter().flat_map(|group| &group.statuses).filter(|flow| flow.is_largest_loss).collect();
        let (first, [group]) = (largest.first()?, groups) else {
            return (!largest.is_empty()).then(|| messages.get("flow-loss-mark").into_owned());
        };
        let names: Vec<_> = largest.iter().map(|flow| deal_status(self.lang, &flow.status)).collect();
        let (total, few) = (group.losses(), if group.losses() < MIN_OBSERVATIONS { "~" } else { "" });
        let key = if largest.len() == 1 { "flow-loss" } else { "flow-losses" };
        let args = [
            ("status", names.join(", ").into()),
            ("n", first.loss().into()),
            ("total", total.into()),
            ("few", few.to_owned().into()),
        ];
        Some(messages.with(key, &args))
    }
}
