//! Checks a write against cached data before it is stored.
//!
//! It may find that the deal does not exist, is to be deleted, or already has the wanted values. Online, the
//! service decides; offline, a write that is known to fail or to change nothing is not stored.

use encours_core::contract::{Fields, OperationId};
use encours_core::engine::{changes, is_so, merge};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::history::journal_entry::Outcome;
use encours_core::store::{self, NewRow, Outbox, Rewritten, Row, RowState};
use jiff::Timestamp;

use super::super::super::context::Context;
use super::super::super::output::Kind;
use super::super::super::session::Session;
use super::super::super::{Failure, error_message};
use super::super::{cache_read, no_such_deal};
use super::Write;
use super::complete::note;
use super::report::{adding, already_so, queued};

/// Result of the check.
pub(super) enum Known {
    /// The write is needed.
    Open,
    /// Unknown: neither the record nor a full list of its kind was ever loaded.
    Unread,
    /// The deal is missing from the full sync, or is known to be deleted.
    Absent(Error),
    /// The record already has the wanted values.
    So,
    /// A pending write will set the wanted values.
    Asked(Row),
    /// This write only reverts a pending write.
    Back(Row),
}

/// Returns the pending or in-doubt deletion of the deal that a write changes.
pub(super) fn deletion_of(outbox: &Outbox, write: &Write) -> Result<Option<Row>, Error> {
    if !matches!(
        write.operation,
        OperationId::DealsUpdate | OperationId::DealsDelete
    ) {
        return Ok(None);
    }
    let rows = outbox.rows()?;
    let deletes = |row: &Row| row.operation == OperationId::DealsDelete && !row.stands();
    Ok(rows
        .into_iter()
        .find(|row| row.record == write.record && deletes(row)))
}

/// Returns the error for a change to a deal with a pending deletion.
///
/// It includes advice to undo the deletion.
pub(super) fn to_be_deleted(deletion: &Row) -> Error {
    let key = if deletion.in_doubt() {
        "usage-deletion-in-doubt"
    } else {
        "usage-deletion-waits"
    };
    let id = deletion.seq.to_string();
    error_message::of(ErrorKind::Conflict, key, &[("id", &id)]).with_outbox_id(deletion.seq)
}

/// Checks a write before it is sent. `kept` is its own outbox number, if it is already stored.
pub(super) fn known(
    context: &Context,
    session: &Session,
    row: &NewRow,
    kept: Option<i64>,
) -> Result<Known, Error> {
    let store = session.store()?;
    let mut rows = store.outbox().rows()?;
    rows.retain(|other| Some(other.seq) != kept && other.record == row.record);
    if matches!(row.operation, OperationId::DealsUpdate | OperationId::DealsDelete)
        && let Some(known) = is_there(context, session, row, &rows)?
    {
        return Ok(known);
    }
    if !changes_a_record(row.operation) {
        return Ok(Known::Open);
    }
    if row.operation == OperationId::TasksUpdate
        && rows.is_empty()
        && store.cache().get(store::Kind::Task, "", &row.record)?.is_none()
    {
        return Ok(Known::Unread);
    }
    let wanted = Fields::parse(&row.body)?;
    rows.retain(|other| !other.stands() && subject(other.operation) == subject(row.operation));
    let Some(newest) = rows.last() else {
        let so = is_so(store, row.operation, &row.record, &wanted)?;
        return Ok(if so { Known::So } else { Known::Open });
    };
    let seen = Fields::parse(&row.base)?;
    if !changes(&wanted, &seen) {
        let asks = |other: &&Row| {
            Fields::parse(&other.body).is_ok_and(|asked| wanted.names().any(|name| asked.touches(name)))
        };
        return Ok(match rows.iter().rev().find(asks) {
            // A scheduled entry may still be cancelled, so "pending" would be a false promise.
            Some(asked) if asked.state == RowState::Held => Known::Open,
            Some(asked) => Known::Asked(asked.clone()),
            None if is_so(store, row.operation, &row.record, &wanted)? => Known::So,
            None => Known::Open,
        });
    }
    let back =
        newest.operation == row.operation && newest.is_unsent() && merge(newest, &wanted, &seen).0.is_empty();
    Ok(if back {
        Known::Back(newest.clone())
    } else {
        Known::Open
    })
}

