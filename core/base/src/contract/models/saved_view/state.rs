//! State of a view: `filters`, `columns` and `sort` as an update sends them.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::contract::record::{compact, raw_text};

use super::LimitViolation;

/// Members of an object in order, including repeated names.
struct ViewMembers<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for ViewMembers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ViewObject<'a>(std::marker::PhantomData<&'a ()>);

        impl<'de: 'a, 'a> Visitor<'de> for ViewObject<'a> {
            type Value = ViewMembers<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ViewMembers<'a>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(ViewMembers(members))
            }
        }

        deserializer.deserialize_map(ViewObject(std::marker::PhantomData))
    }
}

fn members(json: &str) -> Option<Vec<(String, &RawValue)>> {
    serde_json::from_str(json).ok().map(|ViewMembers(members)| members)
}

/// Returns the elements of an array.
fn elements(json: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json).ok()
}

/// Returns the number of keys of an object, or of elements of an array.
pub(super) fn element_count(json: &str) -> usize {
    members(json).map_or_else(|| elements(json).map_or(0, |all| all.len()), |all| all.len())
}

/// Returns the bytes of JSON without white space between tokens, which is not stored.
pub(super) fn compact_len(json: &str) -> usize {
    compact(json).len()
}

/// Returns the filter keys of an object without repeated keys.
pub(super) fn filter_keys(json: &str) -> Result<Vec<String>, LimitViolation> {
    let mut keys: Vec<String> =
        members(json).ok_or(LimitViolation::Shape("filters"))?.into_iter().map(|(key, _)| key).collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    if keys.len() == all { Ok(keys) } else { Err(LimitViolation::Shape("filters")) }
}

/// Checks that the columns are an array of names.
pub(super) fn check_columns(json: &str) -> Result<(), LimitViolation> {
    let is_named = |column: &&RawValue| raw_text(column).is_some_and(|name| !name.trim().is_empty());
    match elements(json) {
        Some(columns) if columns.iter().all(is_named) => Ok(()),
        _ => Err(LimitViolation::Shape("columns")),
    }
}

/// Checks that the sort is one sort key or an array of them.
///
/// A sort key is an object of `sort_by` and optionally `sort_order`.
pub(super) fn check_sort(json: &str) -> Result<(), LimitViolation> {
    let shape = || LimitViolation::Shape("sort");
    let keys = match members(json) {
        Some(single) => vec![single],
        None => elements(json)
            .ok_or_else(shape)?
            .into_iter()
            .map(|key| members(key.get()))
            .collect::<Option<_>>()
            .ok_or_else(shape)?,
    };
    for key in keys {
        let (mut sort_by_count, mut orders) = (0, 0);
        for (name, raw) in key {
            match name.as_str() {
                "sort_by" if raw_text(raw).is_some_and(|field| !field.trim().is_empty()) => {
                    sort_by_count += 1;
                }
                "sort_order" => {
                    orders += 1;
                    check_order(raw)?;
                }
                _ => return Err(shape()),
            }
        }
        if sort_by_count != 1 || orders > 1 {
            return Err(shape());
        }
    }
    Ok(())
}

/// Checks that an order is `asc` or `desc`.
pub(super) fn check_order(order: &RawValue) -> Result<(), LimitViolation> {
    if matches!(raw_text(order).as_deref(), Some("asc" | "desc")) {
        Ok(())
    } else {
        Err(LimitViolation::SortOrder(order.get().to_owned()))
    }
}
