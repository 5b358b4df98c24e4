//! Export sheets for programs. Codes and identifiers are as received, numbers keep every digit, and columns have the
//! contract's names. The content does not depend on the display language.

mod portfolio;
pub(crate) mod records;

pub(crate) use portfolio::portfolio;

use serde_json::value::RawValue;

use crate::dataset::column::Column;
use crate::dataset::filtered::age_days;
use crate::foundation::cx::overlay_types::ExportWhat;
use crate::model::history::journal_entry::JournalEntry;
use crate::model::snapshot::RequestLine;
use crate::model::table::{Bound, DealRow, RowIx};
use crate::model::worksheet::{Cell, Flow, Sheet};
use crate::shell::app::App;

/// Builds the tables of an export.
#[must_use]
pub fn flows(app: &App, what: ExportWhat) -> Vec<Flow<'_>> {
    match what {
        ExportWhat::Deals | ExportWhat::Selected => vec![deals(app, what)],
        ExportWhat::Portfolio => portfolio(app).into_iter().map(Flow::from).collect(),
        ExportWhat::Changes => vec![records::changes(app).into()],
        ExportWhat::Writes => vec![writes(app).into()],
        ExportWhat::Requests => vec![requests(app).into()],
        ExportWhat::Notifications => {
            vec![crate::tools::clipboard::handover::sheet(&app.inbox, &app.cx).into()]
        }
        ExportWhat::Tasks => vec![records::tasks(app, &sent, &Cell::text).into()],
        ExportWhat::Records => vec![records::explored(app, &sent).into()],
    }
}

fn sent(_: &str, raw: &RawValue) -> Cell {
    Cell::of_raw(raw)
}

/// Returns the exported deal columns: those of the table, and always the identifier.
pub(crate) fn columns(app: &App) -> Vec<Column> {
    let mut columns = app.table.table().columns.clone();
    if !columns.contains(&Column::Id) {
        columns.push(Column::Id);
    }
    columns
}

/// Builds the filtered deals in display order, or the selected ones, with the table's columns. The identifier is always
/// included, so that the deals can be found again.
#[must_use]
pub fn deals(app: &App, what: ExportWhat) -> Flow<'_> {
    let columns = columns(app);
    let aged = columns.contains(&Column::Age);
    let mut names: Vec<String> = columns.iter().map(|column| head(*column)).collect();
    if aged {
        names.push("age_is_lower_bound".to_owned());
    }
    let table = &app.cx.snapshot().deals;
    let now = app.cx.observed_now().as_second();
    let row = move |ix: RowIx| {
        let row = table.row(ix)?;
        let mut cells: Vec<Cell> = columns.iter().map(|column| cell(&row, *column, now)).collect();
        if aged {
            let bound = row
                .since
                .map(|since| matches!(since.bound, Bound::AtLeast | Bound::Interval { .. }));
            cells.push(bound.map_or(Cell::Empty, Cell::Boolean));
        }
        Some(cells)
    };
    let rows: Box<dyn Iterator<Item = RowIx> + '_> = match what {
        ExportWhat::Selected => Box::new(app.selected().into_iter()),
        _ => app.rows_shown(),
    };
    Flow {
        name: "deals".to_owned(),
        columns: names,
        rows: Box::new(rows.filter_map(row)),
    }
}

/// Builds the result of each attempt of the latest local writes, oldest first. The names match `encours outbox
/// journal`, which lists all of them.
#[must_use]
pub fn writes(app: &App) -> Sheet {
    let given = |text: &Option<String>| text.as_deref().map_or(Cell::Empty, Cell::text);
    let row = |entry: &JournalEntry| {
        let spec = entry.operation.spec();
        vec![
            Cell::text(&entry.at.to_string()),
            Cell::text(&entry.asked_at.to_string()),
            Cell::text(spec.name),
            Cell::text(&entry.record),
            Cell::text(&entry.label),
            given(&entry.before),
            given(&entry.after),
            given(&entry.reason),
            Cell::text(entry.outcome.name()),
            entry
                .status
                .map_or(Cell::Empty, |status| Cell::count(status.into())),
            given(&entry.request_id),
            Cell::text(&entry.key),
            Cell::count(entry.attempts.into()),
        ]
    };
    let columns = [
        "decided_at",
        "asked_at",
        "operation",
        "record",
        "label",
        "before",
        "after",
        "reason",
        "outcome",
        "status",
        "request_id",
        "idempotency_key",
        "attempts",
    ];
    Sheet {
        name: "writes".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: app.cx.snapshot().observed.journal.iter().map(row).collect(),
    }
}

/// Builds the latest requests, oldest first. The names match `encours outbox journal --requests`, which lists all of
/// them.
#[must_use]
pub fn requests(app: &App) -> Sheet {
    let row = |line: &RequestLine| {
        vec![
            Cell::text(&line.at.to_string()),
            Cell::text(line.method),
            Cell::text(&line.path),
            line.status
                .map_or(Cell::Empty, |status| Cell::count(status.into())),
            line.fault.as_deref().map_or(Cell::Empty, Cell::text),
            Cell::text(&line.request_id),
            Cell::count(line.attempt.into()),
            Cell::count(u64::try_from(line.took.as_millis()).unwrap_or(u64::MAX)),
        ]
    };
    let columns = [
        "sent_at",
        "method",
        "path",
        "status",
        "fault",
        "request_id",
        "attempt",
        "duration_ms",
    ];
    Sheet {
        name: "requests".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: app.cx.snapshot().requests.iter().map(row).collect(),
    }
}

fn head(column: Column) -> String {
    match column {
        Column::Age => "age_days".to_owned(),
        other => other.name().to_owned(),
    }
}

fn cell(row: &DealRow<'_>, column: Column, now: i64) -> Cell {
    match column {
        Column::Name => Cell::text(row.name),
        Column::Status => Cell::text(row.status),
        Column::Class => Cell::text(row.class),
        Column::Owner => Cell::text(row.owner),
        Column::Id => Cell::text(row.service_id()),
        Column::Age => row.since.map_or(Cell::Empty, |since| {
            Cell::count(age_days(since.at, now).unsigned_abs())
        }),
        Column::Kpi(key) => row.number(key).map_or(Cell::Empty, Cell::Number),
    }
}
