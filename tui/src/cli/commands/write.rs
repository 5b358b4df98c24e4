//! Writes: stored in the outbox first, sent at once under their key, and removed when answered.
//!
//! Any decision by the service ends the write. Without a response the entry stays in the outbox, and the command
//! ends with `queued`. Writes to one record keep their order, so earlier entries are sent first.

mod acquire;
mod base_values;
mod complete;
mod idempotency;
mod planned;
mod preflight;
mod rate_limited;
mod rejected;
mod report;
mod sent_by_peer;
pub(super) mod write_summary;

use encours_core::app::records::activity::view::writes::author_text;
use encours_core::contract::IdempotencyKey;
use encours_core::contract::ids::is_temporary;
use encours_core::engine::{SendJob, system_clock};
use encours_core::model::entry_values::reason_setting;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::identity::Identity;
use encours_core::store::{NewOutboxEntry, Outbox};
use tokio::time::Instant;

use super::journal;
use crate::cli::prelude::*;
use acquire::LEASE_TERM;
pub(super) use acquire::{deliver, is_undecided};
use base_values as seen;
use idempotency::store_or_find;
pub(super) use planned::{PlannedOutcome, send_planned};
use preflight::{Preflight, pending_deletion};
use rejected::Rejection;
pub(super) use rejected::earlier_entry_error;
use report::{pending_reason, print_queued, print_unchanged, warn_already_pending, with_sentence};
pub(super) use report::{print_applied, with_entry};
use sent_by_peer::{PeerSendState, not_sent_error, send_state};

/// A write requested by the user.
pub(super) struct WriteRequest {
    /// Operation of the contract.
    pub(super) operation: OperationId,
    /// Id of the changed record; a temporary id for a creation.
    pub(super) record: String,
    /// Name for lists.
    pub(super) label: String,
    /// Exact bytes to send; empty if the operation has no body.
    pub(super) body: String,
    /// Idempotency key, the same for every attempt.
    pub(super) key: IdempotencyKey,
    /// Kind of the response.
    pub(super) kind: OutputKind,
}

/// State of the record that the user had in mind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WriteBasis {
    /// The current record: an explicit command must not fail because the cache is old.
    Current,
    /// The record as the user saw it. It is compared before sending, because it may have changed since.
    ///
    /// This applies if the user has confirmed the write, or if it is sent later than requested.
    AsSeen,
}

/// Result of sending one entry.
pub(super) enum SendResult {
    /// The service applied it; contains its response, if any.
    Applied(Option<Record>),
    /// Nothing was sent, because the record already has the wanted values; contains the service's record.
    AlreadyEqual(Record),
    /// The deal was already deleted by another client, as wanted.
    AlreadyDeleted,
    /// The service rejected it for good.
    Rejected(Error),
    /// It stays in the outbox, for this reason.
    StillPending(Error),
}

impl SendResult {
    /// True if the error affects all other writes too: no response, a rate limit or a rejected key.
    pub(super) fn blocks_others(&self) -> bool {
        match self {
            Self::Applied(_) | Self::AlreadyEqual(_) | Self::AlreadyDeleted => false,
            Self::Rejected(error) | Self::StillPending(error) => {
                matches!(error.kind(), ErrorKind::Unreachable | ErrorKind::RateLimited | ErrorKind::Auth)
            }
        }
    }
}

/// Deletes the stored reason for the move to this status, because the command gives none.
///
/// An old reason must not apply to the new move. A failure is only logged, because the write is already stored.
fn forget_reason(store: &Store, row: &OutboxEntry) {
    if row.operation != OperationId::DealsUpdate {
        return;
    }
    let status = Fields::parse(&row.body).ok();
    let status = status.and_then(|body| body.text("status").map(String::from));
    let Some(status) = status else { return };
    let name = reason_setting(&status, &row.record);
    let forgotten = store.setting(&name).and_then(|stored| match stored {
        Some(_) => store.set_setting(&name, None, row.created_at),
        None => Ok(()),
    });
    if let Err(error) = forgotten {
        tracing::warn!(%error, outbox_id = row.seq, "failed to delete the reason of an earlier move");
    }
}

