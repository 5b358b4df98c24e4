//! How a row ends: what the service answered is written down and kept before the row goes. What it answered is the
//! outcome, whether the disk can take it or not: where it cannot, the row stays.

use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{Tried, gone_text, is_decision, last_known, problem, problem_text};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::conflict_context::Meanwhile;
use encours_core::model::journal_entry::Outcome;
use encours_core::store::{self, Change, Outbox, Row, RowState, Source, StoreError};
use jiff::Timestamp;

use super::super::super::error_message;
use super::super::super::report::SENT_BEFORE;
use super::super::super::session::Session;
use super::super::{cache_write, journal};
use super::{Order, Sent};

/// A write that was found done and not answered so.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// Noted before the record was read.
    pub(super) asked: Change,
    /// Whether the write had left and no answer said what became of it: it is done by whomever, then.
    pub(super) doubt: bool,
}

/// Records in the store how the row ended: what the service answered, or a reading `found`.
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
        // What the service has not decided may work later: the row waits on, as it would under the full screen.
        kind if !is_decision(kind) || error.is_of_the_exchange() => {
            note(session, row, Outcome::Later, None, Some(&error));
            let unknown = error.outcome_unknown();
            let sent = (row.ever_sent || unknown, row.doubtful || unknown);
            let back = outbox.requeue(row.seq, Timestamp::now(), sent, Some(&told));
            left_as_it_is(session, row, back.map(drop));
            // Where not even the token was had, the write has not left.
            let unsigned =
                error.is_of_the_exchange() && matches!(kind, ErrorKind::Unexpected | ErrorKind::Protocol);
            Ok(if kind == ErrorKind::Unreachable || unsigned {
                Sent::Kept(error)
            } else {
                Sent::Refused(error)
            })
        }
        // A deletion that was sent before and finds nothing has been done, by it or by another.
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

/// Ends a write that is done. What the service answered is kept before the row goes: whoever is killed between the two
/// leaves a row that is confirmed once more, and not one that is over while what is held here is as it was before. So
/// does a disk that takes no more: the service has decided, whatever fails here, and the row stays until that is kept and
/// written down, compared before anything is sent again.
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

/// Puts a row back that is over at the service and not here.
fn or_stays(session: &Session, outbox: &Outbox, row: &Row, over: Result<(), Error>) {
    let Err(why) = over else { return };
    session.keeps_nothing(why);
    let back = outbox.requeue(row.seq, Timestamp::now(), (true, true), None);
    left_as_it_is(session, row, back.map(drop));
}

/// Where a row could not be changed it is being sent still, as far as the file tells: whoever comes next finds it so, and
/// in doubt.
fn left_as_it_is(session: &Session, row: &Row, changed: Result<(), StoreError>) {
    if let Err(error) = changed {
        tracing::warn!(%error, outbox_id = row.seq, "what became of a write could not be kept with it");
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

/// Whether a row changes or deletes a deal that was there.
fn is_of_deal(row: &Row) -> bool {
    matches!(row.operation, OperationId::DealsUpdate | OperationId::DealsDelete)
}

/// The deal is deleted at the service: what was to be changed of it is parked until the person decides.
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

/// That the record is otherwise since the write was made. One that had left before is not told as one that never did.
pub(super) fn overtaken(row: &Row, key: &'static str) -> Error {
    let id = row.seq.to_string();
    let args = [("id", &*id), (SENT_BEFORE, "1")];
    let known = if row.ever_sent || row.doubtful { 2 } else { 1 };
    error_message::of(ErrorKind::Conflict, key, args.get(..known).unwrap_or_default())
}

/// A conflict as it is kept, with what this machine has observed since the write was asked for.
pub(super) fn with_meanwhile(
    session: &Session,
    row: &Row,
    theirs: &Fields,
    told: &str,
) -> Result<String, Error> {
    let moments = [row.created_at, Timestamp::now()].map(|at| session.observed(at));
    let found = Meanwhile::of(session.store()?, row, theirs, (moments[0], moments[1]))?;
    Ok(found.beside(told))
}

/// Keeps that somebody else has deleted the deal.
fn forget(session: &Session, row: &Row) -> Result<(), Error> {
    let now = session.observed(Timestamp::now());
    Ok(session
        .store()?
        .cache()
        .remove(store::Kind::Deal, &row.record, false, now)?)
}

/// Writes down what became of a try that decides nothing about the row.
pub(super) fn note(
    session: &Session,
    row: &Row,
    became: Outcome,
    record: Option<&Record>,
    error: Option<&Error>,
) {
    if let Err(error) = write_down(session, row, became, record, error) {
        tracing::warn!(%error, "the journal of writes could not be kept");
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

/// Keeps what came of a write that the service has applied, or that a reading `found` done: by whom it does not say.
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
                // It was made so at a moment unknown.
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
        // The answer to a mark holds two fields alone; what is kept must be the whole notification.
        _ => Ok(()),
    }
}
