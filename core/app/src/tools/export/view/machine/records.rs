//! Export sheets of service records: every field under its received name.

use std::collections::HashSet;

use serde_json::value::RawValue;

use crate::contract::record::Record;
use crate::foundation::history::since::since_last_visit;
use crate::model::history::history_entry::What;
use crate::model::resources::resource_kind::Family;
use crate::model::worksheet::{Cell, Sheet};
use crate::shell::app::App;

/// Conversion of a field value to a cell, by field name.
pub(crate) type AsCell<'a> = &'a dyn Fn(&str, &RawValue) -> Cell;

/// Builds the changes since the last visit that match the list's filter, as recorded.
pub(crate) fn changes(app: &App) -> Sheet {
    let view = since_last_visit(&app.cx);
    let row = |at: usize| {
        let (line, entry) = (view.lines.get(at)?, view.entries.get(at)?);
        let (what, before, after) = match &entry.what {
            What::Field { name, before, after } => (name.as_str(), before.as_deref(), after.as_deref()),
            What::Seen { .. } => ("seen", None, None),
            What::Back { .. } => ("back", None, None),
            What::Deleted { .. } => ("deleted", None, None),
            What::NotSeenAgain => ("not_seen_again", None, None),
            What::SeenAgain => ("seen_again", None, None),
        };
        let sent = |token: Option<&str>| {
            let raw = token.and_then(|token| RawValue::from_string(token.to_owned()).ok());
            raw.map_or(Cell::Empty, |raw| Cell::of_raw(&raw))
        };
        let moment = |at: jiff::Timestamp| Cell::text(&at.to_string());
        Some(vec![
            Cell::text(&entry.deal),
            Cell::text(&line.name),
            Cell::text(what),
            sent(before),
            sent(after),
            entry.after.map_or(Cell::Empty, moment),
            moment(entry.at),
        ])
    };
    let columns = [
        "id",
        "name",
        "changed",
        "before",
        "after",
        "observed_after",
        "observed_at",
    ];
    Sheet {
        name: "changes".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: view
            .found(&app.visit.since.filter)
            .into_iter()
            .filter_map(row)
            .collect(),
    }
}

/// Builds the explorer's rows that match the filter.
pub(crate) fn explored(app: &App, as_cell: AsCell<'_>) -> Sheet {
    let rows = app.explorer.explored_rows();
    let records: Vec<&Record> = rows
        .shown
        .iter()
        .filter_map(|row| rows.records.get(*row))
        .collect();
    let columns = fields(&records);
    let row = |record: &&Record| {
        let cell = |name: &String| {
            let sent = record.raw(name);
            sent.map_or(Cell::Empty, |raw| as_cell(name, raw))
        };
        columns.iter().map(cell).collect()
    };
    Sheet {
        name: app.explorer.explored_name().to_owned(),
        rows: records.iter().map(row).collect(),
        columns,
    }
}

/// Builds the tasks, including pending writes; an unanswered identifier has no other fields.
pub(crate) fn tasks(app: &App, as_cell: AsCell<'_>, as_statut: &dyn Fn(&str) -> Cell) -> Sheet {
    let items = app.cx.family_items(Family::Tasks);
    let records: Vec<&Record> = items.iter().filter_map(|item| item.record.as_ref()).collect();
    let mut columns = fields(&records);
    if !columns.iter().any(|name| name == "id") {
        columns.insert(0, "id".to_owned());
    }
    let rows = items.iter().map(|item| {
        let cell = |name: &String| {
            let sent = item.record.as_ref().and_then(|record| record.raw(name));
            match (name.as_str(), sent) {
                ("id", None) => Cell::text(&item.id),
                ("statut", _) => item.text(name).map_or(Cell::Empty, |code| as_statut(&code)),
                (_, sent) => sent.map_or(Cell::Empty, |raw| as_cell(name, raw)),
            }
        };
        columns.iter().map(cell).collect()
    });
    Sheet {
        name: Family::Tasks.name().to_owned(),
        rows: rows.collect(),
        columns,
    }
}

/// Returns the fields of the records, in order of first occurrence.
fn fields(records: &[&Record]) -> Vec<String> {
    let mut known = HashSet::new();
    let all = records.iter().flat_map(|record| record.fields());
    all.filter(|(name, _)| known.insert(*name))
        .map(|(name, _)| name.to_owned())
        .collect()
}
