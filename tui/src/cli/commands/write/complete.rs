//! Ends an outbox entry: stores the journal entry and the service's answer, then removes the entry.
//!
//! The service's answer is the outcome even if the disk is full; the entry then stays in the outbox.

use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{self, Tried, gone_text, is_decision, last_known, problem, problem_text};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::history::journal_entry::Outcome;
use encours_core::store::{self, Change, Outbox, Row, RowState, Source, StoreError};
use jiff::Timestamp;

use super::super::super::error_message;
use super::super::super::report::SENT_BEFORE;
use super::super::super::session::Session;
use super::super::{cache_write, journal};
use super::{Order, Sent};

/// A write that a comparison found to be applied.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// Change counter from before the record was loaded.
    pub(super) asked: Change,
    /// True if the write was sent before without an answer.
    ///
    /// Then another client may have made the change.
    pub(super) doubt: bool,
}

/// Stores the outcome of an entry, from the service's answer or from a comparison (`found`).
pub(super) fn settle(
    session: &Session,
    outbox: &Outbox,
    (row, order): (&Row, Order),
    (answer, found): (Result<Option<Record>, Error>, Option<Found>),
) -> Result<Sent, Error> {
    let error = match answer {
        Ok(record) => {
            done(session, outbox, row, (record.as_ref(), found));
            return Ok(Sent::Applied(record));
        }
        Err(error) => error,
    };
    let told = problem_text(&problem(&error));
    match error.kind() {
        // Without a decision by the service, the entry stays pending, as in the full screen.
        kind if !is_decision(kind) || error.is_of_the_exchange() => {
            note(session, row, Outcome::Later, None, Some(&error));
            let unknown = error.outcome_unknown();
            let sent = (row.ever_sent || unknown, row.doubtful || unknown);
            let back = outbox.requeue(row.seq, Timestamp::now(), sent, Some(&told));
            left_as_it_is(session, row, back.map(drop));
            // If not even a token was available, the write was not sent.
            let unsigned =
                error.is_of_the_exchange() && matches!(kind, ErrorKind::Unexpected | ErrorKind::Protocol);
            Ok(if kind == ErrorKind::Unreachable || unsigned {
                Sent::Kept(error)
            } else {
                Sent::Refused(error)
            })
        }
        // A deletion that was sent before and now gets 404 is done, by this client or another one.
        ErrorKind::NotFound if row.operation == OperationId::DealsDelete && row.ever_sent => {
            let (asked, doubt) = (Change::default(), row.doubtful);
            done(session, outbox, row, (None, Some(Found { asked, doubt })));
            Ok(Sent::Applied(None))
        }
        ErrorKind::NotFound if order == Order::Later && is_of_deal(row) => {
            match (last_known(session.store()?, &row.record)?, row.operation) {
                (Some(_), OperationId::DealsDelete) => {
                    let over = write_down(session, row, Outcome::Applied, None, None)
                        .and_then(|()| forget(session, row))
                        .and_then(|()| Ok(outbox.confirmed(row.seq, None)?));
                    or_stays(session, outbox, row, over);
                    Ok(Sent::AlreadyGone)
                }
                (Some(known), _) => found_gone(session, outbox, row, &known),
                (None, _) => Ok(refused(session, outbox, row, error)),
            }
        }
        _ => Ok(refused(session, outbox, row, error)),
    }
}

/// Ends an applied write: stores journal and answer before the entry is removed.
///
/// If the process is killed in between, the entry is compared once more; the cache never stays behind a removed
/// entry. If the disk is full, the entry stays in doubt until both are stored.
pub(super) fn done(
    session: &Session,
    outbox: &Outbox,
    row: &Row,
    (record, found): (Option<&Record>, Option<Found>),
) {
    let id = record.and_then(|record| record.text("id"));
    let born = id
        .as_deref()
        .filter(|_| row.operation == OperationId::DealsCreate);
    let became = match found {
        Some(Found { doubt: true, .. }) => Outcome::Found,
        _ => Outcome::Applied,
    };
    let over = write_down(session, row, became, record, None)
        .and_then(|()| Ok(remember(session, row, record, found)?))
        .and_then(|()| Ok(outbox.confirmed(row.seq, born)?));
    or_stays(session, outbox, row, over);
}

/// Puts an entry back that the service has applied but this machine could not store.
fn or_stays(session: &Session, outbox: &Outbox, row: &Row, over: Result<(), Error>) {
    let Err(why) = over else { return };
    session.keeps_nothing(why);
    let back = outbox.requeue(row.seq, Timestamp::now(), (true, true), None);
    left_as_it_is(session, row, back.map(drop));
}

/// Logs a failed change of an entry, which then still counts as being sent.
///
/// The next process finds it in that state and treats it as in doubt.
fn left_as_it_is(session: &Session, row: &Row, changed: Result<(), StoreError>) {
    if let Err(error) = changed {
        tracing::warn!(%error, outbox_id = row.seq, "failed to store the outcome of a write");
        session.keeps_nothing(error.into());
    }
}

