//! Opening the service behind the window, off the drawing thread: the first frame waits for nothing.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use encours_core::app::{ActFor, TurnFailure};
use encours_core::client::SecretSource;
use encours_core::config::{ConfigError, ConfigFile, Connection, Environment, Options};
use encours_core::contract::UserId;
use encours_core::engine::{Effect, Engine, Settings, Snapshot};
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use tempfile::TempDir;

use crate::desktop::single::{First, Only, Standing};
use crate::failure::{Ask, Failure, Given, Refusal};
use crate::key;
use crate::reminder::Reminder;
use crate::turning::Turning;
use crate::window::Service;

/// How many deals the demo holds unless told otherwise.
pub const DEMO_DEALS: u32 = 240;

/// The sample user the demo acts for unless told otherwise.
const DEMO_USER: &str = "u-martin";

/// How long a window that closes waits for writes to reach the service. What does not is sent by the next one.
const PATIENCE: Duration = Duration::from_secs(2);

/// What to open.
#[derive(Clone, Debug)]
pub enum Launch {
    /// The embedded sandbox, with so many deals.
    Demo {
        /// How many deals it holds.
        deals: u32,
        /// The delegated user, instead of the sample one.
        as_user: Option<String>,
    },
    /// A service named by options, environment or profile.
    Service {
        /// What was said about it.
        options: Options,
        /// Where the secret may be.
        env: Environment,
    },
}

/// A service that has been opened, and what lives as long as it does.
#[derive(Debug)]
pub(crate) struct Opened {
    // Dropped in this order: the engine stops before the service it asks, and its directory goes last.
    engine: Engine,
    reminder: Option<Reminder>,
    connection: Connection,
    demo: Option<Arc<Demo>>,
}

impl Opened {
    /// Starts the engine of a connection. `demo` is what it asks, where that is embedded.
    fn start(connection: Connection, demo: Option<Arc<Demo>>, waker: Waker) -> Result<Self, StartError> {
        let mut settings = Settings::new(connection.client_config()?, connection.store.clone());
        settings.retention = connection.retention;
        settings.users.clone_from(&connection.users);
        Ok(Self {
            engine: Engine::start(settings, waker)?,
            reminder: None,
            connection,
            demo,
        })
    }

    /// How to open the same key for somebody else, beside this: with a store, an outbox and a place as the only window of
    /// their own.
    pub(crate) fn way_to(
        &self,
        who: &ActFor,
        waker: Waker,
        only: &Only,
    ) -> impl FnOnce() -> Result<(Self, Option<First>), StartError> + Send + 'static + use<> {
        let (connection, demo, only) = (
            self.connection.acting_for(who.user()),
            self.demo.clone(),
            only.clone(),
        );
        move || {
            // A demo has no other windows.
            let first = match &demo {
                Some(_) => None,
                None => match only.beside(&connection.store)? {
                    Standing::First(first) => Some(first),
                    Standing::Second => return Err(StartError::Elsewhere),
                },
            };
            Ok((Self::start(connection, demo, waker)?, first))
        }
    }

    /// Where the store is.
    pub(crate) fn store(&self) -> &Path {
        &self.connection.store
    }

    /// Ends because somebody else is acted for, or the person signs out: what waits stays where it is.
    pub(crate) fn leave(self) {
        let left = self.engine.leave(PATIENCE);
        tracing::info!(
            waiting = left.waiting,
            parked = left.parked,
            "left, with what waits kept"
        );
    }
}

#[derive(Debug)]
pub(crate) struct Demo {
    _sandbox: Sandbox,
    _dir: TempDir,
}