/// Performs a write and prints its result.
pub(super) async fn run(
    context: &mut CommandContext,
    session: &Session,
    write: WriteRequest,
) -> CommandResult {
    let store = session.store()?;
    let outbox = store.outbox();
    if write.operation == OperationId::DealsDelete && discard_uncreated(session, &write.record)? {
        return report_never_created(context, &write);
    }
    let deletion = pending_deletion(outbox, &write)?;
    if let Some(deletion) = deletion.as_ref().filter(|_| write.operation == OperationId::DealsUpdate) {
        return Err(preflight::pending_deletion_error(deletion).into());
    }
    let (kind, row) = (write.kind, new_entry(session, write)?);
    let known =
        if deletion.is_none() { preflight::check(context, session, &row, None)? } else { Preflight::Needed };
    let known = match known {
        // If another process has sent the reverted write meanwhile, this write follows it.
        Preflight::Reverts(reverted) if !preflight::discard_reverted(session, &reverted)? => {
            Preflight::Needed
        }
        known => known,
    };
    if context.global.offline && !matches!(known, Preflight::Needed) {
        return match known {
            Preflight::Absent(error) => Err(error.into()),
            Preflight::AlreadyEqual => print_unchanged(context, session, (kind, &row), "cli-already-so"),
            Preflight::AlreadyPending(pending) => {
                print_queued(context, &pending, &offline_reason(context, outbox)?)
            }
            Preflight::Reverts(reverted) => {
                let id = reverted.seq.to_string();
                context.report.warning("taken_back", "cli-taken-back", &[("id", id.as_str().into())]);
                print_unchanged(context, session, (kind, &row), "cli-already-so")
            }
            Preflight::NotSynced => {
                let (row, before) = store_or_find(store, &row)?;
                if !before {
                    forget_reason(store, &row);
                }
                let reason = preflight::with_unsynced_note(context, &row, offline_reason(context, outbox)?);
                print_queued(context, &row, &reason)
            }
            Preflight::Needed => Ok(()),
        };
    }
    if context.global.offline
        && let Some((row, before)) = preflight::merge_pending(session, &row)?
    {
        journal::record_unsent(session, &[before], WriteOutcome::Replaced);
        forget_reason(store, &row);
        return print_queued(context, &row, &offline_reason(context, outbox)?);
    }
    // Take the lease before the write is visible. Otherwise another process would send it, after a comparison
    // with old cached values.
    let ours = !context.global.offline && outbox.lease(Timestamp::now(), LEASE_TERM, true)?.is_none();
    let twice = deletion.is_some();
    let entry_seq = match deletion {
        // A second deletion of the same deal joins the first.
        Some(deletion) => Ok((deletion, true)),
        None => store_or_find(store, &row),
    };
    if ours
        && entry_seq.is_err()
        && let Err(error) = outbox.yield_lease()
    {
        // The lease ends with this process in any case.
        tracing::debug!(%error, "failed to release the send lease");
    }
    let (row, before) = entry_seq?;
    if !before {
        forget_reason(store, &row);
    }
    if context.global.offline {
        let reason = offline_reason(context, outbox)?;
        return print_queued(context, &row, &pending_reason(context, &row, twice, reason));
    }
    // A repeated key means an earlier write, and a confirmed deletion refers to the deal that the user saw:
    // compare both first.
    let answered = row.operation == OperationId::DealsDelete && !context.global.yes;
    let order = if before || answered { WriteBasis::AsSeen } else { WriteBasis::Current };
    match deliver(session, outbox, &row, order).await? {
        SendResult::Applied(record) => {
            print_applied(context, session, (kind, &row), record)?;
            if twice {
                warn_already_pending(context, &row);
            }
            Ok(())
        }
        SendResult::AlreadyDeleted => print_applied(context, session, (kind, &row), None),
        SendResult::AlreadyEqual(record) => {
            print_applied(context, session, (kind, &row), Some(record))?;
            context.report.warning("already_so", "cli-already-so-there", &[]);
            Ok(())
        }
        SendResult::Rejected(error) => {
            match rejected::finish_rejected(context, session, (&row, before), error)? {
                Rejection::Failed(error) => Err(error.into()),
                Rejection::Taken => finish_taken(context, session, (kind, &row)).await,
            }
        }
        SendResult::StillPending(error) if before => {
            print_queued(context, &row, &pending_reason(context, &row, twice, error))
        }
        SendResult::StillPending(error) => preflight::finish_unsent(context, session, (kind, &row), &error),
    }
}

/// Ends a write that another process took: reports its result, or that it is in the outbox.
async fn finish_taken(
    context: &mut CommandContext,
    session: &Session,
    (kind, row): (OutputKind, &OutboxEntry),
) -> CommandResult {
    match send_state(session, session.store()?.outbox(), row).await? {
        PeerSendState::Ended(SendResult::Applied(record)) => {
            print_applied(context, session, (kind, row), record)
        }
        PeerSendState::Ended(SendResult::Rejected(error)) => Err(with_entry(row, error).into()),
        _ => print_queued(context, row, &not_sent_error(session.store()?.outbox(), "usage-write-elsewhere")),
    }
}

