//! Storing of the outcome of a write, in one go. The journal comes first, because it needs the values from before. The
//! cache comes next, so that it never stays behind a removed entry. After a crash in between, the entry is compared or
//! sent again under its key, without effect.

use super::attempt::applied_origin;
use super::conflict_context::observed_since;
use super::deleted_conflict::deleted_problem;
use super::entries::entry_conversion::{conflict_text, parse_fields, problem_text, write_problem};
use super::entries::field_merge::merge_response;
use super::journal::{JournaledAttempt, journal_attempt};
use super::state::send_outcome::SendOutcome;
use crate::client::Client;
use crate::contract::OperationId;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::actor::clock::to_server_clock;
use crate::engine::overlay::records::written_kind;
use crate::store::{EntryState, OutboxEntry, RecordKind, RecordOrigin, Store, StoreError, WriteSeq};
use jiff::Timestamp;

/// Stores the outcome of a write: in the journal, in the cache and in the outbox.
///
/// # Errors
/// The store rejects a change. An applied write then stays in doubt until all of it is stored.
pub fn settle(
    store: &Store,
    client: &Client,
    entry: &OutboxEntry,
    outcome: &SendOutcome,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (outbox, cache, skew) = (store.outbox(), store.cache(), client.clock_skew(now));
    let (requested_at, at) = (to_server_clock(entry.created_at, skew), to_server_clock(now, skew));
    let attempt = JournaledAttempt::from_outcome(entry, outcome);
    let journaled = attempt.map_or(Ok(()), |attempt| journal_attempt(store, client, &attempt, now));
    if let SendOutcome::Applied { record, read, found } = outcome {
        let created = outcome.created_id(entry);
        let stored = journaled
            .and_then(|()| cache_applied(store, entry, (record.as_ref(), *read, *found), (requested_at, at)))
            .and_then(|()| match &created {
                // The user's settings for the deal move to its final id.
                Some(id) => store.rename_settings(&entry.record, id, now).map(drop),
                None => Ok(()),
            })
            .and_then(|()| outbox.remove_confirmed(entry.seq, created.as_deref()));
        if stored.is_err()
            && let Err(error) = outbox.requeue(entry.seq, now, (true, true), None)
        {
            tracing::warn!(%error, outbox_id = entry.seq, "failed to store the outcome of a write");
        }
        return stored;
    }
    if let Err(error) = journaled {
        tracing::warn!(%error, "failed to update the write journal");
    }
    let conflict = |theirs: &Fields, problem: &str| {
        let problem = with_context(store, entry, theirs, problem, (requested_at, at))?;
        outbox.block(entry.seq, EntryState::Conflict, now, &problem)
    };
    let changed = match outcome {
        SendOutcome::Deleted(last_known) => {
            cache.remove(RecordKind::Deal, &entry.record, false, at)?;
            conflict(&Fields::new(), &deleted_problem(last_known))
        }
        SendOutcome::Conflict { theirs, deal, request_seq } => {
            let source = RecordOrigin::Fetched { request_seq: *request_seq };
            cache.confirm_record(RecordKind::Deal, "", at, deal.record(), source)?;
            conflict(theirs, &conflict_text(theirs))
        }
        SendOutcome::Rejected(error) => {
            outbox.block(entry.seq, EntryState::Rejected, now, &problem_text(&write_problem(error)))
        }
        SendOutcome::Retry { error, in_doubt } => {
            let sent = (*in_doubt || entry.ever_sent, *in_doubt || entry.outcome_unknown);
            outbox.requeue(entry.seq, now, sent, Some(&problem_text(&write_problem(error))))
        }
        SendOutcome::Applied { .. } | SendOutcome::Lost => Ok(None),
    };
    changed.map(drop)
}

/// Returns a conflict as stored, with other changes observed from the request until now.
pub(super) fn with_context(
    store: &Store,
    entry: &OutboxEntry,
    theirs: &Fields,
    problem: &str,
    times: (Timestamp, Timestamp),
) -> Result<String, StoreError> {
    observed_since(store, entry, theirs, times).map(|context| context.other_changes(problem))
}

/// Caches the record of an applied write, requested at `requested_at` and answered at `at`.
fn cache_applied(
    store: &Store,
    entry: &OutboxEntry,
    (record, read, found): (Option<&Record>, Option<WriteSeq>, bool),
    (requested_at, at): (Timestamp, Timestamp),
) -> Result<(), StoreError> {
    let Some(record) = record else {
        return match entry.operation {
            OperationId::DealsDelete => store.cache().remove(RecordKind::Deal, &entry.record, !found, at),
            _ => Ok(()),
        };
    };
    if !matches!(entry.operation, OperationId::DealsCreate | OperationId::DealsUpdate) {
        return store_response(store, entry, record, (requested_at, at)).map(drop);
    }
    let written = parse_fields(&entry.body);
    let source = applied_origin(entry.operation, &written, requested_at, read);
    store.cache().confirm_record(RecordKind::Deal, "", at, record, source).map(drop)
}

/// Caches the response to a write of a record that is no deal, and returns the whole record. Fields that a partial
/// response lacks keep their known values.
pub(super) fn store_response(
    store: &Store,
    entry: &OutboxEntry,
    response: &Record,
    (requested_at, at): (Timestamp, Timestamp),
) -> Result<Record, StoreError> {
    let Some(kind) = written_kind(entry.operation) else {
        return Ok(response.clone());
    };
    let cached = store.cache().get(kind, "", &entry.record)?;
    let merged = merge_response(cached.as_ref(), response);
    // Two fields do not make a notification.
    if cached.is_some() || kind != RecordKind::Notification {
        let source = RecordOrigin::Response { fields: &parse_fields(&entry.body), requested_at };
        store.cache().confirm_record(kind, "", at, &merged, source)?;
    }
    Ok(merged)
}
