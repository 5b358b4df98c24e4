//! A saved view of a delegated user, and the limits of its state.
//!
//! An update is checked before it is sent ([`breaches`]): what the service would refuse anyway never leaves.

use std::fmt;

use serde_json::value::RawValue;
use unicode_normalization::UnicodeNormalization;

use super::excerpt::is_invisible;
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
/// Type of the views whose filters the contract lists.
pub const OPERATIONS: &str = "operations";

resource!(
    /// A saved view (contract, "Saved view").
    SavedView,
    /// Identifier.
    id(ViewId) = "id",
    /// Name, normalised by the service.
    name = "name",
);

impl SavedView {
    /// Code of what it is a view of. Not in the contract's table, which says that there are views of type operations;
    /// read from `type`.
    pub fn kind(&self) -> Option<std::borrow::Cow<'_, str>> {
        self.record.text("type")
    }

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

/// A rule of the contract ("Limits") that an update breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Breach {
    /// Nothing of the name is left once it is normalised.
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
    /// A `sort_order` that is neither `asc` nor `desc`.
    SortOrder(String),
    /// `id` or `type` would change: an update stays bound to the stored view.
    Bound(&'static str),
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyName => f.write_str("the name is empty"),
            Self::StateBytes(bytes) => write!(f, "{bytes} bytes of state, at most {STATE_BYTES} are allowed"),
            Self::FilterKeys(count) => write!(f, "{count} filter keys, at most {FILTER_KEYS} are allowed"),
            Self::Columns(count) => write!(f, "{count} columns, at most {COLUMNS} are allowed"),
            Self::SortKeys(count) => write!(f, "{count} sort keys, at most {SORT_KEYS} are allowed"),
            Self::FilterKey(key) => write!(
                f,
                "`{key}` is not a filter of a view of operations; there are {}",
                OPERATION_FILTERS.join(", ")
            ),
            Self::SortOrder(order) => write!(f, "`sort_order` is asc or desc, not {order}"),
            Self::Bound(field) => write!(
                f,
                "an update cannot change `{field}`: it is that of the stored view"
            ),
        }
    }
}

/// A name as views keep it: composed characters, one space between words and none around them.
pub fn normalise(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").nfc().collect()
}

/// The update with its name normalised, if it has one that is a text.
#[must_use]
pub fn normalised(update: &Fields) -> Fields {
    let mut normal = update.clone();
    if let Some(name) = update.text("name") {
        normal.set_text("name", &normalise(&name));
    }
    normal
}

/// An update with what the contract documents alone: `name` and `is_default`. The rest is the second value: whether a
/// service takes it is its own, and a person is told so before it is sent.
pub fn documented(update: &Fields) -> (Fields, Fields) {
    let (mut stated, mut rest) = (Fields::new(), Fields::new());
    for (name, raw) in update.iter() {
        let to = if matches!(name, "name" | "is_default") {
            &mut stated
        } else {
            &mut rest
        };
        to.set_raw(name, raw.to_owned());
    }
    (stated, rest)
}

/// How much of the contract's limits the state of a view takes up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StateSize {
    /// Bytes of JSON of `filters`, `columns` and `sort` together.
    pub bytes: usize,
    /// Filter keys.
    pub filters: usize,
    /// Columns.
    pub columns: usize,
    /// Sort keys.
    pub sorts: usize,
}

/// How much of the limits a view's state takes up.
pub fn state_size(view: &Record) -> StateSize {
    let json = |name: &str| view.raw(name).map_or("", RawValue::get);
    StateSize {
        bytes: ["filters", "columns", "sort"]
            .iter()
            .map(|name| compact_len(json(name)))
            .sum(),
        filters: entries(json("filters")).len(),
        columns: entries(json("columns")).len(),
        sorts: entries(json("sort")).len(),
    }
}

/// The rules an update would break, checked before it is sent. Fields not touched are taken from `stored`, since the
/// limits hold for the view that results.
///
/// The contract lists the filters of views of type operations and shows no other type, so a view whose type is not
/// known is checked as one of these.
pub fn breaches(update: &Fields, stored: Option<&Record>) -> Vec<Breach> {
    let resulting = |name: &str| {
        update
            .get(name)
            .or_else(|| stored?.raw(name))
            .map_or("", RawValue::get)
    };
    let mut found = Vec::new();
    let hidden = |c: char| c.is_whitespace() || c.is_control() || is_invisible(c);
    if update.touches("name") && update.text("name").is_none_or(|name| name.chars().all(hidden)) {
        found.push(Breach::EmptyName);
    }
    let held = |field: &str| stored.and_then(|stored| stored.text(field));
    let bound = ["id", "type"].into_iter().filter(|field| {
        update.touches(field) && (held(field).is_none() || update.text(field) != held(field))
    });
    found.extend(bound.map(Breach::Bound));
    let state = ["filters", "columns", "sort"].map(resulting);
    let bytes = state.iter().map(|json| compact_len(json)).sum();
    if bytes > STATE_BYTES {
        found.push(Breach::StateBytes(bytes));
    }
    found.extend(
        orders(state[2])
            .filter(|order| !matches!(order.as_str(), "\"asc\"" | "\"desc\""))
            .map(Breach::SortOrder),
    );
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
    if held("type").is_none_or(|kind| kind == OPERATIONS) {
        let unknown = filters
            .into_iter()
            .flatten()
            .filter(|key| !OPERATION_FILTERS.contains(&key.as_str()));
        found.extend(unknown.map(Breach::FilterKey));
    }
    found
}

