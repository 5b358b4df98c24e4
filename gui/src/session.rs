//! The service behind a window: a profile or the demo, with its running engine.
//!
//! It also contains the errors of opening it, with their messages.

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

/// Default number of demo deals.
pub const DEMO_DEALS: u32 = 240;

/// Default delegated user of the demo.
const DEMO_USER: &str = "u-martin";

/// Time that a closing window waits for writes to reach the server. The next run sends the others.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// A service to open.
#[derive(Clone, Debug)]
pub enum Launch {
    /// The embedded sandbox.
    Demo {
        /// Number of deals.
        deals: u32,
        /// The delegated user, instead of the sample one.
        as_user: Option<String>,
    },
    /// A service named by options, environment or profile.
    Service {
        /// The connection options.
        options: Options,
        /// The environment, a possible source of the secret.
        env: Environment,
    },
}

/// An open service with the resources that live as long.
#[derive(Debug)]
pub(crate) struct Opened {
    // Fields are dropped in this order: the engine stops before the sandbox and its directory.
    pub(crate) engine: Engine,
    pub(crate) reminder: Option<Reminder>,
    pub(crate) connection: Connection,
    pub(crate) demo: Option<Arc<Demo>>,
    /// The launch that succeeded, if it differs from the initial one: a sign-in may have changed it.
    pub(crate) launch: Option<Launch>,
}

impl Opened {
    /// Starts the engine of a connection. `demo` is its embedded server, if any.
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

    /// Returns a function that opens the same key for another delegated user. That user has a separate store, outbox
    /// and single-instance claim.
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
            // A demo has no single-instance claim.
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

    /// Returns the path of the store.
    pub(crate) fn store(&self) -> &Path {
        &self.connection.store
    }

    /// Closes the service before a switch of user or a sign-out. Pending writes stay in the outbox.
    pub(crate) fn leave(self) {
        let left = self.engine.leave(PATIENCE);
        tracing::info!(
            waiting = left.waiting,
            parked = left.parked,
            "service closed; pending writes kept"
        );
    }
}

/// The server of a demo and its data directory.
#[derive(Debug)]
pub(crate) struct Demo {
    _sandbox: Sandbox,
    _dir: TempDir,
}

/// A function that wakes the window.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The reason why no service could be opened, with a message for the user.
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
    /// The key's secret is in a passphrase file, and the passphrase is missing.
    #[error("the secret of this key is kept under a passphrase")]
    Passphrase,
    /// The given key or passphrase was rejected.
    #[error("{}", why.text)]
    Given {
        /// The kind of rejection.
        refusal: Refusal,
        /// The original error.
        why: Why,
    },
    /// The user asked to enter the secret of the key again.
    #[error("the key is asked for")]
    KeyWanted {
        /// True if this machine was found to have no keyring.
        no_keyring: bool,
    },
    /// The user has signed out.
    #[error("signed out")]
    SignedOut,
    /// Another window has this profile open.
    #[error("another window of this profile is open")]
    Elsewhere,
    /// The demo's directory or a thread could not be created.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

impl StartError {
    /// Returns whether this machine was found to have no keyring.
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

    /// Returns the failure as shown in the window.
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
    /// Opens the service: resolves the connection, claims the profile and starts the engine.
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
