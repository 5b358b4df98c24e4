//! Text of compared deals: one line a field, and the export.

use crate::dataset::column::DealColumn;
use crate::deals::table::queries::cell_text;
use crate::foundation::presentation::picker_view::{
    ChangeCells, LineIcon, PickerLine, PickerView, picker_line,
};
use crate::model::table::DealRow;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// Number of deals that can be compared.
pub const COMPARABLE: std::ops::RangeInclusive<usize> = 2..=4;

/// One field of the compared deals.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedField {
    /// The field.
    pub column: DealColumn,
    /// Value of each deal; `None` if it has none.
    pub values: Vec<Option<String>>,
    /// True if the exact values differ.
    pub differs: bool,
}

/// Returns the fields that any of these deals has, in the order of the columns, without the name.
#[must_use]
pub fn compared_fields(app: &App, rows: &[DealRow<'_>]) -> Vec<ComparedField> {
    let field = |column: DealColumn| {
        let values: Vec<_> = rows.iter().map(|row| cell_text(&app.cx, row, column)).collect();
        let differs = match column {
            DealColumn::Kpi(key) => rows.windows(2).any(|pair| pair[0].number(key) != pair[1].number(key)),
            _ => values.windows(2).any(|pair| pair[0] != pair[1]),
        };
        values.iter().any(Option::is_some).then_some(ComparedField { column, values, differs })
    };
    DealColumn::all().filter(|column| *column != DealColumn::Name).filter_map(field).collect()
}

/// Builds the list of the selected deals' fields. Equal ones are below a line that shows or hides them.
pub(crate) fn compare_picker(app: &App) -> PickerView {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let rows = app.selected_rows();
    // Four deals fit side by side only if their values are short.
    let width = 64 / rows.len().max(1);
    let line = |mark, label: &str, values: Vec<String>| {
        let note = values.join(" · ");
        let mut cells = values.iter().map(|value| SafeText::line_within(value, width));
        let mut cell = || cells.next().unwrap_or_default();
        let cells = ChangeCells { subject: cell(), values: cell(), author: cell(), when: cell() };
        PickerLine { cells: Some(cells), ..picker_line(mark, label, &note) }
    };
    let field_line = |field: &ComparedField| {
        let absent = messages.get("absent-not-provided-short").into_owned();
        let values =
            field.values.iter().map(|value| value.clone().unwrap_or_else(|| absent.clone())).collect();
        let mark = if field.differs { LineIcon::Differs } else { LineIcon::None };
        line(mark, &field.column.label(lang, true), values)
    };
    let names = rows.iter().map(|row| row.name.to_owned()).collect();
    let (different, equal): (Vec<_>, Vec<_>) =
        compared_fields(app, &rows).into_iter().partition(|field| field.differs);
    let mut lines = vec![line(LineIcon::None, &DealColumn::Name.label(lang, true), names)];
    lines.extend(different.iter().map(field_line));
    if !equal.is_empty() {
        let expanded = app.pipeline.shows_equal();
        let key = if expanded { "compare-hide-equal" } else { "compare-show-equal" };
        let toggle =
            picker_line(LineIcon::None, &messages.with(key, &[("n", MessageArg::from(equal.len()))]), "");
        lines.push(PickerLine { cells: Some(ChangeCells::default()), ..toggle });
        lines.extend(equal.iter().filter(|_| expanded).map(field_line));
    }
    let summary = messages.with("compare-summary", &[("n", MessageArg::from(different.len()))]);
    let title = messages.with("compare-title", &[("n", MessageArg::from(rows.len()))]);
    PickerView::complete(title, vec![summary], lines)
}

/// Builds the table of the compared deals, one row a field. `cell` returns the value of a deal.
pub(crate) fn compare_worksheet(
    app: &App,
    cell: impl Fn(&DealRow<'_>, DealColumn) -> WorksheetCell,
) -> Worksheet {
    let rows = app.selected_rows();
    let columns = ["field", "differs"].into_iter().map(str::to_owned);
    let line = |field: ComparedField| {
        let values = rows.iter().map(|row| cell(row, field.column));
        let start = [WorksheetCell::text(field.column.name()), WorksheetCell::Boolean(field.differs)];
        start.into_iter().chain(values).collect()
    };
    Worksheet {
        name: "compare".to_owned(),
        columns: columns.chain(rows.iter().map(|row| row.name.to_owned())).collect(),
        rows: compared_fields(app, &rows).into_iter().map(line).collect(),
    }
}
