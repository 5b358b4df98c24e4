//! Switching the delegated user.
//!
//! The new user's store is opened on a separate thread and replaces the current one only once it is open. The old store
//! is closed in the background.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;

use encours_core::app::foundation::cx::toast_types::TurnFailure;
use encours_core::error::Why;

use crate::desktop::single_instance::First;
use crate::session::{Opened, StartError, Waker};

type Outcome = Result<(Opened, Option<First>), StartError>;

/// The store being opened, and those being closed.
#[derive(Debug, Default)]
pub(crate) struct Turning {
    answer: Option<Receiver<Outcome>>,
    leaving: Vec<JoinHandle<()>>,
}

impl Turning {
    /// Starts to open a store. If no thread can be created, that is the outcome.
    pub(crate) fn begin(&mut self, way: impl FnOnce() -> Outcome + Send + 'static, awake: Waker) {
        let (sender, answer) = channel();
        let own = sender.clone();
        let started = std::thread::Builder::new()
            .name("encours-turning".to_owned())
            .spawn(move || {
                if let Err(unwanted) = sender.send(way()) {
                    // The window has closed meanwhile, so close the store again.
                    drop(unwanted);
                }
                awake();
            });
        if let Err(error) = started {
            // This cannot fail, because the receiver still exists.
            let _heard = own.send(Err(StartError::System(error)));
        }
        self.answer = Some(answer);
    }

    /// Takes the outcome, once it is known.
    pub(crate) fn outcome(&mut self) -> Option<Result<(Opened, Option<First>), TurnFailure>> {
        let failed = |detail: String| TurnFailure::Failed(Why::from(detail));
        let outcome = match self.answer.as_ref()?.try_recv() {
            Ok(Ok(opened)) => Ok(opened),
            Ok(Err(StartError::Elsewhere)) => Err(TurnFailure::Window),
            Ok(Err(StartError::Engine(error))) => Err(TurnFailure::from(&error)),
            Ok(Err(error)) => Err(failed(error.to_string())),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(failed("the thread that opened it has ended".to_owned())),
        };
        self.answer = None;
        Some(outcome)
    }

    /// Closes the old store in the background. If no thread can be created, it ends as after a crash, without data
    /// loss.
    pub(crate) fn put_away(&mut self, before: Opened, awake: Waker) {
        let started = std::thread::Builder::new()
            .name("encours-leaving".to_owned())
            .spawn(move || {
                before.leave();
                awake();
            });
        match started {
            Ok(thread) => self.leaving.push(thread),
            Err(error) => tracing::warn!(%error, "failed to start the thread that closes a store"),
        }
    }

    /// Returns whether a store has been closed since the last call.
    pub(crate) fn any_put_away(&mut self) -> bool {
        let before = self.leaving.len();
        // A panicked thread also counts; the panic hook has reported it.
        self.leaving.retain(|thread| !thread.is_finished());
        self.leaving.len() < before
    }

    /// Waits until all stores are closed.
    pub(crate) fn finish(&mut self) {
        self.answer = None;
        for thread in self.leaving.drain(..) {
            let _reported = thread.join();
        }
    }
}