/// Returns whether a deal is absent or unknown; `None` if it is cached or a creation is pending.
fn is_there(
    context: &Context,
    session: &Session,
    row: &NewRow,
    rows: &[Row],
) -> Result<Option<Known>, Error> {
    let store = session.store()?;
    let to_be_created = |row: &Row| row.operation == OperationId::DealsCreate;
    if store.cache().get(store::Kind::Deal, "", &row.record)?.is_some() || rows.iter().any(to_be_created) {
        return Ok(None);
    }
    if let Some(deleted) = cache_read::deleted(context, store, store::Kind::Deal, &row.record)? {
        return Ok(Some(Known::Absent(deleted)));
    }
    Ok(Some(match store.cache().deals_read()? {
        Some(read) => {
            let read = read.min(session.observed(Timestamp::now()));
            Known::Absent(no_such_deal(context, &row.record, read))
        }
        None => Known::Unread,
    }))
}

/// Adds to the reason of a pending write that the record's existence is unknown.
pub(super) fn of_unread(context: &Context, row: &Row, why: Error) -> Error {
    let key = if row.operation == OperationId::TasksUpdate {
        "cli-unread-task"
    } else {
        "cli-unread"
    };
    adding(context, why, key, &[("id", row.record.clone())])
}

/// Discards an unsent write that another write reverts.
///
/// Returns false if another process has already claimed it.
pub(super) fn take_back(session: &Session, back: &Row) -> Result<bool, Error> {
    let dropped = session.store()?.outbox().withdraw(&[back])?;
    let went = dropped.contains(&back.seq);
    if went {
        note(session, back, Outcome::Discarded, None, None);
    }
    Ok(went)
}

/// Merges a change into the previous pending write, to send one request instead of two.
///
/// This happens only without a running session: the undo of a session must find its own writes unchanged.
/// Returns the merged entry and the entry before the merge, or `None` without a merge target.
pub(super) fn joined(session: &Session, row: &NewRow) -> Result<Option<(Row, Row)>, Error> {
    if !changes_a_record(row.operation) {
        return Ok(None);
    }
    let outbox = session.store()?.outbox();
    if outbox.in_company() {
        return Ok(None);
    }
    let rows = outbox.rows()?;
    let of_it = |other: &&Row| {
        let same = other.record == row.record && subject(other.operation) == subject(row.operation);
        same && !other.stands()
    };
    let newest = rows.iter().rfind(of_it);
    let open = |other: &&Row| {
        other.operation == row.operation && other.is_unsent() && other.state == RowState::Waiting
    };
    let Some(newest) = newest.filter(open) else {
        return Ok(None);
    };
    let (body, base) = merge(newest, &Fields::parse(&row.body)?, &Fields::parse(&row.base)?);
    if body.is_empty() {
        return Ok(None);
    }
    let joined = outbox.rewrite(
        newest,
        &Rewritten {
            body: &body.to_body(),
            base: &base.to_body(),
            key: &row.key,
            not_before: newest.not_before.max(row.not_before),
            held: false,
        },
    )?;
    Ok(joined.map(|joined| (joined, newest.clone())))
}

/// Ends a write that could not be sent: it stays pending unless the check shows that it is not needed.
pub(super) fn kept_or_needless(
    context: &mut Context,
    session: &Session,
    (kind, row): (Kind, &Row),
    why: &Error,
) -> Result<(), Failure> {
    let outbox = session.store()?.outbox();
    let Some(now) = outbox.get(row.seq)?.filter(Row::is_unsent) else {
        return queued(context, row, why);
    };
    let asked = NewRow {
        operation: now.operation,
        record: now.record.clone(),
        body: now.body.clone(),
        key: now.key.clone(),
        base: now.base.clone(),
        label: now.label.clone(),
        created_at: now.created_at,
        not_before: now.not_before,
        held: false,
    };
    let known = known(context, session, &asked, Some(row.seq))?;
    if matches!(known, Known::Unread) {
        let why = of_unread(context, row, why.clone());
        return queued(context, row, &why);
    }
    if matches!(known, Known::Open | Known::Back(_)) {
        return queued(context, row, why);
    }
    // If the disk refuses to remove it, it stays pending.
    let went = match take_back(session, &now) {
        Err(error) if error.local().is_some() => false,
        went => went?,
    };
    if !went {
        return queued(context, row, why);
    }
    match known {
        Known::Absent(error) => Err(error.into()),
        Known::Asked(asked) => queued(context, &asked, why),
        _ => already_so(context, session, (kind, &asked), "cli-already-so"),
    }
}

/// True if an operation changes fields of an existing record.
fn changes_a_record(operation: OperationId) -> bool {
    matches!(
        operation,
        OperationId::DealsUpdate | OperationId::TasksUpdate | OperationId::SavedViewsUpdate
    )
}

/// Returns the operation that represents the resource kind.
///
/// Ids are unique only within one kind.
fn subject(operation: OperationId) -> OperationId {
    match operation {
        OperationId::DealsCreate | OperationId::DealsDelete => OperationId::DealsUpdate,
        other => other,
    }
}
