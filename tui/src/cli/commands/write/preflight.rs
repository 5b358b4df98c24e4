//! Checks a write against cached data before it is stored.
//!
//! It may find that the deal does not exist, is to be deleted, or already has the wanted values. Online, the
//! service decides; offline, a write that is known to fail or to change nothing is not stored.

use encours_core::engine::{JournaledAttempt, is_change, is_current, merge_changes};
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::store::{self, EntryRewrite, NewOutboxEntry, Outbox};

use super::super::{cache_read, journal, no_such_deal};
use super::WriteRequest;
use super::report::{print_queued, print_unchanged, with_sentence};
use crate::cli::prelude::*;

/// Result of the check.
pub(super) enum Preflight {
    /// The write is needed.
    Needed,
    /// Unknown: neither the record nor a full list of its kind was ever loaded.
    NotSynced,
    /// The deal is missing from the full sync, or is known to be deleted.
    Absent(Error),
    /// The record already has the wanted values.
    AlreadyEqual,
    /// A pending write will set the wanted values.
    AlreadyPending(OutboxEntry),
    /// This write only reverts a pending write.
    Reverts(OutboxEntry),
}

/// Returns the pending or in-doubt deletion of the deal that a write changes.
pub(super) fn pending_deletion(outbox: &Outbox, write: &WriteRequest) -> Result<Option<OutboxEntry>, Error> {
    if !matches!(write.operation, OperationId::DealsUpdate | OperationId::DealsDelete) {
        return Ok(None);
    }
    let rows = outbox.entries()?;
    let deletes = |row: &OutboxEntry| row.operation == OperationId::DealsDelete && !row.needs_user();
    Ok(rows.into_iter().find(|row| row.record == write.record && deletes(row)))
}

/// Returns the error for a change to a deal with a pending deletion.
///
/// It includes advice to undo the deletion.
pub(super) fn pending_deletion_error(deletion: &OutboxEntry) -> Error {
    let key = if deletion.in_doubt() { "usage-deletion-in-doubt" } else { "usage-deletion-waits" };
    let id = deletion.seq.to_string();
    error_message::localized(ErrorKind::Conflict, key, &[("id", &id)]).with_outbox_id(deletion.seq)
}

/// Checks a write before it is sent. `own_seq` is its own outbox number, if it is already stored.
pub(super) fn check(
    context: &CommandContext,
    session: &Session,
    row: &NewOutboxEntry,
    own_seq: Option<i64>,
) -> Result<Preflight, Error> {
    let store = session.store()?;
    let mut rows = store.outbox().entries()?;
    rows.retain(|other| Some(other.seq) != own_seq && other.record == row.record);
    if matches!(row.operation, OperationId::DealsUpdate | OperationId::DealsDelete)
        && let Some(known) = check_exists(context, session, row, &rows)?
    {
        return Ok(known);
    }
    if !changes_a_record(row.operation) {
        return Ok(Preflight::Needed);
    }
    if row.operation == OperationId::TasksUpdate
        && rows.is_empty()
        && store.cache().get(store::RecordKind::Task, "", &row.record)?.is_none()
    {
        return Ok(Preflight::NotSynced);
    }
    let fields = Fields::parse(&row.body)?;
    rows.retain(|other| !other.needs_user() && other.subject() == row.subject());
    let Some(newest) = rows.last() else {
        let so = is_current(store, row.operation, &row.record, &fields)?;
        return Ok(if so { Preflight::AlreadyEqual } else { Preflight::Needed });
    };
    let base = Fields::parse(&row.base)?;
    if !is_change(&fields, &base) {
        let asks = |other: &&OutboxEntry| {
            Fields::parse(&other.body).is_ok_and(|pending| fields.names().any(|name| pending.touches(name)))
        };
        return Ok(match rows.iter().rev().find(asks) {
            // A scheduled entry may still be cancelled, so "pending" would be a false promise.
            Some(pending) if pending.state == EntryState::Scheduled => Preflight::Needed,
            Some(pending) => Preflight::AlreadyPending(pending.clone()),
            None if is_current(store, row.operation, &row.record, &fields)? => Preflight::AlreadyEqual,
            None => Preflight::Needed,
        });
    }
    let reverted = newest.operation == row.operation
        && newest.is_unsent()
        && merge_changes(newest, &fields, &base).0.is_empty();
    Ok(if reverted { Preflight::Reverts(newest.clone()) } else { Preflight::Needed })
}