/// What wakes the window.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// Why nothing could be opened, in words for the person.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Options, environment or configuration do not name a service.
    #[error(transparent)]
    Config(#[from] encours_core::config::ConfigError),
    /// The engine could not start.
    #[error(transparent)]
    Engine(#[from] encours_core::error::Error),
    /// The embedded sandbox could not start.
    #[error(transparent)]
    Sandbox(#[from] encours_sandbox::Error),
    /// The key's secret is in a passphrase file, and nobody gave the passphrase.
    #[error("the secret of this key is kept under a passphrase")]
    Passphrase,
    /// The key or the passphrase that was given can't be used.
    #[error("{why}")]
    Given {
        /// What is wrong with it, and so what happened.
        refusal: Refusal,
        /// The same in the words of whatever failed.
        why: String,
    },
    /// The person has signed out.
    #[error("signed out")]
    SignedOut,
    /// Another window has this profile open.
    #[error("another window of this profile is open")]
    Elsewhere,
    /// There is no place for the demo's data, or no thread.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

impl StartError {
    /// The same as the window says it.
    fn failure(&self) -> Failure {
        if let Self::Given { refusal, why } = self {
            return Failure::refused(*refusal, why.clone());
        }
        let (key, ask) = match self {
            Self::Config(error @ (ConfigError::NoBaseUrl | ConfigError::NoKeyId)) => (error.key(), Ask::Key),
            Self::Config(error) => (error.key(), Ask::Nothing),
            Self::Passphrase => (Some("start-passphrase"), Ask::Passphrase),
            Self::SignedOut => (Some("signed-out"), Ask::Key),
            Self::Engine(_) | Self::Sandbox(_) | Self::System(_) | Self::Elsewhere | Self::Given { .. } => {
                (None, Ask::Nothing)
            }
        };
        Failure {
            key,
            detail: self.to_string(),
            ask,
            refusal: None,
        }
    }
}

impl Launch {
    fn open(self, waker: Waker, only: &Only) -> Result<Opened, StartError> {
        let (connection, demo) = match self {
            Self::Demo { deals, as_user } => demo(deals, as_user.as_deref())?,
            Self::Service { options, env } => {
                let file = ConfigFile::load(&options.paths()?.config_file())?;
                let connection = Connection::resolve(&options, &env, &file)?;
                if !only.enter(&connection.store)? {
                    return Err(StartError::Elsewhere);
                }
                key::opens(&connection)?;
                (connection, None)
            }
        };
        Opened::start(connection, demo.map(Arc::new), waker)
    }
}

fn demo(deals: u32, as_user: Option<&str>) -> Result<(Connection, Option<Demo>), StartError> {
    let sandbox = Sandbox::start(Config {
        deals,
        ..Config::default()
    })?;
    let dir = tempfile::Builder::new().prefix("encours-demo-").tempdir()?;
    let user = as_user.unwrap_or(DEMO_USER);
    let secret = sandbox.secret().expose().into();
    let data = dir.path().to_owned();
    let mut connection = Connection::demo(sandbox.base_url(), sandbox.key_id(), secret, Some(user), data)?;
    connection.users = encours_sandbox::sample_users()
        .filter_map(|user| UserId::new(user).ok())
        .collect();
    Ok((
        connection,
        Some(Demo {
            _sandbox: sandbox,
            _dir: dir,
        }),
    ))
}

/// The service of a window: being opened, open, or failed.
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
        answer: Receiver<Result<Opened, StartError>>,
        asked: Vec<Effect>,
    },
    Open(Box<Opened>),
    Failed(Failure),
    Elsewhere,
    Closed,
}

impl Opening {
    /// Starts to open a service, on a thread of its own. `waker` is called when there is something to see; `only` is
    /// entered before a profile is opened.
    #[must_use]
    pub fn begin(launch: Launch, waker: Waker, only: Only) -> Self {
        let (again, own) = (launch.clone(), only.clone());
        Self::begin_by(again, waker, only, move |waker| launch.open(waker, &own))
    }

    /// The same by any way that leads there; `launch` is what to come back to.
    fn begin_by(
        launch: Launch,
        waker: Waker,
        only: Only,
        open: impl FnOnce(Waker) -> Result<Opened, StartError> + Send + 'static,
    ) -> Self {
        let kept = waker.clone();
        let (sender, answer) = channel();
        let awake = waker.clone();
        let started = std::thread::Builder::new()
            .name("encours-opening".to_owned())
            .spawn(move || {
                let opened = open(waker);
                if let Err(unwanted) = sender.send(opened) {
                    // The window went meanwhile: what was opened is closed here.
                    drop(unwanted);
                }
                awake();
            });
        let state = match started {
            Ok(_) => State::Waiting {
                answer,
                asked: Vec::new(),
            },
            Err(error) => State::Failed(Failure::of(error.to_string())),
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

    /// The same with a flag that says whether the system has told the program to end.
    #[must_use]
    pub fn ending(self, ended: Arc<AtomicBool>) -> Self {
        Self { ended, ..self }
    }

    /// Takes in the answer, if it has come.
    fn poll(&mut self) {
        let State::Waiting { answer, asked } = &mut self.state else {
            return;
        };
        match answer.try_recv() {
            Ok(Ok(opened)) => {
                opened.engine.submit(std::mem::take(asked));
                self.who = opened.connection.label();
                self.state = State::Open(Box::new(opened));
            }
            Ok(Err(StartError::Elsewhere)) => self.state = State::Elsewhere,
            Ok(Err(error)) => {
                tracing::error!(%error, "the service could not be opened");
                self.state = State::Failed(error.failure());
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                let detail = "the thread that opened the service has ended";
                self.state = State::Failed(Failure::of(detail.to_owned()));
            }
        }
    }

    /// Ends in good order: what can be sent within a moment is sent, the rest stays in the outbox.
    pub fn close(&mut self) {
        self.turning.finish();
        if let State::Open(opened) = std::mem::replace(&mut self.state, State::Closed) {
            let Opened { engine, demo, .. } = *opened;
            let left = engine.close(PATIENCE);
            tracing::info!(waiting = left.waiting, parked = left.parked, "closed");
            drop(demo);
        }
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
                    .map_err(|error| TurnFailure::Failed {
                        said: None,
                        detail: error.to_string(),
                    })?;
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
        let open = move |waker: Waker| key::keep(&options, &env, given)?.open(waker, &only);
        *self = Self::begin_by(self.launch.clone(), self.waker.clone(), self.only.clone(), open)
            .ending(self.ended.clone());
    }

    fn may_sign_out(&self) -> bool {
        // What the environment or a command gives is not this program's to forget.
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
        self.turning.finish();
        let State::Open(opened) = std::mem::replace(&mut self.state, State::Closed) else {
            return;
        };
        let way_out = move |_: Waker| {
            opened.leave();
            key::forget(&options, &env)?;
            Err(StartError::SignedOut)
        };
        *self = Self::begin_by(
            self.launch.clone(),
            self.waker.clone(),
            self.only.clone(),
            way_out,
        )
        .ending(self.ended.clone());
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
                .inspect_err(|error| tracing::warn!(%error, "an idle window draws once a minute"))
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

    fn close(&mut self) {
        Self::close(self);
    }
}
