//! Ends an outbox entry: stores the journal entry and the service's answer, then removes the entry.
//!
//! The service's answer is the outcome even if the disk is full; the entry then stays in the outbox.

use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{
    self, JournaledAttempt, applied_origin, deleted_problem, is_decision, last_known, merge_answer,
    problem_text, write_problem,
};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::store::{EntryState, Outbox, OutboxEntry, RecordKind, RecordOrigin, StoreError, WriteSeq};
use jiff::Timestamp;

use super::super::super::error_message;
use super::super::super::report::SENT_BEFORE;
use super::super::super::session::Session;
use super::super::{cache_write, journal};
use super::{SendResult, WriteBasis};

/// A write that a comparison found to be applied.
#[derive(Clone, Copy)]
pub(super) struct AppliedMatch {
    /// Change counter from before the record was loaded.
    pub(super) seq: WriteSeq,
    /// True if the write was sent before without an answer.
    ///
    /// Then another client may have made the change.
    pub(super) was_in_doubt: bool,
}

/// Stores the outcome of an entry, from the service's answer or from a comparison (`match_found`).
pub(super) fn store_outcome(
    session: &Session,
    outbox: &Outbox,
    (row, order): (&OutboxEntry, WriteBasis),
    (answer, match_found): (Result<Option<Record>, Error>, Option<AppliedMatch>),
) -> Result<SendResult, Error> {
    let error = match answer {
        Ok(record) => {
            finish_applied(session, outbox, row, (record.as_ref(), match_found));
            return Ok(SendResult::Applied(record));
        }
        Err(error) => error,
    };
    let text = problem_text(&write_problem(&error));
    match error.kind() {
        // Without a decision by the service, the entry stays pending, as in the full screen.
        kind if !is_decision(&error) => {
            record_outcome(session, row, WriteOutcome::RetryLater, None, Some(&error));
            let unknown = error.outcome_unknown();
            let sent = (row.ever_sent || unknown, row.outcome_unknown || unknown);
            let requeued = outbox.requeue(row.seq, Timestamp::now(), sent, Some(&text));
            log_unchanged(session, row, requeued.map(drop));
            // If not even a token was available, the write was not sent.
            let unsigned =
                error.is_token_exchange() && matches!(kind, ErrorKind::Unexpected | ErrorKind::Protocol);
            Ok(if kind == ErrorKind::Unreachable || unsigned {
                SendResult::StillPending(error)
            } else {
                SendResult::Rejected(error)
            })
        }
        // A deletion that was sent before and now gets 404 is done, by this client or another one.
        ErrorKind::NotFound if row.operation == OperationId::DealsDelete && row.ever_sent => {
            let (read_seq, doubt) = (WriteSeq::default(), row.outcome_unknown);
            finish_applied(
                session,
                outbox,
                row,
                (None, Some(AppliedMatch { seq: read_seq, was_in_doubt: doubt })),
            );
            Ok(SendResult::Applied(None))
        }
        ErrorKind::NotFound if order == WriteBasis::AsSeen && changes_deal(row) => {
            match (last_known(session.store()?, &row.record)?, row.operation) {
                (Some(_), OperationId::DealsDelete) => {
                    let result = try_record_outcome(session, row, WriteOutcome::Applied, None, None)
                        .and_then(|()| store_deletion(session, row))
                        .and_then(|()| Ok(outbox.remove_confirmed(row.seq, None)?));
                    restore_unless_stored(session, outbox, row, result);
                    Ok(SendResult::AlreadyDeleted)
                }
                (Some(known), _) => block_deleted(session, outbox, row, &known),
                (None, _) => Ok(block_rejected(session, outbox, row, error)),
            }
        }
        _ => Ok(block_rejected(session, outbox, row, error)),
    }
}

/// Ends an applied write: stores journal and answer before the entry is removed.
///
/// If the process is killed in between, the entry is compared once more; the cache never stays behind a removed
/// entry. If the disk is full, the entry stays in doubt until both are stored.
pub(super) fn finish_applied(
    session: &Session,
    outbox: &Outbox,
    row: &OutboxEntry,
    (record, applied_match): (Option<&Record>, Option<AppliedMatch>),
) {
    let id = record.and_then(|record| record.text("id"));
    let server_id = id.as_deref().filter(|_| row.operation == OperationId::DealsCreate);
    let became = match applied_match {
        Some(AppliedMatch { was_in_doubt: true, .. }) => WriteOutcome::FoundApplied,
        _ => WriteOutcome::Applied,
    };
    let result = try_record_outcome(session, row, became, record, None)
        .and_then(|()| Ok(cache_result(session, row, record, applied_match)?))
        .and_then(|()| Ok(outbox.remove_confirmed(row.seq, server_id)?));
    restore_unless_stored(session, outbox, row, result);
}

/// Puts an entry back that the service has applied but this machine could not store.
fn restore_unless_stored(session: &Session, outbox: &Outbox, row: &OutboxEntry, result: Result<(), Error>) {
    let Err(reason) = result else { return };
    session.set_store_error(reason);
    let requeued = outbox.requeue(row.seq, Timestamp::now(), (true, true), None);
    log_unchanged(session, row, requeued.map(drop));
}

/// Logs a failed change of an entry, which then still counts as being sent.
///
/// The next process finds it in that state and treats it as in doubt.
fn log_unchanged(session: &Session, row: &OutboxEntry, changed: Result<(), StoreError>) {
    if let Err(error) = changed {
        tracing::warn!(%error, outbox_id = row.seq, "failed to store the outcome of a write");
        session.set_store_error(error.into());
    }
}

