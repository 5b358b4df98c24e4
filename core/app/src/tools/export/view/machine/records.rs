//! Export worksheets of service records: every field under its received name.

use std::collections::HashSet;

use serde_json::value::RawValue;

use crate::contract::record::Record;
use crate::foundation::history::since::since_last_visit;
use crate::model::history::history_entry::EntryKind;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::shell::app::App;

/// Conversion of a field value to a cell, by field name.
pub(crate) type CellFormat<'a> = &'a dyn Fn(&str, &RawValue) -> WorksheetCell;

/// Builds the changes since the last visit that match the list's filter, as recorded.
pub(crate) fn changes_worksheet(app: &App) -> Worksheet {
    let view = since_last_visit(&app.cx);
    let rows = view.matching(&app.visit.list.filter).into_iter();
    let rows = rows.filter_map(|at| view.lines.get(at).zip(view.entries.get(at)));
    let rows = rows.map(|(line, entry)| (line, entry, change_of(&entry.kind)));
    let sent = |token: Option<&str>| {
        let raw = token.and_then(|token| RawValue::from_string(token.to_owned()).ok());
        raw.map(|raw| WorksheetCell::from_json(&raw)).into()
    };
    Worksheet::from_columns(
        "changes",
        rows,
        &[
            ("id", &|(_, entry, _)| (&*entry.deal).into()),
            ("name", &|(line, ..)| (&*line.name).into()),
            ("changed", &|(.., (subject, ..))| (*subject).into()),
            ("before", &|(.., (_, before, _))| sent(*before)),
            ("after", &|(.., (.., after))| sent(*after)),
            ("observed_after", &|(_, entry, _)| entry.not_before.into()),
            ("observed_at", &|(_, entry, _)| entry.at.into()),
        ],
    )
}

/// Returns the field that changed, or the kind of change, with the JSON values before and after.
fn change_of(kind: &EntryKind) -> (&str, Option<&str>, Option<&str>) {
    match kind {
        EntryKind::FieldChanged { name, before, after } => (name, before.as_deref(), after.as_deref()),
        EntryKind::FirstSeen { .. } => ("seen", None, None),
        EntryKind::Restored { .. } => ("back", None, None),
        EntryKind::Deleted { .. } => ("deleted", None, None),
        EntryKind::Missing => ("not_seen_again", None, None),
        EntryKind::Reappeared => ("seen_again", None, None),
    }
}

/// Builds the explorer's rows that match the filter.
pub(crate) fn explored_worksheet(app: &App, as_cell: CellFormat<'_>) -> Worksheet {
    let rows = app.explorer.explored_rows();
    let records: Vec<&Record> = rows.visible.iter().filter_map(|row| rows.records.get(*row)).collect();
    let columns = field_names(&records);
    let row = |record: &&Record| {
        columns.iter().map(|name| record.raw(name).map(|raw| as_cell(name, raw)).into()).collect()
    };
    Worksheet {
        name: app.explorer.export_base_name().to_owned(),
        rows: records.iter().map(row).collect(),
        columns,
    }
}

/// Builds the tasks, including pending writes; an unanswered identifier has no other fields.
pub(crate) fn tasks_worksheet(
    app: &App,
    as_cell: CellFormat<'_>,
    as_statut: &dyn Fn(&str) -> WorksheetCell,
) -> Worksheet {
    let items = app.cx.list_items(ResourceKind::Tasks);
    let records: Vec<&Record> = items.iter().filter_map(|item| item.record.as_ref()).collect();
    let mut columns = field_names(&records);
    if !columns.iter().any(|name| name == "id") {
        columns.insert(0, "id".to_owned());
    }
    let rows = items.iter().map(|item| {
        let cell = |name: &String| {
            let sent = item.record.as_ref().and_then(|record| record.raw(name));
            match (name.as_str(), sent) {
                ("id", None) => WorksheetCell::text(&item.id),
                ("statut", _) => item.text(name).map(|code| as_statut(&code)).into(),
                (_, sent) => sent.map(|raw| as_cell(name, raw)).into(),
            }
        };
        columns.iter().map(cell).collect()
    });
    Worksheet { name: ResourceKind::Tasks.name().to_owned(), rows: rows.collect(), columns }
}

/// Returns the fields of the records, in order of first occurrence.
fn field_names(records: &[&Record]) -> Vec<String> {
    let mut known = HashSet::new();
    let all = records.iter().flat_map(|record| record.fields());
    all.filter(|(name, _)| known.insert(*name)).map(|(name, _)| name.to_owned()).collect()
}
