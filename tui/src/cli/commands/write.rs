//! Writes: stored in the outbox first, sent at once under their key, and removed when answered.
//!
//! Any decision by the service ends the write. Without an answer the entry stays in the outbox, and the command
//! ends with `queued`. Writes to one record keep their order, so earlier entries are sent first.

mod acquire;
mod base_values;
mod compare;
mod complete;
mod idempotency;
mod peer_listener;
mod preflight;
mod rate_limited;
mod rejected;
mod report;
mod sent_by_peer;
pub(super) mod write_summary;

use encours_core::app::records::activity::view::writes::whose;
use encours_core::client::Call;
use encours_core::contract::ids::is_temporary;
use encours_core::contract::{Fields, IdempotencyKey, OperationId, Record};
use encours_core::engine::{LeftAt, Tried, conflict_text, tells_of_conflict};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::entry_values::reason_setting;
use encours_core::model::history::journal_entry::Outcome;
use encours_core::model::identity::Identity;
use encours_core::store::{NewRow, Outbox, Row, RowState, Store};
use jiff::Timestamp;
use tokio::time::Instant;

use super::super::context::Context;
use super::super::output::Kind;
use super::super::session::Session;
use super::super::{Failure, error_message};
use super::{cache_write, journal};
use acquire::{TERM, TURN};
pub(super) use acquire::{came_to_nothing, deliver};
use base_values as seen;
use compare::{Look, look_first};
use complete::{Found, done, found_gone, settle};
use idempotency::keep_or_find;
use preflight::{Known, deletion_of};
use rejected::Refusal;
pub(super) use rejected::stays;
use report::{adding, already_so, asked_before, of_asked, queued};
pub(super) use report::{applied, of};
use sent_by_peer::{Standing, kept_by, standing};

/// A write requested by the user.
pub(super) struct Write {
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
    /// Kind of the answer.
    pub(super) kind: Kind,
}

/// State of the record that the user had in mind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The current record: an explicit command must not fail because the cache is old.
    Now,
    /// The record as the user saw it. It is compared before sending, because it may have changed since.
    ///
    /// This applies if the user has confirmed the write, or if it is sent later than requested.
    Later,
}

/// Result of sending one entry.
pub(super) enum Sent {
    /// The service applied it; contains its answer, if any.
    Applied(Option<Record>),
    /// Nothing was sent, because the record already has the wanted values; contains the service's record.
    AlreadySo(Record),
    /// The deal was already deleted by another client, as wanted.
    AlreadyGone,
    /// The service rejected it for good.
    Refused(Error),
    /// It stays in the outbox, for this reason.
    Kept(Error),
}

impl Sent {
    /// True if the error affects all other writes too: no answer, a rate limit or a rejected key.
    pub(super) fn stops(&self) -> bool {
        match self {
            Self::Applied(_) | Self::AlreadySo(_) | Self::AlreadyGone => false,
            Self::Refused(error) | Self::Kept(error) => matches!(
                error.kind(),
                ErrorKind::Unreachable | ErrorKind::RateLimited | ErrorKind::Auth
            ),
        }
    }
}

/// Deletes the stored reason for the move to this status, because the command gives none.
///
/// An old reason must not apply to the new move. A failure is only logged, because the write is already stored.
fn forget_reason(store: &Store, row: &Row) {
    if row.operation != OperationId::DealsUpdate {
        return;
    }
    let status = Fields::parse(&row.body).ok();
    let status = status.and_then(|body| body.text("status").map(String::from));
    let Some(status) = status else { return };
    let name = reason_setting(&status, &row.record);
    let forgotten = store.kept_setting(&name).and_then(|kept| match kept {
        Some(_) => store.keep_setting(&name, None, row.created_at),
        None => Ok(()),
    });
    if let Err(error) = forgotten {
        tracing::warn!(%error, outbox_id = row.seq, "failed to delete the reason of an earlier move");
    }
}

