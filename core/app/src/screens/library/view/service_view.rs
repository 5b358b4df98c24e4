//! Saved view of the service: its criteria as text, and the loaded operations that match. The contract names the
//! filters of operation views without defining them. A filter that corresponds to a record field is compared with it,
//! code by code. Filters that cannot be applied are reported, so the user does not take the list for the service's
//! result.

use std::cmp::Ordering;

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use crate::contract::models::saved_view::{OPERATION_FILTERS, OPERATIONS};
use crate::contract::record::{Record, text_of};
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::tiles::{Tile, TileBody, TileTable, TilesView};
use crate::model::resources::resource_kind::Family;
use crate::open_json::{How, Labels, ReadLine, field_name, field_value, readable, table};
use crate::records::lists::family_items::FamilyItem;
use crate::records::lists::view;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, fold};

/// Maximum number of listed operations; the rest is only counted.
const MOST: usize = 500;

/// One key of a sort.
struct Key {
    field: String,
    descending: bool,
}

/// Builds the tiles of a view; `None` until the service has sent it.
pub(super) fn tiles(app: &App, item: &FamilyItem) -> Option<TilesView> {
    let record = item.record.as_ref()?;
    let words = Words::new(app.cx.lang());
    let (how, labels) = (app.cx.how(Some(Family::Operations)), app.cx.field_labels());
    let filters = record.object("filters");
    let (columns, sort) = (columns(record), sort(record));
    let list = app.cx.snapshot().families.get(&Family::Operations);
    let read = list.filter(|list| list.read_at.is_some());
    let of_operations = of_operations(record, filters.as_ref());
    let applied = read
        .filter(|_| of_operations)
        .map(|list| apply(&list.records, filters.as_ref(), &sort));
    let mut left_out = applied
        .as_ref()
        .map(|found| found.left_out.clone())
        .unwrap_or_default();
    let table = match (&applied, read) {
        (Some(found), Some(list)) => {
            let shown: Vec<Record> = found
                .records
                .iter()
                .take(MOST)
                .map(|record| (*record).clone())
                .collect();
            let absent = |field: &&String| !list.records.iter().any(|record| record.has(field));
            left_out.extend(columns.iter().filter(absent).cloned());
            let whole = table(&how, &labels, &shown).naming(&app.cx.names_of_records());
            let args = [
                ("shown", Arg::from(found.records.len())),
                ("total", Arg::from(list.records.len())),
                (
                    "read",
                    Arg::from(crate::foundation::presentation::read_ago::read_ago(
                        &app.cx,
                        crate::foundation::presentation::read_ago::Of::She,
                        list.read_at,
                    )),
                ),
            ];
            Some(TileTable {
                title: words.get("tile-view-operations").into_owned(),
                note: words.with("tile-rows", &args),
                ids: shown
                    .iter()
                    .map(|record| record.text("id").unwrap_or_default().into_owned())
                    .collect(),
                table: if columns.is_empty() {
                    whole.for_people()
                } else {
                    whole.only(&columns)
                },
            })
        }
        _ => None,
    };
    let mut lines = asked(app, (&how, &labels), record, filters.as_ref(), (&columns, &sort));
    if !left_out.is_empty() {
        let names: Vec<String> = left_out
            .iter()
            .map(|field| field_name(&how, &labels, field).to_string())
            .collect();
        lines.push(line(words, "tile-not-applied", &names.join(", ")));
    }
    if table.is_none() {
        let said = if of_operations {
            let from = view::provenance(app, Family::Operations);
            from.problem.map_or(from.empty, |problem| problem.title)
        } else {
            words.get("tile-view-other-type").into_owned()
        };
        lines.push(line(words, "tile-view-operations", &said));
    }
    Some(TilesView {
        title: Clean::line_of(&item.name_or_id(), 60).to_string(),
        note: provenance::family(app.cx.lang(), Family::SavedViews).into_owned(),
        tiles: vec![Tile {
            title: words.get("tile-view-asks").into_owned(),
            note: words.get("tile-view-limits").into_owned(),
            body: TileBody::Lines(lines),
        }],
        table,
        line: 0,
        focused: false,
    })
}

fn line(words: &'static Words, key: &str, value: &str) -> ReadLine {
    ReadLine {
        label: Clean::line(&words.get(key)),
        value: Clean::line(value),
    }
}

/// Returns whether it is a view of operations. Without a type, it is one if it uses only operation filters.
fn of_operations(record: &Record, filters: Option<&Record>) -> bool {
    match record.text("type") {
        Some(kind) => kind == OPERATIONS,
        None => filters.is_none_or(|filters| {
            filters
                .fields()
                .all(|(field, _)| OPERATION_FILTERS.contains(&field))
        }),
    }
}

fn columns(record: &Record) -> Vec<String> {
    let columns = record.array("columns").unwrap_or_default();
    columns
        .iter()
        .filter_map(|raw| Some(text_of(raw)?.into_owned()))
        .collect()
}

/// Parses the sort keys: one object, or a list of several (contract, "Limits").
fn sort(record: &Record) -> Vec<Key> {
    let key = |record: &Record| {
        Some(Key {
            field: record.text("sort_by")?.into_owned(),
            descending: record.text("sort_order").is_some_and(|order| order == "desc"),
        })
    };
    match record.object("sort") {
        Some(one) => key(&one).into_iter().collect(),
        None => record
            .array("sort")
            .unwrap_or_default()
            .iter()
            .filter_map(|raw| key(&Record::parse(raw.get()).ok()?))
            .collect(),
    }
}

