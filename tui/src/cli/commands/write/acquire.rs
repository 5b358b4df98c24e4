//! Decides when a write is sent: one process at a time, and the writes to one record in order.
//!
//! An earlier write to the same record may still be in the undo window of another process. It is sent first,
//! after its window ends. The command waits for that if its timeout allows, else it ends at once and names the
//! time. After such a wait the write is compared first. Entries that an ended session left in their undo window
//! are not waited for: their window restarts at the next launch.

use std::time::Duration;

use encours_core::engine::{SignalReceiver, is_decision};
use encours_core::local_zone::local_zone;
use encours_core::store::{Outbox, StoreError};
use tokio::time::{Instant, sleep, timeout};

use super::super::super::signals;
use super::rate_limited::send_limited;
use super::sent_by_peer::{PeerSendState, not_sent_error, send_state};
use super::{SendResult, WriteBasis, with_entry};
use crate::cli::prelude::*;

/// Duration of the send lease without renewal.
pub(super) const LEASE_TERM: Duration = Duration::from_secs(15);

/// Interval of lease renewals. A stopped process renews nothing, so others wait no longer than the lease.
const RENEW_INTERVAL: Duration = Duration::from_secs(5);

/// Polling interval as a fallback: a datagram may be lost, and a killed process sends none.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Sends the pending writes to the entry's record in order, the entry itself last.
pub(in super::super) async fn deliver(
    session: &Session,
    outbox: &Outbox,
    row: &OutboxEntry,
    order: WriteBasis,
) -> Result<SendResult, Error> {
    limit::disarm();
    let is_sent = || -> Result<bool, Error> {
        let row = outbox.get(row.seq)?;
        Ok(row.is_some_and(|row| row.state == EntryState::Sending && row.ever_sent))
    };
    let sent = tokio::select! {
        sent = send_with_lease(session, outbox, row, order) => sent.and_then(|sent| mark_in_doubt(outbox, row, sent)),
        error = renew_lease(outbox, LEASE_TERM, RENEW_INTERVAL) => Err(error),
        () = signals::received() => {
            Err(with_entry(row, Error::interrupted()).with_outcome_unknown(is_sent()?))
        }
        // Reached only if something other than a request takes longer, such as the command that provides the
        // secret.
        () = limit::timed_out() => Ok(SendResult::StillPending(limit::timeout_error().with_outcome_unknown(is_sent()?))),
    };
    // A blocked entry whose retry failed without a decision becomes blocked again.
    if row.state.is_blocked()
        && is_undecided(&sent)
        && let Err(error) = outbox.restore_blocked(row, row)
    {
        tracing::warn!(%error, outbox_id = row.seq, "failed to restore the blocked entry");
    }
    match sent {
        Err(error) if error.disk_error().is_some() => to_still_pending(outbox, row, error),
        sent => sent,
    }
}

/// Converts a local failure to `Kept`, because the write is still in the outbox.
///
/// The write may have been applied if it was sent.
fn to_still_pending(outbox: &Outbox, row: &OutboxEntry, error: Error) -> Result<SendResult, Error> {
    match outbox.get(row.seq) {
        Ok(Some(now)) => Ok(SendResult::StillPending(error.with_outcome_unknown(now.in_doubt()))),
        _ => Err(error),
    }
}

/// Returns whether an attempt ended without a decision by the service.
pub(in super::super) fn is_undecided(sent: &Result<SendResult, Error>) -> bool {
    match sent {
        Ok(SendResult::Applied(_) | SendResult::AlreadyEqual(_) | SendResult::AlreadyDeleted) => false,
        Ok(SendResult::Rejected(error)) => !is_decision(error),
        Ok(SendResult::StillPending(_)) | Err(_) => true,
    }
}

