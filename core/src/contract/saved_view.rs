//! A saved view of a delegated user, and the limits of its state.

use std::fmt;

use serde_json::value::RawValue;

use super::ids::ViewId;
use super::patch::Fields;
use super::record::Record;
use super::resource::resource;

/// Most bytes of JSON that `filters`, `columns` and `sort` may have together.
pub const STATE_BYTES: usize = 16_384;
/// Most filter keys.
pub const FILTER_KEYS: usize = 24;
/// Most columns.
pub const COLUMNS: usize = 64;
/// Most sort keys.
pub const SORT_KEYS: usize = 4;
/// The filter keys that views of type operations accept. `status` is not one of them.
pub const OPERATION_FILTERS: [&str; 9] = [
    "preset",
    "search",
    "statut",
    "statut_interne",
    "statut_operationnel",
    "cycle_interne",
    "classe_actif",
    "type_investissement",
    "operateur_id",
];

resource!(
    /// A saved view (contract, "Saved view").
    SavedView,
    /// Identifier.
    id(ViewId) = "id",
    /// Name, normalised by the service.
    name = "name",
);

impl SavedView {
    /// Whether it is the one opened first.
    pub fn is_default(&self) -> Option<bool> {
        self.record.boolean("is_default")
    }

    /// The filters, an object or array.
    pub fn filters(&self) -> Option<&RawValue> {
        self.record.raw("filters")
    }

    /// The columns, an object or array.
    pub fn columns(&self) -> Option<&RawValue> {
        self.record.raw("columns")
    }

    /// The sort keys, an object or array.
    pub fn sort(&self) -> Option<&RawValue> {
        self.record.raw("sort")
    }
}

/// A limit of the contract ("Limits") that a view's state breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Breach {
    /// The name is empty once spaces are taken off.
    EmptyName,
    /// `filters`, `columns` and `sort` together have that many bytes, more than [`STATE_BYTES`].
    StateBytes(usize),
    /// That many filter keys, more than [`FILTER_KEYS`].
    FilterKeys(usize),
    /// That many columns, more than [`COLUMNS`].
    Columns(usize),
    /// That many sort keys, more than [`SORT_KEYS`].
    SortKeys(usize),
    /// A filter key that views of type operations do not accept.
    FilterKey(String),
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyName => f.write_str("the name is empty"),
            Self::StateBytes(bytes) => write!(f, "{bytes} bytes of state, at most {STATE_BYTES} are allowed"),
            Self::FilterKeys(count) => write!(f, "{count} filter keys, at most {FILTER_KEYS} are allowed"),
            Self::Columns(count) => write!(f, "{count} columns, at most {COLUMNS} are allowed"),
            Self::SortKeys(count) => write!(f, "{count} sort keys, at most {SORT_KEYS} are allowed"),
            Self::FilterKey(key) => write!(f, "`{key}` is not a filter of a view of operations"),
        }
    }
}

/// The limits an update would break, checked before it is sent. Fields not touched are taken from `stored`,
/// since the limit holds for the view that results.
pub fn breaches(update: &Fields, stored: Option<&Record>, of_operations: bool) -> Vec<Breach> {
    let resulting = |name: &str| {
        update
            .get(name)
            .or_else(|| stored?.raw(name))
            .map_or("", RawValue::get)
    };
    let mut found = Vec::new();
    if update.touches("name") && update.text("name").is_none_or(|name| name.trim().is_empty()) {
        found.push(Breach::EmptyName);
    }
    let state = ["filters", "columns", "sort"].map(resulting);
    let bytes = state.iter().map(|json| json.len()).sum();
    if bytes > STATE_BYTES {
        found.push(Breach::StateBytes(bytes));
    }
    let [filters, columns, sort] = state.map(entries);
    if filters.len() > FILTER_KEYS {
        found.push(Breach::FilterKeys(filters.len()));
    }
    if columns.len() > COLUMNS {
        found.push(Breach::Columns(columns.len()));
    }
    if sort.len() > SORT_KEYS {
        found.push(Breach::SortKeys(sort.len()));
    }
    if of_operations {
        let unknown = filters
            .into_iter()
            .flatten()
            .filter(|key| !OPERATION_FILTERS.contains(&key.as_str()));
        found.extend(unknown.map(Breach::FilterKey));
    }
    found
}

/// The keys of an object, or one nameless entry per element of an array.
fn entries(json: &str) -> Vec<Option<String>> {
    if let Ok(record) = Record::parse(json) {
        return record.fields().map(|(name, _)| Some(name.to_owned())).collect();
    }
    serde_json::from_str::<Vec<&RawValue>>(json)
        .map(|items| vec![None; items.len()])
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str) -> Vec<Breach> {
        breaches(&Fields::parse(json).unwrap(), None, true)
    }

    fn object(keys: usize) -> String {
        let members: Vec<_> = (0..keys).map(|key| format!("\"k{key}\":1")).collect();
        format!("{{{}}}", members.join(","))
    }

    #[test]
    fn limits_are_included() {
        let fields = |name: &str, json: String| Fields::parse(&format!("{{\"{name}\":{json}}}")).unwrap();
        let check = |name: &str, json: String| breaches(&fields(name, json), None, false);
        assert_eq!(check("filters", object(24)), []);
        assert_eq!(check("filters", object(25)), [Breach::FilterKeys(25)]);
        assert_eq!(check("columns", format!("[{}]", vec!["1"; 64].join(","))), []);
        assert_eq!(
            check("columns", format!("[{}]", vec!["1"; 65].join(","))),
            [Breach::Columns(65)]
        );
        assert_eq!(check("sort", object(4)), []);
        assert_eq!(check("sort", object(5)), [Breach::SortKeys(5)]);
        let text = |bytes: usize| format!("[\"{}\"]", "x".repeat(bytes - 4));
        assert_eq!(check("filters", text(STATE_BYTES)), []);
        assert_eq!(
            check("filters", text(STATE_BYTES + 1)),
            [Breach::StateBytes(STATE_BYTES + 1)]
        );
    }

    #[test]
    fn bytes_are_counted_not_characters() {
        let json = format!("{{\"filters\":[\"{}\"]}}", "é".repeat(8_191));
        assert_eq!(check(&json), [Breach::StateBytes(16_386)]);
    }

    #[test]
    fn what_is_not_touched_counts_too() {
        let stored = Record::parse(format!("{{\"columns\":[\"{}\"]}}", "x".repeat(16_000))).unwrap();
        let update = Fields::parse(&format!("{{\"filters\":[\"{}\"]}}", "x".repeat(500))).unwrap();
        assert_eq!(
            breaches(&update, Some(&stored), false),
            [Breach::StateBytes(16_508)]
        );
    }

    #[test]
    fn names_and_filter_keys() {
        assert_eq!(check(r#"{"name":" "}"#), [Breach::EmptyName]);
        assert_eq!(check(r#"{"name":null}"#), [Breach::EmptyName]);
        assert_eq!(check(r#"{"is_default":true}"#), []);
        assert_eq!(check(r#"{"filters":{"statut":"x"}}"#), []);
        assert_eq!(
            check(r#"{"filters":{"status":"x"}}"#),
            [Breach::FilterKey("status".to_owned())]
        );
    }
}