/// Builds the description of the view's criteria.
fn asked(
    app: &App,
    (how, labels): (&How, &Labels),
    record: &Record,
    filters: Option<&Record>,
    (columns, sort): (&[String], &[Key]),
) -> Vec<ReadLine> {
    let words = Words::new(app.cx.lang());
    let name = |field: &str| field_name(how, labels, field).to_string();
    let mut lines = Vec::new();
    if let Some(filters) = filters {
        for (field, raw) in filters.fields() {
            if let Some(value) = field_value(how, field, raw) {
                let label = Clean::line(&name(field));
                lines.push(ReadLine { label, value });
                continue;
            }
            let others = filters.fields().map(|(other, _)| other);
            let others: Vec<&str> = others.filter(|other| *other != field).collect();
            lines.extend(readable(how, labels, filters, &others));
        }
    }
    if lines.is_empty() {
        lines.push(line(words, "cli-field-filters", &words.get("tile-no-filter")));
    }
    if !columns.is_empty() {
        let names: Vec<String> = columns.iter().map(|field| name(field)).collect();
        lines.push(line(words, "cli-field-columns", &names.join(", ")));
    }
    if !sort.is_empty() {
        let keys: Vec<String> = sort
            .iter()
            .map(|key| {
                let order = if key.descending {
                    "tile-sort-down"
                } else {
                    "tile-sort-up"
                };
                words.with(order, &[("field", Arg::from(name(&key.field)))])
            })
            .collect();
        lines.push(line(words, "cli-field-sort", &keys.join(", ")));
    }
    if record.boolean("is_default") == Some(true) {
        lines.push(line(words, "cli-default", &words.get("yes")));
    }
    lines
}

/// Loaded records that match a view.
struct Found<'a> {
    records: Vec<&'a Record>,
    left_out: Vec<String>,
}

fn apply<'a>(records: &'a [Record], filters: Option<&Record>, sort: &[Key]) -> Found<'a> {
    let mut found = Found {
        records: records.iter().collect(),
        left_out: Vec::new(),
    };
    for (field, raw) in filters.iter().flat_map(|filters| filters.fields()) {
        let Some(wanted) = values(raw) else {
            found.left_out.push(field.to_owned());
            continue;
        };
        if wanted.is_empty() {
            continue;
        }
        if field == "search" {
            found.records.retain(|record| {
                let held = |text: &str| wanted.iter().any(|wanted| fold(text).contains(wanted.as_str()));
                record
                    .fields()
                    .any(|(_, raw)| text_of(raw).is_some_and(|text| held(&text)))
            });
            continue;
        }
        let Some(own) = own_field(records, field) else {
            found.left_out.push(field.to_owned());
            continue;
        };
        found.records.retain(|record| {
            record
                .raw(own)
                .and_then(values)
                .is_some_and(|held| held.iter().any(|held| wanted.contains(held)))
        });
    }
    for key in sort.iter().rev() {
        match own_field(records, &key.field) {
            Some(own) => found.records.sort_by(|a, b| {
                let (one, other) = (sorted(a, own), sorted(b, own));
                match (one.is_none(), other.is_none()) {
                    // Records without a value come last in either direction.
                    (false, false) if key.descending => compare(other.as_ref(), one.as_ref()),
                    (false, false) => compare(one.as_ref(), other.as_ref()),
                    (one, other) => one.cmp(&other),
                }
            }),
            None => found.left_out.push(key.field.clone()),
        }
    }
    found.left_out.dedup();
    found
}

/// Returns the records' field for a name. `statut` is also looked up as `status`, because services use either.
fn own_field<'f>(records: &[Record], field: &'f str) -> Option<&'f str> {
    let has = |name: &str| records.is_empty() || records.iter().any(|record| record.has(name));
    match field {
        _ if has(field) => Some(field),
        "statut" if has("status") => Some("status"),
        _ => None,
    }
}

/// Returns the comparison texts of a value or of each list element; `None` for nested values.
fn values(raw: &RawValue) -> Option<Vec<String>> {
    let one = |raw: &RawValue| match raw.get() {
        "null" => Some(String::new()),
        token if token.starts_with(['{', '[']) => None,
        token => Some(text_of(raw).map_or_else(|| token.to_owned(), |text| fold(&text))),
    };
    let all = match serde_json::from_str::<Vec<&RawValue>>(raw.get()) {
        Ok(elements) => elements.into_iter().map(one).collect::<Option<Vec<_>>>()?,
        Err(_) => vec![one(raw)?],
    };
    Some(all.into_iter().filter(|value| !value.is_empty()).collect())
}

/// Returns the sort key of a record.
fn sorted(record: &Record, field: &str) -> Option<(Option<Decimal>, String)> {
    let raw = record.raw(field).filter(|raw| raw.get() != "null")?;
    let number = record.num(field).and_then(|num| num.value());
    let text = text_of(raw).map_or_else(|| raw.get().to_owned(), |text| fold(&text));
    Some((number, text))
}

fn compare(one: Option<&(Option<Decimal>, String)>, other: Option<&(Option<Decimal>, String)>) -> Ordering {
    match (one, other) {
        (Some((Some(one), _)), Some((Some(other), _))) => one.cmp(other),
        (one, other) => one.map(|one| &one.1).cmp(&other.map(|other| &other.1)),
    }
}
