//! Signals: a command that is interrupted ends as if it had failed, so that everything it holds is released.

use encours_core::error::Error;

use super::failure::Failure;

/// Runs a command to its end, or until the person or the system asks to stop.
pub(super) fn unless_interrupted(command: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    runtime()?.block_on(async {
        let mut stop = Stop::listen()?;
        tokio::select! {
            // A write that hears the signal itself says what became of it.
            biased;
            done = command => done,
            () = stop.asked() => {
                terminal_back();
                Err(Error::interrupted().into())
            }
        }
    })
}

/// Whoever was typing a secret has the terminal back: the thread that asked them ends with the process.
pub(super) fn terminal_back() {
    use crossterm::terminal::{disable_raw_mode, is_raw_mode_enabled};
    if is_raw_mode_enabled().unwrap_or(false) {
        // There is no other way to put it back, and nobody else to tell.
        let _ = disable_raw_mode();
    }
}

/// Runs a command that listens to signals itself.
pub(super) fn to_its_end(command: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    runtime()?.block_on(command)
}

/// Runs something short on a thread that has no runtime.
pub(super) fn alone<T>(work: impl Future<Output = T>) -> Result<T, Error> {
    Ok(runtime()?.block_on(work))
}

/// Resolves when the process is asked to stop; never, where signals cannot be heard.
pub(super) async fn asked() {
    match Stop::listen() {
        Ok(mut stop) => stop.asked().await,
        Err(_) => std::future::pending().await,
    }
}

/// The network has a thread of its own: what a command makes of an answer does not keep the next one waiting.
fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| Error::unexpected(format!("the command could not be started: {error}")))
}

/// The wish that the process stops. From [`Stop::listen`] on no signal ends the process by itself.
pub(super) struct Stop {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 3],
}

impl Stop {
    /// Begins to listen.
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

    /// Resolves when the process is asked to stop.
    pub(super) async fn asked(&mut self) {
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
            // Nothing can be heard, so nothing ever asks.
            std::future::pending::<()>().await;
        }
    }
}
