//! Handles writes that the service rejected or did not accept for now.
//!
//! The command's own write is discarded, because a script repeats it and must not apply it twice. An entry
//! stays in four cases: exit status 8, possibly applied, user decision needed, or created before this command.

use encours_core::engine::{JournaledAttempt, is_decision};
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::store::{Outbox, StoreError};

use super::super::journal;
use super::report::{has_response, with_entry, with_sentence};
use crate::cli::prelude::*;

/// Outcome of a rejected write.
pub(super) enum Rejection {
    /// The command fails with this error.
    Failed(Error),
    /// Another process claimed it after its release, and determines the outcome.
    Taken,
}

/// Ends a rejected write. `before` is true if the entry existed before this command.
pub(super) fn finish_rejected(
    context: &CommandContext,
    session: &Session,
    (row, before): (&OutboxEntry, bool),
    error: Error,
) -> Result<Rejection, Error> {
    let outbox = session.store()?.outbox();
    let stored = outbox.get(row.seq)?;
    // A rejected write can be requested again. If it may have been applied, the entry stays blocked with its
    // key, so that a retry does not apply it twice.
    let is_conflict = stored.as_ref().is_some_and(|row| row.state == EntryState::Conflict);
    if error.outcome_unknown() || is_conflict {
        return Ok(Rejection::Failed(with_entry(row, error)));
    }
    if is_decision(&error) {
        // If the disk did not store the rejection, it does not remove the entry either.
        let discarded = outbox.discard(&[row.seq], true);
        let stays = discarded.is_err() || outbox.get(row.seq)?.is_some();
        return Ok(Rejection::Failed(if stays {
            let args = [("id", row.seq.to_string())];
            with_entry(row, with_sentence(context, error, "cli-write-undiscarded", &args))
        } else {
            error
        }));
    }
    if before {
        return Ok(Rejection::Failed(earlier_entry_error(context, outbox, row, error)));
    }
    match discard_unapplied(outbox, row.seq) {
        Ok(true) => {}
        // Sent before and claimed by no process, it is in doubt for good. A rate-limited attempt is never
        // applied, so in that case only another process can have left it in doubt.
        Ok(false)
            if error.kind() != ErrorKind::RateLimited
                && outbox
                    .get(row.seq)?
                    .is_some_and(|now| now.outcome_unknown && now.state != EntryState::Sending) =>
        {
            return Ok(Rejection::Failed(with_entry(row, error.with_outcome_unknown(true))));
        }
        Ok(false) => return Ok(Rejection::Taken),
        Err(discard_error) => {
            tracing::warn!(error = %discard_error, outbox_id = row.seq, "failed to discard the rejected write");
            return Ok(Rejection::Failed(earlier_entry_error(context, outbox, row, error)));
        }
    }
    // Otherwise the journal's last entry would announce a retry.
    let stored = stored.as_ref().unwrap_or(row);
    journal::record_attempt(session, &JournaledAttempt::new(stored, WriteOutcome::Discarded));
    // Without a decision by the service a script retries, so it must know what happened to the write.
    let key = if has_response(session, row) { "cli-write-refused" } else { "cli-write-not-kept" };
    Ok(Rejection::Failed(with_sentence(context, error, key, &[])))
}

/// Discards a pending write that is known not to have been applied. Returns whether it was removed.
///
/// It is kept if another process is sending it, has ended it, or left it in doubt: a script that retries would
/// apply it twice.
fn discard_unapplied(outbox: &Outbox, seq: i64) -> Result<bool, StoreError> {
    outbox.atomically(|| match outbox.get(seq)? {
        Some(row) if !row.in_doubt() => Ok(outbox.discard(&[seq], true)?.contains(&seq)),
        _ => Ok(false),
    })
}

/// Returns the error of an earlier entry that could not be sent now.
///
/// It says whether the entry stays pending or blocked.
pub(in super::super) fn earlier_entry_error(
    context: &CommandContext,
    outbox: &Outbox,
    row: &OutboxEntry,
    error: Error,
) -> Error {
    if error.outcome_unknown() {
        return with_entry(row, error);
    }
    let stored = outbox.get(row.seq).ok().flatten().map(|now| now.state);
    let key = match (stored, is_decision(&error)) {
        (Some(EntryState::Rejected), true) => "cli-write-parked",
        (Some(EntryState::Rejected), false) => "cli-write-stands-refused",
        (Some(EntryState::Conflict), false) => "cli-write-stands-conflict",
        (Some(_), false) => "cli-write-stays",
        // The error of a conflict already says so.
        (_, true) | (None, _) => return with_entry(row, error),
    };
    let args = [("id", row.seq.to_string())];
    with_entry(row, with_sentence(context, error, key, &args))
}
