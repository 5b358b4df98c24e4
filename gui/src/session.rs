//! The service behind a window: a profile or the demo, with its running engine.
//!
//! It also contains the errors of opening it, with their messages.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::toast_types::CurrentUser;
use encours_core::config::{ConfigError, ConfigFile, Connection, Environment, Options};
use encours_core::contract::UserId;
use encours_core::engine::{Engine, Settings};
use encours_core::error::Reason;
use encours_sandbox::{Config, Sandbox};
use tempfile::TempDir;

use crate::credentials;
use crate::desktop::single_instance::{FirstInstance, InstanceClaim, InstanceRole, claim_or_raise};
use crate::repaint_timer::RepaintTimer;
use crate::startup_error::{InputError, NeededInput, StartupFailure};

/// Default number of demo deals.
pub const DEMO_DEALS: u32 = 240;

/// Default delegated user of the demo.
const DEMO_USER: &str = "u-martin";

/// Time that a closing window waits for writes to reach the server. The next run sends the others.
pub(crate) const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

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
pub(crate) struct OpenService {
    // Fields are dropped in this order: the engine stops before the sandbox and its directory.
    pub(crate) engine: Engine,
    pub(crate) repaint_timer: Option<RepaintTimer>,
    pub(crate) connection: Connection,
    pub(crate) demo_server: Option<Arc<DemoServer>>,
    /// The launch that succeeded, if it differs from the initial one: a sign-in may have changed it.
    pub(crate) launch: Option<Launch>,
}

impl OpenService {
    /// Starts the engine of a connection. `demo` is its embedded server, if any.
    fn start(
        connection: Connection,
        demo: Option<Arc<DemoServer>>,
        wake: WakeFn,
    ) -> Result<Self, StartError> {
        connection.unlock_data()?;
        let mut settings = Settings::new(connection.client_config()?, connection.store_dir.clone());
        settings.retention = connection.retention;
        settings.users.clone_from(&connection.users);
        settings.user_dir = connection.personal_dir();
        settings.rules.clone_from(&connection.rules);
        Ok(Self {
            engine: Engine::start(settings, wake)?,
            repaint_timer: None,
            connection,
            demo_server: demo,
            launch: None,
        })
    }

    /// Returns a function that opens the same key for another delegated user. That user has a separate store, outbox
    /// and single-instance claim.
    pub(crate) fn open_for_user(
        &self,
        user: &CurrentUser,
        wake: WakeFn,
    ) -> impl FnOnce() -> Result<(Self, Option<FirstInstance>), StartError> + Send + 'static + use<> {
        let (connection, demo) = (self.connection.for_user(user.user()), self.demo_server.clone());
        move || {
            // A demo has no single-instance claim.
            let first = match &demo {
                Some(_) => None,
                None => match claim_or_raise(&connection.store_dir, None)? {
                    InstanceRole::First(first) => Some(first),
                    InstanceRole::Second => return Err(StartError::OpenElsewhere),
                },
            };
            Ok((Self::start(connection, demo, wake)?, first))
        }
    }

    /// Returns the path of the store.
    pub(crate) fn store_path(&self) -> &Path {
        &self.connection.store_dir
    }

    /// Closes the service before a switch of user or a sign-out. Pending writes stay in the outbox.
    pub(crate) fn close(self) {
        let unsent = self.engine.close_for_switch(CLOSE_TIMEOUT);
        tracing::info!(
            waiting = unsent.waiting,
            blocked = unsent.blocked,
            "service closed; pending writes saved"
        );
    }
}

/// The server of a demo and its data directory.
#[derive(Debug)]
pub(crate) struct DemoServer {
    _sandbox: Sandbox,
    _dir: TempDir,
}

/// A function that wakes the window.
pub type WakeFn = Arc<dyn Fn() + Send + Sync>;

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
    #[error("the secret is in a passphrase file")]
    Passphrase,
    /// The given key or passphrase was rejected.
    #[error("{}", cause.diagnostic)]
    CredentialsRejected {
        /// The kind of rejection.
        rejection: InputError,
        /// The original error.
        cause: Reason,
    },
    /// The user asked to enter the secret of the key again.
    #[error("asking for the key")]
    KeyRequested {
        /// True if this device was found to have no keyring.
        no_keyring: bool,
    },
    /// The user has signed out.
    #[error("signed out")]
    SignedOut,
    /// Another window has this profile open.
    #[error("another window of this profile is open")]
    OpenElsewhere,
    /// The demo's directory or a thread could not be created.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

impl StartError {
    /// Returns whether this device was found to have no keyring.
    pub(crate) fn lacks_keyring(&self) -> bool {
        matches!(
            self,
            Self::KeyRequested { no_keyring: true }
                | Self::CredentialsRejected { rejection: InputError::NoKeyring, .. }
        )
    }

    /// Returns the failure as shown in the window.
    pub(crate) fn to_failure(&self) -> StartupFailure {
        if let Self::CredentialsRejected { rejection, cause: reason } = self {
            return StartupFailure::from_input_error(*rejection, reason.clone());
        }
        let (key, ask) = match self {
            Self::Config(
                error @ (ConfigError::NoBaseUrl
                | ConfigError::NoKeyId
                | ConfigError::BaseUrl(_)
                | ConfigError::UnknownProfile { .. }),
            ) => (error.key(), NeededInput::Key),
            Self::Config(error) => (error.key(), NeededInput::Nothing),
            Self::Passphrase => (Some("start-passphrase"), NeededInput::Passphrase),
            Self::KeyRequested { .. } => (Some("start-key-wanted"), NeededInput::Key),
            Self::SignedOut => (Some("signed-out"), NeededInput::Key),
            _ => (None, NeededInput::Nothing),
        };
        let reason = match self {
            Self::Engine(error) => Reason::from(error),
            _ => Reason::from(self.to_string()),
        };
        StartupFailure { message_key: key, needed_input: ask, ..StartupFailure::from_cause(reason) }
    }
}

impl Launch {
    /// Opens the service: resolves the connection, claims the profile and starts the engine.
    pub(crate) fn open(self, wake: WakeFn, claim: &InstanceClaim) -> Result<OpenService, StartError> {
        let launch = self.clone();
        let (connection, demo) = match self {
            Self::Demo { deals, as_user } => start_demo(deals, as_user.as_deref())?,
            Self::Service { options, env } => {
                let file = ConfigFile::load(&options.paths()?.config_file())?;
                let connection = Connection::resolve(&options, &env, &file)?;
                if !claim.claim(&connection.store_dir, None)? {
                    return Err(StartError::OpenElsewhere);
                }
                credentials::check_openable(&connection)?;
                (connection, None)
            }
        };
        let opened = OpenService::start(connection, demo.map(Arc::new), wake)?;
        Ok(OpenService { launch: Some(launch), ..opened })
    }
}

fn start_demo(deals: u32, as_user: Option<&str>) -> Result<(Connection, Option<DemoServer>), StartError> {
    let sandbox = Sandbox::start(Config { deals, ..Config::default() })?;
    let dir = tempfile::Builder::new().prefix("encours-demo-").tempdir()?;
    let user = as_user.unwrap_or(DEMO_USER);
    let secret = sandbox.secret().expose().into();
    let data = dir.path().to_owned();
    let mut connection = Connection::demo(sandbox.base_url(), sandbox.key_id(), secret, Some(user), data)?;
    connection.users = encours_sandbox::sample_users().filter_map(|user| UserId::new(user).ok()).collect();
    Ok((connection, Some(DemoServer { _sandbox: sandbox, _dir: dir })))
}
