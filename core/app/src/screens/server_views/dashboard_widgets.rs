//! Widgets of a custom dashboard. The contract defines its identifier, its name and whether it is shared; all other
//! content is specific to the service. Every list of objects in it is therefore treated as widgets.

use serde_json::value::RawValue;

use crate::contract::record::Record;
use crate::foundation::cx::app_cx::AppCx;
use crate::open_json::{RecordLine, field_lines};

/// Dashboard fields that the contract defines; other parts of the screen show them.
const CONTRACT_FIELDS: [&str; 3] = ["id", "name", "is_shared"];
/// Maximum nesting depth at which tile lists are searched.
const MAX_DEPTH: usize = 3;

impl AppCx {
    /// Returns the widgets of a dashboard, and the lines of its other fields.
    pub(super) fn dashboard_widgets(&self, record: &Record) -> (Vec<Record>, Vec<RecordLine>) {
        let (mut widgets, mut other_fields) = (Vec::new(), Vec::new());
        collect_widgets(record, 0, &mut widgets, &mut other_fields);
        let other_fields: Vec<&str> = other_fields.iter().map(String::as_str).collect();
        let skipped: Vec<&str> = record
            .fields()
            .map(|(field, _)| field)
            .filter(|field| CONTRACT_FIELDS.contains(field) || !other_fields.contains(field))
            .collect();
        let (format_options, labels) = (self.format_options(None), self.field_labels());
        let other_lines = field_lines(&format_options, &labels, record, &skipped);
        (widgets, other_lines)
    }
}

/// Collects the objects of all lists in a record. Also collects the names of the top-level fields without such a list.
fn collect_widgets(record: &Record, depth: usize, widgets: &mut Vec<Record>, other_fields: &mut Vec<String>) {
    for (field, raw) in record.fields() {
        let before = widgets.len();
        if let Some(list) = parse_objects(raw) {
            widgets.extend(list);
        } else if depth < MAX_DEPTH
            && let Ok(object) = Record::parse(raw.get())
        {
            collect_widgets(&object, depth + 1, widgets, &mut Vec::new());
        }
        if widgets.len() == before {
            other_fields.push(field.to_owned());
        }
    }
}

/// Parses a non-empty list that contains only objects.
pub(super) fn parse_objects(raw: &RawValue) -> Option<Vec<Record>> {
    let elements: Vec<&RawValue> = serde_json::from_str(raw.get()).ok()?;
    let parsed: Option<Vec<Record>> = elements.iter().map(|raw| Record::parse(raw.get()).ok()).collect();
    parsed.filter(|list| !list.is_empty())
}
