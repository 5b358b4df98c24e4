//! Handles a rate limit during a write: the entry waits in the outbox, and not within the call.
//!
//! Nothing was applied, and other processes can see that.

use std::time::{Duration, SystemTime};

use encours_core::store::Outbox;
use tokio::time::{Instant, sleep};

use super::{SendResult, WriteBasis, send_once};
use crate::cli::prelude::*;

/// Sends one entry. Returns `None` if another process has or had it.
pub(super) async fn send_limited(
    session: &Session,
    outbox: &Outbox,
    seq: i64,
    (order, deadline): (WriteBasis, Instant),
) -> Result<Option<SendResult>, Error> {
    loop {
        let sent = send_once(session, outbox, seq, (order, deadline)).await?;
        match &sent {
            Some(SendResult::Rejected(error)) if !error.outcome_unknown() => {
                match rate_limit_pause(session, error) {
                    Some(pause) if Instant::now() + pause < deadline => sleep(pause).await,
                    _ => return Ok(sent),
                }
            }
            _ => return Ok(sent),
        }
    }
}

/// Returns the pause that the service asked for, if a rate limit stopped the write.
fn rate_limit_pause(session: &Session, error: &Error) -> Option<Duration> {
    let requested = error.retry_after().filter(|_| error.kind() == ErrorKind::RateLimited)?;
    let until = *session.client().watch_rate_limit().borrow();
    let closed = until.and_then(|until| until.duration_since(SystemTime::now()).ok());
    Some(closed.unwrap_or_default().max(requested))
}
