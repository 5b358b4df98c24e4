//! When a write leaves: one program at a time, and the writes to one record in their order. What a window holds of the same
//! record goes before it and is not hurried: nothing of it leaves before its hold has ended, so the command waits for that
//! where its time reaches so far, and else ends at once and says until when. Having waited, it leaves later than it was asked
//! for and is compared first. What the last session left held is held again by the next one: it is not waited for.

use std::time::Duration;

use encours_core::contract::OperationId;
use encours_core::error::{Error, ErrorKind};
use encours_core::local_zone::local_zone;
use encours_core::store::{Outbox, Row, RowState, StoreError};
use encours_core::text::date;
use jiff::Timestamp;
use tokio::time::{Instant, sleep};

use super::super::super::session::Session;
use super::super::super::{error_message, limit, signals};
use super::peer_listener::Door;
use super::rate_limited::one;
use super::rejected::is_decided;
use super::sent_by_peer::{Standing, kept_by, standing};
use super::{Order, Sent, of};

/// How long the right to send is ours without a sign of life.
pub(super) const TERM: Duration = Duration::from_secs(15);

/// How often a sign of life is given. A program that is stopped gives none, and is waited for no longer than the term.
const BEAT: Duration = Duration::from_secs(5);

/// What is left at the least for an answer to a write whose turn came late.
pub(super) const TURN: Duration = Duration::from_millis(100);

/// Sends what waits for the row's record, in order, the row itself last.
pub(in super::super) async fn deliver(
    session: &Session,
    outbox: &Outbox,
    row: &Row,
    order: Order,
) -> Result<Sent, Error> {
    limit::lift();
    let left = || -> Result<bool, Error> {
        let row = outbox.get(row.seq)?;
        Ok(row.is_some_and(|row| row.state == RowState::Sending && row.ever_sent))
    };
    let sent = tokio::select! {
        sent = in_turn(session, outbox, row, order) => sent.and_then(|sent| doubted(outbox, row, sent)),
        error = beat(outbox, TERM, BEAT) => Err(error),
        () = signals::asked() => {
            Err(of(row, Error::interrupted()).with_outcome_unknown(left()?))
        }
        // Only what asks for no answer of the service takes longer: a command that gives the secret, say.
        () = limit::passed() => Ok(Sent::Kept(limit::over().with_outcome_unknown(left()?))),
    };
    // What stood and was tried in vain stands again: nobody has decided about it.
    if row.state.is_parked()
        && came_to_nothing(&sent)
        && let Err(error) = outbox.put_back(row, row)
    {
        tracing::warn!(%error, outbox_id = row.seq, "a write that stood waits now");
    }
    match sent {
        Err(error) if error.local().is_some() => still_kept(outbox, row, error),
        sent => sent,
    }
}

/// What failed on this machine once the write was in the outbox is told with the write: it is kept there, and may have
/// been applied where it has left.
fn still_kept(outbox: &Outbox, row: &Row, error: Error) -> Result<Sent, Error> {
    match outbox.get(row.seq) {
        Ok(Some(now)) => Ok(Sent::Kept(error.with_outcome_unknown(now.in_doubt()))),
        _ => Err(error),
    }
}

/// Whether an attempt ended without the service having decided about the write.
pub(in super::super) fn came_to_nothing(sent: &Result<Sent, Error>) -> bool {
    match sent {
        Ok(Sent::Applied(_) | Sent::AlreadySo(_) | Sent::AlreadyGone) => false,
        Ok(Sent::Refused(error)) => !is_decided(error),
        Ok(Sent::Kept(_)) | Err(_) => true,
    }
}

/// Prolongs what is ours for as long as this program runs; ends only where the store fails. A disk that is full fails for
/// the sign alone: what is on its way is waited for, and whoever takes it over meanwhile sends it under its key.
async fn beat(outbox: &Outbox, term: Duration, pause: Duration) -> Error {
    loop {
        sleep(pause).await;
        // Before it is our turn there is nothing to prolong.
        let prolonged = outbox.prolong_lease(Timestamp::now(), term);
        match prolonged {
            Err(StoreError::Hindered(why)) => tracing::warn!(%why, "no sign of life could be given"),
            Err(error) => return error.into(),
            Ok(_) => {}
        }
    }
}

/// Whatever keeps a write here, that it may have been applied already is said wherever it is spoken of.
fn doubted(outbox: &Outbox, row: &Row, sent: Sent) -> Result<Sent, Error> {
    let Sent::Kept(error) = sent else {
        return Ok(sent);
    };
    let doubt = outbox.get(row.seq)?.is_some_and(|row| row.in_doubt());
    let unknown = doubt || error.outcome_unknown();
    Ok(Sent::Kept(error.with_outcome_unknown(unknown)))
}