/// Performs a write and prints its result.
pub(super) async fn run(context: &mut Context, session: &Session, write: Write) -> Result<(), Failure> {
    let store = session.store()?;
    let outbox = store.outbox();
    if write.operation == OperationId::DealsDelete && dropped_unborn(session, &write.record)? {
        return never_created(context, &write);
    }
    let deletion = deletion_of(outbox, &write)?;
    if let Some(deletion) = deletion
        .as_ref()
        .filter(|_| write.operation == OperationId::DealsUpdate)
    {
        return Err(preflight::to_be_deleted(deletion).into());
    }
    let (kind, row) = (write.kind, new_row(session, write)?);
    let known = if deletion.is_none() {
        preflight::known(context, session, &row, None)?
    } else {
        Known::Open
    };
    let known = match known {
        // If another process has sent the reverted write meanwhile, this write follows it.
        Known::Back(back) if !preflight::take_back(session, &back)? => Known::Open,
        known => known,
    };
    if context.global.offline && !matches!(known, Known::Open) {
        return match known {
            Known::Absent(error) => Err(error.into()),
            Known::So => already_so(context, session, (kind, &row), "cli-already-so"),
            Known::Asked(asked) => queued(context, &asked, &offline(context, outbox)?),
            Known::Back(back) => {
                let id = back.seq.to_string();
                context
                    .report
                    .warning("taken_back", "cli-taken-back", &[("id", id.as_str().into())]);
                already_so(context, session, (kind, &row), "cli-already-so")
            }
            Known::Unread => {
                let (row, before) = keep_or_find(store, &row)?;
                if !before {
                    forget_reason(store, &row);
                }
                let why = preflight::of_unread(context, &row, offline(context, outbox)?);
                queued(context, &row, &why)
            }
            Known::Open => Ok(()),
        };
    }
    if context.global.offline
        && let Some((row, before)) = preflight::joined(session, &row)?
    {
        journal::note_unsent(session, &[before], Outcome::Replaced);
        forget_reason(store, &row);
        return queued(context, &row, &offline(context, outbox)?);
    }
    // Take the lease before the write is visible. Otherwise another process would send it, after a comparison
    // with old cached values.
    let ours = !context.global.offline && outbox.lease(Timestamp::now(), TERM, true)?.is_none();
    let twice = deletion.is_some();
    let kept = match deletion {
        // A second deletion of the same deal joins the first.
        Some(deletion) => Ok((deletion, true)),
        None => keep_or_find(store, &row),
    };
    if ours
        && kept.is_err()
        && let Err(error) = outbox.yield_lease()
    {
        // The lease ends with this process in any case.
        tracing::debug!(%error, "failed to release the send lease");
    }
    let (row, before) = kept?;
    if !before {
        forget_reason(store, &row);
    }
    if context.global.offline {
        let why = offline(context, outbox)?;
        return queued(context, &row, &of_asked(context, &row, twice, why));
    }
    // A repeated key means an earlier write, and a confirmed deletion refers to the deal that the user saw:
    // compare both first.
    let answered = row.operation == OperationId::DealsDelete && !context.global.yes;
    let order = if before || answered {
        Order::Later
    } else {
        Order::Now
    };
    match deliver(session, outbox, &row, order).await? {
        Sent::Applied(record) => {
            applied(context, session, (kind, &row), record)?;
            if twice {
                asked_before(context, &row);
            }
            Ok(())
        }
        Sent::AlreadyGone => applied(context, session, (kind, &row), None),
        Sent::AlreadySo(record) => {
            applied(context, session, (kind, &row), Some(record))?;
            context.report.warning("already_so", "cli-already-so-there", &[]);
            Ok(())
        }
        Sent::Refused(error) => match rejected::of_write(context, session, (&row, before), error)? {
            Refusal::Said(error) => Err(error.into()),
            Refusal::Taken => taken(context, session, (kind, &row)).await,
        },
        Sent::Kept(error) if before => queued(context, &row, &of_asked(context, &row, twice, error)),
        Sent::Kept(error) => preflight::kept_or_needless(context, session, (kind, &row), &error),
    }
}

