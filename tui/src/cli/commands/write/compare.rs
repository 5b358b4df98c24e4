//! Reading the record before a write is sent, where the write may have left before or what the person saw may be old.

use encours_core::contract::precondition::{Verdict, changed, compare};
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{LeftAt, is_as_wanted, is_so, last_known};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, Change, Row};

use super::super::super::session::Session;
use super::super::cache_write;
use super::Order;

/// What the service's record says before a write is sent.
pub(super) enum Look {
    /// Nothing stands against sending it.
    Send,
    /// It has been applied already; the record as it is now, and what was noted before it was read.
    Done(Option<Record>, Change),
    /// Somebody else changed these fields since the person saw them.
    Changed(Fields),
    /// Somebody else deleted the deal; as it was last known here.
    Gone(Record),
}

/// Reads the record where a write left before without an answer, leaves later than it was asked for, or would change
/// nothing as far as is known here: there is no `If-Match`.
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
            // Sent before, it has been done; else it is for the caller to say who did it.
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
        // An order of now stands, whatever was read here before.
        Verdict::Changed(_) if order == Order::Now && !row.doubtful => {
            // What it goes over is what stood there before.
            cache_write::record(session, store::Kind::Deal, "", &held, asked);
            Look::Send
        }
        Verdict::Changed(theirs) => found_changed(session, (&held, asked), theirs),
    })
}

/// The deal as it is now, where it was read otherwise while the answer to a write of it was on its way; with what was noted
/// before it was read, where somebody has changed it since the write.
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
            tracing::info!(%error, "a deal that was read while it was written could not be read once more");
            None
        }
    }
}

/// A change that leaves whatever the record is, as over what the service was last read to hold: what the person saw of their
/// own that waited may have come to nothing since, and is not what stood there before.
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

/// Whether the deal is as it is wanted, as far as is known here.
fn is_so_here(session: &Session, row: &Row) -> Result<bool, Error> {
    let wanted = Fields::parse(&row.body)?;
    Ok(is_so(session.store()?, row.operation, &row.record, &wanted)?)
}

/// What the person decides over is what they see from here on.
fn found_changed(session: &Session, (held, asked): (&Record, Change), theirs: Fields) -> Look {
    cache_write::record(session, store::Kind::Deal, "", held, asked);
    Look::Changed(theirs)
}