async fn in_turn(session: &Session, outbox: &Outbox, row: &Row, order: Order) -> Result<Sent, Error> {
    let deadline = session.client().deadline();
    let door = Door::of(outbox);
    // A row that was parked before is asked for again, once it is our turn.
    let mut asked = !row.state.is_parked();
    let mut again = true;
    let mut order = order;
    loop {
        if let Some(held) = held_before(outbox, row)? {
            // Whoever holds it is to send it, and whatever waits beside it.
            outbox.yield_lease()?;
            let left = deadline.saturating_duration_since(Instant::now());
            let hold =
                Duration::try_from(held.not_before.duration_since(Timestamp::now())).unwrap_or_default();
            if hold >= left || !outbox.in_company() {
                return Ok(Sent::Kept(behind_held(outbox, &held)));
            }
            order = Order::Later;
            door.rung(hold).await;
            continue;
        }
        let ours = outbox.lease(Timestamp::now(), TERM, true)?.is_none();
        if ours {
            // What another program was refused meanwhile is not asked for again.
            let refused = asked && outbox.get(row.seq)?.is_some_and(|row| row.state.is_parked());
            let sent = if refused {
                Ok(None)
            } else {
                in_order(session, outbox, row, (order, deadline)).await
            };
            // With this program it goes back in any case.
            let given_back = outbox.yield_lease();
            if let Some(sent) = sent? {
                return Ok(sent);
            }
            given_back?;
            asked = true;
        }
        let key = match standing(session, outbox, row).await? {
            Standing::Ended(sent) if asked => return Ok(sent),
            Standing::Sending => "usage-write-elsewhere",
            // Between our look and this one it may have come back from whoever had it; but not twice.
            _ if ours && !again => return Ok(Sent::Kept(kept_by(outbox, "usage-write-elsewhere"))),
            _ if ours => {
                again = false;
                continue;
            }
            _ => "usage-write-turn",
        };
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(Sent::Kept(kept_by(outbox, key)));
        }
        door.rung(left).await;
    }
}

/// The first write of the same record that is held before `row`: what a window holds until its hold ends, and what a session
/// that is gone was holding until another one begins.
fn held_before(outbox: &Outbox, row: &Row) -> Result<Option<Row>, Error> {
    let now = Timestamp::now();
    let mut rows = outbox.rows()?.into_iter();
    let held = rows.find(|other| {
        let before = other.seq < row.seq && other.subject() == row.subject() && other.locked.is_none();
        before && other.state == RowState::Held
    });
    Ok(held.filter(|held| held.not_before > now || !outbox.in_company()))
}

/// Why a write waits behind one that is held.
fn behind_held(outbox: &Outbox, held: &Row) -> Error {
    let id = held.seq.to_string();
    if !outbox.in_company() {
        return error_message::of(ErrorKind::Queued, "usage-write-held-over", &[("id", &id)]);
    }
    let until = date::time_seconds(date::local(held.not_before, &local_zone()).time());
    let args = [("id", &*id), ("until", &*until)];
    error_message::of(ErrorKind::Queued, "usage-write-held", &args)
}

/// Nothing where another program has one of the rows.
async fn in_order(
    session: &Session,
    outbox: &Outbox,
    row: &Row,
    (order, deadline): (Order, Instant),
) -> Result<Option<Sent>, Error> {
    let ahead: Vec<Row> = outbox
        .rows()?
        .into_iter()
        .filter(|other| other.seq < row.seq && other.subject() == row.subject())
        .collect();
    for earlier in ahead {
        // A parked change stops nobody; what was to be created does not exist before it is.
        if earlier.state.is_parked() {
            if earlier.operation == OperationId::DealsCreate {
                return Ok(Some(Sent::Kept(error_message::queued("usage-write-uncreated"))));
            }
            continue;
        }
        match one(session, outbox, earlier.seq, (Order::Later, deadline)).await? {
            None => return Ok(None),
            Some(Sent::Kept(error)) => return Ok(Some(Sent::Kept(error))),
            Some(Sent::Refused(error)) if error.outcome_unknown() => {
                return Ok(Some(Sent::Kept(error_message::queued("usage-write-behind"))));
            }
            // What is behind a creation has no record to go to until that is done.
            Some(Sent::Refused(_)) if earlier.operation == OperationId::DealsCreate => {
                return Ok(Some(Sent::Kept(error_message::queued("usage-write-uncreated"))));
            }
            Some(Sent::Refused(_) | Sent::Applied(_) | Sent::AlreadySo(_) | Sent::AlreadyGone) => {}
        }
    }
    one(session, outbox, row.seq, (order, deadline)).await
}

#[cfg(test)]
mod tests {
    use encours_core::store::Store;

    use super::*;

    #[tokio::test]
    async fn who_reads_before_it_writes_gives_signs_of_life() {
        let tmp = tempfile::tempdir().unwrap();
        let open = || Store::open(tmp.path(), Timestamp::now()).unwrap();
        let (mine, other) = (open(), open());
        let lease = |store: &Store| {
            store
                .outbox()
                .lease(Timestamp::now(), Duration::from_secs(2), true)
        };
        assert_eq!(lease(&mine).unwrap(), None);
        let first = lease(&other).unwrap().unwrap();
        // As long as the service takes to answer: the right to send is prolonged meanwhile.
        let reading = async {
            while lease(&other).unwrap().unwrap() < first + Duration::from_secs(30) {
                tokio::task::yield_now().await;
            }
        };
        let pause = Duration::from_millis(1);
        tokio::select! {
            error = beat(mine.outbox(), Duration::from_mins(1), pause) => panic!("{error}"),
            read = tokio::time::timeout(Duration::from_secs(20), reading) => read.unwrap(),
        }
        assert!(BEAT * 2 < TERM, "a sign that comes late is still in time");
        mine.outbox().yield_lease().unwrap();
        assert_eq!(lease(&other).unwrap(), None);
    }
}
