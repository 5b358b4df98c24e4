//! A write: kept in the outbox before anything is sent, sent at once under its key, gone from it when answered.
//!
//! What the service answered ends the write, well or not. Silence does not: the row stays, and the command ends
//! with `queued`. Writes to one record keep their order, so what waits for it goes first.

mod door;
mod elsewhere;
mod look;
mod told;
mod turn;
mod under_key;

use encours_core::client::Call;
use encours_core::contract::{Fields, IdempotencyKey, OperationId, Record};
use encours_core::engine::{Tried, conflict_text, gone_text, is_decision, last_known, problem, problem_text};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, NewRow, Outbox, Outcome, Row, RowState, Source};
use jiff::Timestamp;
use tokio::time::Instant;

use super::super::Failure;
use super::super::context::Context;
use super::super::output::Kind;
use super::super::said;
use super::super::session::Session;
use super::{journal, keep, seen};
use look::{Look, look_first};
use told::{adding, queued, was_answered};
pub(super) use told::{applied, of};
pub(super) use turn::deliver;
use turn::{TERM, TURN};
use under_key::keep_or_find;

/// One write of a person.
pub(super) struct Write {
    /// Which operation of the contract.
    pub(super) operation: OperationId,
    /// The record it changes; a temporary name for a creation.
    pub(super) record: String,
    /// What to call it in lists.
    pub(super) label: String,
    /// The exact bytes to send; empty where the operation has no body.
    pub(super) body: String,
    /// The key under which it is sent, now and ever after.
    pub(super) key: IdempotencyKey,
    /// What the answer is.
    pub(super) kind: Kind,
}

/// What a write was asked for about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The record, whatever it is now: an explicit order, sent by the command that gives it, does not fail because what was
    /// read here before is old.
    Now,
    /// The record as the person saw it, which may have changed since and is compared first: they were asked about it, or it
    /// leaves later than it was asked for.
    Later,
}

/// How sending one row ended.
pub(super) enum Sent {
    /// The service has applied it; its answer, where it gives one.
    Applied(Option<Record>),
    /// What was to be deleted was deleted before, by somebody else: it is as it was wished.
    AlreadyGone,
    /// The service has refused it, for good.
    Refused(Error),
    /// It is kept; why it could not be done now.
    Kept(Error),
}

impl Sent {
    /// Whether what stood in the way stands in the way of every other write too: no answer, a pause that the service asks
    /// for, a key that it does not take.
    pub(super) fn stops(&self) -> bool {
        match self {
            Self::Applied(_) | Self::AlreadyGone => false,
            Self::Refused(error) | Self::Kept(error) => matches!(
                error.kind(),
                ErrorKind::Unreachable | ErrorKind::RateLimited | ErrorKind::Auth
            ),
        }
    }
}

/// Does a write and prints what came of it.
pub(super) async fn run(context: &mut Context, session: &Session, write: Write) -> Result<(), Failure> {
    let store = session.store()?;
    let (outbox, now) = (store.outbox(), Timestamp::now());
    if write.operation == OperationId::DealsDelete && !outbox.drop_unborn(&write.record)?.is_empty() {
        return never_created(context, &write);
    }
    let (base, label) = match write.operation {
        OperationId::DealsUpdate | OperationId::DealsDelete => {
            let seen = seen::of_deal(store, &write.record, &write.body)?;
            (seen.base, seen.name.unwrap_or(write.label))
        }
        _ => (Fields::new(), write.label),
    };
    let row = NewRow {
        operation: write.operation,
        record: write.record,
        body: write.body,
        key: write.key,
        base: base.to_body(),
        label,
        created_at: now,
        not_before: now,
        held: false,
    };
    // Ours before the write is there to be seen: another window would send it otherwise, after comparing what was asked
    // for here with what was read here before.
    let ours = !context.global.offline && outbox.lease(now, TERM, true)?.is_none();
    let kept = keep_or_find(store, &row);
    if ours && kept.is_err() {
        outbox.yield_lease()?;
    }
    let (row, known) = kept?;
    let sent = if context.global.offline {
        let waiting = [("n", outbox.rows()?.len().to_string())];
        let kept = said::queued("usage-offline-write");
        Sent::Kept(adding(context, kept, "cli-offline-waits", &waiting))
    } else {
        // Asked for again under its key, it is the write of another time; whoever was asked whether a deal is to go has
        // answered about the deal that they saw.
        let answered = row.operation == OperationId::DealsDelete && !context.global.yes;
        let order = if known || answered {
            Order::Later
        } else {
            Order::Now
        };
        deliver(session, outbox, &row, order).await?
    };
    match sent {
        Sent::Applied(record) => applied(context, write.kind, &row, record),
        Sent::AlreadyGone => applied(context, write.kind, &row, None),
        Sent::Refused(error) => {
            // Refused as soon as it was asked for, it can be asked for again; but where the service may have applied
            // it, the row stays parked with its key, so that sending it again does not do it twice.
            let stood = outbox.get(row.seq)?;
            let parked = stood.as_ref().is_some_and(|row| row.state == RowState::Conflict);
            if error.outcome_unknown() || parked {
                return Err(of(&row, error).into());
            }
            let answered = was_answered(session, &row);
            if error.kind() == ErrorKind::RateLimited && !answered {
                let args = [("id", row.seq.to_string())];
                return Err(of(&row, adding(context, error, "cli-write-waits", &args)).into());
            }
            let decided = is_decision(error.kind()) && !error.is_of_the_exchange();
            let dropped = outbox.discard(&[row.seq], true)?;
            if !dropped.is_empty() && !decided {
                // The last word on it would be that it is tried again.
                note(
                    session,
                    stood.as_ref().unwrap_or(&row),
                    Outcome::Discarded,
                    None,
                    None,
                );
            }
            // Where the service has decided nothing, a script asks again, and must know what became of the write.
            let ended = match (decided, answered) {
                (true, _) => error,
                (false, true) => adding(context, error, "cli-write-refused", &[]),
                (false, false) => adding(context, error, "cli-write-not-kept", &[]),
            };
            Err(ended.into())
        }
        Sent::Kept(error) => queued(context, &row, &error),
    }
}