/// Ends a write that another process took: reports its result, or that it is in the outbox.
async fn taken(context: &mut Context, session: &Session, (kind, row): (Kind, &Row)) -> Result<(), Failure> {
    match standing(session, session.store()?.outbox(), row).await? {
        Standing::Ended(Sent::Applied(record)) => applied(context, session, (kind, row), record),
        Standing::Ended(Sent::Refused(error)) => Err(of(row, error).into()),
        _ => queued(
            context,
            row,
            &kept_by(session.store()?.outbox(), "usage-write-elsewhere"),
        ),
    }
}

/// Creates the outbox entry of a write, with the record values that the user saw.
fn new_row(session: &Session, write: Write) -> Result<NewRow, Error> {
    let (base, label) = match write.operation {
        OperationId::DealsUpdate | OperationId::DealsDelete => {
            let seen = seen::of_deal(session.store()?, &write.record, &write.body)?;
            (seen.base, seen.name.unwrap_or(write.label))
        }
        _ => (Fields::new(), write.label),
    };
    let now = Timestamp::now();
    Ok(NewRow {
        operation: write.operation,
        record: write.record,
        body: write.body,
        key: write.key,
        base: base.to_body(),
        label,
        created_at: now,
        not_before: now,
        held: false,
    })
}

/// Returns the reason why a write with `--offline` is pending.
fn offline(context: &Context, outbox: &Outbox) -> Result<Error, Error> {
    let waiting = [("n", outbox.rows()?.len().to_string())];
    let kept = error_message::queued("usage-offline-write");
    Ok(adding(context, kept, "cli-offline-waits", &waiting))
}

/// Drops an unsent creation of a deal with all other writes to it. Returns whether there was one.
fn dropped_unborn(session: &Session, record: &str) -> Result<bool, Error> {
    let outbox = session.store()?.outbox();
    let mut rows = outbox.rows()?;
    let dropped = outbox.drop_unborn(record)?;
    rows.retain(|row| dropped.contains(&row.seq));
    journal::note_unsent(session, &rows, Outcome::Withdrawn);
    Ok(!dropped.is_empty())
}

/// Reports a deal that was deleted before its creation was sent; sends nothing.
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

