//! A session: a configured key with its client and store, or the demo's own server.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use encours_core::client::{Client, ClientConfig};
use encours_core::config::{ConfigFile, Connection};
use encours_core::contract::ids::is_temporary;
use encours_core::contract::{DealId, TokenResponse, UserId};
use encours_core::discovery::{CachedDiscovery, record_request};
use encours_core::error::{DiskError, Error};
use encours_core::model::identity::Identity;
use encours_core::model::resources::permissions::Permissions;
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::storage_health::QuarantinedFile;
use encours_core::store::{OutboxEntry, Store};
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use tempfile::TempDir;

use super::args::Global;
use super::context::CommandContext;
use super::failure::from_config;
use super::{limit, prompt, temp_dir};

/// Default number of demo deals.
const DEMO_DEALS: u32 = 240;

/// Default user of the demo.
const DEMO_USER: &str = "u-martin";

/// A key of a service, with its client and local store.
pub struct Session {
    connection: Connection,
    config: ClientConfig,
    client: Client,
    store: OnceLock<Arc<Store>>,
    store_error: OnceLock<Error>,
    // Dropped last, in field order: first the server stops, then its directory is deleted.
    demo: Option<Demo>,
}

struct Demo {
    _sandbox: Sandbox,
    _dir: TempDir,
}

impl Session {
    /// Opens a session for the selected key; with `--demo`, starts an embedded server. Sends nothing.
    ///
    /// A needed passphrase is requested on the terminal when the secret is first used.
    pub fn open(context: &CommandContext) -> Result<Self, Error> {
        Self::open_with(context, false)
    }

    /// Opens a session for the full screen, which requests a passphrase now.
    ///
    /// Later prompts are impossible.
    pub fn open_unlocked(context: &CommandContext) -> Result<Self, Error> {
        Self::open_with(context, true)
    }

    fn open_with(context: &CommandContext, ask_now: bool) -> Result<Self, Error> {
        let usage = |error: encours_core::config::ConfigError| from_config(&error);
        let (mut connection, demo) = if context.is_demo() {
            let (connection, demo) = demo(&context.global, context.options().as_user.as_deref())?;
            (connection, Some(demo))
        } else {
            let options = context.options();
            let file = ConfigFile::load(&options.paths().map_err(usage)?.config_file()).map_err(usage)?;
            (Connection::resolve(&options, &context.env, &file).map_err(usage)?, None)
        };
        prompt::set_passphrase(&mut connection, context, ask_now)?;
        let mut config = connection.client_config().map_err(usage)?;
        if let Some(timeout) = context.global.timeout {
            config.timeout = timeout;
            // With a user at the terminal, the time for responses does not count.
            config.started_at = (!prompt::can_ask()).then(|| limit::started_at().into());
        }
        // The full screen has no overall timeout.
        config.is_shared_timeout = !ask_now;
        config.request_id.clone_from(&context.global.request_id);
        config.is_offline = context.global.offline;
        let client = Client::new(config.clone())?;
        Ok(Self { connection, config, client, store: OnceLock::new(), store_error: OnceLock::new(), demo })
    }

    /// Returns the connection: service, key and user.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the client's configuration.
    pub fn config(&self) -> &ClientConfig {
        &self.config
    }

    /// Returns the client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Converts a local timestamp to the service's clock, if the skew is known.
    pub fn to_service_time(&self, at: Timestamp) -> Timestamp {
        let off = self.client().clock_skew(Timestamp::now());
        off.map_or(at, |off| at.saturating_add(off).unwrap_or(at))
    }

    /// True if the server is the embedded one.
    pub fn is_demo(&self) -> bool {
        self.demo.is_some()
    }

    /// Returns the directory of the local store.
    pub fn store_dir(&self) -> &Path {
        &self.connection.store_dir
    }

