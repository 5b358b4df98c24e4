//! Saved view of a delegated user, and the limits of its state.
//!
//! An update is checked before it is sent ([`limit_violations`]); one that the service would refuse is never sent.

mod name;
mod state;

use std::fmt;

use serde_json::value::RawValue;

pub use name::normalise;

use crate::contract::ids::ViewId;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::contract::resource::resource;

/// Most bytes of JSON for `filters`, `columns` and `sort` together.
pub const MAX_STATE_BYTES: usize = 16_384;
/// Most filter keys.
pub const MAX_FILTER_KEYS: usize = 24;
/// Most columns.
pub const MAX_VIEW_COLUMNS: usize = 64;
/// Most sort keys.
pub const MAX_VIEW_SORT_KEYS: usize = 4;
/// Filter keys accepted by views of type operations. `status` is not one of them.
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
/// View type whose filters the contract lists.
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
    /// Returns the type code, read from `type`.
    ///
    /// The contract's table does not list the field, but mentions views of type operations.
    pub fn kind(&self) -> Option<std::borrow::Cow<'_, str>> {
        self.record.text("type")
    }

    /// Returns whether it is the default view.
    pub fn is_default(&self) -> Option<bool> {
        self.record.boolean("is_default")
    }

    /// Returns the filters, an object or array.
    pub fn filters(&self) -> Option<&RawValue> {
        self.record.raw("filters")
    }

    /// Returns the columns, an object or array.
    pub fn columns(&self) -> Option<&RawValue> {
        self.record.raw("columns")
    }

    /// Returns the sort keys, an object or array.
    pub fn sort(&self) -> Option<&RawValue> {
        self.record.raw("sort")
    }
}

/// A rule of the contract ("Limits") that an update breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitViolation {
    /// The normalised name is empty.
    EmptyName,
    /// `filters`, `columns` and `sort` together exceed [`MAX_STATE_BYTES`] with that many bytes.
    StateBytes(usize),
    /// Number of filter keys, more than [`MAX_FILTER_KEYS`].
    FilterKeys(usize),
    /// Number of columns, more than [`MAX_VIEW_COLUMNS`].
    Columns(usize),
    /// Number of sort keys, more than [`MAX_VIEW_SORT_KEYS`].
    SortKeys(usize),
    /// Filter key that views of type operations do not accept.
    FilterKey(String),
    /// `sort_order` that is neither `asc` nor `desc`.
    SortOrder(String),
    /// Change of `id` or `type`, which an update must not change.
    Immutable(&'static str),
    /// Field with another shape than the contract's.
    Shape(&'static str),
}

impl LimitViolation {
    /// Returns the required shape of a field.
    fn expected(field: &str) -> &'static str {
        match field {
            "filters" => "an object in which each key stands once",
            "columns" => "an array of names",
            "sort" => "an object with `sort_by` and `sort_order`, or an array of these",
            _ => "true or false",
        }
    }
}

impl fmt::Display for LimitViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyName => f.write_str("the name is empty"),
            Self::StateBytes(bytes) => {
                write!(f, "{bytes} bytes of state, at most {MAX_STATE_BYTES} are allowed")
            }
            Self::FilterKeys(count) => {
                write!(f, "{count} filter keys, at most {MAX_FILTER_KEYS} are allowed")
            }
            Self::Columns(count) => write!(f, "{count} columns, at most {MAX_VIEW_COLUMNS} are allowed"),
            Self::SortKeys(count) => write!(f, "{count} sort keys, at most {MAX_VIEW_SORT_KEYS} are allowed"),
            Self::FilterKey(key) => write!(
                f,
                "`{key}` is not a filter of a view of operations; there are {}",
                OPERATION_FILTERS.join(", ")
            ),
            Self::SortOrder(order) => write!(f, "`sort_order` is asc or desc, not {order}"),
            Self::Immutable(field) => {
                write!(f, "an update cannot change `{field}`: it is that of the stored view")
            }
            Self::Shape(field) => write!(f, "`{field}` must be {}", Self::expected(field)),
        }
    }
}

/// Returns the update with its name normalised, if the name is a text.
#[must_use]
pub fn with_normalised_name(update: &Fields) -> Fields {
    let mut normal = update.clone();
    if let Some(name) = update.text("name") {
        normal.set_text("name", &normalise(&name));
    }
    normal
}