/// Renews the send lease while the process runs; returns only if the store fails.
///
/// A full disk only prevents the renewal: the current request continues, and a process that takes over repeats
/// it under the same key.
async fn renew_lease(outbox: &Outbox, term: Duration, pause: Duration) -> Error {
    loop {
        sleep(pause).await;
        // While another process has the lease, this renews nothing.
        let prolonged = outbox.renew_lease(Timestamp::now(), term);
        match prolonged {
            Err(StoreError::Unavailable(reason)) => tracing::warn!(%reason, "failed to renew the send lease"),
            Err(error) => return error.into(),
            Ok(_) => {}
        }
    }
}

/// Marks a kept write's error as "outcome unknown" if it may have been applied.
fn mark_in_doubt(outbox: &Outbox, row: &OutboxEntry, sent: SendResult) -> Result<SendResult, Error> {
    let SendResult::StillPending(error) = sent else {
        return Ok(sent);
    };
    let is_in_doubt = outbox.get(row.seq)?.is_some_and(|row| row.in_doubt());
    let unknown = is_in_doubt || error.outcome_unknown();
    Ok(SendResult::StillPending(error.with_outcome_unknown(unknown)))
}

async fn send_with_lease(
    session: &Session,
    outbox: &Outbox,
    row: &OutboxEntry,
    order: WriteBasis,
) -> Result<SendResult, Error> {
    let deadline = session.client().deadline();
    let signals = SignalReceiver::bind(outbox);
    // A blocked entry is retried only with the lease, so its old state does not count before that.
    let mut is_requested = !row.state.is_blocked();
    let mut again = true;
    let mut order = order;
    loop {
        if let Some(scheduled) = scheduled_before(outbox, row)? {
            // The process with the scheduled entry must send it, and everything else that is pending.
            outbox.yield_lease()?;
            let remaining = deadline.saturating_duration_since(Instant::now());
            let lease =
                Duration::try_from(scheduled.not_before.duration_since(Timestamp::now())).unwrap_or_default();
            if lease >= remaining || !outbox.has_peers() {
                return Ok(SendResult::StillPending(scheduled_reason(outbox, &scheduled)));
            }
            order = WriteBasis::AsSeen;
            await_signal(signals.as_ref(), lease).await;
            continue;
        }
        let ours = outbox.lease(Timestamp::now(), LEASE_TERM, true)?.is_none();
        if ours {
            // If another process was rejected meanwhile, do not retry.
            let rejected = is_requested && outbox.get(row.seq)?.is_some_and(|row| row.state.is_blocked());
            let sent = if rejected {
                Ok(None)
            } else {
                send_in_order(session, outbox, row, (order, deadline)).await
            };
            // The lease ends with this process in any case.
            let given_back = outbox.yield_lease();
            if let Some(sent) = sent? {
                return Ok(sent);
            }
            given_back?;
            is_requested = true;
        }
        let key = match send_state(session, outbox, row).await? {
            PeerSendState::Ended(sent) if is_requested => return Ok(sent),
            PeerSendState::Sending => "usage-write-elsewhere",
            // Another process may have released it between the two checks. Retry once only.
            _ if ours && !again => {
                return Ok(SendResult::StillPending(not_sent_error(outbox, "usage-write-elsewhere")));
            }
            _ if ours => {
                again = false;
                continue;
            }
            _ => "usage-write-turn",
        };
        let remaining = deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Ok(SendResult::StillPending(not_sent_error(outbox, key)));
        }
        await_signal(signals.as_ref(), remaining).await;
    }
}

/// Waits for a signal from another process or the polling interval, at most `max`.
async fn await_signal(receiver: Option<&SignalReceiver>, max: Duration) {
    let pause = max.min(POLL_INTERVAL);
    match receiver {
        // A timeout has the same effect as a signal.
        Some(receiver) => drop(timeout(pause, receiver.recv()).await),
        None => sleep(pause).await,
    }
}

