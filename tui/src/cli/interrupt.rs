//! Signals: a command that is interrupted ends as if it had failed, so that everything it holds is released.

use std::future::Future;

use encours_core::error::Error;

use super::failure::Failure;

/// Runs a command to its end, or until the person or the system asks to stop.
pub(super) fn unless_interrupted<'a, F>(command: impl FnOnce() -> F) -> Result<(), Failure>
where
    F: Future<Output = Result<(), Failure>> + 'a,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::unexpected(format!("the command could not be started: {error}")))?;
    runtime.block_on(async {
        tokio::select! {
            done = command() => done,
            asked = stop_asked() => {
                asked?;
                Err(Error::interrupted().into())
            }
        }
    })
}

/// Resolves when the process is asked to stop.
#[cfg(unix)]
pub(super) async fn stop_asked() -> Result<(), Error> {
    use tokio::signal::unix::{SignalKind, signal};
    let watch = |kind| signal(kind).map_err(|error| Error::unexpected(format!("no signals: {error}")));
    let (mut interrupt, mut terminate, mut hang_up) = (
        watch(SignalKind::interrupt())?,
        watch(SignalKind::terminate())?,
        watch(SignalKind::hangup())?,
    );
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
    }
    Ok(())
}

/// Resolves when the process is asked to stop.
#[cfg(not(unix))]
pub(super) async fn stop_asked() -> Result<(), Error> {
    tokio::signal::ctrl_c().await.map_err(|error| Error::unexpected(format!("no signals: {error}")))
}
