//! A write and its `Idempotency-Key`: the same one is found again, and another one under the same key is refused.

use encours_core::contract::OperationId;
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{NewRow, Row, Store};

use super::super::super::{error_message, limit};

/// Keeps a write, or finds it where it was kept under its key before: asked for again it is the same write, sent again
/// under the same key with the same bytes. Whether it was kept before.
pub(super) fn keep_or_find(store: &Store, row: &NewRow) -> Result<(Row, bool), Error> {
    let outbox = store.outbox();
    let Some(known) = outbox.rows()?.into_iter().find(|known| known.key == row.key) else {
        check_unused(store, row)?;
        limit::lift();
        let kept = outbox.enqueue(std::slice::from_ref(row))?;
        return kept
            .into_iter()
            .next()
            .map(|row| (row, false))
            .ok_or_else(|| Error::unexpected("the change could not be saved, so it was not sent"));
    };
    // A creation has a temporary name of its own each time it is asked for.
    let same_record = known.record == row.record || row.operation == OperationId::DealsCreate;
    if known.operation == row.operation && known.body == row.body && same_record {
        return Ok((known, true));
    }
    let error = error_message::of(
        ErrorKind::Conflict,
        "usage-key-taken",
        &[("id", &known.seq.to_string())],
    );
    Err(error.with_idempotency_key(known.key))
}

/// Refuses the key of another write that was done: a new write has a new key (contract, "Write rules").
fn check_unused(store: &Store, row: &NewRow) -> Result<(), Error> {
    let done = store.history().journal_under(&row.key)?;
    let body = Some(row.body.as_str()).filter(|body| !body.is_empty());
    let another = done.iter().any(|entry| {
        entry.outcome.is_done() && (entry.operation != row.operation || entry.after.as_deref() != body)
    });
    if another {
        let error = error_message::of(ErrorKind::Conflict, "usage-key-used", &[]);
        return Err(error.with_idempotency_key(row.key.clone()));
    }
    Ok(())
}