fn refused(session: &Session, outbox: &Outbox, row: &Row, error: Error) -> Sent {
    note(session, row, Outcome::Refused, None, Some(&error));
    let told = problem_text(&problem(&error));
    let parked = outbox.park(row.seq, RowState::Refused, Timestamp::now(), &told);
    left_as_it_is(session, row, parked.map(drop));
    Sent::Refused(error)
}

/// True if an entry changes or deletes an existing deal.
fn is_of_deal(row: &Row) -> bool {
    matches!(row.operation, OperationId::DealsUpdate | OperationId::DealsDelete)
}

/// Blocks a change to a deal that was deleted on the service. The user must decide.
pub(super) fn found_gone(
    session: &Session,
    outbox: &Outbox,
    row: &Row,
    known: &Record,
) -> Result<Sent, Error> {
    note(session, row, Outcome::Conflict, None, None);
    forget(session, row)?;
    let found = with_meanwhile(session, row, &Fields::new(), &gone_text(known))?;
    outbox.park(row.seq, RowState::Conflict, Timestamp::now(), &found)?;
    Ok(Sent::Refused(overtaken(row, "usage-write-gone")))
}

/// Returns the error for a record that changed since the write was made. It says if the write was sent before.
pub(super) fn overtaken(row: &Row, key: &'static str) -> Error {
    let id = row.seq.to_string();
    let args = [("id", &*id), (SENT_BEFORE, "1")];
    let known = if row.ever_sent || row.doubtful { 2 } else { 1 };
    error_message::of(ErrorKind::Conflict, key, args.get(..known).unwrap_or_default())
}

/// Returns the conflict to store, with the local history since the write was requested.
pub(super) fn with_meanwhile(
    session: &Session,
    row: &Row,
    theirs: &Fields,
    told: &str,
) -> Result<String, Error> {
    let moments = [row.created_at, Timestamp::now()].map(|at| session.observed(at));
    let found = engine::observed_since(session.store()?, row, theirs, (moments[0], moments[1]))?;
    Ok(found.beside(told))
}

/// Stores that another client has deleted the deal.
fn forget(session: &Session, row: &Row) -> Result<(), Error> {
    let now = session.observed(Timestamp::now());
    Ok(session
        .store()?
        .cache()
        .remove(store::Kind::Deal, &row.record, false, now)?)
}

/// Records the outcome of an attempt in the journal; a failure is only logged.
pub(super) fn note(
    session: &Session,
    row: &Row,
    became: Outcome,
    record: Option<&Record>,
    error: Option<&Error>,
) {
    if let Err(error) = write_down(session, row, became, record, error) {
        tracing::warn!(%error, "failed to update the write journal");
    }
}

fn write_down(
    session: &Session,
    row: &Row,
    became: Outcome,
    record: Option<&Record>,
    error: Option<&Error>,
) -> Result<(), Error> {
    let id = record.and_then(|record| record.text("id"));
    let tried = Tried {
        row,
        became,
        record: id
            .as_deref()
            .filter(|_| row.operation == OperationId::DealsCreate),
        error,
        theirs: None,
    };
    journal::write_down(session, &tried)
}

/// Caches the result of an applied write. With `found`, the author of the change is unknown.
fn remember(
    session: &Session,
    row: &Row,
    record: Option<&Record>,
    found: Option<Found>,
) -> Result<(), StoreError> {
    let (fields, asked) = (
        Fields::parse(&row.body).unwrap_or_default(),
        session.observed(row.created_at),
    );
    let answer = Source::Answer {
        fields: &fields,
        asked,
    };
    match (row.operation, record) {
        (OperationId::DealsDelete, _) => {
            cache_write::removed(session, store::Kind::Deal, &row.record, found.is_none())
        }
        (OperationId::DealsCreate | OperationId::DealsUpdate, Some(record)) => {
            let source = match (row.operation, found) {
                (OperationId::DealsCreate, _) => Source::Created { asked },
                // The time of the change is unknown.
                (_, Some(Found { asked, .. })) => Source::Read { asked },
                (_, None) => answer,
            };
            cache_write::answer(session, store::Kind::Deal, record, source)?;
            match row.operation {
                OperationId::DealsCreate => cache_write::born(session, &row.record, record),
                _ => Ok(()),
            }
        }
        (OperationId::SavedViewsUpdate, Some(record)) => {
            cache_write::answer(session, store::Kind::View, record, answer)
        }
        (OperationId::TasksUpdate, Some(record)) => {
            cache_write::over(session, store::Kind::Task, record, answer)
        }
        // The answer to "mark read" has only two fields, but the cache needs the whole notification.
        _ => Ok(()),
    }
}
