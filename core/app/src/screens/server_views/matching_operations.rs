//! Loaded operations that match a saved view of the service. The contract names the filters of operation views without
//! defining them. A filter that corresponds to a record field is compared with it, code by code.

use std::cmp::Ordering;

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use crate::contract::models::saved_view::{OPERATION_FILTERS, OPERATIONS};
use crate::contract::record::{Record, raw_text};
use crate::foundation::cx::app_cx::AppCx;
use crate::model::resources::resource_kind::ResourceKind;
use crate::text::fold;

/// Maximum number of listed operations; the rest is only counted.
const MAX_OPERATIONS: usize = 500;

/// One key of a sort.
pub(super) struct SortField {
    pub field: String,
    pub descending: bool,
}

/// Returns whether it is a view of operations. Without a type, it is one if it uses only operation filters.
pub(super) fn is_of_operations(record: &Record, filters: Option<&Record>) -> bool {
    match record.text("type") {
        Some(kind) => kind == OPERATIONS,
        None => filters
            .is_none_or(|filters| filters.fields().all(|(field, _)| OPERATION_FILTERS.contains(&field))),
    }
}

/// Parses the sort keys: one object, or a list of several (contract, "Limits").
pub(super) fn sort_fields(record: &Record) -> Vec<SortField> {
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

/// Loaded records that match a view.
pub(super) struct ViewMatches<'a> {
    pub records: Vec<&'a Record>,
    pub ignored_filters: Vec<String>,
}

impl<'a> ViewMatches<'a> {
    /// Returns the records to list.
    pub fn listed(&self) -> &[&'a Record] {
        self.records.get(..MAX_OPERATIONS).unwrap_or(&self.records)
    }
}

impl AppCx {
    /// Returns the loaded operations that match a view; `None` if it is of another type, or none are loaded.
    pub(super) fn matching_operations(&self, view: &Record) -> Option<ViewMatches<'_>> {
        let filters = view.object("filters");
        let list = self.snapshot.resources.get(&ResourceKind::Operations)?;
        (list.fetched_at.is_some() && is_of_operations(view, filters.as_ref()))
            .then(|| matching_records(&list.records, filters.as_ref(), &sort_fields(view)))
    }
}

fn matching_records<'a>(
    records: &'a [Record],
    filters: Option<&Record>,
    sort: &[SortField],
) -> ViewMatches<'a> {
    let mut matches = ViewMatches { records: records.iter().collect(), ignored_filters: Vec::new() };
    for (field, raw) in filters.iter().flat_map(|filters| filters.fields()) {
        let Some(values) = comparison_texts(raw) else {
            matches.ignored_filters.push(field.to_owned());
            continue;
        };
        if values.is_empty() {
            continue;
        }
        if field == "search" {
            matches.records.retain(|record| {
                let matches_text =
                    |text: &str| values.iter().any(|value| fold(text).contains(value.as_str()));
                record.fields().any(|(_, raw)| raw_text(raw).is_some_and(|text| matches_text(&text)))
            });
            continue;
        }
        let Some(name) = record_field(records, field) else {
            matches.ignored_filters.push(field.to_owned());
            continue;
        };
        matches.records.retain(|record| {
            let texts = record.raw(name).and_then(comparison_texts);
            texts.is_some_and(|texts| texts.iter().any(|text| values.contains(text)))
        });
    }
    for key in sort.iter().rev() {
        match record_field(records, &key.field) {
            Some(name) => matches.records.sort_by(|a, b| {
                let (a_value, b_value) = (sort_value(a, name), sort_value(b, name));
                match (a_value.is_none(), b_value.is_none()) {
                    // Records without a value come last in either direction.
                    (false, false) if key.descending => compare_values(b_value.as_ref(), a_value.as_ref()),
                    (false, false) => compare_values(a_value.as_ref(), b_value.as_ref()),
                    (a_value, b_value) => a_value.cmp(&b_value),
                }
            }),
            None => matches.ignored_filters.push(key.field.clone()),
        }
    }
    matches.ignored_filters.dedup();
    matches
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
