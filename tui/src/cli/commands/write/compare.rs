//! Compares the record with a write before it is sent.
//!
//! This is needed if the write may have been applied, or if its base values may be old.

use encours_core::contract::precondition::{PreconditionResult, changed_fields, compare};
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{ReadMarker, has_written_values, is_current, last_known};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, OutboxEntry, WriteSeq};

use super::super::super::session::Session;
use super::super::cache_write;
use super::WriteBasis;

/// Result of the comparison before a write is sent.
pub(super) enum CompareResult {
    /// No conflict: send it.
    Send,
    /// Already applied; the current record, and the change counter from before it was loaded.
    AlreadyDone(Option<Record>, WriteSeq),
    /// Another client changed these fields since the user saw them.
    Changed(Fields),
    /// Another client deleted the deal; its last known record.
    Deleted(Record),
}

/// Compares the record with the write before sending, because the service has no `If-Match`.
///
/// This happens if an earlier attempt got no answer, if the write is sent later than requested, or if it
/// appears to change nothing.
pub(super) async fn compare_first(
    session: &Session,
    row: &OutboxEntry,
    order: WriteBasis,
) -> Result<CompareResult, Error> {
    let base = Fields::parse(&row.base)?;
    let later = order == WriteBasis::AsSeen && !base.is_empty();
    let wanted = match row.operation {
        OperationId::DealsUpdate => row.outcome_unknown || later || is_cached_equal(session, row)?,
        OperationId::DealsDelete => row.outcome_unknown || later,
        _ => false,
    };
    if !wanted {
        return Ok(CompareResult::Send);
    }
    let read_seq = cache_write::current_seq(session);
    let current = session.client().deal(&row.record.parse()?).await;
    if row.operation == OperationId::DealsDelete {
        return match current {
            Ok(current) => Ok(match changed_fields(&base, current.record()) {
                Some(theirs) if later => cache_changed(session, (current.record(), read_seq), theirs),
                _ => CompareResult::Send,
            }),
            // After an earlier attempt, 404 means that the deletion is done. Otherwise the caller decides.
            Err(error)
                if row.ever_sent && error.kind() == ErrorKind::NotFound && !error.is_token_exchange() =>
            {
                Ok(CompareResult::AlreadyDone(None, read_seq))
            }
            Err(error) => Err(error),
        };
    }
    let current = match current {
        Ok(current) => current.record().clone(),
        Err(error) => {
            let is_deleted = order == WriteBasis::AsSeen
                && error.kind() == ErrorKind::NotFound
                && !error.is_token_exchange();
            let known = if is_deleted { last_known(session.store()?, &row.record)? } else { None };
            return known.map(CompareResult::Deleted).ok_or(error);
        }
    };
    Ok(match compare(&Fields::parse(&row.body)?, &base, &current) {
        PreconditionResult::AlreadyApplied => CompareResult::AlreadyDone(Some(current), read_seq),
        PreconditionResult::Unchanged => CompareResult::Send,
        // An explicit command applies to the current record, so older base values do not matter.
        PreconditionResult::Changed(_) if order == WriteBasis::Current && !row.outcome_unknown => {
            // Cache the record, because these are the values that the write replaces.
            cache_write::cache_record(session, store::RecordKind::Deal, "", &current, read_seq);
            CompareResult::Send
        }
        PreconditionResult::Changed(theirs) => cache_changed(session, (&current, read_seq), theirs),
    })
}

/// Returns the current deal if a sync loaded other values during the write.
///
/// If another client has changed the deal since the write, the result includes the change counter from before
/// the load.
pub(super) async fn newest_deal(
    session: &Session,
    row: &OutboxEntry,
    read_marker: ReadMarker,
    answer: &Record,
) -> Option<(Record, Option<WriteSeq>)> {
    let is_of_deal = matches!(row.operation, OperationId::DealsCreate | OperationId::DealsUpdate);
    if !is_of_deal || !read_marker.is_outdated(session.store().ok()?, answer) {
        return None;
    }
    let (id, written) = (answer.text("id")?.parse().ok()?, Fields::parse(&row.body).ok()?);
    let read_seq = cache_write::current_seq(session);
    match session.client().deal(&id).await {
        Ok(now) => {
            let now = now.record().clone();
            let since = (!has_written_values(&written, &now)).then_some(read_seq);
            Some((now, since))
        }
        Err(error) => {
            tracing::info!(%error, "failed to reload a deal that was synced during its write");
            None
        }
    }
}

/// Replaces the base values of an explicit change by the cached values of the service.
///
/// The user's own pending values may have been rejected since, so they are not a valid base.
pub(super) fn rebase_on_cache(
    session: &Session,
    row: OutboxEntry,
    order: WriteBasis,
) -> Result<OutboxEntry, Error> {
    if order == WriteBasis::AsSeen || row.operation != OperationId::DealsUpdate {
        return Ok(row);
    }
    let Some(current) = session.store()?.cache().get(store::RecordKind::Deal, "", &row.record)? else {
        return Ok(row);
    };
    let (current, mut base) = (Record::parse(current.body)?, Fields::parse(&row.base)?);
    let fields_seen: Vec<String> = base.names().map(str::to_owned).collect();
    for name in fields_seen {
        match current.raw(&name) {
            Some(raw) => base.set_raw(&name, raw.to_owned()),
            None => base.set_null(&name),
        };
    }
    Ok(OutboxEntry { base: base.to_body(), ..row })
}

/// Returns whether the cached deal already has the wanted values.
fn is_cached_equal(session: &Session, row: &OutboxEntry) -> Result<bool, Error> {
    let wanted = Fields::parse(&row.body)?;
    Ok(is_current(session.store()?, row.operation, &row.record, &wanted)?)
}

/// Caches the loaded record, so that the user resolves the conflict on current values.
fn cache_changed(
    session: &Session,
    (current, read_seq): (&Record, WriteSeq),
    theirs: Fields,
) -> CompareResult {
    cache_write::cache_record(session, store::RecordKind::Deal, "", current, read_seq);
    CompareResult::Changed(theirs)
}