/// Creates the outbox entry of a write, with the record values that the user saw.
fn new_entry(session: &Session, write: WriteRequest) -> Result<NewOutboxEntry, Error> {
    let (base, label) = match write.operation {
        OperationId::DealsUpdate | OperationId::DealsDelete => {
            let base_values = seen::deal_base_values(session.store()?, &write.record, &write.body)?;
            (base_values.base, base_values.name.unwrap_or(write.label))
        }
        _ => (Fields::new(), write.label),
    };
    let now = Timestamp::now();
    Ok(NewOutboxEntry {
        operation: write.operation,
        record: write.record,
        body: write.body,
        key: write.key,
        base: base.to_body(),
        label,
        created_at: now,
        not_before: now,
        scheduled: false,
    })
}

/// Returns the reason why a write with `--offline` is pending.
fn offline_reason(context: &CommandContext, outbox: &Outbox) -> Result<Error, Error> {
    let waiting = [("n", outbox.entries()?.len().to_string())];
    let reason = error_message::queued("usage-offline-write");
    Ok(with_sentence(context, reason, "cli-offline-waits", &waiting))
}

/// Drops an unsent creation of a deal with all other writes to it. Returns whether there was one.
fn discard_uncreated(session: &Session, record: &str) -> Result<bool, Error> {
    let outbox = session.store()?.outbox();
    let mut rows = outbox.entries()?;
    let dropped = outbox.discard_unsent_creation(record)?;
    rows.retain(|row| dropped.contains(&row.seq));
    journal::record_unsent(session, &rows, WriteOutcome::Cancelled);
    Ok(!dropped.is_empty())
}

/// Reports a deal that was deleted before its creation was sent; sends nothing.
fn report_never_created(context: &mut CommandContext, write: &WriteRequest) -> CommandResult {
    let mut summary = Fields::new();
    summary.set_text("id", &write.record).set_boolean("deleted", true);
    context.out.record(write.kind, &summary.to_record()?)?;
    let args = [("id", write.record.as_str().into())];
    context.report.warning("never_created", "cli-never-created", &args);
    Ok(())
}

/// Sends one entry. Returns `None` if another process has or had it.
async fn send_once(
    session: &Session,
    outbox: &Outbox,
    seq: i64,
    (order, deadline): (WriteBasis, Instant),
) -> Result<Option<SendResult>, Error> {
    let now = Timestamp::now();
    let locked = || outbox.get(seq).map(|row| row.and_then(|row| row.locked_by));
    if locked()?.is_some() {
        // The key's entity may match again, which only a new token shows.
        if session.client().token().await.is_ok() {
            session.store_token_entity()?;
        }
        if let Some(identity) = locked()? {
            return Ok(Some(SendResult::StillPending(wrong_identity_error(&identity))));
        }
    }
    if is_uncreated(outbox, seq)? {
        return Ok(Some(SendResult::StillPending(error_message::queued("usage-write-uncreated"))));
    }
    // The user asked to send it now, so end its undo window or retry delay.
    outbox.release(seq, now)?;
    let Some(entry) = outbox.claim(seq, now, LEASE_TERM)? else {
        return Ok(None);
    };
    let mut job = SendJob {
        client: session.client().clone(),
        store: session.shared_store()?,
        clock: system_clock(),
        term: LEASE_TERM,
        entry,
        guards_base: order == WriteBasis::AsSeen,
        deadline: Some(deadline),
        response: None,
    };
    let outcome = job.run().await;
    complete::finish(session, outbox, (&job.entry, job.response), outcome)
}

/// Returns whether the creation of the entry's deal is still pending in the outbox.
fn is_uncreated(outbox: &Outbox, seq: i64) -> Result<bool, Error> {
    let Some(row) = outbox.get(seq)?.filter(|row| is_temporary(&row.record)) else {
        return Ok(false);
    };
    let creates =
        |other: &OutboxEntry| other.operation == OperationId::DealsCreate && other.record == row.record;
    Ok(!creates(&row) && outbox.entries()?.iter().any(creates))
}

fn wrong_identity_error(identity_text: &Identity) -> Error {
    let identity_text = author_text(&identity_text.entity, &identity_text.user, &identity_text.key_id);
    error_message::localized(ErrorKind::Queued, "usage-write-identity", &[("who", &identity_text)])
}
