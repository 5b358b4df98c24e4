//! Turning to somebody else: their store is opened beside the one that is open, on a thread of its own, and takes its place
//! only when it is. What is left is put away beside the window, which waits for none of it.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;

use encours_core::app::foundation::cx::toast_types::TurnFailure;
use encours_core::error::Why;

use crate::desktop::single_instance::First;
use crate::session::{Opened, StartError, Waker};

type Outcome = Result<(Opened, Option<First>), StartError>;

/// What is being opened, and what is being put away.
#[derive(Debug, Default)]
pub(crate) struct Turning {
    answer: Option<Receiver<Outcome>>,
    leaving: Vec<JoinHandle<()>>,
}

impl Turning {
    /// Begins to open. Where the system gives no thread that is the outcome.
    pub(crate) fn begin(&mut self, way: impl FnOnce() -> Outcome + Send + 'static, awake: Waker) {
        let (sender, answer) = channel();
        let own = sender.clone();
        let started = std::thread::Builder::new()
            .name("encours-turning".to_owned())
            .spawn(move || {
                if let Err(unwanted) = sender.send(way()) {
                    // The window went meanwhile: what was opened is closed here.
                    drop(unwanted);
                }
                awake();
            });
        if let Err(error) = started {
            // The receiver is here: it hears this.
            let _heard = own.send(Err(StartError::System(error)));
        }
        self.answer = Some(answer);
    }

    /// What came of it, once.
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

    /// Puts away what was left. Where the system gives no thread it ends as in a crash, which loses nothing.
    pub(crate) fn put_away(&mut self, before: Opened, awake: Waker) {
        let started = std::thread::Builder::new()
            .name("encours-leaving".to_owned())
            .spawn(move || {
                before.leave();
                awake();
            });
        match started {
            Ok(thread) => self.leaving.push(thread),
            Err(error) => tracing::warn!(%error, "no thread to put a store away"),
        }
    }

    /// Whether anything has been put away since this was asked last.
    pub(crate) fn any_put_away(&mut self) -> bool {
        let before = self.leaving.len();
        // One that panicked has been reported by the panic hook, and has ended too.
        self.leaving.retain(|thread| !thread.is_finished());
        self.leaving.len() < before
    }

    /// Waits until everything is put away.
    pub(crate) fn finish(&mut self) {
        self.answer = None;
        for thread in self.leaving.drain(..) {
            let _reported = thread.join();
        }
    }
}