    /// Stores the rights learned in this session. `failed` is the final error, which may name a scope.
    pub fn store_rights(&self, failed: Option<&Error>) {
        let Some(store) = self.store.get().filter(|_| !self.is_demo()) else {
            return;
        };
        let stored = Permissions::load(store.cache()).and_then(|mut rights| {
            for entry in self.client.request_log().entries() {
                record_request(&mut rights, &entry);
            }
            if let Some(error) = failed {
                rights.record_rejection(error);
            }
            rights.save(store.cache())
        });
        if let Err(error) = stored {
            tracing::warn!(%error, "failed to store the learned rights");
        }
    }

    /// Stores the request log, if a permanent store is open.
    pub fn log_requests(&self) {
        let Some(store) = self.store.get().filter(|_| !self.is_demo()) else {
            return;
        };
        if let Err(error) = encours_core::engine::log_requests(store, &self.client, 0) {
            tracing::warn!(%error, "failed to store the request log");
        }
    }

    /// Returns the identity under which writes are stored.
    pub fn identity(&self) -> Identity {
        let user = self.connection.as_user.as_ref().map(|user| user.id.as_str());
        Identity::new(self.connection.base_url.as_str(), &self.connection.key_id, user)
    }

    /// Stores the entity of a token for later writes. Returns the previous entity if it was different.
    ///
    /// # Errors
    /// Those of the store.
    pub fn store_entity(&self, token: &TokenResponse) -> Result<Option<String>, Error> {
        let Some(slug) = token.entity_slug() else {
            return Ok(None);
        };
        let outbox = self.store()?.outbox();
        let before = outbox.entity();
        let other = outbox.set_entity(&slug)?;
        Ok(before.filter(|_| other))
    }

