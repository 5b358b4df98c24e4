//! Content of the sections of the flow: a table, its chart, and the extent of the observations.

use jiff::Timestamp;

use crate::foundation::cx::app_cx::AppCx;
use crate::model::flow::{FlowFigures, FlowGroup, MIN_OBSERVATIONS, MIN_WEEKS, StatusFlow, days_of};
use crate::open_json::RecordTable;
use crate::screens::flow::chart::{self, FlowChart};
use crate::screens::flow::sections::FlowSection;
use crate::screens::flow::table::{FlowTable, FlowTarget};
use crate::screens::flow::texts::FlowTexts;
use crate::text::{MessageArg, Messages, number};
use crate::vocabulary::{StatusRole, deal_status};

/// Maximum number of rows of a section.
const MAX_ROWS: usize = 300;

/// Content of a section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SectionContent {
    /// Extent of the observations.
    pub coverage: String,
    /// Remarks: what counts, what has too few observations.
    pub notes: Vec<String>,
    /// What a row leads to on the screen.
    pub hint: String,
    /// Rows of the section.
    pub table: RecordTable,
    /// What each row leads to.
    pub(crate) targets: Vec<Option<FlowTarget>>,
    /// Chart of the section, if it has one.
    pub chart: Option<FlowChart>,
    /// Text in place of the rows, if there are none.
    pub empty: String,
}

/// Calls `read` with the texts of the screen.
pub(super) fn with_texts<R>(cx: &AppCx, read: impl FnOnce(&FlowTexts<'_>) -> R) -> R {
    let deals = &cx.snapshot().deals;
    let name_of = |id: &str| {
        let row = deals.find(id).and_then(|ix| deals.row(ix));
        row.map_or_else(|| id.to_owned(), |row| row.name.to_string())
    };
    let zone = &cx.options().zone;
    read(&FlowTexts { lang: cx.lang(), zone, name_of: &name_of, max_rows: MAX_ROWS })
}

/// Builds a section.
pub(crate) fn build(cx: &AppCx, section: FlowSection) -> SectionContent {
    let messages = Messages::new(cx.lang());
    let text = |key: &str| messages.get(key).into_owned();
    let figures = match cx.snapshot().flow.as_deref() {
        Some(figures) if cx.in_present().is_ok() => figures,
        figures => {
            let key = if figures.is_some() { "flow-present-only" } else { "flow-loading" };
            return SectionContent { empty: text(key), ..SectionContent::default() };
        }
    };
    with_texts(cx, |texts| {
        let table = texts.table(figures, section);
        let mut notes = texts.notes(figures, section, &table);
        if table.total > table.rows.len() {
            let args = [("shown", MessageArg::from(table.rows.len())), ("n", MessageArg::from(table.total))];
            notes.push(messages.with("flow-shown", &args));
        }
        let hint = match section {
            FlowSection::Statuses => text("flow-leads-to-status"),
            FlowSection::Moves => text("flow-leads-to-next"),
            _ => String::new(),
        };
        SectionContent {
            coverage: texts.coverage(figures),
            notes,
            hint,
            table: table.record_table(texts.lang),
            chart: chart::chart(texts, figures, section),
            empty: if table.rows.is_empty() { text("flow-empty") } else { String::new() },
            targets: table.rows.into_iter().map(|row| row.target).collect(),
        }
    })
}

/// Returns the mark of a figure that stands on too few observations.
fn few(count: usize) -> &'static str {
    if count < MIN_OBSERVATIONS { "~" } else { "" }
}

/// Returns the arguments of a sentence on a forecast: the number of complete weeks, and the minimum.
pub fn observed_weeks(figures: &FlowFigures) -> [(&'static str, MessageArg<'static>); 2] {
    let weeks = figures.groups.iter().map(|group| group.complete_weeks).max().unwrap_or_default();
    [("n", weeks.into()), ("min", MIN_WEEKS.into())]
}

impl FlowTexts<'_> {
    /// Returns the sentence on the extent of the observations.
    pub fn coverage(&self, figures: &FlowFigures) -> String {
        let coverage = figures.coverage;
        let Some(since) = coverage.since.and_then(|at| Timestamp::from_second(at).ok()) else {
            return String::new();
        };
        let date = self.date_time_cell(since).text.into();
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
                    let count = group.cycles.len();
                    let days = |seconds| number::exact(self.lang, days_of(seconds));
                    let [p50, p85, p95] =
                        found.map(|seconds| format!("{}{}", few(count), days(seconds)).into());
                    let args = [("n", count.into()), ("p50", p50), ("p85", p85), ("p95", p95)];
                    notes.push(messages.with("flow-cycles", &args));
                }
                let excluded = groups.iter().map(|group| group.start_unobserved).sum();
                notes.extend(counted("flow-cycles-excluded", excluded));
            }
            FlowSection::Forecast => {
                let silent = groups.iter().all(|group| group.forecasts.is_empty());
                let key = if silent { "flow-forecast-none" } else { "flow-forecast" };
                notes.push(messages.with(key, &observed_weeks(figures)));
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
        let total = group.losses();
        let key = if largest.len() == 1 { "flow-loss" } else { "flow-losses" };
        let args = [
            ("status", names.join(", ").into()),
            ("n", first.loss().into()),
            ("total", total.into()),
            ("few", few(total).into()),
        ];
        Some(messages.with(key, &args))
    }
}
