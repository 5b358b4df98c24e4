//! Blocking work on a separate thread, with a time limit.
//!
//! If the work never ends, its thread is abandoned. A runtime waits for its own blocking pool at exit. A keyring or a
//! user that never answers must not block the program or its exit.

use std::time::Duration;

use tokio::sync::oneshot;

use crate::error::Error;

/// Reason why blocking work has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::client) enum BlockingError {
    /// The work panicked.
    Panicked,
    /// The work exceeded its time limit.
    TimedOut,
}

/// Runs `work` on its own thread and waits at most `time_limit` for it.
pub(in crate::client) async fn run_blocking<T: Send + 'static>(
    name: &str,
    time_limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Result<T, BlockingError>, Error> {
    let (sender, receiver) = oneshot::channel();
    std::thread::Builder::new()
        .name(name.to_owned())
        // The send fails if the caller stopped waiting.
        .spawn(move || drop(sender.send(work())))
        .map_err(|_| Error::unexpected(format!("no thread for {name}")))?;
    Ok(match tokio::time::timeout(time_limit, receiver).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(_)) => Err(BlockingError::Panicked),
        Err(_) => Err(BlockingError::TimedOut),
    })
}
