//! Signal handling: an interrupted command ends like a failed one, so that its resources are released.

use encours_core::error::Error;

use super::failure::CommandResult;

/// Runs a command until it ends, or until a signal.
pub(super) fn run_until_signal(command: impl Future<Output = CommandResult>) -> CommandResult {
    runtime()?.block_on(async {
        let mut stop = StopSignals::listen()?;
        tokio::select! {
            // A write that handles the signal itself reports its own outcome.
            biased;
            done = command => done,
            () = stop.received() => {
                restore_terminal();
                Err(Error::interrupted().into())
            }
        }
    })
}

/// Restores the terminal after an interrupted prompt, whose thread ends with the process.
pub(super) fn restore_terminal() {
    use crossterm::terminal::{disable_raw_mode, is_raw_mode_enabled};
    if is_raw_mode_enabled().unwrap_or(false) {
        // A failure here has no remedy and cannot be reported.
        let _ = disable_raw_mode();
    }
}

/// Runs a command that handles signals itself.
pub(super) fn run_to_end(command: impl Future<Output = CommandResult>) -> CommandResult {
    runtime()?.block_on(command)
}

/// Runs a short future on a thread without a runtime.
pub(super) fn block_on<T>(work: impl Future<Output = T>) -> Result<T, Error> {
    Ok(runtime()?.block_on(work))
}

/// Resolves at a signal; never, if signals cannot be handled.
pub(super) async fn received() {
    match StopSignals::listen() {
        Ok(mut stop) => stop.received().await,
        Err(_) => std::future::pending().await,
    }
}

/// Creates the runtime with a network thread.
///
/// A busy command then does not delay the next response.
fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| Error::unexpected(format!("the command could not be started: {error}")))
}

/// A listener for termination signals. After [`StopSignals::listen`], no signal ends the process by default.
pub(super) struct StopSignals {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 3],
}

impl StopSignals {
    /// Starts listening.
    pub(super) fn listen() -> Result<Self, Error> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let watch =
                |kind| signal(kind).map_err(|error| Error::unexpected(format!("no signals: {error}")));
            Ok(Self {
                signals: [
                    watch(SignalKind::interrupt())?,
                    watch(SignalKind::terminate())?,
                    watch(SignalKind::hangup())?,
                ],
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Resolves at the first signal.
    pub(super) async fn received(&mut self) {
        #[cfg(unix)]
        {
            let [interrupt, terminate, hang_up] = &mut self.signals;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hang_up.recv() => {}
            }
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            // Without signal handling this never resolves.
            std::future::pending::<()>().await;
        }
    }
}
