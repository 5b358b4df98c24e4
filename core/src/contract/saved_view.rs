//! A saved view of a delegated user, and the limits of its state.
//!
//! An update is checked before it is sent ([`breaches`]): what the service would refuse anyway never leaves.

mod name;
mod state;

use std::fmt;

use serde_json::value::RawValue;

pub use name::normalise;

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
    /// A field that is not made as the contract has it.
    Shape(&'static str),
}

impl Breach {
    /// What a field must be, where it is not made so.
    fn expected(field: &str) -> &'static str {
        match field {
            "filters" => "an object in which each key stands once",
            "columns" => "an array of names",
            "sort" => "an object with `sort_by` and `sort_order`, or an array of these",
            _ => "true or false",
        }
    }
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
            Self::Shape(field) => write!(f, "`{field}` must be {}", Self::expected(field)),
        }
    }
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
        bytes: STATE.iter().map(|name| state::bytes(json(name))).sum(),
        filters: state::count(json("filters")),
        columns: state::count(json("columns")),
        sorts: state::count(json("sort")),
    }
}

/// The fields that are the state.
const STATE: [&str; 3] = ["filters", "columns", "sort"];

/// The rules an update would break, checked before it is sent. What it does not touch is not looked at: that the service
/// keeps it is its own decision, whatever the limits say.
///
/// The contract lists the filters of views of type operations and shows no other type. So they are held against a view
/// that is known to be of that type, by `stored` or because the update says so, and against no other; an update that
/// names a type is not checked against a type that nobody knows.
pub fn breaches(update: &Fields, stored: Option<&Record>) -> Vec<Breach> {
    let sent = |name: &str| update.get(name).map(RawValue::get);
    let mut found = Vec::new();
    if update.touches("name") && update.text("name").is_none_or(|name| normalise(&name).is_empty()) {
        found.push(Breach::EmptyName);
    }
    if sent("is_default").is_some_and(|token| !matches!(token, "true" | "false")) {
        found.push(Breach::Shape("is_default"));
    }
    let held = |field: &str| stored.and_then(|stored| stored.text(field));
    let bound = ["id", "type"].into_iter().filter(|field| {
        let (given, held) = (update.text(field), held(field));
        update.touches(field) && (given.is_none() || held.is_some() && given != held)
    });
    found.extend(bound.map(Breach::Bound));
    let bytes = STATE.iter().filter_map(|name| sent(name)).map(state::bytes).sum();
    if bytes > STATE_BYTES {
        found.push(Breach::StateBytes(bytes));
    }
    let mut limit = |name, most, breach: fn(usize) -> Breach| {
        let count = sent(name).map_or(0, state::count);
        if count > most {
            found.push(breach(count));
        }
    };
    limit("filters", FILTER_KEYS, Breach::FilterKeys);
    limit("columns", COLUMNS, Breach::Columns);
    limit("sort", SORT_KEYS, Breach::SortKeys);
    found.extend(sent("columns").and_then(|json| state::check_columns(json).err()));
    found.extend(sent("sort").and_then(|json| state::check_sort(json).err()));
    found.extend(
        update
            .get("sort_order")
            .and_then(|order| state::check_order(order).err()),
    );
    let of_operations = held("type")
        .or_else(|| update.text("type"))
        .is_some_and(|kind| kind == OPERATIONS);
    match sent("filters").map(state::filter_keys) {
        Some(Ok(keys)) if of_operations => {
            let unknown = keys
                .into_iter()
                .filter(|key| !OPERATION_FILTERS.contains(&key.as_str()));
            found.extend(unknown.map(Breach::FilterKey));
        }
        Some(Err(shape)) => found.push(shape),
        Some(Ok(_)) | None => {}
    }
    found
}

