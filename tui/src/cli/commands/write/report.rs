//! Output of writes: the resulting record, the pending entry, or the failure.

use encours_core::contract::json::response_schema::fields_not_applied;
use encours_core::engine::written_kind;
use encours_core::store::{self, NewOutboxEntry};

use super::super::super::report::{join_sentences, message};
use super::super::cache_read;
use crate::cli::prelude::*;

/// Prints the result of an applied write. Warns about values that differ from the request.
pub(in super::super) fn print_applied(
    context: &mut CommandContext,
    session: &Session,
    (kind, row): (OutputKind, &OutboxEntry),
    record: Option<Record>,
) -> CommandResult {
    warn_unstored(context, session, row);
    let differing = match &record {
        Some(record) if row.operation != OperationId::DealsDelete => {
            fields_not_applied(&Fields::parse(&row.body).unwrap_or_default(), record)
        }
        _ => Vec::new(),
    };
    let record = match (row.operation, record) {
        (OperationId::DealsDelete, _) => {
            let mut summary = Fields::new();
            summary.set_text("id", &row.record).set_boolean("deleted", true);
            summary.to_record()?
        }
        (_, Some(record)) => record,
        (_, None) => return Ok(()),
    };
    context.out.record(kind, &record)?;
    if !differing.is_empty() {
        let fields = SafeText::line_within(&differing.join(", "), 200).to_string();
        context.report.warning("not_as_sent", "cli-not-as-sent", &[("fields", fields.as_str().into())]);
    }
    Ok(())
}

/// Warns that the requested deletion was already pending, and that both are one.
pub(super) fn warn_already_pending(context: &CommandContext, deletion: &OutboxEntry) {
    let id = deletion.seq.to_string();
    let args = [("id", id.as_str().into())];
    context.report.warning("asked_before", "cli-deletion-asked-before", &args);
}

/// Returns the reason of a pending write. If a deletion was requested `twice`, it names the first one.
pub(super) fn pending_reason(
    context: &CommandContext,
    row: &OutboxEntry,
    twice: bool,
    reason: Error,
) -> Error {
    if !twice {
        return reason;
    }
    let args = [("id", row.seq.to_string())];
    with_sentence(context, reason, "cli-deletion-asked-again", &args)
}

/// Warns that an applied write is still in the outbox, because storing the response failed.
fn warn_unstored(context: &CommandContext, session: &Session, row: &OutboxEntry) {
    let stored = session.store().and_then(|store| Ok(store.outbox().get(row.seq)?));
    let there = match stored {
        Ok(stored) => stored.is_some_and(|stored| stored.key == row.key && stored.ever_sent),
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
pub(super) fn print_unchanged(
    context: &mut CommandContext,
    session: &Session,
    (kind, row): (OutputKind, &NewOutboxEntry),
    key: &str,
) -> CommandResult {
    let target_kind = written_kind(row.operation).unwrap_or(store::RecordKind::Deal);
    let record = cache_read::load_one(context, session, target_kind, &row.record)?;
    context.out.record(kind, &record)?;
    context.report.warning("already_so", key, &[]);
    Ok(())
}

/// Prints that a write is pending, with its number.
pub(super) fn print_queued(context: &mut CommandContext, row: &OutboxEntry, reason: &Error) -> CommandResult {
    let mut fields = Fields::new();
    fields
        .set_boolean("queued", true)
        .set_integer("outbox_id", row.seq)
        .set_text("idempotency_key", row.key.as_str());
    let fields = fields.to_record()?;
    context.out.record(OutputKind::Queued, &fields)?;
    let error = with_entry(row, reason.clone().with_kind(ErrorKind::Queued));
    Err(error.into())
}

/// True if the service has answered this write: then it was sent and not applied.
pub(super) fn has_response(session: &Session, row: &OutboxEntry) -> bool {
    let log = session.client().request_log().entries();
    log.iter().any(|entry| entry.key.as_ref() == Some(&row.key) && entry.status.is_some())
}

/// Appends a sentence to the error.
pub(super) fn with_sentence(
    context: &CommandContext,
    error: Error,
    key: &str,
    args: &[(&str, String)],
) -> Error {
    let messages = context.report.error_messages();
    let args: Vec<(&str, MessageArg<'_>)> =
        args.iter().map(|(name, text)| (*name, text.as_str().into())).collect();
    let output = join_sentences(&message(&error, messages), &messages.with(key, &args));
    error.with_message(output)
}

/// Adds the outbox number and key of a write that stays in the outbox.
pub(in super::super) fn with_entry(row: &OutboxEntry, error: Error) -> Error {
    error.with_outbox_id(row.seq).with_idempotency_key(row.key.clone())
}
