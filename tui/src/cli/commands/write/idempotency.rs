//! Idempotency keys: a repeated write is found by its key, and a different write with a used key is rejected.

use encours_core::store::NewOutboxEntry;

use crate::cli::prelude::*;

/// Stores a write, or finds the pending one with the same key. Returns whether it existed before.
///
/// A repeated write is sent under the same key with the same bytes.
pub(super) fn store_or_find(store: &Store, row: &NewOutboxEntry) -> Result<(OutboxEntry, bool), Error> {
    let outbox = store.outbox();
    let Some(known) = outbox.entries()?.into_iter().find(|known| known.key == row.key) else {
        check_unused(store, row)?;
        limit::disarm();
        let stored = outbox.enqueue(std::slice::from_ref(row))?;
        return stored
            .into_iter()
            .next()
            .map(|row| (row, false))
            .ok_or_else(|| Error::unexpected("the change could not be saved, so it was not sent"));
    };
    // A creation gets a new temporary id for each request.
    let same_record = known.record == row.record || row.operation == OperationId::DealsCreate;
    if known.operation == row.operation && known.body == row.body && same_record {
        return Ok((known, true));
    }
    let error =
        error_message::localized(ErrorKind::Conflict, "usage-key-taken", &[("id", &known.seq.to_string())]);
    Err(error.with_idempotency_key(known.key))
}

/// Rejects a key that a different, applied write has used (contract, "Write rules").
fn check_unused(store: &Store, row: &NewOutboxEntry) -> Result<(), Error> {
    let done = store.history().journal_of_key(&row.key)?;
    let body = Some(row.body.as_str()).filter(|body| !body.is_empty());
    let another = done.iter().any(|entry| {
        entry.outcome.is_done() && (entry.operation != row.operation || entry.after.as_deref() != body)
    });
    if another {
        let error = error_message::localized(ErrorKind::Conflict, "usage-key-used", &[]);
        return Err(error.with_idempotency_key(row.key.clone()));
    }
    Ok(())
}
