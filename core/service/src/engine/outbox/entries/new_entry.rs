//! Builds new outbox entries.

use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::contract::patch::Fields;
use crate::engine::actor::clock::saturating_add;
use crate::store::NewOutboxEntry;
use jiff::Timestamp;
use std::time::Duration;

/// Returns a new idempotency key.
pub(crate) fn new_key() -> IdempotencyKey {
    crate::host::uuid().into()
}

/// Builds the deletion of a deal. It has an empty body and is guarded by the values that the user saw.
pub(crate) fn new_deletion(
    record: &str,
    base: &Fields,
    label: String,
    undo_delay: Duration,
    now: Timestamp,
) -> NewOutboxEntry {
    let none = Fields::new();
    NewOutboxEntry {
        body: String::new(),
        ..new_entry(OperationId::DealsDelete, record, &none, base, label, undo_delay, now)
    }
}

/// A write to be kept.
pub(crate) fn new_entry(
    operation: OperationId,
    record: &str,
    fields: &Fields,
    base: &Fields,
    label: String,
    undo_delay: Duration,
    now: Timestamp,
) -> NewOutboxEntry {
    NewOutboxEntry {
        operation,
        record: record.to_owned(),
        body: fields.to_body(),
        key: new_key(),
        base: base.to_body(),
        label,
        created_at: now,
        not_before: saturating_add(now, undo_delay),
        scheduled: !undo_delay.is_zero(),
    }
}
