//! Ends an outbox entry: stores its outcome, and converts that to the result for the user.
//!
//! The service's response is the outcome even if the disk is full; the entry then stays in the outbox.

use encours_core::engine::{SendOutcome, settle};
use encours_core::store::Outbox;

use super::super::super::report::SENT_BEFORE;
use super::{SendResult, wrong_identity_error};
use crate::cli::prelude::*;

/// Stores the outcome of an attempt, which may have an `answer`. Returns `None` if another process has or had the
/// entry.
pub(super) fn finish(
    session: &Session,
    outbox: &Outbox,
    (row, response): (&OutboxEntry, Option<Record>),
    outcome: SendOutcome,
) -> Result<Option<SendResult>, Error> {
    let store = session.store()?;
    if let SendOutcome::Retry { error, .. } = &outcome
        && error.disk_error().is_some()
    {
        // The store failed before the write was sent, so it cannot store this outcome either.
        return Err(error.clone());
    }
    if let Err(error) = settle(store, session.client(), row, &outcome, Timestamp::now()) {
        tracing::warn!(%error, outbox_id = row.seq, "failed to store the outcome of a write");
        let error = Error::from(store.diagnose(error));
        if matches!(outcome, SendOutcome::Conflict { .. } | SendOutcome::Deleted(_)) {
            return Err(error);
        }
        session.set_store_error(error);
    }
    Ok(Some(match outcome {
        SendOutcome::Applied { record, found: true, .. } if !row.outcome_unknown => {
            record.map_or(SendResult::AlreadyDeleted, SendResult::AlreadyEqual)
        }
        SendOutcome::Applied { record, .. } => SendResult::Applied(response.or(record)),
        SendOutcome::Deleted(_) => SendResult::Rejected(overtaken_error(row, "usage-write-gone")),
        SendOutcome::Conflict { .. } => SendResult::Rejected(overtaken_error(row, "usage-write-conflict")),
        SendOutcome::Rejected(error) => SendResult::Rejected(error),
        SendOutcome::Retry { error, .. } => {
            // If not even a token was available, the write was not sent.
            let unsigned = error.is_token_exchange()
                && matches!(error.kind(), ErrorKind::Unexpected | ErrorKind::Protocol);
            if error.kind() == ErrorKind::Unreachable || unsigned {
                SendResult::StillPending(error)
            } else {
                SendResult::Rejected(error)
            }
        }
        SendOutcome::Lost => match outbox.get(row.seq)?.and_then(|row| row.locked_by) {
            Some(identity) => SendResult::StillPending(wrong_identity_error(&identity)),
            None => return Ok(None),
        },
    }))
}

/// Returns the error for a record that changed since the write was made. It says if the write was sent before.
fn overtaken_error(row: &OutboxEntry, key: &'static str) -> Error {
    let id = row.seq.to_string();
    let args = [("id", &*id), (SENT_BEFORE, "1")];
    let known = if row.ever_sent || row.outcome_unknown { 2 } else { 1 };
    error_message::localized(ErrorKind::Conflict, key, args.get(..known).unwrap_or_default())
}