    /// Stores the entity of the current token, if any.
    ///
    /// # Errors
    /// Those of the store.
    pub fn store_token_entity(&self) -> Result<(), Error> {
        match self.client.signed_in() {
            Some(token) => self.store_entity(&token).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Stores the entity at the end of a command that has opened the store.
    ///
    /// Later offline writes then belong to this entity, and not to that of the next token.
    pub fn store_identity(&self) {
        let store = self.store.get();
        if store.is_none_or(|store| store.storage_failure().is_some()) {
            return;
        }
        if let Err(error) = self.store_token_entity() {
            tracing::warn!(%error, "failed to store the entity");
        }
    }

    /// Records that fetched data could not be stored.
    pub fn set_store_error(&self, reason: Error) {
        // Only the first reason counts.
        let _ = self.store_error.set(reason);
    }

    /// Returns the reason why fetched data could not be stored, if so.
    pub fn store_error(&self) -> Option<&Error> {
        self.store_error.get()
    }

    /// Returns the reason why the open store is read-only, if so.
    pub fn read_only_error(&self) -> Option<Error> {
        Some(self.store.get()?.storage_failure()?.into())
    }

    /// Returns the store, or an error if it is read-only.
    pub fn writable_store(&self) -> Result<Arc<Store>, Error> {
        let store = self.shared_store()?;
        match store.storage_failure() {
            Some(failure) => Err(failure.into()),
            None => Ok(store),
        }
    }

    /// Returns the store, opened at the first call; read-only if it cannot be written.
    pub fn store(&self) -> Result<&Store, Error> {
        if let Some(store) = self.store.get() {
            return Ok(store);
        }
        self.connection.unlock_data()?;
        let mut store = Store::open_or_read(&self.connection.store_dir, Timestamp::now())?;
        if let Some(person) = self.connection.personal_dir() {
            store.share_settings(&person, Timestamp::now())?;
        }
        let store = Arc::new(store);
        store.outbox().set_identity(&self.identity())?;
        store.share_watched(&ResourceKind::owned_by_key(), Timestamp::now())?;
        if store.storage_failure().is_none() {
            store.outbox().limit_waits(Timestamp::now())?;
        }
        Ok(self.store.get_or_init(|| store))
    }

    /// Marks the cache for a check at the next start, if this command met damage. `failed` is the final error.
    pub fn mark_damage(&self, failed: Option<&Error>) {
        let met = self
            .store_error()
            .into_iter()
            .chain(failed)
            .any(|error| error.disk_error() == Some(DiskError::Damaged));
        if met && let Err(error) = Store::mark_suspect_in(self.store_dir()) {
            tracing::warn!(%error, "failed to mark the damaged cache");
        }
    }

    /// Closes a damaged or unreadable store, so that the next access quarantines or reloads it. Returns whether
    /// it did.
    ///
    /// The command can then be repeated. This is rejected while another process has the files open, or if the
    /// command has sent or stored a write since `started_at`.
    pub fn reset_store(&mut self, started_at: Timestamp, failed: &Error) -> bool {
        if !matches!(failed.disk_error(), Some(DiskError::Damaged | DiskError::Unreadable)) || self.is_demo()
        {
            return false;
        }
        let damaged = failed.disk_error() == Some(DiskError::Damaged);
        let wrote = self.client.request_log().entries().iter().any(|entry| entry.is_write());
        let may = !wrote
            && match self.store.get() {
                // The damage was found while the files were opened.
                None => !damaged || Store::mark_suspect_in(self.store_dir()).is_ok(),
                Some(store) => {
                    let (outbox, is_recent) =
                        (store.outbox(), |row: &OutboxEntry| row.created_at >= started_at);
                    !outbox.has_peers()
                        && outbox.entries().is_ok_and(|rows| !rows.iter().any(is_recent))
                        && (!damaged || store.release_damaged().is_ok())
                }
            };
        if may {
            (self.store, self.store_error) = (OnceLock::new(), OnceLock::new());
        }
        may
    }

    /// Reopens the store, which quarantines damaged files and recovers or recreates them.
    ///
    /// # Errors
    /// Those of the store, or another process has the files open.
    pub fn repair(&mut self) -> Result<&Store, Error> {
        if let Some(store) = self.store.get() {
            if store.outbox().has_peers() {
                return Err(Error::storage(
                    "another Encours window or command has the files open. Close it first",
                )
                .with_message_ref("cli-doctor-in-company", &[])
                .with_disk_error(DiskError::Other));
            }
            store.release_damaged()?;
        }
        (self.store, self.store_error) = (OnceLock::new(), OnceLock::new());
        self.store()
    }

    /// Returns the current id of a deal: the service's id if a temporary one has been replaced.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn current_deal_id(&self, id: &DealId) -> Result<DealId, Error> {
        if !is_temporary(id.as_str()) {
            return Ok(id.clone());
        }
        let server_id = self.store()?.outbox().resolve_temp_id(id.as_str())?;
        Ok(server_id.and_then(|server_id| server_id.parse().ok()).unwrap_or_else(|| id.clone()))
    }

    /// Returns the files that were found damaged when the store was opened.
    pub fn damaged_files(&self) -> &[QuarantinedFile] {
        self.store.get().map(|store| store.damaged_at_open()).unwrap_or_default()
    }

    /// Returns the store for use by parallel tasks.
    pub fn shared_store(&self) -> Result<Arc<Store>, Error> {
        self.store()?;
        self.store
            .get()
            .cloned()
            .ok_or_else(|| Error::unexpected("the local store was opened and is not there"))
    }
}

fn demo(global: &Global, as_user: Option<&str>) -> Result<(Connection, Demo), Error> {
    let deals = global.demo_deals.unwrap_or(DEMO_DEALS);
    let sandbox = Sandbox::start(Config { deals, ..Config::default() })
        .map_err(|error| Error::unexpected(format!("the demo could not be started: {error}")))?;
    let dir = temp_dir::create_private("encours-demo-")
        .map_err(|error| Error::unexpected(format!("no directory for the demo: {error}")))?;
    let mut connection = Connection::demo(
        sandbox.base_url(),
        sandbox.key_id(),
        sandbox.secret().expose().into(),
        Some(as_user.unwrap_or(DEMO_USER)),
        dir.path().to_owned(),
    )
    .map_err(|error| Error::usage(error.to_string()))?;
    connection.users = encours_sandbox::sample_users().filter_map(|user| UserId::new(user).ok()).collect();
    Ok((connection, Demo { _sandbox: sandbox, _dir: dir }))
}
