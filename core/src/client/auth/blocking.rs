//! Blocking work on a thread of its own, with a bound.
//!
//! The thread is left behind if it never ends: a runtime's own blocking pool would be waited for at exit, and a
//! keyring or a person that never answers must stop neither the program nor its end.

use std::time::Duration;

use tokio::sync::oneshot;

use crate::error::Error;

/// Why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::client) enum Lost {
    /// It panicked.
    Broken,
    /// It did not end in time.
    Silent,
}

/// Runs `work` and waits for it, at most for `patience`.
pub(in crate::client) async fn apart<T: Send + 'static>(
    name: &str,
    patience: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Result<T, Lost>, Error> {
    let (sender, receiver) = oneshot::channel();
    std::thread::Builder::new()
        .name(name.to_owned())
        // A caller that stopped waiting no longer wants the result.
        .spawn(move || drop(sender.send(work())))
        .map_err(|_| Error::unexpected(format!("no thread for {name}")))?;
    Ok(match tokio::time::timeout(patience, receiver).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(_)) => Err(Lost::Broken),
        Err(_) => Err(Lost::Silent),
    })
}
