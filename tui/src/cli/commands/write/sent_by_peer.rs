//! Writes that another process on the profile has claimed and sent.
//!
//! Their outcome is in the store and is reported as if this process had sent them.

use encours_core::contract::RequestId;
use encours_core::contract::problem::Problem;
use encours_core::engine::{recreation_fields, stored_rejection, written_kind};
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::pending_write::WriteProblem;
use encours_core::store::{self, Outbox};

use super::SendResult;
use crate::cli::prelude::*;

/// State of a write that another process may be sending.
pub(super) enum PeerSendState {
    /// Ended.
    Ended(SendResult),
    /// The write or an earlier one is being sent.
    Sending,
    /// Pending, and no process is sending it.
    Waiting,
}

/// Returns the current state of `row`.
pub(super) async fn send_state(
    session: &Session,
    outbox: &Outbox,
    row: &OutboxEntry,
) -> Result<PeerSendState, Error> {
    let Some(now) = outbox.get(row.seq)? else {
        return ended_outcome(session, outbox, row).await.map(PeerSendState::Ended);
    };
    if now.state.is_blocked() {
        return Ok(PeerSendState::Ended(SendResult::Rejected(blocked_error(&now))));
    }
    let rows = outbox.entries()?;
    let mut earlier = rows.iter().filter(|other| other.seq <= now.seq && other.subject() == now.subject());
    Ok(if earlier.any(|other| other.state == EntryState::Sending) {
        PeerSendState::Sending
    } else {
        PeerSendState::Waiting
    })
}

/// Returns the error for a write that is not sent now. It mentions another process only if there is one.
pub(super) fn not_sent_error(outbox: &Outbox, key: &'static str) -> Error {
    error_message::queued(if outbox.has_peers() { key } else { "usage-write-unsent" })
}

/// Returns the outcome of a write that is no longer in the outbox.
async fn ended_outcome(session: &Session, outbox: &Outbox, row: &OutboxEntry) -> Result<SendResult, Error> {
    let lines = session.store()?.history().journal_of_write(row.seq)?;
    let last = lines.iter().filter(|line| line.key == row.key.as_str()).max_by_key(|line| line.seq);
    match last.map(|line| line.outcome) {
        Some(WriteOutcome::Applied | WriteOutcome::FoundApplied) => {
            Ok(SendResult::Applied(cached_response(session, outbox, row).await?))
        }
        Some(
            WriteOutcome::Discarded
            | WriteOutcome::Cancelled
            | WriteOutcome::Replaced
            | WriteOutcome::Rejected
            | WriteOutcome::Conflict,
        ) => Ok(SendResult::Rejected(error_message::localized(
            ErrorKind::Conflict,
            "usage-write-given-up",
            &[],
        ))),
        // The entry is gone without an outcome in the journal.
        Some(WriteOutcome::RetryLater) | None => {
            Err(error_message::localized(ErrorKind::Unexpected, "usage-write-untold", &[])
                .with_outcome_unknown(true))
        }
    }
}

/// Returns the service's record, which the sending process cached before it removed the entry.
async fn cached_response(
    session: &Session,
    outbox: &Outbox,
    row: &OutboxEntry,
) -> Result<Option<Record>, Error> {
    let kind = written_kind(row.operation).filter(|_| row.operation != OperationId::DealsDelete);
    // The service does not know a temporary id.
    let id = match row.operation {
        OperationId::DealsCreate => outbox.resolve_temp_id(&row.record)?,
        _ => Some(row.record.clone()),
    };
    let (Some(kind), Some(id)) = (kind, id) else {
        return Ok(None);
    };
    if let Some(cached) = session.store()?.cache().get(kind, "", &id)? {
        return Ok(Some(Record::parse(cached.body)?));
    }
    if kind == store::RecordKind::Deal {
        let deal = session.client().deal(&id.parse()?).await?;
        return Ok(Some(deal.record().clone()));
    }
    Ok(None)
}

/// Returns the error of a blocked write, as the sending process got it.
fn blocked_error(row: &OutboxEntry) -> Error {
    let id = row.seq.to_string();
    if recreation_fields(row).is_some() {
        return error_message::localized(ErrorKind::Conflict, "usage-write-gone", &[("id", &id)]);
    }
    if row.state == EntryState::Conflict {
        return error_message::localized(ErrorKind::Conflict, "usage-write-conflict", &[("id", &id)]);
    }
    let stored = stored_rejection(row);
    let error = match stored.status {
        Some(status) => Error::from_status(status, stored_problem(&stored)),
        None => Error::new(stored.kind, stored.detail.clone()),
    };
    let error = error.with_kind(stored.kind).with_operation(row.operation);
    match stored.request_id.and_then(|id| RequestId::new(id).ok()) {
        Some(id) => error.with_request_id(id),
        None => error,
    }
}

/// Rebuilds the service's problem from the stored parts.
fn stored_problem(stored: &WriteProblem) -> Option<Problem> {
    let mut fields = Fields::new();
    fields.set_text("title", &stored.title).set_text("detail", &stored.detail);
    if let Some(status) = stored.status {
        fields.set_integer("status", status.into());
    }
    for (name, value) in [("scope", &stored.scope), ("request_id", &stored.request_id)] {
        if let Some(value) = value {
            fields.set_text(name, value);
        }
    }
    fields.to_record().ok().map(Problem::from_record)
}
