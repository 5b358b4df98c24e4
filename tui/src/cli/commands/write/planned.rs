//! Writes of a plan: each has its own key, so that a repeated plan writes nothing twice.

use encours_core::store::NewOutboxEntry;

use super::rejected::{Rejection, finish_rejected};
use super::report::with_entry;
use super::sent_by_peer::not_sent_error;
use super::{SendResult, WriteBasis, deliver, offline_reason, store_or_find};
use crate::cli::prelude::*;

/// Outcome of a planned write.
pub(in super::super) enum PlannedOutcome {
    /// An earlier run of the plan has written it.
    Before,
    /// The server applied it or already had the values; contains its response, if any.
    Applied(Option<Record>),
    /// It stays in the outbox, or was rejected, for this reason. The second value is true if the reason concerns all
    /// other writes too.
    Failed(Error, bool),
}

/// Sends a write of a plan, unless an earlier run of the plan has sent it. It is compared with the plan's values first.
///
/// # Errors
/// The store fails, or the user stops the command; the write may be in the outbox.
pub(in super::super) async fn send_planned(
    context: &CommandContext,
    session: &Session,
    entry: &NewOutboxEntry,
) -> Result<PlannedOutcome, Error> {
    let store = session.store()?;
    let outbox = store.outbox();
    if store.history().journal_of_key(&entry.key)?.iter().any(|line| line.outcome.is_done()) {
        return Ok(PlannedOutcome::Before);
    }
    let (row, before) = store_or_find(store, entry)?;
    let queued = |error: Error| with_entry(&row, error.with_kind(ErrorKind::Queued));
    if context.global.offline {
        return Ok(PlannedOutcome::Failed(queued(offline_reason(context, outbox)?), false));
    }
    let sent = deliver(session, outbox, &row, WriteBasis::AsSeen).await?;
    let blocks_others = sent.blocks_others();
    Ok(match sent {
        SendResult::Applied(record) => PlannedOutcome::Applied(record),
        SendResult::AlreadyEqual(record) => PlannedOutcome::Applied(Some(record)),
        SendResult::AlreadyDeleted => PlannedOutcome::Applied(None),
        SendResult::StillPending(error) => PlannedOutcome::Failed(queued(error), blocks_others),
        SendResult::Rejected(error) => match finish_rejected(context, session, (&row, before), error)? {
            Rejection::Failed(error) => PlannedOutcome::Failed(error, blocks_others),
            Rejection::Taken => {
                let error = not_sent_error(outbox, "usage-write-elsewhere");
                PlannedOutcome::Failed(queued(error), false)
            }
        },
    })
}