/// Whether the type of the stored view decides if the update may be sent: it has filters that views of operations do not
/// accept, and views of another type might.
pub fn hangs_on_the_type(update: &Fields) -> bool {
    let keys = update.get("filters").map(|json| state::filter_keys(json.get()));
    matches!(keys, Some(Ok(keys)) if keys.iter().any(|key| !OPERATION_FILTERS.contains(&key.as_str())))
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
        let sorts = |n: usize| format!("[{}]", vec![r#"{"sort_by":"name"}"#; n].join(","));
        assert_eq!(check("filters", object(24)), []);
        assert_eq!(check("filters", object(25)), [Breach::FilterKeys(25)]);
        assert_eq!(check("columns", format!("[{}]", vec!["\"a\""; 64].join(","))), []);
        assert_eq!(
            check("columns", format!("[{}]", vec!["\"a\""; 65].join(","))),
            [Breach::Columns(65)]
        );
        assert_eq!(check("sort", sorts(4)), []);
        assert_eq!(check("sort", sorts(5)), [Breach::SortKeys(5)]);
        let text = |bytes: usize| format!("[\"{}\"]", "x".repeat(bytes - 4));
        assert_eq!(check("columns", text(STATE_BYTES)), []);
        assert_eq!(
            check("columns", text(STATE_BYTES + 1)),
            [Breach::StateBytes(STATE_BYTES + 1)]
        );
    }

    #[test]
    fn bytes_are_counted_not_characters() {
        let json = format!("{{\"columns\":[\"{}\"]}}", "é".repeat(8_191));
        assert_eq!(check(&json), [Breach::StateBytes(16_386)]);
    }

    #[test]
    fn what_is_not_touched_is_not_checked() {
        let columns = vec!["1"; 70].join(",");
        let state = "x".repeat(STATE_BYTES);
        let stored = Record::parse(format!(
            r#"{{"type":"operations","filters":{{"status":"{state}"}},"columns":[{columns}],"sort":[1,2,3,4,5]}}"#
        ))
        .unwrap();
        for update in [
            r#"{"name":"n"}"#,
            r#"{"is_default":true}"#,
            r#"{"columns":["a"]}"#,
            r#"{"filters":{}}"#,
        ] {
            assert_eq!(
                breaches(&Fields::parse(update).unwrap(), Some(&stored)),
                [],
                "{update}"
            );
        }
    }

    #[test]
    fn names_and_filter_keys() {
        assert_eq!(check(r#"{"name":" "}"#), [Breach::EmptyName]);
        assert_eq!(check(r#"{"name":null}"#), [Breach::EmptyName]);
        assert_eq!(check(r#"{"is_default":true}"#), []);
        assert_eq!(check(r#"{"filters":{"statut":"x"}}"#), []);
        assert_eq!(
            check(r#"{"type":"operations","filters":{"status":"x"}}"#),
            [Breach::FilterKey("status".to_owned())]
        );
        assert!(hangs_on_the_type(
            &Fields::parse(r#"{"filters":{"status":"x"}}"#).unwrap()
        ));
        assert!(!hangs_on_the_type(
            &Fields::parse(r#"{"filters":{"statut":"x"}}"#).unwrap()
        ));
    }

    #[test]
    fn the_state_is_made_as_the_contract_has_it() {
        for good in [
            r#"{"filters":{},"columns":[],"sort":[]}"#,
            r#"{"sort":{"sort_by":"name"}}"#,
            r#"{"sort":[{"sort_by":"name","sort_order":"desc"},{"sort_order":"asc","sort_by":"a"}]}"#,
            r#"{"sort_order":"asc"}"#,
        ] {
            assert_eq!(check(good), [], "{good}");
        }
        for (field, values) in [
            (
                "sort",
                &[
                    "[{}]",
                    "{}",
                    r#"["name"]"#,
                    r#"[{"sort_order":"asc"}]"#,
                    r#"[{"sort_by":5}]"#,
                ][..],
            ),
            (
                "sort",
                &[
                    "null",
                    r#""""#,
                    "5",
                    r#"[{"sort_by":"a","x":1}]"#,
                    r#"[{"sort_by":""}]"#,
                ],
            ),
            (
                "sort",
                &[r#"[{"sort_by":"a","sort_by":"a"}]"#, r#"[[{"sort_by":"a"}]]"#],
            ),
            ("columns", &["{}", "[1]", r#"[""]"#, "null", r#""name""#]),
            ("filters", &["[]", r#"{"search":"a","search":"b"}"#, "null", "1"]),
            ("is_default", &["null", "1", r#""true""#]),
        ] {
            for value in values {
                let json = format!("{{\"{field}\":{value}}}");
                assert_eq!(check(&json), [Breach::Shape(field)], "{json}");
            }
        }
    }

    #[test]
    fn only_views_of_operations_have_their_filters_listed() {
        let update = Fields::parse(r#"{"filters":{"status":"x"}}"#).unwrap();
        for (stored, allowed) in [
            (r#"{"type":"operations"}"#, false),
            (r#"{"type":"deals"}"#, true),
            ("{}", true),
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
        let unknown = |json: &str| breaches(&Fields::parse(json).unwrap(), None);
        assert_eq!(unknown(r#"{"type":"operations","id":"v2"}"#), []);
        assert_eq!(unknown(r#"{"type":null}"#), [Breach::Bound("type")]);
    }

    #[test]
    fn names_are_normalised_and_what_cannot_be_seen_is_no_name() {
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