/// Tells of a deal that was deleted before it was created: nothing of it is sent.
fn never_created(context: &mut Context, write: &Write) -> Result<(), Failure> {
    let mut gone = Fields::new();
    gone.set_text("id", &write.record).set_boolean("deleted", true);
    context.out.record(write.kind, &Record::parse(gone.to_body())?)?;
    let args = [("id", write.record.as_str().into())];
    context
        .report
        .warning("never_created", "cli-never-created", &args);
    Ok(())
}

/// Sends one row; nothing where another program has it, or has had it.
async fn one(
    session: &Session,
    outbox: &Outbox,
    seq: i64,
    (order, deadline): (Order, Instant),
) -> Result<Option<Sent>, Error> {
    let now = Timestamp::now();
    // What is held for undo or waits for its hour is released: the person asked for it now.
    if outbox.release(seq, now)?.is_some_and(|row| row.locked.is_some()) {
        return Ok(Some(Sent::Kept(shut())));
    }
    let Some(row) = outbox.claim(seq, now, TERM)? else {
        return Ok(None);
    };
    match look_first(session, &row, order).await {
        Ok(Look::Send) => {}
        Ok(Look::Done(record)) => {
            done(session, outbox, &row, record.as_ref())?;
            return Ok(Some(Sent::Applied(record)));
        }
        Ok(Look::Changed(theirs)) => {
            let tried = Tried {
                row: &row,
                became: Outcome::Conflict,
                record: None,
                error: None,
                theirs: Some(&theirs),
            };
            let found = conflict_text(&theirs);
            // Looked at again, the same conflict is no news.
            if row.last_problem.as_deref() != Some(&*found) {
                journal::note(session, &tried);
            }
            outbox.park(seq, RowState::Conflict, Timestamp::now(), &found)?;
            let args = [("id", &*seq.to_string())];
            let error = said::of(ErrorKind::Conflict, "usage-write-conflict", &args);
            return Ok(Some(Sent::Refused(error)));
        }
        Ok(Look::Gone(known)) => return found_gone(session, outbox, &row, &known).map(Some),
        Err(error) => return settle(session, outbox, (&row, order), Err(error)).map(Some),
    }
    // The token says for which entity the write would leave.
    match session.client().token().await {
        Ok(token) => {
            if let Some(slug) = token.entity_slug()
                && outbox.learn_entity(&slug)?
            {
                outbox.requeue(seq, now, (row.ever_sent, row.doubtful), None)?;
                return Ok(Some(Sent::Kept(shut())));
            }
        }
        Err(error) => return settle(session, outbox, (&row, order), Err(error)).map(Some),
    }
    if !outbox.leaving(seq, Timestamp::now(), TERM)? {
        return Ok(None);
    }
    let left = deadline.saturating_duration_since(Instant::now()).max(TURN);
    let mut call = call(&row).timeout(left);
    if let Some(view) = keep::stored_view(session, &row) {
        call = call.stored_view(&view);
    }
    let client = session.client();
    let sent = if order == Order::Now || row.base == Fields::new().to_body() {
        client.call_compared(call).await
    } else {
        // What the person saw is compared as well, before it is sent anew.
        client.call(call).await
    };
    // A call may go out more than once; the first time is counted as it leaves.
    let log = client.observe().entries();
    let sends = log
        .iter()
        .filter(|entry| entry.key.as_ref() == Some(&row.key))
        .count();
    outbox.sent_again(seq, sends.saturating_sub(1))?;
    let answer = match sent {
        Ok(_) if row.operation.spec().success == 204 => Ok(None),
        Ok(response) => response.documented().map(Some),
        Err(error) => Err(error),
    };
    settle(session, outbox, (&row, order), answer).map(Some)
}