fn block_rejected(session: &Session, outbox: &Outbox, row: &OutboxEntry, error: Error) -> SendResult {
    record_outcome(session, row, WriteOutcome::Refused, None, Some(&error));
    let text = problem_text(&write_problem(&error));
    let blocked = outbox.block(row.seq, EntryState::Refused, Timestamp::now(), &text);
    log_unchanged(session, row, blocked.map(drop));
    SendResult::Rejected(error)
}

/// True if an entry changes or deletes an existing deal.
fn changes_deal(row: &OutboxEntry) -> bool {
    matches!(row.operation, OperationId::DealsUpdate | OperationId::DealsDelete)
}

/// Blocks a change to a deal that was deleted on the service. The user must decide.
pub(super) fn block_deleted(
    session: &Session,
    outbox: &Outbox,
    row: &OutboxEntry,
    known: &Record,
) -> Result<SendResult, Error> {
    record_outcome(session, row, WriteOutcome::Conflict, None, None);
    store_deletion(session, row)?;
    let conflict = with_history(session, row, &Fields::new(), &deleted_problem(known))?;
    outbox.block(row.seq, EntryState::Conflict, Timestamp::now(), &conflict)?;
    Ok(SendResult::Rejected(overtaken_error(row, "usage-write-gone")))
}

/// Returns the error for a record that changed since the write was made. It says if the write was sent before.
pub(super) fn overtaken_error(row: &OutboxEntry, key: &'static str) -> Error {
    let id = row.seq.to_string();
    let args = [("id", &*id), (SENT_BEFORE, "1")];
    let known = if row.ever_sent || row.outcome_unknown { 2 } else { 1 };
    error_message::localized(ErrorKind::Conflict, key, args.get(..known).unwrap_or_default())
}

/// Returns the conflict to store, with the local history since the write was requested.
pub(super) fn with_history(
    session: &Session,
    row: &OutboxEntry,
    theirs: &Fields,
    text: &str,
) -> Result<String, Error> {
    let moments = [row.created_at, Timestamp::now()].map(|at| session.to_service_time(at));
    let conflict = engine::observed_since(session.store()?, row, theirs, (moments[0], moments[1]))?;
    Ok(conflict.other_changes(text))
}

/// Stores that another client has deleted the deal.
fn store_deletion(session: &Session, row: &OutboxEntry) -> Result<(), Error> {
    let now = session.to_service_time(Timestamp::now());
    Ok(session.store()?.cache().remove(RecordKind::Deal, &row.record, false, now)?)
}

/// Records the outcome of an attempt in the journal; a failure is only logged.
pub(super) fn record_outcome(
    session: &Session,
    row: &OutboxEntry,
    became: WriteOutcome,
    record: Option<&Record>,
    error: Option<&Error>,
) {
    if let Err(error) = try_record_outcome(session, row, became, record, error) {
        tracing::warn!(%error, "failed to update the write journal");
    }
}

fn try_record_outcome(
    session: &Session,
    row: &OutboxEntry,
    became: WriteOutcome,
    record: Option<&Record>,
    error: Option<&Error>,
) -> Result<(), Error> {
    let id = record.and_then(|record| record.text("id"));
    let record = id.as_deref().filter(|_| row.operation == OperationId::DealsCreate);
    let tried = JournaledAttempt { record, error, ..JournaledAttempt::new(row, became) };
    journal::append(session, &tried)
}

/// Caches the result of an applied write. With `applied_match`, the author of the change is unknown.
fn cache_result(
    session: &Session,
    row: &OutboxEntry,
    record: Option<&Record>,
    applied_match: Option<AppliedMatch>,
) -> Result<(), StoreError> {
    let (fields, requested_at) =
        (Fields::parse(&row.body).unwrap_or_default(), session.to_service_time(row.created_at));
    let answer = RecordOrigin::Answer { fields: &fields, requested_at };
    cache_write::required(session, |store| {
        let confirm =
            |kind, record: &Record, source| cache_write::confirm(session, store, (kind, ""), record, source);
        match (row.operation, record) {
            (OperationId::DealsDelete, _) => {
                let now = session.to_service_time(Timestamp::now());
                store.cache().remove(RecordKind::Deal, &row.record, applied_match.is_none(), now)
            }
            (OperationId::DealsCreate | OperationId::DealsUpdate, Some(record)) => {
                let read = applied_match.map(|found| found.seq);
                let source = applied_origin(row.operation, &fields, requested_at, read);
                confirm(RecordKind::Deal, record, source)?;
                match record.text("id").filter(|_| row.operation == OperationId::DealsCreate) {
                    // The user's settings for the deal move to its final id.
                    Some(id) => store.rename_settings(&row.record, &id, Timestamp::now()).map(drop),
                    None => Ok(()),
                }
            }
            (OperationId::SavedViewsUpdate, Some(record)) => confirm(RecordKind::View, record, answer),
            (OperationId::TasksUpdate, Some(record)) => match record.text("id") {
                Some(id) => {
                    let cached = store.cache().get(RecordKind::Task, "", &id)?;
                    confirm(RecordKind::Task, &merge_answer(cached.as_ref(), record), answer)
                }
                None => Ok(()),
            },
            // The answer to "mark read" has only two fields, but the cache needs the whole notification.
            _ => Ok(()),
        }
    })
}
