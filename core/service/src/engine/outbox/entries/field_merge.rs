//! Compares and merges the fields of changes.

use crate::contract::OperationId;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::outbox::entries::entry_conversion::{is_discarded_in_doubt, parse_fields};
use crate::engine::overlay::records::written_kind;
use crate::model::pending_write;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::EventKind;
use crate::store::{CachedRecord, OutboxEntry, RecordKind, Store, StoreError};
use std::collections::HashSet;

/// Returns the notice for a record that already has the wanted values. An undo names the earlier state: the change was
/// discarded elsewhere, or reverted by another process. Any other change changes nothing.
pub(crate) fn already_current(
    record: String,
    label: String,
    (base, fields): (Fields, Fields),
    is_undo: bool,
) -> EventKind {
    if is_undo {
        return EventKind::NothingToDo { record, label, in_doubt: false };
    }
    EventKind::AlreadyApplied { record, label, base, fields }
}

/// Returns whether the record already has the wanted values. False if a discarded change of it is in doubt.
///
/// # Errors
/// The disk fails, or the stored record is invalid.
pub fn is_current(
    store: &Store,
    operation: OperationId,
    record: &str,
    fields: &Fields,
) -> Result<bool, StoreError> {
    let Some(kind) = written_kind(operation).filter(|_| !fields.is_empty()) else {
        return Ok(false);
    };
    let stored = store.cache().get(kind, "", record)?;
    let is_match = stored.is_some_and(|stored| has_values(&stored.body, fields));
    Ok(is_match && !is_discarded_in_doubt(store, operation, record)?)
}

/// Checks many deals at once, and returns the positions of those with the wanted values.
pub(crate) fn current_among(
    store: &Store,
    changes: &[(&str, &Fields)],
) -> Result<HashSet<usize>, StoreError> {
    let ids: Vec<&str> = changes.iter().map(|(deal, _)| *deal).collect();
    let mut current = HashSet::new();
    store.cache().for_each_body(RecordKind::Deal, &ids, |nth, body| {
        let fields = changes.get(nth).map(|(_, fields)| *fields);
        if fields.is_some_and(|fields| !fields.is_empty() && has_values(body, fields)) {
            current.insert(nth);
        }
    })?;
    let mut in_doubt = Vec::new();
    for nth in &current {
        if let Some((deal, _)) = changes.get(*nth)
            && is_discarded_in_doubt(store, OperationId::DealsUpdate, deal)?
        {
            in_doubt.push(*nth);
        }
    }
    for nth in in_doubt {
        current.remove(&nth);
    }
    Ok(current)
}

/// Returns whether a received record has exactly these field values.
pub(crate) fn has_values(body: &str, fields: &Fields) -> bool {
    Record::parse(body).is_ok_and(|value| {
        fields.iter().all(|(name, target)| {
            let value = value.raw(name);
            value.is_some() && is_same_value(value, Some(target))
        })
    })
}

/// Merges a response that may be partial into the cached record: fields that it lacks keep their cached values.
pub(in crate::engine::outbox) fn merge_response(cached: Option<&CachedRecord>, response: &Record) -> Record {
    let known = cached.and_then(|cached| Record::parse(&cached.body).ok());
    let merged = known.and_then(|known| Fields::from_record(response).apply_to(&known).ok());
    merged.unwrap_or_else(|| response.clone())
}

/// Returns whether a change differs from what the user saw.
pub fn is_change(fields: &Fields, base: &Fields) -> bool {
    let mut all = fields.iter();
    all.any(|(name, target)| !base.touches(name) || !is_same_value(base.get(name), Some(target)))
}

/// Returns the contract's operation that changes a record of a resource kind.
pub(crate) fn update_operation(kind: ResourceKind) -> Option<OperationId> {
    match kind {
        ResourceKind::Tasks => Some(OperationId::TasksUpdate),
        ResourceKind::SavedViews => Some(OperationId::SavedViewsUpdate),
        _ => None,
    }
}

/// Returns the resource kind whose records an operation changes.
pub(crate) fn updated_kind(operation: OperationId) -> Option<ResourceKind> {
    [ResourceKind::Tasks, ResourceKind::SavedViews]
        .into_iter()
        .find(|kind| update_operation(*kind) == Some(operation))
}

/// Merges a later change into a row's change, as [`pending_write::merge_changes`] does.
pub fn merge_changes(entry: &OutboxEntry, changed: &Fields, base: &Fields) -> (Fields, Fields) {
    let earlier = (&parse_fields(&entry.body), &parse_fields(&entry.base));
    pending_write::merge_changes(earlier, changed, base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_differs_from_what_the_user_saw() {
        let fields = |text| Fields::parse(text).unwrap();
        for (changed, base, expected) in [
            (r#"{"ltv":0.5}"#, r#"{"ltv":0.50,"x":1}"#, false),
            (r#"{"ltv":0.5}"#, r#"{"ltv":0.6}"#, true),
            (r#"{"ltv":0.5}"#, "{}", true),
            (r#"{"ltv":null}"#, "{}", true),
            (r#"{"ltv":0.5,"x":2}"#, r#"{"ltv":0.5,"x":1}"#, true),
            ("{}", r#"{"ltv":0.5}"#, false),
        ] {
            assert_eq!(is_change(&fields(changed), &fields(base)), expected, "{changed} after {base}");
        }
    }

    #[test]
    fn tasks_and_views_have_an_update_operation() {
        for (kind, operation) in [
            (ResourceKind::Tasks, OperationId::TasksUpdate),
            (ResourceKind::SavedViews, OperationId::SavedViewsUpdate),
        ] {
            assert_eq!(update_operation(kind), Some(operation));
            assert_eq!(updated_kind(operation), Some(kind));
        }
        assert_eq!(update_operation(ResourceKind::Alerts), None);
        assert_eq!(updated_kind(OperationId::DealsUpdate), None);
    }
}
