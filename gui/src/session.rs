//! What stands behind a window: a profile or the demo, resolved, alone in its place, with its engine running; and why it
//! could not be opened, in words.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::toast_types::ActFor;
use encours_core::config::{ConfigError, ConfigFile, Connection, Environment, Options};
use encours_core::contract::UserId;
use encours_core::engine::{Engine, Settings};
use encours_core::error::Why;
use encours_sandbox::{Config, Sandbox};
use tempfile::TempDir;

use crate::credentials;
use crate::desktop::single_instance::{First, Only, Standing};
use crate::repaint_timer::Reminder;
use crate::startup_error::{Ask, Failure, Known, Refusal};

/// How many deals the demo holds unless told otherwise.
pub const DEMO_DEALS: u32 = 240;

/// The sample user the demo acts for unless told otherwise.
const DEMO_USER: &str = "u-martin";

/// How long a window that closes waits for writes to reach the service. What does not is sent by the next one.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

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
    pub(crate) engine: Engine,
    pub(crate) reminder: Option<Reminder>,
    pub(crate) connection: Connection,
    pub(crate) demo: Option<Arc<Demo>>,
    /// What led here, where that may be another than what was begun with: the key may have been given on the way.
    pub(crate) launch: Option<Launch>,
}

impl Opened {
    /// Starts the engine of a connection. `demo` is what it asks, where that is embedded.
    fn start(connection: Connection, demo: Option<Arc<Demo>>, waker: Waker) -> Result<Self, StartError> {
        let mut settings = Settings::new(connection.client_config()?, connection.store.clone());
        settings.retention = connection.retention;
        settings.users.clone_from(&connection.users);
        settings.person = connection.person();
        Ok(Self {
            engine: Engine::start(settings, waker)?,
            reminder: None,
            connection,
            demo,
            launch: None,
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

/// The service of a demo, and the directory of its data.
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
    #[error("{}", why.text)]
    Given {
        /// What is wrong with it, and so what happened.
        refusal: Refusal,
        /// The same in the words of whatever failed.
        why: Why,
    },
    /// The person wants to give the secret of the key anew.
    #[error("the key is asked for")]
    KeyWanted {
        /// Whether this machine was seen to have no keyring.
        no_keyring: bool,
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
    /// Whether this machine was seen to have no keyring.
    pub(crate) fn saw_no_keyring(&self) -> bool {
        matches!(
            self,
            Self::KeyWanted { no_keyring: true }
                | Self::Given {
                    refusal: Refusal::NoKeyring,
                    ..
                }
        )
    }

    /// The same as the window says it.
    pub(crate) fn failure(&self) -> Failure {
        if let Self::Given { refusal, why } = self {
            return Failure::refused(*refusal, why.clone());
        }
        let (key, ask) = match self {
            Self::Config(
                error @ (ConfigError::NoBaseUrl
                | ConfigError::NoKeyId
                | ConfigError::BaseUrl(_)
                | ConfigError::UnknownProfile { .. }),
            ) => (error.key(), Ask::Key),
            Self::Config(error) => (error.key(), Ask::Nothing),
            Self::Passphrase => (Some("start-passphrase"), Ask::Passphrase),
            Self::KeyWanted { .. } => (Some("start-key-wanted"), Ask::Key),
            Self::SignedOut => (Some("signed-out"), Ask::Key),
            Self::Engine(_) | Self::Sandbox(_) | Self::System(_) | Self::Elsewhere | Self::Given { .. } => {
                (None, Ask::Nothing)
            }
        };
        let why = match self {
            Self::Engine(error) => Why::from(error),
            _ => Why::from(self.to_string()),
        };
        Failure {
            key,
            why,
            ask,
            refusal: None,
            known: Known::default(),
        }
    }
}

impl Launch {
    /// Opens it: resolves what was said, takes its place as the only window, and starts the engine.
    pub(crate) fn open(self, waker: Waker, only: &Only) -> Result<Opened, StartError> {
        let launch = self.clone();
        let (connection, demo) = match self {
            Self::Demo { deals, as_user } => demo(deals, as_user.as_deref())?,
            Self::Service { options, env } => {
                let file = ConfigFile::load(&options.paths()?.config_file())?;
                let connection = Connection::resolve(&options, &env, &file)?;
                if !only.enter(&connection.store)? {
                    return Err(StartError::Elsewhere);
                }
                credentials::opens(&connection)?;
                (connection, None)
            }
        };
        let opened = Opened::start(connection, demo.map(Arc::new), waker)?;
        Ok(Opened {
            launch: Some(launch),
            ..opened
        })
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
