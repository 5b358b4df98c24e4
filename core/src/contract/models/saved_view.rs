//! A saved view of a delegated user, and the limits of its state.
//!
//! An update is checked before it is sent ([`breaches`]): what the service would refuse anyway never leaves.

mod name;
mod state;

use std::fmt;

use serde_json::value::RawValue;

pub use name::normalise;

use crate::contract::ids::ViewId;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::contract::resource::resource;

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
#[path = "saved_view_tests.rs"]
mod tests;
