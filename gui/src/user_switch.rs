//! Switching the delegated user.
//!
//! The new user's store is opened on a separate thread and replaces the current one only once it is open. The old store
//! is closed in the background.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;

use encours_core::app::foundation::cx::toast_types::SwitchFailure;
use encours_core::error::Reason;

use crate::desktop::single_instance::FirstInstance;
use crate::session::{OpenService, StartError, WakeFn};

type SwitchOutcome = Result<(OpenService, Option<FirstInstance>), StartError>;

/// The store being opened, and those being closed.
#[derive(Debug, Default)]
pub(crate) struct UserSwitchTask {
    result: Option<Receiver<SwitchOutcome>>,
    closing_stores: Vec<JoinHandle<()>>,
}

impl UserSwitchTask {
    /// Starts to open a store. If no thread can be created, that is the outcome.
    pub(crate) fn start(&mut self, open_user: impl FnOnce() -> SwitchOutcome + Send + 'static, wake: WakeFn) {
        let (sender, result) = channel();
        let own_sender = sender.clone();
        let started = std::thread::Builder::new().name("encours-turning".to_owned()).spawn(move || {
            if let Err(unwanted) = sender.send(open_user()) {
                // The window has closed meanwhile, so close the store again.
                drop(unwanted);
            }
            wake();
        });
        if let Err(error) = started {
            // This cannot fail, because the receiver still exists.
            let _heard = own_sender.send(Err(StartError::System(error)));
        }
        self.result = Some(result);
    }

    /// Takes the outcome, once it is known.
    pub(crate) fn take_result(
        &mut self,
    ) -> Option<Result<(OpenService, Option<FirstInstance>), SwitchFailure>> {
        let failed = |detail: String| SwitchFailure::Failed(Reason::from(detail));
        let outcome = match self.result.as_ref()?.try_recv() {
            Ok(Ok(opened)) => Ok(opened),
            Ok(Err(StartError::OpenElsewhere)) => Err(SwitchFailure::OpenElsewhere),
            Ok(Err(StartError::Engine(error))) => Err(SwitchFailure::from(&error)),
            Ok(Err(error)) => Err(failed(error.to_string())),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(failed("the thread that opened it has ended".to_owned())),
        };
        self.result = None;
        Some(outcome)
    }

    /// Closes the old store in the background. If no thread can be created, it ends as after a crash, without data
    /// loss.
    pub(crate) fn close_store(&mut self, old_service: OpenService, wake: WakeFn) {
        let started = std::thread::Builder::new().name("encours-leaving".to_owned()).spawn(move || {
            old_service.close();
            wake();
        });
        match started {
            Ok(thread) => self.closing_stores.push(thread),
            Err(error) => tracing::warn!(%error, "failed to start the thread that closes a store"),
        }
    }

    /// Returns whether a store has been closed since the last call.
    pub(crate) fn take_store_closed(&mut self) -> bool {
        let closing_count = self.closing_stores.len();
        // A panicked thread also counts; the panic hook has reported it.
        self.closing_stores.retain(|thread| !thread.is_finished());
        self.closing_stores.len() < closing_count
    }

    /// Waits until all stores are closed.
    pub(crate) fn wait_for_stores(&mut self) {
        self.result = None;
        for thread in self.closing_stores.drain(..) {
            let _reported = thread.join();
        }
    }
}
