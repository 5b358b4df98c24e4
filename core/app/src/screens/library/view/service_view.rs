//! Saved view of the service: its criteria as text, and the loaded operations that match. The contract names the
//! filters of operation views without defining them. A filter that corresponds to a record field is compared with it,
//! code by code. Filters that cannot be applied are reported, so the user does not take the list for the service's
//! result.

use std::cmp::Ordering;

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use crate::contract::models::saved_view::{OPERATION_FILTERS, OPERATIONS};
use crate::contract::record::{Record, raw_text};
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::tiles::{Tile, TileBody, TileTable, TilesView};
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::{
    FieldLabels, FormatOptions, RecordLine, field_lines, field_name, field_value, record_table,
};
use crate::records::lists::family_items::ListItem;
use crate::records::lists::view;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, fold};

/// Maximum number of listed operations; the rest is only counted.
const MAX_OPERATIONS: usize = 500;

/// One key of a sort.
struct SortField {
    field: String,
    descending: bool,
}

/// Builds the tiles of a view; `None` until the service has sent it.
pub(super) fn service_view_tiles(app: &App, item: &ListItem) -> Option<TilesView> {
    let record = item.record.as_ref()?;
    let messages = Messages::new(app.cx.lang());
    let (format_options, labels) =
        (app.cx.format_options(Some(ResourceKind::Operations)), app.cx.field_labels());
    let filters = record.object("filters");
    let (columns, sort) = (view_columns(record), sort_fields(record));
    let list = app.cx.snapshot().resources.get(&ResourceKind::Operations);
    let read = list.filter(|list| list.fetched_at.is_some());
    let of_operations = is_of_operations(record, filters.as_ref());
    let applied =
        read.filter(|_| of_operations).map(|list| matching_records(&list.records, filters.as_ref(), &sort));
    let mut left_out = applied.as_ref().map(|found| found.ignored_filters.clone()).unwrap_or_default();
    let table = match (&applied, read) {
        (Some(found), Some(list)) => {
            let matching: Vec<Record> =
                found.records.iter().take(MAX_OPERATIONS).map(|record| (*record).clone()).collect();
            let absent = |field: &&String| !list.records.iter().any(|record| record.has(field));
            left_out.extend(columns.iter().filter(absent).cloned());
            let full_table =
                record_table(&format_options, &labels, &matching).with_names(&app.cx.record_names());
            let args = [
                ("shown", MessageArg::from(found.records.len())),
                ("total", MessageArg::from(list.records.len())),
                (
                    "read",
                    MessageArg::from(crate::foundation::presentation::read_ago::loaded_ago(
                        &app.cx,
                        crate::foundation::presentation::read_ago::Agreement::Feminine,
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
        let description = if of_operations {
            let from = view::provenance(app, ResourceKind::Operations);
            from.problem.map_or(from.empty, |problem| problem.title)
        } else {
            messages.get("tile-view-other-type").into_owned()
        };
        lines.push(labeled_line(messages, "tile-view-operations", &description));
    }
    Some(TilesView {
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
    })
}

fn labeled_line(messages: &'static Messages, key: &str, value: &str) -> RecordLine {
    RecordLine { label: SafeText::line(&messages.get(key)), value: SafeText::line(value) }
}

/// Returns whether it is a view of operations. Without a type, it is one if it uses only operation filters.
fn is_of_operations(record: &Record, filters: Option<&Record>) -> bool {
    match record.text("type") {
        Some(kind) => kind == OPERATIONS,
        None => filters
            .is_none_or(|filters| filters.fields().all(|(field, _)| OPERATION_FILTERS.contains(&field))),
    }
}

fn view_columns(record: &Record) -> Vec<String> {
    let columns = record.array("columns").unwrap_or_default();
    columns.iter().filter_map(|raw| Some(raw_text(raw)?.into_owned())).collect()
}

/// Parses the sort keys: one object, or a list of several (contract, "Limits").
fn sort_fields(record: &Record) -> Vec<SortField> {
    let key = |record: &Record| {
        Some(SortField {
            field: record.text("sort_by")?.into_owned(),
            descending: record.text("sort_order").is_some_and(|order| order == "desc"),
        })
    };
    match record.object("sort") {
        Some(object) => key(&object).into_iter().collect(),
        None => record
            .array("sort")
            .unwrap_or_default()
            .iter()
            .filter_map(|raw| key(&Record::parse(raw.get()).ok()?))
            .collect(),
    }
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

/// Loaded records that match a view.
struct ViewMatches<'a> {
    records: Vec<&'a Record>,
    ignored_filters: Vec<String>,
}

fn matching_records<'a>(
    records: &'a [Record],
    filters: Option<&Record>,
    sort: &[SortField],
) -> ViewMatches<'a> {
    let mut found = ViewMatches { records: records.iter().collect(), ignored_filters: Vec::new() };
    for (field, raw) in filters.iter().flat_map(|filters| filters.fields()) {
        let Some(wanted) = comparison_texts(raw) else {
            found.ignored_filters.push(field.to_owned());
            continue;
        };
        if wanted.is_empty() {
            continue;
        }
        if field == "search" {
            found.records.retain(|record| {
                let matches_text =
                    |text: &str| wanted.iter().any(|wanted| fold(text).contains(wanted.as_str()));
                record.fields().any(|(_, raw)| raw_text(raw).is_some_and(|text| matches_text(&text)))
            });
            continue;
        }
        let Some(sort_field) = record_field(records, field) else {
            found.ignored_filters.push(field.to_owned());
            continue;
        };
        found.records.retain(|record| {
            record.raw(sort_field).and_then(comparison_texts).is_some_and(|matches_text| {
                matches_text.iter().any(|matches_text| wanted.contains(matches_text))
            })
        });
    }
    for key in sort.iter().rev() {
        match record_field(records, &key.field) {
            Some(sort_field) => found.records.sort_by(|a, b| {
                let (a_value, b_value) = (sort_value(a, sort_field), sort_value(b, sort_field));
                match (a_value.is_none(), b_value.is_none()) {
                    // Records without a value come last in either direction.
                    (false, false) if key.descending => compare_values(b_value.as_ref(), a_value.as_ref()),
                    (false, false) => compare_values(a_value.as_ref(), b_value.as_ref()),
                    (a_value, b_value) => a_value.cmp(&b_value),
                }
            }),
            None => found.ignored_filters.push(key.field.clone()),
        }
    }
    found.ignored_filters.dedup();
    found
}

/// Returns the records' field for a name. `statut` is also looked up as `status`, because services use either.
fn record_field<'f>(records: &[Record], field: &'f str) -> Option<&'f str> {
    let has = |name: &str| records.is_empty() || records.iter().any(|record| record.has(name));
    match field {
        _ if has(field) => Some(field),
        "statut" if has("status") => Some("status"),
        _ => None,
    }
}

/// Returns the comparison texts of a value or of each list element; `None` for nested values.
fn comparison_texts(raw: &RawValue) -> Option<Vec<String>> {
    let to_text = |raw: &RawValue| match raw.get() {
        "null" => Some(String::new()),
        token if token.starts_with(['{', '[']) => None,
        token => Some(raw_text(raw).map_or_else(|| token.to_owned(), |text| fold(&text))),
    };
    let all = match serde_json::from_str::<Vec<&RawValue>>(raw.get()) {
        Ok(elements) => elements.into_iter().map(to_text).collect::<Option<Vec<_>>>()?,
        Err(_) => vec![to_text(raw)?],
    };
    Some(all.into_iter().filter(|value| !value.is_empty()).collect())
}

/// Returns the sort key of a record.
fn sort_value(record: &Record, field: &str) -> Option<(Option<Decimal>, String)> {
    let raw = record.raw(field).filter(|raw| raw.get() != "null")?;
    let number = record.num(field).and_then(|num| num.value());
    let text = raw_text(raw).map_or_else(|| raw.get().to_owned(), |text| fold(&text));
    Some((number, text))
}

fn compare_values(a: Option<&(Option<Decimal>, String)>, b: Option<&(Option<Decimal>, String)>) -> Ordering {
    match (a, b) {
        (Some((Some(a), _)), Some((Some(b), _))) => a.cmp(b),
        (a, b) => a.map(|a| &a.1).cmp(&b.map(|b| &b.1)),
    }
}
