//! Opens the service behind the window on a separate thread.
//!
//! The first frame is therefore not delayed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use encours_core::app::foundation::cx::toast_types::{ActFor, TurnFailure};
use encours_core::client::SecretSource;
use encours_core::error::Why;
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::{Leave, Leftover};
use encours_core::model::snapshot::{Connection, Snapshot};
use jiff::Timestamp;

use crate::credentials;
use crate::desktop::single_instance::Only;
use crate::repaint_timer::Reminder;
pub use crate::session::{DEMO_DEALS, Launch, StartError, Waker};
use crate::session::{Opened, PATIENCE};
use crate::startup_error::{Failure, Given, Known};
use crate::user_switch::Turning;
use crate::window::Service;

/// The service of a window: opening, open or failed.
pub struct Opening {
    state: State,
    turning: Turning,
    who: String,
    waker: Waker,
    launch: Launch,
    only: Only,
    ended: Arc<AtomicBool>,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening")
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
enum State {
    Waiting {
        answer: Receiver<Result<Opened, (StartError, Known)>>,
        asked: Vec<Effect>,
    },
    Open(Box<Opened>),
    Failed(Box<Failure>),
    Elsewhere,
    Closed,
}

impl Opening {
    /// Starts to open a service on its own thread. Calls `waker` when there is something to show, and claims the
    /// profile through `only`.
    #[must_use]
    pub fn begin(launch: Launch, waker: Waker, only: Only) -> Self {
        let (again, own) = (launch.clone(), only.clone());
        Self::begin_by(again, waker, only, move |waker| launch.open(waker, &own))
    }

    /// Creates a failed service for a configuration that must be corrected first; `why` is the reason.
    #[must_use]
    pub fn unusable(why: String, launch: Launch, waker: Waker, only: Only) -> Self {
        tracing::error!(why, "the configuration cannot be used");
        Self {
            state: State::Failed(Box::new(Failure::of(why.into()))),
            turning: Turning::default(),
            who: String::new(),
            waker,
            launch,
            only,
            ended: Arc::default(),
        }
    }

    /// Starts to open a service with any function; `launch` is what a retry opens.
    fn begin_by(
        launch: Launch,
        waker: Waker,
        only: Only,
        open: impl FnOnce(Waker) -> Result<Opened, StartError> + Send + 'static,
    ) -> Self {
        let kept = waker.clone();
        let (sender, answer) = channel();
        let awake = waker.clone();
        let tried = launch.clone();
        let started = std::thread::Builder::new()
            .name("encours-opening".to_owned())
            .spawn(move || {
                let opened = open(waker).map_err(|error| (error, credentials::known(&tried)));
                if let Err(unwanted) = sender.send(opened) {
                    // The window has closed meanwhile, so close the service again.
                    drop(unwanted);
                }
                awake();
            });
        let state = match started {
            Ok(_) => State::Waiting {
                answer,
                asked: Vec::new(),
            },
            Err(error) => State::Failed(Box::new(Failure::of(error.to_string().into()))),
        };
        Self {
            state,
            turning: Turning::default(),
            who: String::new(),
            waker: kept,
            launch,
            only,
            ended: Arc::default(),
        }
    }

    /// Sets the flag that tells whether the system has asked the program to end.
    #[must_use]
    pub fn ending(self, ended: Arc<AtomicBool>) -> Self {
        Self { ended, ..self }
    }

    /// Closes the open service and fails with the reason `why`. Pending writes stay in the outbox.
    fn leave_for(&mut self, why: impl FnOnce() -> StartError + Send + 'static) {
        self.turning.finish();
        let before = std::mem::replace(&mut self.state, State::Closed);
        let State::Open(opened) = before else {
            self.state = before;
            return;
        };
        let way_out = move |_: Waker| {
            opened.leave();
            Err(why())
        };
        let (launch, only) = (self.launch.clone(), self.only.clone());
        *self = Self::begin_by(launch, self.waker.clone(), only, way_out).ending(self.ended.clone());
    }

    /// Processes the result of the opening thread, if it has arrived.
    fn poll(&mut self) {
        let State::Waiting { answer, asked } = &mut self.state else {
            return;
        };
        match answer.try_recv() {
            Ok(Ok(mut opened)) => {
                self.launch = opened.launch.take().unwrap_or_else(|| self.launch.clone());
                opened.engine.submit(std::mem::take(asked));
                self.who = opened.connection.label();
                self.state = State::Open(Box::new(opened));
            }
            Ok(Err((StartError::Elsewhere, _))) => self.state = State::Elsewhere,
            Ok(Err((error, mut known))) => {
                known.no_keyring = error.saw_no_keyring();
                if !matches!(error, StartError::KeyWanted { .. } | StartError::SignedOut) {
                    tracing::error!(%error, "failed to open the service");
                }
                self.state = State::Failed(Box::new(error.failure().knowing(known)));
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                let detail = "the thread that opened the service has ended";
                self.state = State::Failed(Box::new(Failure::of(detail.to_owned().into())));
            }
        }
    }

