//! A key ready to be used: a configured one, or the embedded sandbox's own for as long as the session lives.

use std::path::Path;
use std::sync::OnceLock;

use encours_core::client::{Client, ClientConfig};
use encours_core::config::{ConfigFile, Connection};
use encours_core::error::Error;
use encours_core::store::Store;
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use tempfile::TempDir;

use super::args::Global;
use super::context::Context;
use super::private;

/// How many deals the demo holds unless told otherwise.
const DEMO_DEALS: u32 = 240;

/// The sample user the demo acts for unless told otherwise.
const DEMO_USER: &str = "u-martin";

/// One key at one service, and what is kept for it here.
pub struct Session {
    connection: Connection,
    config: ClientConfig,
    client: Client,
    store: OnceLock<Store>,
    // Dropped last, in this order: the service stops, then its directory goes.
    demo: Option<Demo>,
}

struct Demo {
    _sandbox: Sandbox,
    _dir: TempDir,
}

impl Session {
    /// Resolves the key that the command is to use. With `--demo` this starts a service of its own. Sends nothing.
    pub fn open(context: &Context) -> Result<Self, Error> {
        let usage = |error: encours_core::config::ConfigError| Error::usage(error.to_string());
        let (connection, demo) = if context.demo() {
            let (connection, demo) = demo(&context.global, context.options().as_user.as_deref())?;
            (connection, Some(demo))
        } else {
            let options = context.options();
            let file = ConfigFile::load(&options.paths().map_err(usage)?.config_file()).map_err(usage)?;
            (
                Connection::resolve(&options, &context.env, &file).map_err(usage)?,
                None,
            )
        };
        let mut config = connection.client_config().map_err(usage)?;
        if let Some(timeout) = context.global.timeout {
            config.timeout = timeout;
        }
        config.request_id.clone_from(&context.global.request_id);
        let client = Client::new(config.clone())?;
        let session = Self {
            connection,
            config,
            client,
            store: OnceLock::new(),
            demo,
        };
        session.respect_gate();
        Ok(session)
    }

    /// Which key at which service.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// How the client was set up.
    pub fn config(&self) -> &ClientConfig {
        &self.config
    }

    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Whether the service is the embedded one.
    pub fn is_demo(&self) -> bool {
        self.demo.is_some()
    }

    /// The directory of what is kept.
    pub fn store_dir(&self) -> &Path {
        &self.connection.store
    }

    /// A pause the service asked another program for holds here too. Where there is no store yet nobody has asked.
    fn respect_gate(&self) {
        if self.is_demo() || !self.connection.store.exists() {
            return;
        }
        let until = match self.store().map(|store| store.outbox().gate()) {
            Ok(Ok(until)) => until,
            Ok(Err(error)) => return tracing::warn!(%error, "the pause asked for before could not be read"),
            Err(error) => return tracing::warn!(%error, "the pause asked for before could not be read"),
        };
        if let Some(until) = until {
            self.client.close_gate_until(until.into());
        }
    }

    /// Ends the session: what the service asked about its rate is kept for the next one.
    pub fn close(&self) {
        let (Some(store), Some(until)) = (self.store.get(), *self.client.gate().borrow()) else {
            return;
        };
        let kept = Timestamp::try_from(until)
            .map_err(|error| error.to_string())
            .and_then(|until| {
                store
                    .outbox()
                    .set_gate(Some(until))
                    .map_err(|error| error.to_string())
            });
        if let Err(error) = kept {
            tracing::warn!(%error, "the pause the service asked for could not be kept");
        }
    }

    /// What is kept for this key; opened when first asked for.
    pub fn store(&self) -> Result<&Store, Error> {
        if let Some(store) = self.store.get() {
            return Ok(store);
        }
        let store = Store::open(&self.connection.store, Timestamp::now())?;
        Ok(self.store.get_or_init(|| store))
    }
}

fn demo(global: &Global, as_user: Option<&str>) -> Result<(Connection, Demo), Error> {
    let deals = global.demo_deals.unwrap_or(DEMO_DEALS);
    let sandbox = Sandbox::start(Config {
        deals,
        ..Config::default()
    })
    .map_err(|error| Error::unexpected(format!("the demo could not be started: {error}")))?;
    let dir = private::directory("encours-demo-")
        .map_err(|error| Error::unexpected(format!("no directory for the demo: {error}")))?;
    let connection = Connection::demo(
        sandbox.base_url(),
        sandbox.key_id(),
        sandbox.secret().expose().into(),
        Some(as_user.unwrap_or(DEMO_USER)),
        dir.path().join("store"),
    )
    .map_err(|error| Error::usage(error.to_string()))?;
    Ok((
        connection,
        Demo {
            _sandbox: sandbox,
            _dir: dir,
        },
    ))
}
