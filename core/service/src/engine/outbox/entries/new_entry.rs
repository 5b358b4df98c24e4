//! Builds new outbox entries.

use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::contract::patch::Fields;
use crate::engine::actor::clock::after;
use crate::store::NewRow;
use jiff::Timestamp;
use std::time::Duration;

/// Returns a new idempotency key.
pub(crate) fn fresh_key() -> IdempotencyKey {
    uuid::Uuid::new_v4().into()
}

/// Builds the deletion of a deal. It has an empty body and is guarded by the values that the user saw.
pub(crate) fn deletion(record: &str, base: &Fields, label: String, hold: Duration, now: Timestamp) -> NewRow {
    let none = Fields::new();
    NewRow {
        body: String::new(),
        ..new_row(OperationId::DealsDelete, record, &none, base, label, hold, now)
    }
}

/// A write to be kept.
pub(crate) fn new_row(
    operation: OperationId,
    record: &str,
    fields: &Fields,
    base: &Fields,
    label: String,
    hold: Duration,
    now: Timestamp,
) -> NewRow {
    NewRow {
        operation,
        record: record.to_owned(),
        body: fields.to_body(),
        key: fresh_key(),
        base: base.to_body(),
        label,
        created_at: now,
        not_before: after(now, hold),
        held: !hold.is_zero(),
    }
}