    /// Closes the service. Writes that `how` permits are sent within a short time; the others stay in the outbox.
    pub fn close(&mut self, how: Leave) -> Leftover {
        self.turning.finish();
        let State::Open(opened) = std::mem::replace(&mut self.state, State::Closed) else {
            return Leftover::default();
        };
        let Opened { engine, demo, .. } = *opened;
        let left = engine.end(PATIENCE, how);
        tracing::info!(waiting = left.waiting, parked = left.parked, "closed");
        drop(demo);
        left
    }
}

impl Service for Opening {
    fn submit(&mut self, effects: Vec<Effect>) {
        match &mut self.state {
            State::Waiting { asked, .. } => asked.extend(effects),
            State::Open(opened) => opened.engine.submit(effects),
            State::Failed(_) | State::Elsewhere | State::Closed => {}
        }
    }

    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        self.poll();
        match &self.state {
            State::Open(opened) => Some(opened.engine.snapshot()),
            State::Waiting { .. } | State::Failed(_) | State::Elsewhere | State::Closed => None,
        }
    }

    fn failure(&self) -> Option<&Failure> {
        match &self.state {
            State::Failed(why) => Some(why),
            State::Waiting { .. } | State::Open(_) | State::Elsewhere | State::Closed => None,
        }
    }

    fn who(&self) -> &str {
        &self.who
    }

    fn turn(&mut self, who: &ActFor) -> bool {
        let State::Open(opened) = &self.state else {
            return false;
        };
        let way = opened.way_to(who, self.waker.clone(), &self.only);
        self.turning.begin(way, self.waker.clone());
        true
    }

    fn turned(&mut self) -> Option<Result<(), TurnFailure>> {
        let outcome = self.turning.outcome()?;
        let State::Open(opened) = &mut self.state else {
            return None;
        };
        Some(outcome.and_then(|(next, first)| {
            if let Some(first) = first {
                self.only
                    .move_to(next.store(), first)
                    .map_err(|error| TurnFailure::Failed(Why::from(error.to_string())))?;
            }
            let before = std::mem::replace(&mut **opened, next);
            self.turning.put_away(before, self.waker.clone());
            Ok(())
        }))
    }

    fn put_away(&mut self) -> bool {
        self.turning.any_put_away()
    }

    fn begin_demo(&mut self) {
        let demo = Launch::Demo {
            deals: DEMO_DEALS,
            as_user: None,
        };
        *self = Self::begin(demo, self.waker.clone(), self.only.clone()).ending(self.ended.clone());
    }

    fn sign_in(&mut self, given: Given) {
        let Launch::Service { options, env } = self.launch.clone() else {
            return;
        };
        let only = self.only.clone();
        let open = move |waker: Waker| credentials::keep(&options, &env, given)?.open(waker, &only);
        *self = Self::begin_by(self.launch.clone(), self.waker.clone(), self.only.clone(), open)
            .ending(self.ended.clone());
    }

    fn may_sign_out(&self) -> bool {
        // A secret from the environment or a command is not stored here, so it cannot be deleted.
        let kept = |opened: &Opened| {
            matches!(
                opened.connection.secret,
                SecretSource::Keyring(_) | SecretSource::File(_)
            )
        };
        matches!(&self.state, State::Open(opened) if opened.demo.is_none() && kept(opened))
    }

    fn sign_out(&mut self) {
        let Launch::Service { options, env } = self.launch.clone() else {
            return;
        };
        self.leave_for(move || match credentials::forget(&options, &env) {
            Ok(()) => StartError::SignedOut,
            Err(error) => error,
        });
    }

    fn ask_for_key(&mut self) {
        // The engine has already tried the keyring, so the form need not try it again.
        let no_keyring = match &self.state {
            State::Open(opened) => match &opened.engine.snapshot().connection {
                Connection::SignInNeeded { error } => error.lacks_keyring(),
                _ => false,
            },
            _ => false,
        };
        self.leave_for(move || StartError::KeyWanted { no_keyring });
    }

    fn open_again(&mut self, usable: Result<(), String>) {
        if !matches!(self.state, State::Failed(_)) {
            return;
        }
        let (launch, waker, only) = (self.launch.clone(), self.waker.clone(), self.only.clone());
        let again = match usable {
            Ok(()) => Self::begin(launch, waker, only),
            Err(why) => Self::unusable(why, launch, waker, only),
        };
        *self = again.ending(self.ended.clone());
    }

    fn look_closely(&mut self, closely: bool) {
        if let State::Open(opened) = &self.state {
            opened.engine.look_closely(closely);
        }
    }

    fn remind(&mut self, after: Duration, of: Option<Timestamp>) -> bool {
        let State::Open(opened) = &mut self.state else {
            return false;
        };
        if opened.reminder.is_none() {
            opened.reminder = Reminder::begin(opened.engine.read_at(), self.waker.clone())
                .inspect_err(|error| tracing::warn!(%error, "failed to start the repaint timer"))
                .ok();
        }
        let reminder = opened.reminder.as_ref();
        reminder.is_some_and(|reminder| reminder.after(after, of))
    }

    fn is_elsewhere(&self) -> bool {
        matches!(self.state, State::Elsewhere)
    }

    fn told_to_end(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn close(&mut self, how: Leave) -> Leftover {
        Self::close(self, how)
    }
}
