//! Output of writes: the resulting record, the pending entry, or the failure.

use encours_core::contract::json::response_schema::differing_from_sent;
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, NewRow, Row};
use encours_core::text::{Arg, Clean};

use super::super::super::Failure;
use super::super::super::context::Context;
use super::super::super::output::Kind;
use super::super::super::report::{followed_by, message};
use super::super::super::session::Session;
use super::super::cache_read;

/// Prints the result of an applied write. Warns about values that differ from the request.
pub(in super::super) fn applied(
    context: &mut Context,
    session: &Session,
    (kind, row): (Kind, &Row),
    record: Option<Record>,
) -> Result<(), Failure> {
    tell_unsettled(context, session, row);
    let differing = match &record {
        Some(record) if row.operation != OperationId::DealsDelete => {
            differing_from_sent(&Fields::parse(&row.body).unwrap_or_default(), record)
        }
        _ => Vec::new(),
    };
    let record = match (row.operation, record) {
        (OperationId::DealsDelete, _) => {
            let mut gone = Fields::new();
            gone.set_text("id", &row.record).set_boolean("deleted", true);
            Record::parse(gone.to_body())?
        }
        (_, Some(record)) => record,
        (_, None) => return Ok(()),
    };
    context.out.record(kind, &record)?;
    if !differing.is_empty() {
        let fields = Clean::line_of(&differing.join(", "), 200).to_string();
        context.report.warning(
            "not_as_sent",
            "cli-not-as-sent",
            &[("fields", fields.as_str().into())],
        );
    }
    Ok(())
}

/// Warns that the requested deletion was already pending, and that both are one.
pub(super) fn asked_before(context: &Context, deletion: &Row) {
    let id = deletion.seq.to_string();
    let args = [("id", id.as_str().into())];
    context
        .report
        .warning("asked_before", "cli-deletion-asked-before", &args);
}

/// Returns the reason of a pending write. If a deletion was requested `twice`, it names the first one.
pub(super) fn of_asked(context: &Context, row: &Row, twice: bool, why: Error) -> Error {
    if !twice {
        return why;
    }
    let args = [("id", row.seq.to_string())];
    adding(context, why, "cli-deletion-asked-again", &args)
}

/// Warns that an applied write is still in the outbox, because storing the answer failed.
fn tell_unsettled(context: &Context, session: &Session, row: &Row) {
    let stood = session.store().and_then(|store| Ok(store.outbox().get(row.seq)?));
    let there = match stood {
        Ok(stood) => stood.is_some_and(|stood| stood.key == row.key && stood.ever_sent),
        Err(error) => {
            tracing::warn!(%error, outbox_id = row.seq, "failed to look up the outbox entry");
            true
        }
    };
    if there {
        let id = row.seq.to_string();
        let args = [("id", id.as_str().into())];
        context.report.warning("unsettled", "cli-unsettled", &args);
    }
}

/// Prints a record that already has the wanted values according to the cache. Nothing is sent or stored.
pub(super) fn already_so(
    context: &mut Context,
    session: &Session,
    (kind, row): (Kind, &NewRow),
    key: &str,
) -> Result<(), Failure> {
    let of = match row.operation {
        OperationId::TasksUpdate => store::Kind::Task,
        OperationId::SavedViewsUpdate => store::Kind::View,
        _ => store::Kind::Deal,
    };
    let record = cache_read::one(context, session, of, &row.record)?;
    context.out.record(kind, &record)?;
    context.report.warning("already_so", key, &[]);
    Ok(())
}

/// Prints that a write is pending, with its number.
pub(super) fn queued(context: &mut Context, row: &Row, why: &Error) -> Result<(), Failure> {
    let mut kept = Fields::new();
    kept.set_boolean("queued", true)
        .set_integer("outbox_id", row.seq)
        .set_text("idempotency_key", row.key.as_str());
    let kept = Record::parse(kept.to_body())?;
    context.out.record(Kind::Queued, &kept)?;
    let error = of(row, why.clone().with_kind(ErrorKind::Queued));
    Err(error.into())
}

/// True if the service has answered this write: then it was sent and not applied.
pub(super) fn was_answered(session: &Session, row: &Row) -> bool {
    let log = session.client().observe().entries();
    log.iter()
        .any(|entry| entry.key.as_ref() == Some(&row.key) && entry.status.is_some())
}

/// Appends a sentence to the error.
pub(super) fn adding(context: &Context, error: Error, key: &str, args: &[(&str, String)]) -> Error {
    let words = context.report.told();
    let args: Vec<(&str, Arg<'_>)> = args
        .iter()
        .map(|(name, text)| (*name, text.as_str().into()))
        .collect();
    let told = followed_by(&message(&error, words), &words.with(key, &args));
    error.with_message(told)
}

/// Adds the outbox number and key of a write that stays in the outbox.
pub(in super::super) fn of(row: &Row, error: Error) -> Error {
    error
        .with_outbox_id(row.seq)
        .with_idempotency_key(row.key.clone())
}
