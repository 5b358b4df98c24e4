//! Text of the groups of the table: headings with their subtotals, and the grouping itself.

use crate::dataset::column::DealColumn;
use crate::dataset::column_totals::ColumnFooter;
use crate::dataset::grouping::Statistic;
use crate::dataset::groups::Group;
use crate::deals::table::queries::code_label;
use crate::foundation::cx::app_cx::AppCx;
use crate::shell::app::App;
use crate::text::{Lang, Messages, SafeText, number};

use super::totals::number_text;
use crate::deals::table::numbers::coverage_text;

/// Heading of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadingRow {
    /// Index of the line.
    pub index: usize,
    /// Number of groups that contain it.
    pub depth: usize,
    /// True if its deals are not shown.
    pub collapsed: bool,
    /// Name of the status, class or owner.
    pub name: SafeText,
    /// Number of its deals, and their share of all: `12 · 14%`.
    pub count: String,
    /// Subtotals, one per column; empty without one.
    pub cells: Vec<String>,
    /// True if it has the focus.
    pub focused: bool,
}

impl HeadingRow {
    /// Returns its name and count for screen readers.
    pub fn a11y_text(&self) -> String {
        format!("{} – {}", self.name, self.count)
    }
}

/// Returns the heading of the group `at`, on a line.
pub(super) fn heading(app: &App, at: usize, index: usize) -> Option<HeadingRow> {
    let (table, lang) = (&app.table, app.cx.lang());
    let group = table.group(at)?;
    let grouping = app.pipeline.board_layout().grouping();
    let (count, total) = (group.rows.len() as u64, table.rows().len() as u64);
    let cell = |column: &DealColumn| {
        let subtotals = table.subtotals(*column, &app.pipeline, &app.cx);
        let subtotals = subtotals.and_then(|all| Some((all.get(at)?, all.first()?)));
        let text = |of| subtotal_text(&app.cx, *column, grouping.statistic, of);
        subtotals.and_then(text).unwrap_or_default()
    };
    Some(HeadingRow {
        index,
        depth: group.level.saturating_sub(1),
        collapsed: table.is_group_collapsed(group),
        name: group_name(lang, &grouping.columns, group),
        count: format!("{} · {}", number::integer(lang, count), number::share(lang, count, total)),
        cells: table.columns.iter().map(cell).collect(),
        focused: table.index() == index && table.focused_group().is_some(),
    })
}

/// Returns the name of the innermost code of a group.
fn group_name(lang: Lang, columns: &[DealColumn], group: &Group) -> SafeText {
    let code = group.codes.last().map_or("", String::as_str);
    let column = group.level.checked_sub(1).and_then(|at| columns.get(at));
    SafeText::line(&column.map_or_else(|| code.to_owned(), |column| code_label(lang, *column, code)))
}

/// Returns a subtotal of a `group` of the `whole` as text.
fn subtotal_text(
    cx: &AppCx,
    column: DealColumn,
    statistic: Statistic,
    (group, whole): (&ColumnFooter, &ColumnFooter),
) -> Option<String> {
    let lang = cx.lang();
    let value = statistic.value(group, whole)?;
    Some(match statistic {
        Statistic::Coverage => coverage_text(lang, group.covered as u64, group.rows as u64),
        Statistic::Share => number::percent(lang, value, 1),
        _ if group.is_lower_bound => format!("≥ {}", number_text(cx, column, value)),
        _ => number_text(cx, column, value),
    })
}

/// Returns the grouping as text: `Status › Class (Median)`; empty without one.
pub fn grouping_text(app: &App) -> String {
    let (grouping, lang) = (app.pipeline.board_layout().grouping(), app.cx.lang());
    let names: Vec<String> = grouping.columns.iter().map(|column| column.label(lang, true)).collect();
    let columns = names.join(" › ");
    match grouping.statistic {
        _ if names.is_empty() => columns,
        Statistic::Total => columns,
        statistic => format!("{columns} ({})", Messages::new(lang).get(statistic.label_key())),
    }
}