/// Records in the store how the row ended.
fn settle(
    session: &Session,
    outbox: &Outbox,
    (row, order): (&Row, Order),
    answer: Result<Option<Record>, Error>,
) -> Result<Sent, Error> {
    let error = match answer {
        Ok(record) => {
            done(session, outbox, row, record.as_ref())?;
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
            outbox.requeue(
                row.seq,
                Timestamp::now(),
                (row.ever_sent || unknown, row.doubtful || unknown),
                Some(&told),
            )?;
            // Where not even the token was had, the write has not left.
            let unsigned =
                error.is_of_the_exchange() && matches!(kind, ErrorKind::Unexpected | ErrorKind::Protocol);
            Ok(if kind == ErrorKind::Unreachable || unsigned {
                Sent::Kept(error)
            } else {
                Sent::Refused(error)
            })
        }
        // A deletion that was sent before and finds nothing has been done.
        ErrorKind::NotFound if row.operation == OperationId::DealsDelete && row.ever_sent => {
            done(session, outbox, row, None)?;
            Ok(Sent::Applied(None))
        }
        ErrorKind::NotFound if order == Order::Later && is_of_deal(row) => {
            match (last_known(session.store()?, &row.record)?, row.operation) {
                (Some(_), OperationId::DealsDelete) => {
                    note(session, row, Outcome::Applied, None, None);
                    forget(session, row)?;
                    outbox.confirmed(row.seq, None)?;
                    Ok(Sent::AlreadyGone)
                }
                (Some(known), _) => found_gone(session, outbox, row, &known),
                (None, _) => refused(session, outbox, row, error),
            }
        }
        _ => refused(session, outbox, row, error),
    }
}

/// Ends a write that is done. What the service answered is kept before the row goes: whoever is killed between the two
/// leaves a row that is confirmed once more, and not one that is over while what is held here is as it was before.
fn done(session: &Session, outbox: &Outbox, row: &Row, record: Option<&Record>) -> Result<(), Error> {
    note(session, row, Outcome::Applied, record, None);
    remember(session, row, record);
    let id = record.and_then(|record| record.text("id"));
    let born = id
        .as_deref()
        .filter(|_| row.operation == OperationId::DealsCreate);
    Ok(outbox.confirmed(row.seq, born)?)
}

fn refused(session: &Session, outbox: &Outbox, row: &Row, error: Error) -> Result<Sent, Error> {
    note(session, row, Outcome::Refused, None, Some(&error));
    let told = problem_text(&problem(&error));
    outbox.park(row.seq, RowState::Refused, Timestamp::now(), &told)?;
    Ok(Sent::Refused(error))
}

/// Whether a row changes or deletes a deal that was there.
fn is_of_deal(row: &Row) -> bool {
    matches!(row.operation, OperationId::DealsUpdate | OperationId::DealsDelete)
}

/// The deal is deleted at the service: what was to be changed of it is parked until the person decides.
fn found_gone(session: &Session, outbox: &Outbox, row: &Row, known: &Record) -> Result<Sent, Error> {
    note(session, row, Outcome::Conflict, None, None);
    forget(session, row)?;
    outbox.park(row.seq, RowState::Conflict, Timestamp::now(), &gone_text(known))?;
    let args = [("id", &*row.seq.to_string())];
    Ok(Sent::Refused(said::of(
        ErrorKind::Conflict,
        "usage-write-gone",
        &args,
    )))
}

/// Keeps that somebody else has deleted the deal.
fn forget(session: &Session, row: &Row) -> Result<(), Error> {
    let now = session.observed(Timestamp::now());
    Ok(session
        .store()?
        .cache()
        .remove(store::Kind::Deal, &row.record, false, now)?)
}

fn note(session: &Session, row: &Row, became: Outcome, record: Option<&Record>, error: Option<&Error>) {
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
    journal::note(session, &tried);
}

fn shut() -> Error {
    said::queued("usage-write-identity")
}

/// The call of a row, byte for byte the same each time.
fn call(row: &Row) -> Call {
    let call = Call::new(row.operation).key(&row.key);
    let call = match row.operation.spec().path_parameters().next() {
        Some(parameter) => call.parameter(parameter, &row.record),
        None => call,
    };
    if row.body.is_empty() {
        call
    } else {
        call.body(row.body.clone())
    }
}

fn remember(session: &Session, row: &Row, record: Option<&Record>) {
    match (row.operation, record) {
        (OperationId::DealsDelete, _) => keep::removed(session, store::Kind::Deal, &row.record),
        (OperationId::DealsCreate | OperationId::DealsUpdate, Some(record)) => {
            let (fields, asked) = (
                Fields::parse(&row.body).unwrap_or_default(),
                session.observed(row.created_at),
            );
            let source = if row.operation == OperationId::DealsCreate {
                Source::Created { asked }
            } else {
                let fields = &fields;
                Source::Answer { fields, asked }
            };
            keep::record(session, store::Kind::Deal, "", record, source);
        }
        (OperationId::SavedViewsUpdate, Some(record)) => {
            keep::record(session, store::Kind::View, "", record, Source::Read);
        }
        (OperationId::TasksUpdate, Some(record)) => keep::over(session, store::Kind::Task, record),
        // The answer to a mark holds two fields alone; what is kept must be the whole notification.
        _ => {}
    }
}
