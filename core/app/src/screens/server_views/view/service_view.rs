//! Saved view of the service: its criteria as text, and the loaded operations that match. Filters that
//! cannot be applied are reported, so the user does not take the list for the service's result.

use crate::contract::record::{Record, raw_text};
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::tiles::{Tile, TileBody, TileTable, TilesView};
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::{
    FieldLabels, FormatOptions, RecordLine, field_lines, field_name, field_value, record_table,
};
use crate::records::lists::resource_items::ListItem;
use crate::records::lists::view;
use crate::screens::server_views::matching_operations::{SortField, is_of_operations, sort_fields};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// Builds the tiles of a view from its record.
pub(super) fn service_view_tiles(app: &App, record: &Record, item: &ListItem) -> TilesView {
    let messages = Messages::new(app.cx.lang());
    let (format_options, labels) =
        (app.cx.format_options(Some(ResourceKind::Operations)), app.cx.field_labels());
    let filters = record.object("filters");
    let (columns, sort) = (view_columns(record), sort_fields(record));
    let list = app.cx.snapshot().resources.get(&ResourceKind::Operations);
    let applied = app.cx.matching_operations(record);
    let mut left_out = applied.as_ref().map(|matches| matches.ignored_filters.clone()).unwrap_or_default();
    let table = match (&applied, list) {
        (Some(matches), Some(list)) => {
            let matching: Vec<Record> = matches.listed().iter().map(|record| (*record).clone()).collect();
            let absent = |field: &&String| !list.records.iter().any(|record| record.has(field));
            left_out.extend(columns.iter().filter(absent).cloned());
            let full_table =
                record_table(&format_options, &labels, &matching).with_names(&app.cx.record_names());
            let args = [
                ("shown", MessageArg::from(matches.records.len())),
                ("total", MessageArg::from(list.records.len())),
                (
                    "read",
                    MessageArg::from(crate::foundation::presentation::age::loaded_ago(
                        &app.cx,
                        crate::foundation::presentation::age::Agreement::Feminine,
                        list.fetched_at,
                    )),
                ),
            ];
            Some(TileTable {
                title: messages.get("tile-view-operations").into_owned(),
                note: messages.with("tile-rows", &args),
                ids: matching
                    .iter()
                    .map(|record| record.text("id").unwrap_or_default().into_owned())
                    .collect(),
                table: if columns.is_empty() {
                    full_table.in_display_order()
                } else {
                    full_table.with_fields(&columns)
                },
            })
        }
        _ => None,
    };
    let mut lines =
        criteria_lines(app, (&format_options, &labels), record, filters.as_ref(), (&columns, &sort));
    if !left_out.is_empty() {
        let names: Vec<String> =
            left_out.iter().map(|field| field_name(&format_options, &labels, field).to_string()).collect();
        lines.push(labeled_line(messages, "tile-not-applied", &names.join(", ")));
    }
    if table.is_none() {
        let description = if is_of_operations(record, filters.as_ref()) {
            let from = view::provenance(app, ResourceKind::Operations);
            from.problem.map_or(from.empty, |problem| problem.title)
        } else {
            messages.get("tile-view-other-type").into_owned()
        };
        lines.push(labeled_line(messages, "tile-view-operations", &description));
    }
    TilesView {
        title: SafeText::line_within(&item.name_or_id(), 60).to_string(),
        note: provenance::kind_label(app.cx.lang(), ResourceKind::SavedViews).into_owned(),
        tiles: vec![Tile {
            title: messages.get("tile-view-asks").into_owned(),
            note: messages.get("tile-view-limits").into_owned(),
            body: TileBody::Lines(lines),
        }],
        table,
        line: 0,
        focused: false,
    }
}

fn labeled_line(messages: &'static Messages, key: &str, value: &str) -> RecordLine {
    RecordLine { label: SafeText::line(&messages.get(key)), value: SafeText::line(value) }
}

fn view_columns(record: &Record) -> Vec<String> {
    let columns = record.array("columns").unwrap_or_default();
    columns.iter().filter_map(|raw| Some(raw_text(raw)?.into_owned())).collect()
}

/// Builds the description of the view's criteria.
fn criteria_lines(
    app: &App,
    (format_options, labels): (&FormatOptions, &FieldLabels),
    record: &Record,
    filters: Option<&Record>,
    (columns, sort): (&[String], &[SortField]),
) -> Vec<RecordLine> {
    let messages = Messages::new(app.cx.lang());
    let name = |field: &str| field_name(format_options, labels, field).to_string();
    let mut lines = Vec::new();
    if let Some(filters) = filters {
        for (field, raw) in filters.fields() {
            if let Some(value) = field_value(format_options, field, raw) {
                let label = SafeText::line(&name(field));
                lines.push(RecordLine { label, value });
                continue;
            }
            let other_keys = filters.fields().map(|(other_key, _)| other_key);
            let other_keys: Vec<&str> = other_keys.filter(|other_key| *other_key != field).collect();
            lines.extend(field_lines(format_options, labels, filters, &other_keys));
        }
    }
    if lines.is_empty() {
        lines.push(labeled_line(messages, "cli-field-filters", &messages.get("tile-no-filter")));
    }
    if !columns.is_empty() {
        let names: Vec<String> = columns.iter().map(|field| name(field)).collect();
        lines.push(labeled_line(messages, "cli-field-columns", &names.join(", ")));
    }
    if !sort.is_empty() {
        let keys: Vec<String> = sort
            .iter()
            .map(|key| {
                let order = if key.descending { "tile-sort-down" } else { "tile-sort-up" };
                messages.with(order, &[("field", MessageArg::from(name(&key.field)))])
            })
            .collect();
        lines.push(labeled_line(messages, "cli-field-sort", &keys.join(", ")));
    }
    if record.boolean("is_default") == Some(true) {
        lines.push(labeled_line(messages, "cli-default", &messages.get("yes")));
    }
    lines
}
