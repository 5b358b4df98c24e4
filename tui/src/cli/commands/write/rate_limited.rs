//! A write whose service asks to wait. Rule: while the pause lasts it waits in the outbox, and not within its call: nothing of
//! it was done, and whoever looks sees that.

use std::time::{Duration, SystemTime};

use encours_core::error::{Error, ErrorKind};
use encours_core::store::Outbox;
use tokio::time::{Instant, sleep};

use super::super::super::session::Session;
use super::{Order, Sent, once};

/// Sends one row; nothing where another program has it, or has had it.
pub(super) async fn one(
    session: &Session,
    outbox: &Outbox,
    seq: i64,
    (order, deadline): (Order, Instant),
) -> Result<Option<Sent>, Error> {
    loop {
        let sent = once(session, outbox, seq, (order, deadline)).await?;
        match &sent {
            Some(Sent::Refused(error)) if !error.outcome_unknown() => match pause(session, error) {
                Some(pause) if Instant::now() + pause < deadline => sleep(pause).await,
                _ => return Ok(sent),
            },
            _ => return Ok(sent),
        }
    }
}

/// How long the service asks to wait, if that is why a write was not done.
fn pause(session: &Session, error: &Error) -> Option<Duration> {
    let asked = error
        .retry_after()
        .filter(|_| error.kind() == ErrorKind::RateLimited)?;
    let until = *session.client().gate().borrow();
    let closed = until.and_then(|until| until.duration_since(SystemTime::now()).ok());
    Some(closed.unwrap_or_default().max(asked))
}
