//! Export worksheets for programs. Codes and identifiers are as received, numbers keep every digit, and columns have
//! the contract's names. The content does not depend on the display language.

pub(crate) mod portfolio;
pub(crate) mod records;

pub(crate) use portfolio::portfolio_worksheets;

use serde_json::value::RawValue;

use crate::dataset::column::DealColumn;
use crate::foundation::cx::overlay_types::ExportContent;
use crate::model::table::{DealRow, RowIdx, TimePrecision};
use crate::model::worksheet::{RowStream, Worksheet, WorksheetCell};
use crate::query::AgeClock;
use crate::screens::checks::view::checks_worksheet;
use crate::screens::compare::view::compare_worksheet;
use crate::shell::app::App;

/// Builds the tables of an export.
#[must_use]
pub fn machine_tables(app: &App, content: ExportContent) -> Vec<RowStream<'_>> {
    match content {
        ExportContent::Deals | ExportContent::Selected => vec![deals_table(app, content)],
        ExportContent::Portfolio => portfolio_worksheets(app).into_iter().map(RowStream::from).collect(),
        // Programs get the flow from the command line. A pack has no tables.
        ExportContent::Flow | ExportContent::Pack => Vec::new(),
        ExportContent::Sheet => sheet_table(app, false).collect(),
        ExportContent::Changes => vec![records::changes_worksheet(app).into()],
        ExportContent::Writes => vec![writes_worksheet(app).into()],
        ExportContent::Requests => vec![requests_worksheet(app).into()],
        ExportContent::Notifications => {
            vec![crate::tools::clipboard::handover::machine_worksheet(&app.inbox, &app.cx).into()]
        }
        ExportContent::Tasks => vec![records::tasks_worksheet(app, &raw_cell, &WorksheetCell::text).into()],
        ExportContent::Records => vec![records::explored_worksheet(app, &raw_cell).into()],
        ExportContent::Checks => vec![checks_worksheet(app).into()],
        ExportContent::Compare => {
            let clock = app.cx.age_clock();
            vec![compare_worksheet(app, |row, column| deal_cell(app, row, column, clock)).into()]
        }
    }
}

/// Returns the sheet opened last.
pub(super) fn sheet_table(app: &App, is_for_people: bool) -> impl Iterator<Item = RowStream<'static>> {
    app.table.sheet.iter().map(move |sheet| sheet.table.worksheet(is_for_people).into())
}

fn raw_cell(_: &str, raw: &RawValue) -> WorksheetCell {
    WorksheetCell::from_json(raw)
}

/// Returns the exported deal columns: those of the table, and always the identifier.
pub(crate) fn export_columns(app: &App) -> Vec<DealColumn> {
    let mut columns = app.table.columns.clone();
    if !columns.contains(&DealColumn::Id) {
        columns.push(DealColumn::Id);
    }
    columns
}

/// Builds the filtered deals in display order, or the selected ones, with the table's columns. The identifier is always
/// included, so that the deals can be found again.
#[must_use]
pub fn deals_table(app: &App, content: ExportContent) -> RowStream<'_> {
    let columns = export_columns(app);
    let (aged, clock) = (columns.contains(&DealColumn::Age), app.cx.age_clock());
    let mut names: Vec<String> = columns.iter().map(|column| column_name(*column)).collect();
    if aged {
        names.push("age_is_lower_bound".to_owned());
    }
    let is_working = aged && clock.counts_working_days();
    if is_working {
        names.push("age_unit".to_owned());
    }
    let table = &app.cx.snapshot().deals;
    let row = move |ix: RowIdx| {
        let row = table.row(ix)?;
        let mut cells: Vec<WorksheetCell> =
            columns.iter().map(|column| deal_cell(app, &row, *column, clock)).collect();
        if aged {
            let precision = row.since.map(|since| {
                matches!(since.precision, TimePrecision::AtLeast | TimePrecision::Interval { .. })
            });
            cells.push(precision.map_or(WorksheetCell::Empty, WorksheetCell::Boolean));
        }
        if is_working {
            cells.push(WorksheetCell::text("working_day"));
        }
        Some(cells)
    };
    let rows: Box<dyn Iterator<Item = RowIdx> + '_> = match content {
        ExportContent::Selected => Box::new(app.selected().into_iter()),
        _ => app.visible_rows(),
    };
    RowStream { name: "deals".to_owned(), columns: names, rows: Box::new(rows.filter_map(row)) }
}

/// Builds the result of each attempt of the latest local writes, oldest first. The names match `encours outbox
/// journal`, which lists all of them.
#[must_use]
pub fn writes_worksheet(app: &App) -> Worksheet {
    Worksheet::from_columns(
        "writes",
        &*app.cx.snapshot().history.journal,
        &[
            ("decided_at", &|entry| entry.at.into()),
            ("asked_at", &|entry| entry.requested_at.into()),
            ("operation", &|entry| entry.operation.spec().name.into()),
            ("record", &|entry| (&*entry.record).into()),
            ("label", &|entry| (&*entry.label).into()),
            ("before", &|entry| entry.before.as_deref().into()),
            ("after", &|entry| entry.after.as_deref().into()),
            ("reason", &|entry| entry.reason.as_deref().into()),
            ("outcome", &|entry| entry.outcome.name().into()),
            ("status", &|entry| entry.status.map(u64::from).into()),
            ("request_id", &|entry| entry.request_id.as_deref().into()),
            ("idempotency_key", &|entry| (&*entry.key).into()),
            ("attempts", &|entry| u64::from(entry.attempts).into()),
        ],
    )
}

/// Builds the latest requests, oldest first. The names match `encours outbox journal --requests`, which lists all of
/// them.
#[must_use]
pub fn requests_worksheet(app: &App) -> Worksheet {
    Worksheet::from_columns(
        "requests",
        &*app.cx.snapshot().requests,
        &[
            ("sent_at", &|line| line.at.into()),
            ("method", &|line| line.method.into()),
            ("path", &|line| (&*line.path).into()),
            ("status", &|line| line.status.map(u64::from).into()),
            ("fault", &|line| line.fault.as_deref().into()),
            ("request_id", &|line| (&*line.request_id).into()),
            ("attempt", &|line| u64::from(line.attempt).into()),
            ("duration_ms", &|line| u64::try_from(line.took.as_millis()).unwrap_or(u64::MAX).into()),
        ],
    )
}

fn column_name(column: DealColumn) -> String {
    match column {
        DealColumn::Age => "age_days".to_owned(),
        other => other.name().to_owned(),
    }
}

fn deal_cell(app: &App, row: &DealRow<'_>, column: DealColumn, clock: AgeClock<'_>) -> WorksheetCell {
    match column {
        DealColumn::Name => WorksheetCell::text(row.name),
        DealColumn::Status => WorksheetCell::text(row.status),
        DealColumn::Class => WorksheetCell::text(row.class),
        DealColumn::Owner => WorksheetCell::text(row.owner),
        DealColumn::Id => WorksheetCell::text(row.service_id()),
        DealColumn::Followup => {
            let followup = app.cx.local_deals().open_followup(row.id);
            followup.map_or(WorksheetCell::Empty, |found| WorksheetCell::text(&found.date.to_string()))
        }
        DealColumn::Star => WorksheetCell::Boolean(app.cx.local_deals().stars().contains(row.id)),
        DealColumn::Labels => WorksheetCell::text(&app.cx.local_deals().labels_of(row.id).join(", ")),
        DealColumn::Age => row.since.map(|since| clock.days_since(since.at).unsigned_abs()).into(),
        DealColumn::Kpi(key) => row.number(key).into(),
    }
}