/// Splits an update into documented fields (`name`, `is_default`) and the rest.
///
/// A service may or may not accept the rest; the user is warned before sending.
pub fn split_documented(update: &Fields) -> (Fields, Fields) {
    let (mut stated, mut others) = (Fields::new(), Fields::new());
    for (name, raw) in update.iter() {
        let to = if matches!(name, "name" | "is_default") { &mut stated } else { &mut others };
        to.set_raw(name, raw.to_owned());
    }
    (stated, others)
}

/// Size of a view's state, for comparison with the contract's limits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StateSize {
    /// Bytes of JSON of `filters`, `columns` and `sort` together.
    pub bytes: usize,
    /// Number of filter keys.
    pub filters: usize,
    /// Number of columns.
    pub columns: usize,
    /// Number of sort keys.
    pub sort_keys: usize,
}

/// Returns the size of a view's state.
pub fn state_size(view: &Record) -> StateSize {
    let json = |name: &str| view.raw(name).map_or("", RawValue::get);
    StateSize {
        bytes: STATE_FIELDS.iter().map(|name| state::compact_len(json(name))).sum(),
        filters: state::element_count(json("filters")),
        columns: state::element_count(json("columns")),
        sort_keys: state::element_count(json("sort")),
    }
}

/// Fields of the state.
const STATE_FIELDS: [&str; 3] = ["filters", "columns", "sort"];

/// Returns the rules that an update breaks.
///
/// Fields that the update does not change are not checked. The contract lists filters for views of type operations
/// only. Filter keys are therefore checked only if `stored` or the update has that type.
pub fn limit_violations(update: &Fields, stored: Option<&Record>) -> Vec<LimitViolation> {
    let new_json = |name: &str| update.get(name).map(RawValue::get);
    let mut violations = Vec::new();
    if update.touches("name") && update.text("name").is_none_or(|name| normalise(&name).is_empty()) {
        violations.push(LimitViolation::EmptyName);
    }
    if new_json("is_default").is_some_and(|token| !matches!(token, "true" | "false")) {
        violations.push(LimitViolation::Shape("is_default"));
    }
    let stored_text = |field: &str| stored.and_then(|stored| stored.text(field));
    let immutable = ["id", "type"].into_iter().filter(|field| {
        let (new_text, stored_text) = (update.text(field), stored_text(field));
        update.touches(field) && (new_text.is_none() || stored_text.is_some() && new_text != stored_text)
    });
    violations.extend(immutable.map(LimitViolation::Immutable));
    let bytes = STATE_FIELDS.iter().filter_map(|name| new_json(name)).map(state::compact_len).sum();
    if bytes > MAX_STATE_BYTES {
        violations.push(LimitViolation::StateBytes(bytes));
    }
    let mut limit = |name, max, violation: fn(usize) -> LimitViolation| {
        let count = new_json(name).map_or(0, state::element_count);
        if count > max {
            violations.push(violation(count));
        }
    };
    limit("filters", MAX_FILTER_KEYS, LimitViolation::FilterKeys);
    limit("columns", MAX_VIEW_COLUMNS, LimitViolation::Columns);
    limit("sort", MAX_VIEW_SORT_KEYS, LimitViolation::SortKeys);
    violations.extend(new_json("columns").and_then(|json| state::check_columns(json).err()));
    violations.extend(new_json("sort").and_then(|json| state::check_sort(json).err()));
    violations.extend(update.get("sort_order").and_then(|order| state::check_order(order).err()));
    let of_operations =
        stored_text("type").or_else(|| update.text("type")).is_some_and(|kind| kind == OPERATIONS);
    match new_json("filters").map(state::filter_keys) {
        Some(Ok(keys)) if of_operations => {
            let unknown = keys.into_iter().filter(|key| !OPERATION_FILTERS.contains(&key.as_str()));
            violations.extend(unknown.map(LimitViolation::FilterKey));
        }
        Some(Err(shape)) => violations.push(shape),
        Some(Ok(_)) | None => {}
    }
    violations
}

/// Returns whether the stored view's type decides if the update may be sent.
///
/// The update then has filters that views of type operations reject, but other types may accept.
pub fn depends_on_type(update: &Fields) -> bool {
    let keys = update.get("filters").map(|json| state::filter_keys(json.get()));
    matches!(keys, Some(Ok(keys)) if keys.iter().any(|key| !OPERATION_FILTERS.contains(&key.as_str())))
}

#[cfg(test)]
#[path = "saved_view_tests.rs"]
mod tests;
