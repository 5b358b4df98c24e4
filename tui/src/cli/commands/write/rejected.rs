//! What becomes of a write that the service refused, or did not take: one rule, and the message says which side of it.
//!
//! What this command asked for and could not do is not kept: a script asks for it again, and it is not done twice. Kept is
//! what the exit status 8 says, what may have been applied, what a person has to decide about, and what had been kept
//! before this command, by another one or by a window.

use encours_core::engine::is_decision;
use encours_core::error::{Error, ErrorKind};
use encours_core::model::journal_entry::Outcome;
use encours_core::store::{Outbox, Row, RowState, StoreError};

use super::super::super::context::Context;
use super::super::super::session::Session;
use super::complete::note;
use super::report::{adding, of, was_answered};

/// What a write that was refused comes to.
pub(super) enum Refusal {
    /// It fails, with this.
    Said(Error),
    /// Another program took it as soon as this one let go of it: what becomes of it is for that one to find out.
    Taken,
}

/// Ends a write that was refused, with what is to be said of it. `before`: whether it had been kept before this command.
pub(super) fn of_write(
    context: &Context,
    session: &Session,
    (row, before): (&Row, bool),
    error: Error,
) -> Result<Refusal, Error> {
    let outbox = session.store()?.outbox();
    let stood = outbox.get(row.seq)?;
    // Refused as soon as it was asked for, it can be asked for again; but where the service may have applied it, the row
    // stays parked with its key, so that sending it again does not do it twice.
    let parked = stood.as_ref().is_some_and(|row| row.state == RowState::Conflict);
    if error.outcome_unknown() || parked {
        return Ok(Refusal::Said(of(row, error)));
    }
    if is_decided(&error) {
        // Where the disk did not take that it was refused, it does not let go of it either.
        let gone = outbox.discard(&[row.seq], true);
        let stays = gone.is_err() || outbox.get(row.seq)?.is_some();
        return Ok(Refusal::Said(if stays {
            let args = [("id", row.seq.to_string())];
            of(row, adding(context, error, "cli-write-undiscarded", &args))
        } else {
            error
        }));
    }
    if before {
        return Ok(Refusal::Said(stays(context, outbox, row, error)));
    }
    match take_back(outbox, row.seq) {
        Ok(true) => {}
        // It left before and nobody has it now: what became of it is not known, and no other program will find out. Where
        // the service asks for a pause it did not do it: only another program can have left it in doubt.
        Ok(false)
            if error.kind() != ErrorKind::RateLimited
                && outbox
                    .get(row.seq)?
                    .is_some_and(|now| now.doubtful && now.state != RowState::Sending) =>
        {
            return Ok(Refusal::Said(of(row, error.with_outcome_unknown(true))));
        }
        Ok(false) => return Ok(Refusal::Taken),
        Err(why) => {
            tracing::warn!(%why, outbox_id = row.seq, "a write that was not done could not be taken out");
            return Ok(Refusal::Said(stays(context, outbox, row, error)));
        }
    }
    // The last word on it would be that it is tried again.
    let stood = stood.as_ref().unwrap_or(row);
    note(session, stood, Outcome::Discarded, None, None);
    // Where the service has decided nothing, a script asks again, and must know what became of the write.
    let key = if was_answered(session, row) {
        "cli-write-refused"
    } else {
        "cli-write-not-kept"
    };
    Ok(Refusal::Said(adding(context, error, key, &[])))
}

/// Takes a write out that waits again and is known not to have been applied. Whether it went: not where another program is
/// sending it by now, has ended it, or has left it in doubt, for then a script that is told to ask again does it twice.
fn take_back(outbox: &Outbox, seq: i64) -> Result<bool, StoreError> {
    outbox.all_or_none(|| match outbox.get(seq)? {
        Some(row) if !row.in_doubt() => Ok(outbox.discard(&[seq], true)?.contains(&seq)),
        _ => Ok(false),
    })
}

/// The error of a write that had been kept before and could not be sent now: that it stays, where it does, and that one
/// which stood stands as it did.
pub(in super::super) fn stays(context: &Context, outbox: &Outbox, row: &Row, error: Error) -> Error {
    if error.outcome_unknown() {
        return of(row, error);
    }
    let stood = outbox.get(row.seq).ok().flatten().map(|now| now.state);
    let key = match (stood, is_decided(&error)) {
        (Some(RowState::Refused), true) => "cli-write-parked",
        (Some(RowState::Refused), false) => "cli-write-stands-refused",
        (Some(RowState::Conflict), false) => "cli-write-stands-conflict",
        (Some(_), false) => "cli-write-stays",
        // A conflict that was met says it already.
        (_, true) | (None, _) => return of(row, error),
    };
    let args = [("id", row.seq.to_string())];
    of(row, adding(context, error, key, &args))
}

/// Whether the service has decided about the write itself.
pub(super) fn is_decided(error: &Error) -> bool {
    is_decision(error.kind()) && !error.is_of_the_exchange()
}
