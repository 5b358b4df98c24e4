//! Text of compared deals: one line a field, and the export.

use crate::dataset::column::DealColumn;
use crate::foundation::presentation::picker_view::{
    ChangeCells, LineIcon, PickerLine, PickerView, picker_line,
};
use crate::model::table::DealRow;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::screens::compare::comparison::{ComparedField, Comparison};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// Builds the list of the selected deals' fields. Equal ones are below a line that shows or hides them.
pub(crate) fn compare_picker(app: &App) -> PickerView {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let rows = app.selected_rows();
    // Two deals fit in a narrow terminal, four in a wide one.
    let width = 72 / (rows.len() + 1);
    let line = |mark, label: &str, values: Vec<String>| {
        let note = values.join(" · ");
        let mut cells = values.iter().map(|value| SafeText::line_within(value, width));
        let mut cell = || cells.next().unwrap_or_default();
        let cells = ChangeCells { subject: cell(), values: cell(), author: cell(), when: cell() };
        PickerLine { cells: Some(cells), ..picker_line(mark, label, &note) }
    };
    let field_line = |mark, field: &ComparedField| {
        let is_local = DealColumn::LOCAL.contains(&field.column);
        let absent = messages.get(if is_local { "followup-none" } else { "absent-not-provided-short" });
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| absent.clone().into_owned());
        line(mark, &field.column.label(lang, !is_local), field.values.iter().map(text).collect())
    };
    let names = rows.iter().map(|row| row.name.to_owned()).collect();
    let found = Comparison::compute(&app.cx, &rows);
    let mut lines = vec![line(LineIcon::None, &DealColumn::Name.label(lang, true), names)];
    lines.extend(found.different.iter().map(|field| field_line(LineIcon::Differs, field)));
    if found.toggle_line().is_some() {
        let expanded = app.pipeline.shows_equal();
        let key = if expanded { "compare-hide-equal" } else { "compare-show-equal" };
        let count = [("n", MessageArg::from(found.equal.len()))];
        let toggle = picker_line(LineIcon::None, &messages.with(key, &count), "");
        lines.push(PickerLine { cells: Some(ChangeCells::default()), ..toggle });
        lines.extend(found.equal.iter().filter(|_| expanded).map(|field| field_line(LineIcon::None, field)));
    }
    debug_assert_eq!(lines.len(), found.line_count(app.pipeline.shows_equal()));
    let summary = messages.with("compare-summary", &[("n", MessageArg::from(found.different.len()))]);
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
    let found = Comparison::compute(&app.cx, &rows);
    let different = found.different.iter().map(|field| (field, true));
    let fields = different.chain(found.equal.iter().map(|field| (field, false)));
    let line = |(field, differs): (&ComparedField, bool)| {
        let values = rows.iter().map(|row| cell(row, field.column));
        let start = [WorksheetCell::text(field.column.name()), WorksheetCell::Boolean(differs)];
        start.into_iter().chain(values).collect()
    };
    Worksheet {
        name: "compare".to_owned(),
        columns: columns.chain(rows.iter().map(|row| row.name.to_owned())).collect(),
        rows: fields.map(line).collect(),
    }
}