/// Returns the first earlier write to the same record that is in its undo window.
///
/// Without a running session, such entries count until the next session starts.
fn scheduled_before(outbox: &Outbox, row: &OutboxEntry) -> Result<Option<OutboxEntry>, Error> {
    let now = Timestamp::now();
    let mut rows = outbox.entries()?.into_iter();
    let scheduled = rows.find(|other| {
        let before = other.seq < row.seq && other.subject() == row.subject() && other.locked_by.is_none();
        before && other.state == EntryState::Scheduled
    });
    Ok(scheduled.filter(|scheduled| scheduled.not_before > now || !outbox.has_peers()))
}

/// Returns the reason why a write waits behind a scheduled entry.
fn scheduled_reason(outbox: &Outbox, scheduled: &OutboxEntry) -> Error {
    let id = scheduled.seq.to_string();
    if !outbox.has_peers() {
        return error_message::localized(ErrorKind::Queued, "usage-write-held-over", &[("id", &id)]);
    }
    let until = date::time_seconds(date::local(scheduled.not_before, &local_zone()).time());
    let args = [("id", &*id), ("until", &*until)];
    error_message::localized(ErrorKind::Queued, "usage-write-held", &args)
}

/// Sends the earlier writes to the record, then the entry. Returns `None` if another process has one of them.
async fn send_in_order(
    session: &Session,
    outbox: &Outbox,
    row: &OutboxEntry,
    (order, deadline): (WriteBasis, Instant),
) -> Result<Option<SendResult>, Error> {
    let earlier: Vec<OutboxEntry> = outbox
        .entries()?
        .into_iter()
        .filter(|other| other.seq < row.seq && other.subject() == row.subject())
        .collect();
    for earlier in earlier {
        // A blocked change does not hold up others, but a deal must exist before it can be changed.
        if earlier.state.is_blocked() {
            if earlier.operation == OperationId::DealsCreate {
                return Ok(Some(SendResult::StillPending(error_message::queued("usage-write-uncreated"))));
            }
            continue;
        }
        match send_limited(session, outbox, earlier.seq, (WriteBasis::AsSeen, deadline)).await? {
            None => return Ok(None),
            Some(SendResult::StillPending(error)) => return Ok(Some(SendResult::StillPending(error))),
            Some(SendResult::Rejected(error)) if error.outcome_unknown() => {
                return Ok(Some(SendResult::StillPending(error_message::queued("usage-write-behind"))));
            }
            // Writes to a deal need its id, so they wait for the creation.
            Some(SendResult::Rejected(_)) if earlier.operation == OperationId::DealsCreate => {
                return Ok(Some(SendResult::StillPending(error_message::queued("usage-write-uncreated"))));
            }
            Some(
                SendResult::Rejected(_)
                | SendResult::Applied(_)
                | SendResult::AlreadyEqual(_)
                | SendResult::AlreadyDeleted,
            ) => {}
        }
    }
    send_limited(session, outbox, row.seq, (order, deadline)).await
}

#[cfg(test)]
mod tests {
    use encours_core::store::Store;

    use super::*;

    #[tokio::test]
    async fn lease_is_renewed_during_a_long_read() {
        let tmp = tempfile::tempdir().unwrap();
        let open = || Store::open(tmp.path(), Timestamp::now()).unwrap();
        let (mine, other) = (open(), open());
        let lease = |store: &Store| store.outbox().lease(Timestamp::now(), Duration::from_secs(2), true);
        assert_eq!(lease(&mine).unwrap(), None);
        let first = lease(&other).unwrap().unwrap();
        // A service may take this long to respond; the lease is renewed meanwhile.
        let reading = async {
            while lease(&other).unwrap().unwrap() < first + Duration::from_secs(30) {
                tokio::task::yield_now().await;
            }
        };
        let pause = Duration::from_millis(1);
        tokio::select! {
            error = renew_lease(mine.outbox(), Duration::from_mins(1), pause) => panic!("{error}"),
            read = tokio::time::timeout(Duration::from_secs(20), reading) => read.unwrap(),
        }
        assert!(RENEW_INTERVAL * 2 < LEASE_TERM, "a late renewal must be in time");
        mine.outbox().yield_lease().unwrap();
        assert_eq!(lease(&other).unwrap(), None);
    }
}
