//! Compares the record with a write before it is sent.
//!
//! This is needed if the write may have been applied, or if its base values may be old.

use encours_core::contract::precondition::{Verdict, changed, compare};
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{LeftAt, is_as_wanted, is_so, last_known};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, Change, Row};

use super::super::super::session::Session;
use super::super::cache_write;
use super::Order;

/// Result of the comparison before a write is sent.
pub(super) enum Look {
    /// No conflict: send it.
    Send,
    /// Already applied; the current record, and the change counter from before it was loaded.
    Done(Option<Record>, Change),
    /// Another client changed these fields since the user saw them.
    Changed(Fields),
    /// Another client deleted the deal; its last known record.
    Gone(Record),
}

/// Compares the record with the write before sending, because the service has no `If-Match`.
///
/// This happens if an earlier attempt got no answer, if the write is sent later than requested, or if it
/// appears to change nothing.
pub(super) async fn look_first(session: &Session, row: &Row, order: Order) -> Result<Look, Error> {
    let base = Fields::parse(&row.base)?;
    let later = order == Order::Later && !base.is_empty();
    let wanted = match row.operation {
        OperationId::DealsUpdate => row.doubtful || later || is_so_here(session, row)?,
        OperationId::DealsDelete => row.doubtful || later,
        _ => false,
    };
    if !wanted {
        return Ok(Look::Send);
    }
    let asked = cache_write::asking(session);
    let held = session.client().deal(&row.record.parse()?).await;
    if row.operation == OperationId::DealsDelete {
        return match held {
            Ok(held) => Ok(match changed(&base, held.record()) {
                Some(theirs) if later => found_changed(session, (held.record(), asked), theirs),
                _ => Look::Send,
            }),
            // After an earlier attempt, 404 means that the deletion is done. Otherwise the caller decides.
            Err(error)
                if row.ever_sent && error.kind() == ErrorKind::NotFound && !error.is_of_the_exchange() =>
            {
                Ok(Look::Done(None, asked))
            }
            Err(error) => Err(error),
        };
    }
    let held = match held {
        Ok(held) => held.record().clone(),
        Err(error) => {
            let gone =
                order == Order::Later && error.kind() == ErrorKind::NotFound && !error.is_of_the_exchange();
            let known = if gone {
                last_known(session.store()?, &row.record)?
            } else {
                None
            };
            return known.map(Look::Gone).ok_or(error);
        }
    };
    Ok(match compare(&Fields::parse(&row.body)?, &base, &held) {
        Verdict::Done => Look::Done(Some(held), asked),
        Verdict::Clear => Look::Send,
        // An explicit command applies to the current record, so older base values do not matter.
        Verdict::Changed(_) if order == Order::Now && !row.doubtful => {
            // Cache the record, because these are the values that the write replaces.
            cache_write::record(session, store::Kind::Deal, "", &held, asked);
            Look::Send
        }
        Verdict::Changed(theirs) => found_changed(session, (&held, asked), theirs),
    })
}

/// Returns the current deal if a sync loaded other values during the write.
///
/// If another client has changed the deal since the write, the result includes the change counter from before
/// the load.
pub(super) async fn newest(
    session: &Session,
    row: &Row,
    left: LeftAt,
    answer: &Record,
) -> Option<(Record, Option<Change>)> {
    let is_of_deal = matches!(row.operation, OperationId::DealsCreate | OperationId::DealsUpdate);
    if !is_of_deal || !left.is_overtaken(session.store().ok()?, answer) {
        return None;
    }
    let (id, written) = (answer.text("id")?.parse().ok()?, Fields::parse(&row.body).ok()?);
    let asked = cache_write::asking(session);
    match session.client().deal(&id).await {
        Ok(now) => {
            let now = now.record().clone();
            let since = (!is_as_wanted(&written, &now)).then_some(asked);
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
pub(super) fn over_held(session: &Session, row: Row, order: Order) -> Result<Row, Error> {
    if order == Order::Later || row.operation != OperationId::DealsUpdate {
        return Ok(row);
    }
    let Some(held) = session.store()?.cache().get(store::Kind::Deal, "", &row.record)? else {
        return Ok(row);
    };
    let (held, mut base) = (Record::parse(held.body)?, Fields::parse(&row.base)?);
    let seen: Vec<String> = base.names().map(str::to_owned).collect();
    for name in seen {
        match held.raw(&name) {
            Some(raw) => base.set_raw(&name, raw.to_owned()),
            None => base.set_null(&name),
        };
    }
    Ok(Row {
        base: base.to_body(),
        ..row
    })
}

/// Returns whether the cached deal already has the wanted values.
fn is_so_here(session: &Session, row: &Row) -> Result<bool, Error> {
    let wanted = Fields::parse(&row.body)?;
    Ok(is_so(session.store()?, row.operation, &row.record, &wanted)?)
}

/// Caches the loaded record, so that the user resolves the conflict on current values.
fn found_changed(session: &Session, (held, asked): (&Record, Change), theirs: Fields) -> Look {
    cache_write::record(session, store::Kind::Deal, "", held, asked);
    Look::Changed(theirs)
}
