//! Compares and merges the fields of changes.

use crate::contract::OperationId;
use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::outbox::entries::entry_conversion::{fields, gave_up_in_doubt};
use crate::engine::sync::state::resource_lists::kept_as;
use crate::model::resources::resource_kind::Family;
use crate::model::snapshot::EventKind;
use crate::store::{Kind, Row, Store, StoreError};
use std::collections::HashSet;

/// Returns the notice for a record that already has the wanted values. An undo names the earlier state: the change was
/// discarded elsewhere, or reverted by another process. Any other change changes nothing.
pub(crate) fn so_already(
    record: String,
    label: String,
    (base, fields): (Fields, Fields),
    back: bool,
) -> EventKind {
    if back {
        return EventKind::AlreadySo {
            record,
            label,
            in_doubt: false,
        };
    }
    EventKind::FoundSo {
        record,
        label,
        base,
        fields,
    }
}

/// Returns whether the record already has the wanted values. False if a discarded change of it is in doubt.
///
/// # Errors
/// The disk fails, or the stored record is invalid.
pub fn is_so(
    store: &Store,
    operation: OperationId,
    record: &str,
    fields: &Fields,
) -> Result<bool, StoreError> {
    let kind = match operation {
        OperationId::DealsUpdate => Some(Kind::Deal),
        other => family_of(other).and_then(kept_as),
    };
    let Some(kind) = kind.filter(|_| !fields.is_empty()) else {
        return Ok(false);
    };
    let stored = store.cache().get(kind, "", record)?;
    let so = stored.is_some_and(|stored| holds(&stored.body, fields));
    Ok(so && !gave_up_in_doubt(store, operation, record)?)
}

/// Checks many deals at once, and returns the positions of those with the wanted values.
pub(crate) fn are_so(store: &Store, wanted: &[(&str, &Fields)]) -> Result<HashSet<usize>, StoreError> {
    let ids: Vec<&str> = wanted.iter().map(|(deal, _)| *deal).collect();
    let mut so = HashSet::new();
    store.cache().bodies(Kind::Deal, &ids, |nth, body| {
        let fields = wanted.get(nth).map(|(_, fields)| *fields);
        if fields.is_some_and(|fields| !fields.is_empty() && holds(body, fields)) {
            so.insert(nth);
        }
    })?;
    let mut doubted = Vec::new();
    for nth in &so {
        if let Some((deal, _)) = wanted.get(*nth)
            && gave_up_in_doubt(store, OperationId::DealsUpdate, deal)?
        {
            doubted.push(*nth);
        }
    }
    for nth in doubted {
        so.remove(&nth);
    }
    Ok(so)
}

/// Returns whether a received record has exactly these field values.
pub(crate) fn holds(body: &str, fields: &Fields) -> bool {
    Record::parse(body).is_ok_and(|held| {
        fields.iter().all(|(name, wanted)| {
            let held = held.raw(name);
            held.is_some() && same(held, Some(wanted))
        })
    })
}

/// Returns whether a change differs from what the user saw.
pub fn changes(fields: &Fields, base: &Fields) -> bool {
    let mut all = fields.iter();
    all.any(|(name, wanted)| !base.touches(name) || !same(base.get(name), Some(wanted)))
}

/// Returns the contract's operation that changes a record of a resource kind.
pub(crate) fn updated_by(family: Family) -> Option<OperationId> {
    match family {
        Family::Tasks => Some(OperationId::TasksUpdate),
        Family::SavedViews => Some(OperationId::SavedViewsUpdate),
        _ => None,
    }
}

/// Returns the resource kind whose records an operation changes.
pub(crate) fn family_of(operation: OperationId) -> Option<Family> {
    [Family::Tasks, Family::SavedViews]
        .into_iter()
        .find(|family| updated_by(*family) == Some(operation))
}

/// Merges a later change into a row's change; also returns the values seen before. Fields that return to their original
/// value are omitted.
pub fn merge(row: &Row, changed: &Fields, base: &Fields) -> (Fields, Fields) {
    let mut merged = fields(&row.body);
    let mut first = base.clone();
    // Fields that the earlier write changed without a base stay unguarded: the later change saw our value, not the
    // server's.
    for name in merged.names() {
        first.remove(name);
    }
    first.merge(&fields(&row.base));
    merged.merge(changed);
    let back: Vec<String> = merged
        .iter()
        .filter(|(name, wanted)| first.touches(name) && same(first.get(name), Some(wanted)))
        .map(|(name, _)| name.to_owned())
        .collect();
    for name in back {
        merged.remove(&name);
        first.remove(&name);
    }
    (merged, first)
}