/// Returns whether a deal is absent or unknown; `None` if it is cached or a creation is pending.
fn check_exists(
    context: &CommandContext,
    session: &Session,
    row: &NewOutboxEntry,
    rows: &[OutboxEntry],
) -> Result<Option<Preflight>, Error> {
    let store = session.store()?;
    let to_be_created = |row: &OutboxEntry| row.operation == OperationId::DealsCreate;
    if store.cache().get(store::RecordKind::Deal, "", &row.record)?.is_some()
        || rows.iter().any(to_be_created)
    {
        return Ok(None);
    }
    if let Some(deleted) = cache_read::deleted_error(context, store, store::RecordKind::Deal, &row.record)? {
        return Ok(Some(Preflight::Absent(deleted)));
    }
    Ok(Some(match store.cache().last_consistent_pass()? {
        Some(read) => {
            let read = read.min(session.to_service_time(Timestamp::now()));
            Preflight::Absent(no_such_deal(context, &row.record, read))
        }
        None => Preflight::NotSynced,
    }))
}

/// Adds to the reason of a pending write that the record's existence is unknown.
pub(super) fn with_unsynced_note(context: &CommandContext, row: &OutboxEntry, reason: Error) -> Error {
    let key = if row.operation == OperationId::TasksUpdate { "cli-unread-task" } else { "cli-unread" };
    with_sentence(context, reason, key, &[("id", row.record.clone())])
}

/// Discards an unsent write that another write reverts.
///
/// Returns false if another process has already claimed it.
pub(super) fn discard_reverted(session: &Session, reverted: &OutboxEntry) -> Result<bool, Error> {
    let dropped = session.store()?.outbox().cancel(&[reverted])?;
    let went = dropped.contains(&reverted.seq);
    if went {
        journal::record_attempt(session, &JournaledAttempt::new(reverted, WriteOutcome::Discarded));
    }
    Ok(went)
}

/// Merges a change into the previous pending write, to send one request instead of two.
///
/// This happens only without a running session: the undo of a session must find its own writes unchanged.
/// Returns the merged entry and the entry before the merge, or `None` without a merge target.
pub(super) fn merge_pending(
    session: &Session,
    row: &NewOutboxEntry,
) -> Result<Option<(OutboxEntry, OutboxEntry)>, Error> {
    if !changes_a_record(row.operation) {
        return Ok(None);
    }
    let outbox = session.store()?.outbox();
    if outbox.has_peers() {
        return Ok(None);
    }
    let rows = outbox.entries()?;
    let of_it = |other: &&OutboxEntry| other.subject() == row.subject() && !other.needs_user();
    let newest = rows.iter().rfind(of_it);
    let open = |other: &&OutboxEntry| {
        other.operation == row.operation && other.is_unsent() && other.state == EntryState::Waiting
    };
    let Some(newest) = newest.filter(open) else {
        return Ok(None);
    };
    let (body, base) = merge_changes(newest, &Fields::parse(&row.body)?, &Fields::parse(&row.base)?);
    if body.is_empty() {
        return Ok(None);
    }
    let joined = outbox.rewrite(
        newest,
        &EntryRewrite {
            body: &body.to_body(),
            base: &base.to_body(),
            key: &row.key,
            not_before: newest.not_before.max(row.not_before),
            scheduled: false,
        },
    )?;
    Ok(joined.map(|joined| (joined, newest.clone())))
}

/// Ends a write that could not be sent: it stays pending unless the check shows that it is not needed.
pub(super) fn finish_unsent(
    context: &mut CommandContext,
    session: &Session,
    (kind, row): (OutputKind, &OutboxEntry),
    reason: &Error,
) -> CommandResult {
    let outbox = session.store()?.outbox();
    let Some(now) = outbox.get(row.seq)?.filter(OutboxEntry::is_unsent) else {
        return print_queued(context, row, reason);
    };
    let pending = NewOutboxEntry {
        operation: now.operation,
        record: now.record.clone(),
        body: now.body.clone(),
        key: now.key.clone(),
        base: now.base.clone(),
        label: now.label.clone(),
        created_at: now.created_at,
        not_before: now.not_before,
        scheduled: false,
    };
    let known = check(context, session, &pending, Some(row.seq))?;
    if matches!(known, Preflight::NotSynced) {
        let reason = with_unsynced_note(context, row, reason.clone());
        return print_queued(context, row, &reason);
    }
    if matches!(known, Preflight::Needed | Preflight::Reverts(_)) {
        return print_queued(context, row, reason);
    }
    // If the disk refuses to remove it, it stays pending.
    let went = match discard_reverted(session, &now) {
        Err(error) if error.disk_error().is_some() => false,
        went => went?,
    };
    if !went {
        return print_queued(context, row, reason);
    }
    match known {
        Preflight::Absent(error) => Err(error.into()),
        Preflight::AlreadyPending(pending) => print_queued(context, &pending, reason),
        _ => print_unchanged(context, session, (kind, &pending), "cli-already-so"),
    }
}

/// True if an operation changes fields of an existing record.
fn changes_a_record(operation: OperationId) -> bool {
    matches!(operation, OperationId::DealsUpdate | OperationId::TasksUpdate | OperationId::SavedViewsUpdate)
}
