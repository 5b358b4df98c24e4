//! When a write leaves: one program at a time, and the writes to one record in their order.

use std::time::Duration;

use encours_core::contract::OperationId;
use encours_core::error::Error;
use encours_core::store::{Outbox, Row, RowState};
use jiff::Timestamp;
use tokio::time::{Instant, sleep};

use super::super::super::interrupt;
use super::super::super::said;
use super::super::super::session::Session;
use super::{Order, Sent, of, one};

/// How long a row counts as being sent by us without a sign of life, beyond the call's own bound.
const MARGIN: Duration = Duration::from_secs(30);

/// How often to look whether another program has given the right to send back.
pub(super) const TURN: Duration = Duration::from_millis(100);

/// Sends what waits for the row's record, in order, the row itself last.
pub(in super::super) async fn deliver(
    session: &Session,
    outbox: &Outbox,
    row: &Row,
    order: Order,
) -> Result<Sent, Error> {
    tokio::select! {
        sent = in_turn(session, outbox, row, order) => sent,
        () = interrupt::asked() => {
            let left = outbox.get(row.seq)?.is_some_and(|row| row.state == RowState::Sending && row.ever_sent);
            Err(of(row, Error::interrupted()).with_outcome_unknown(left))
        }
    }
}

async fn in_turn(session: &Session, outbox: &Outbox, row: &Row, order: Order) -> Result<Sent, Error> {
    let deadline = session.client().deadline();
    if let Some(other) = take_turn(session, outbox, deadline).await? {
        return Ok(Sent::Kept(other));
    }
    let sent = in_order(session, outbox, row, (order, deadline)).await;
    outbox.yield_lease()?;
    sent
}

async fn in_order(
    session: &Session,
    outbox: &Outbox,
    row: &Row,
    (order, deadline): (Order, Instant),
) -> Result<Sent, Error> {
    let ahead: Vec<Row> = outbox
        .rows()?
        .into_iter()
        .filter(|other| other.seq < row.seq && other.subject() == row.subject())
        .collect();
    for earlier in ahead {
        // A parked change stops nobody; what was to be created does not exist before it is.
        if earlier.state.is_parked() {
            if earlier.operation == OperationId::DealsCreate {
                return Ok(Sent::Kept(said::queued("usage-write-uncreated")));
            }
            continue;
        }
        match one(session, outbox, earlier.seq, (Order::Later, deadline)).await? {
            Sent::Kept(error) => return Ok(Sent::Kept(error)),
            Sent::Refused(error) if error.outcome_unknown() => {
                return Ok(Sent::Kept(said::queued("usage-write-behind")));
            }
            Sent::Refused(_) | Sent::Applied(_) => {}
        }
    }
    one(session, outbox, row.seq, (order, deadline)).await
}

/// Waits until this program may send; an error where another one does not let go in time.
async fn take_turn(session: &Session, outbox: &Outbox, deadline: Instant) -> Result<Option<Error>, Error> {
    loop {
        match outbox.lease(Timestamp::now(), term(session), true)? {
            None => return Ok(None),
            Some(_) if Instant::now() >= deadline => {
                return Ok(Some(said::queued("usage-write-turn")));
            }
            Some(_) => sleep(TURN).await,
        }
    }
}

pub(super) fn term(session: &Session) -> Duration {
    session.config().timeout.saturating_add(MARGIN)
}
