//! Compares the record with a write before it is sent.
//!
//! This is needed if the write may have been applied, or if its base values may be old.

use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{Comparison, compare_first, is_current};
use encours_core::error::Error;
use encours_core::store::{self, OutboxEntry, WriteSeq};

use super::super::super::session::Session;
use super::super::cache_write;
use super::WriteBasis;

/// Compares the record with the write before sending. Also returns the change counter from before it was loaded.
///
/// This happens if an earlier attempt got no answer, if the write is sent later than requested, or if it
/// appears to change nothing. An explicit command applies to the current record, so older base values do not
/// matter.
pub(super) async fn compare_if_needed(
    session: &Session,
    row: &OutboxEntry,
    order: WriteBasis,
) -> Result<(Comparison, WriteSeq), Error> {
    let later = order == WriteBasis::AsSeen && !Fields::parse(&row.base)?.is_empty();
    let wanted = match row.operation {
        OperationId::DealsUpdate => row.outcome_unknown || later || is_cached_equal(session, row)?,
        OperationId::DealsDelete => row.outcome_unknown || later,
        _ => false,
    };
    if !wanted {
        return Ok((Comparison::Unchanged, WriteSeq::default()));
    }
    let read_seq = cache_write::current_seq(session);
    let guards_base = order == WriteBasis::AsSeen;
    let compared = compare_first(session.client(), session.store()?, row, guards_base).await?;
    // Cache the values that the write replaces, or on which the user resolves the conflict.
    if let Comparison::Overwrites(deal) | Comparison::Changed { deal, .. } = &compared {
        cache_write::cache_record(session, store::RecordKind::Deal, "", deal.record(), read_seq);
    }
    Ok((compared, read_seq))
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
    let fields = Fields::parse(&row.body)?;
    Ok(is_current(session.store()?, row.operation, &row.record, &fields)?)
}