/// Sends one entry. Returns `None` if another process has or had it.
async fn once(
    session: &Session,
    outbox: &Outbox,
    seq: i64,
    (order, deadline): (Order, Instant),
) -> Result<Option<Sent>, Error> {
    let now = Timestamp::now();
    let locked = || outbox.get(seq).map(|row| row.and_then(|row| row.locked));
    if locked()?.is_some() {
        // The key's entity may match again, which only a new token shows.
        if session.client().token().await.is_ok() {
            session.follow_entity()?;
        }
        if let Some(who) = locked()? {
            return Ok(Some(Sent::Kept(shut(&who))));
        }
    }
    if is_unborn(outbox, seq)? {
        return Ok(Some(Sent::Kept(error_message::queued("usage-write-uncreated"))));
    }
    // The user asked to send it now, so end its undo window or retry delay.
    outbox.release(seq, now)?;
    let Some(row) = outbox.claim(seq, now, TERM)? else {
        return Ok(None);
    };
    // The token shows the entity that the write would go to, and whose record it would be compared with.
    if let Err(error) = session.client().token().await {
        return settle(session, outbox, (&row, order), (Err(error), None)).map(Some);
    }
    if let Some(kept) = not_ours(session, outbox, &row)? {
        return Ok(Some(kept));
    }
    match look_first(session, &row, order).await {
        Ok(Look::Send) => {}
        Ok(Look::Done(record, asked)) => {
            let doubt = row.doubtful;
            done(
                session,
                outbox,
                &row,
                (record.as_ref(), Some(Found { asked, doubt })),
            );
            return Ok(Some(match record {
                Some(record) if !doubt => Sent::AlreadySo(record),
                None if !doubt => Sent::AlreadyGone,
                record => Sent::Applied(record),
            }));
        }
        Ok(Look::Changed(theirs)) => {
            let tried = Tried {
                row: &row,
                became: Outcome::Conflict,
                record: None,
                error: None,
                theirs: Some(&theirs),
            };
            // The same conflict is recorded in the journal only once.
            if !tells_of_conflict(&row, &theirs) {
                journal::note(session, &tried);
            }
            let found = complete::with_meanwhile(session, &row, &theirs, &conflict_text(&theirs))?;
            outbox.park(seq, RowState::Conflict, Timestamp::now(), &found)?;
            let error = complete::overtaken(&row, "usage-write-conflict");
            return Ok(Some(Sent::Refused(error)));
        }
        Ok(Look::Gone(known)) => return found_gone(session, outbox, &row, &known).map(Some),
        Err(error) => return settle(session, outbox, (&row, order), (Err(error), None)).map(Some),
    }
    // The comparison may have fetched a new token.
    if let Some(kept) = not_ours(session, outbox, &row)? {
        return Ok(Some(kept));
    }
    if !outbox.leaving(seq, Timestamp::now(), TERM)? {
        return Ok(None);
    }
    let row = compare::over_held(session, row, order)?;
    let left_at = LeftAt::now(session.store()?)?;
    let left = deadline.saturating_duration_since(Instant::now()).max(TURN);
    let mut call = call(&row).timeout(left).unwaiting();
    if let Some(view) = cache_write::stored_view(session, &row) {
        call = call.stored_view(&view);
    }
    let (client, asked) = (session.client(), cache_write::asking(session));
    let before = client.observe().sends_under(&row.key);
    let sent = if order == Order::Now || row.base == Fields::new().to_body() {
        client.call_compared(call).await
    } else {
        // Do not let the client repeat it: our own comparison before a repeat includes the values that the user
        // saw.
        client.call(call).await
    };
    // The client may repeat a call. The first attempt was counted before it was sent.
    let sends = client.observe().sends_under(&row.key).saturating_sub(before);
    if let Err(error) = outbox.sent_again(seq, sends.saturating_sub(1)) {
        tracing::warn!(%error, sends, "failed to update the attempt count");
    }
    let found = matches!(&sent, Ok(response) if response.found).then_some(Found { asked, doubt: true });
    let answer = match sent {
        Ok(_) if row.operation.spec().success == 204 => Ok(None),
        Ok(response) => response.documented().map(Some),
        Err(error) => Err(error),
    };
    if let Ok(Some(record)) = &answer
        && found.is_none()
        && let Some((now, since)) = compare::newest(session, &row, left_at, record).await
    {
        let read = since.map(|asked| Found { asked, doubt: false });
        done(session, outbox, &row, (Some(&now), read));
        return Ok(Some(Sent::Applied(answer?)));
    }
    settle(session, outbox, (&row, order), (answer, found)).map(Some)
}

/// Returns whether the creation of the entry's deal is still pending in the outbox.
fn is_unborn(outbox: &Outbox, seq: i64) -> Result<bool, Error> {
    let Some(row) = outbox.get(seq)?.filter(|row| is_temporary(&row.record)) else {
        return Ok(false);
    };
    let creates = |other: &Row| other.operation == OperationId::DealsCreate && other.record == row.record;
    Ok(!creates(&row) && outbox.rows()?.iter().any(creates))
}

/// Releases a claimed entry if the current token belongs to another entity than the entry.
fn not_ours(session: &Session, outbox: &Outbox, row: &Row) -> Result<Option<Sent>, Error> {
    session.follow_entity()?;
    let Some(who) = outbox.get(row.seq)?.and_then(|row| row.locked) else {
        return Ok(None);
    };
    outbox.requeue(row.seq, Timestamp::now(), (row.ever_sent, row.doubtful), None)?;
    Ok(Some(Sent::Kept(shut(&who))))
}

fn shut(who: &Identity) -> Error {
    let who = whose(&who.entity, &who.user, &who.key_id);
    error_message::of(ErrorKind::Queued, "usage-write-identity", &[("who", &who)])
}

/// Returns the call of an entry, with the same bytes for every attempt.
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