/// Bytes of JSON without the white space between its tokens, which is not kept.
fn compact_len(json: &str) -> usize {
    super::record::compact(json).len()
}

/// The values given as `sort_order`, as JSON tokens, in one sort key or in an array of them.
fn orders(sort: &str) -> impl Iterator<Item = String> {
    let keys: Vec<Record> = match Record::parse(sort) {
        Ok(one) => vec![one],
        Err(_) => serde_json::from_str::<Vec<&RawValue>>(sort)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|key| Record::parse(key.get()).ok())
            .collect(),
    };
    keys.into_iter()
        .filter_map(|key| Some(key.raw("sort_order")?.get().to_owned()))
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
        breaches(&Fields::parse(json).unwrap(), None)
    }

    fn object(keys: usize) -> String {
        let members: Vec<_> = (0..keys).map(|key| format!("\"k{key}\":1")).collect();
        format!("{{{}}}", members.join(","))
    }

    #[test]
    fn what_the_contract_documents_is_told_apart() {
        let update =
            Fields::parse(r#"{"filters":{"a" : 1},"name":"n","is_default":true,"sort":[]}"#).unwrap();
        let (stated, rest) = documented(&update);
        assert_eq!(stated.to_body(), r#"{"name":"n","is_default":true}"#);
        assert_eq!(rest.to_body(), r#"{"filters":{"a" : 1},"sort":[]}"#);
    }

    #[test]
    fn limits_are_included() {
        let fields = |name: &str, json: String| Fields::parse(&format!("{{\"{name}\":{json}}}")).unwrap();
        let other = Record::parse(r#"{"type":"deals"}"#).unwrap();
        let check = |name: &str, json: String| breaches(&fields(name, json), Some(&other));
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
        assert_eq!(breaches(&update, Some(&stored)), [Breach::StateBytes(16_508)]);
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

    #[test]
    fn only_views_of_operations_have_their_filters_listed() {
        let update = Fields::parse(r#"{"filters":{"status":"x"}}"#).unwrap();
        for (stored, allowed) in [
            (r#"{"type":"operations"}"#, false),
            (r#"{"type":"deals"}"#, true),
            ("{}", false),
        ] {
            let stored = Record::parse(stored).unwrap();
            assert_eq!(breaches(&update, Some(&stored)).is_empty(), allowed, "{stored:?}");
        }
    }

    #[test]
    fn an_update_stays_bound_to_the_stored_view() {
        let stored = Record::parse(r#"{"id":"v1","type":"operations"}"#).unwrap();
        let check = |json: &str| breaches(&Fields::parse(json).unwrap(), Some(&stored));
        assert_eq!(check(r#"{"id":"v1","type":"operations"}"#), []);
        assert_eq!(check(r#"{"type":"deals"}"#), [Breach::Bound("type")]);
        assert_eq!(check(r#"{"id":null}"#), [Breach::Bound("id")]);
        assert_eq!(
            super::breaches(&Fields::parse(r#"{"type":"operations"}"#).unwrap(), None),
            [Breach::Bound("type")]
        );
    }

    #[test]
    fn names_are_normalised_and_what_cannot_be_seen_is_no_name() {
        assert_eq!(normalise("  À \t suivre\n"), "À suivre");
        assert_eq!(normalise("e\u{301}te\u{301}"), "été");
        let update = Fields::parse(r#"{"name":"  a   b ","x":1.0}"#).unwrap();
        assert_eq!(normalised(&update).to_body(), r#"{"name":"a b","x":1.0}"#);
        assert_eq!(check("{\"name\":\" \u{200b}\u{2060}\"}"), [Breach::EmptyName]);
    }

    #[test]
    fn the_order_is_asc_or_desc_and_white_space_does_not_count() {
        assert_eq!(check(r#"{"sort":{"sort_by":"name","sort_order":"asc"}}"#), []);
        assert_eq!(
            check(r#"{"sort":[{"sort_by":"name","sort_order":"up"}]}"#),
            [Breach::SortOrder("\"up\"".to_owned())]
        );
        let spaced = format!("{{\"columns\":[{}\"a b\"]}}", " ".repeat(STATE_BYTES));
        assert_eq!(check(&spaced), []);
    }
}
