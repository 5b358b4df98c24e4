//! `encours outbox journal`: the outcome of each attempt of each local write, and the request log.
//!
//! Neither contains secrets, because headers are never logged. A table shows the final state of each write as
//! text; scripts get every attempt.

use std::collections::BTreeMap;

use encours_core::app::records::activity::view::journal;
use encours_core::contract::json::schema_error::ShapeError;
use encours_core::engine::{self, JournaledAttempt};
use encours_core::model::history::journal_entry::{JournalEntry, WriteOutcome};
use encours_core::model::snapshot::RequestLine;
use encours_core::store;

use super::super::args::JournalArgs;
use crate::cli::prelude::*;

/// Prints the journal, oldest first.
pub(super) fn run(context: &mut CommandContext, session: &Session, args: &JournalArgs) -> CommandResult {
    let history = session.store()?.history();
    let since = args.since.as_ref().map(|since| since.0.instant(&context.out.style().zone));
    let is_recent = |at| since.is_none_or(|since| at >= since);
    if args.requests {
        let requests = history.requests()?;
        let recent = requests.iter().filter(|entry| is_recent(entry.at));
        let records = recent.map(request_record).collect::<Result<Vec<_>, _>>()?;
        return context.print_list(OutputKind::Request, records);
    }
    let lines = match &args.id {
        Some(id) => history.journal_of(id)?,
        None => history.journal(usize::MAX)?,
    };
    if let Some(id) = args.id.as_ref().filter(|_| lines.is_empty())
        && !is_known(session, id)?
    {
        let unknown = [("id", id.as_str())];
        return Err(error_message::localized(ErrorKind::NotFound, "usage-journal-unknown", &unknown).into());
    }
    let keys = pending_keys(session)?;
    // Later entries of a created deal may be under the id from the service instead of its temporary id.
    let given_up = lines.iter().any(|line| line.outcome == WriteOutcome::Discarded);
    let since = if given_up && args.id.is_some() { history.journal(usize::MAX)? } else { lines.clone() };
    let out_style = context.out.style();
    let (kind, records) = if out_style.format == OutputFormat::Table {
        let recent = journal::latest_entries(&lines).into_iter().filter(|entry| is_recent(entry.at));
        let records = recent.map(|entry| to_text_record(out_style, entry, &since, &keys));
        (OutputKind::JournalText, records.collect::<Result<Vec<_>, Error>>()?)
    } else {
        let recent = lines.iter().filter(|entry| is_recent(entry.at));
        let records = recent.map(|entry| {
            to_record(entry, journal::is_restored(entry, &since, keys.contains_key(&entry.outbox_id)))
        });
        (OutputKind::Journal, records.collect::<Result<Vec<_>, Error>>()?)
    };
    context.print_list(kind, records)
}

/// Resource kinds that can be written.
const WRITABLE_KINDS: [store::RecordKind; 4] = [
    store::RecordKind::Deal,
    store::RecordKind::Notification,
    store::RecordKind::Task,
    store::RecordKind::View,
];

/// Returns whether the record is cached, has an outbox entry, or has history.
fn is_known(session: &Session, id: &str) -> Result<bool, Error> {
    let store = session.store()?;
    if store.outbox().entries()?.iter().any(|row| row.record == id)
        || !store.history().entries_of(id)?.is_empty()
    {
        return Ok(true);
    }
    for kind in WRITABLE_KINDS {
        if store.cache().get(kind, "", id)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Records the outcome of an attempt in the journal. A failure here does not affect the write.
pub(super) fn record_attempt(session: &Session, tried: &JournaledAttempt<'_>) {
    log_failure(session.store().and_then(|store| {
        let result = engine::journal_attempt(store, session.client(), tried, Timestamp::now());
        Ok(result.map_err(|error| store.diagnose(error))?)
    }));
}

/// Records the outcome of writes that were never sent.
pub(super) fn record_unsent(session: &Session, rows: &[OutboxEntry], became: WriteOutcome) {
    let result =
        session.store().and_then(|store| Ok(engine::journal_unsent(store, rows, became, Timestamp::now())?));
    log_failure(result);
}

fn log_failure(result: Result<(), Error>) {
    if let Err(error) = result {
        tracing::warn!(%error, "failed to update the write journal");
    }
}

/// Returns the idempotency keys of the outbox entries by number.
///
/// An entry that this version cannot read has an empty key.
fn pending_keys(session: &Session) -> Result<BTreeMap<i64, String>, Error> {
    let (rows, sealed) = session.store()?.outbox().all_entries()?;
    let read = rows.iter().map(|row| (row.seq, row.key.as_str().to_owned()));
    let unread = sealed.iter().map(|row| (row.seq, String::new()));
    Ok(read.chain(unread).collect())
}

/// Returns an entry as text for users: time, record, changed fields and outcome.
fn to_text_record(
    out_style: &OutputStyle,
    entry: &JournalEntry,
    lines: &[JournalEntry],
    waiting: &BTreeMap<i64, String>,
) -> Result<Record, Error> {
    let key = waiting.get(&entry.outbox_id).map(String::as_str);
    let text = journal::journal_text((out_style.lang, &out_style.zone), entry, lines, key);
    let name = if entry.label.is_empty() { &entry.record } else { &entry.label };
    Ok(Fields::new()
        .set("when", &date::date_time_short(date::local(entry.at, &out_style.zone)))
        .set("label", name)
        .set("change", &text.text)
        .set("outcome", &text.outcome)
        .set("attempts", &entry.attempts)
        .to_record()?)
}

/// Returns an entry for scripts. `restored` is true if the discarded write was restored later.
fn to_record(entry: &JournalEntry, restored: bool) -> Result<Record, Error> {
    let spec = entry.operation.spec();
    let mut fields = Fields::new();
    fields
        .set_text("decided_at", &entry.at.to_string())
        .set_text("operation", spec.name)
        .set_text("method", spec.method.as_str())
        .set_text("record", &entry.record)
        .set_text("label", &entry.label)
        .set_text("outcome", entry.outcome.name());
    for (name, object) in [("before", &entry.before), ("after", &entry.after)] {
        fields.set_json(name, object.as_deref().unwrap_or("null"))?;
    }
    fields
        .set("reason", &entry.reason)
        .set("attempts", &entry.attempts)
        .set("idempotency_key", &entry.key)
        .set("request_id", &entry.request_id)
        .set("status", &entry.status)
        .set_json("problem", entry.problem.as_deref().unwrap_or("null"))?
        .set("asked_at", &entry.requested_at.to_string())
        .set("outbox_id", &entry.outbox_id)
        .set("taken_up", &restored);
    Ok(fields.to_record()?)
}

fn request_record(entry: &RequestLine) -> Result<Record, ShapeError> {
    Fields::new()
        .set("sent_at", &entry.at.to_string())
        .set("method", &entry.method)
        .set("path", &entry.path)
        .set("status", &entry.status)
        .set("fault", &entry.fault)
        .set("request_id", &entry.request_id)
        .set("attempt", &entry.attempt)
        .set("duration_ms", &u64::try_from(entry.took.as_millis()).unwrap_or(u64::MAX))
        .to_record()
}
