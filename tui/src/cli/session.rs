//! A key ready to be used: a configured one, or the embedded sandbox's own for as long as the session lives.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use encours_core::boot_clock::Anchor;
use encours_core::client::auth::secret_file::Passphrase;
use encours_core::client::{Client, ClientConfig, SecretSource};
use encours_core::config::{ConfigFile, Connection};
use encours_core::contract::ids::is_temporary;
use encours_core::contract::{DealId, TokenResponse, UserId};
use encours_core::error::{Error, Local};
use encours_core::model::permissions::Rights;
use encours_core::model::resource_kind::Family;
use encours_core::model::storage_health::SetAside;
use encours_core::store::{Identity, Row, Store};
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use tempfile::TempDir;

use super::args::Global;
use super::context::Context;
use super::failure::of_config;
use super::{limit, prompt, temp_dir};

/// How many deals the demo holds unless told otherwise.
const DEMO_DEALS: u32 = 240;

/// The sample user the demo acts for unless told otherwise.
const DEMO_USER: &str = "u-martin";

/// One key at one service, and what is kept for it here.
pub struct Session {
    connection: Connection,
    config: ClientConfig,
    client: Client,
    store: OnceLock<Arc<Store>>,
    unkept: OnceLock<Error>,
    // Dropped last, in this order: the service stops, then its directory goes.
    demo: Option<Demo>,
}

struct Demo {
    _sandbox: Sandbox,
    _dir: TempDir,
}

impl Session {
    /// Resolves the key that the command is to use. With `--demo` this starts a service of its own. Sends nothing.
    ///
    /// A passphrase that is needed is asked for when the secret is, on the terminal.
    pub fn open(context: &Context) -> Result<Self, Error> {
        Self::with(context, false)
    }

    /// The same for the full screen: a passphrase is asked for now, since nobody can be asked on the ordinary screen
    /// afterwards.
    pub fn unlocked(context: &Context) -> Result<Self, Error> {
        Self::with(context, true)
    }

    fn with(context: &Context, ask_now: bool) -> Result<Self, Error> {
        let usage = |error: encours_core::config::ConfigError| of_config(&error);
        let (mut connection, demo) = if context.demo() {
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
        connection.secret = askable(connection.secret, context, ask_now)?;
        let mut config = connection.client_config().map_err(usage)?;
        if let Some(timeout) = context.global.timeout {
            config.timeout = timeout;
            // While a person answers no time is counted.
            config.began = (!prompt::can_ask()).then(|| limit::began().into());
        }
        // The full screen goes on for as long as it is open.
        config.bounds_all = !ask_now;
        config.request_id.clone_from(&context.global.request_id);
        config.withheld = context.global.offline;
        let client = Client::new(config.clone())?;
        Ok(Self {
            connection,
            config,
            client,
            store: OnceLock::new(),
            unkept: OnceLock::new(),
            demo,
        })
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

    /// A moment of this machine's clock by the service's, as far as that is known: when something was observed.
    pub fn observed(&self, at: Timestamp) -> Timestamp {
        let off = self.client().clock_off(Timestamp::now());
        off.map_or(at, |off| at.saturating_add(off).unwrap_or(at))
    }

    /// Whether the service is the embedded one.
    pub fn is_demo(&self) -> bool {
        self.demo.is_some()
    }

    /// The directory of what is kept.
    pub fn store_dir(&self) -> &Path {
        &self.connection.store
    }

    /// Keeps what the service let this key do, for the next session. `failed`: what the command ended with, which may
    /// name a scope.
    pub fn keep_rights(&self, failed: Option<&Error>) {
        let Some(store) = self.store.get().filter(|_| !self.is_demo()) else {
            return;
        };
        let kept = Rights::load(store.cache()).and_then(|mut rights| {
            for entry in self.client.observe().entries() {
                rights.observe(&entry);
            }
            if let Some(error) = failed {
                rights.refused(error);
            }
            rights.keep(store.cache())
        });
        if let Err(error) = kept {
            tracing::warn!(%error, "what the key may do could not be kept");
        }
    }

    /// Writes down which requests were made, where there is a store that outlives the command.
    pub fn log_requests(&self) {
        let Some(store) = self.store.get().filter(|_| !self.is_demo()) else {
            return;
        };
        if let Err(error) = encours_core::engine::log_requests(store, &self.client, 0) {
            tracing::warn!(%error, "the log of requests could not be kept");
        }
    }

    /// Who writes.
    pub fn identity(&self) -> Identity {
        let user = self.connection.as_user.as_ref().map(|user| user.id.as_str());
        Identity::new(self.connection.base_url.as_str(), &self.connection.key_id, user)
    }

    /// Writes down for which entity a token was given: what is written from here on is that entity's. The entity that the
    /// store was of, where it was another one.
    ///
    /// # Errors
    /// Those of the store.
    pub fn learn_entity(&self, token: &TokenResponse) -> Result<Option<String>, Error> {
        let Some(slug) = token.entity_slug() else {
            return Ok(None);
        };
        let outbox = self.store()?.outbox();
        let before = outbox.entity();
        let other = outbox.learn_entity(&slug)?;
        Ok(before.filter(|_| other))
    }

    /// The same of the token in use, if there is one.
    ///
    /// # Errors
    /// Those of the store.
    pub fn follow_entity(&self) -> Result<(), Error> {
        match self.client.signed_in() {
            Some(token) => self.learn_entity(&token).map(|_| ()),
            None => Ok(()),
        }
    }

    /// The same at the end of a command that has opened the store: whoever writes without a connection after it writes
    /// for that entity, and not for the one of the first token to come.
    pub fn keep_identity(&self) {
        let store = self.store.get();
        if store.is_none_or(|store| store.hindrance().is_some()) {
            return;
        }
        if let Err(error) = self.follow_entity() {
            tracing::warn!(%error, "the entity of the key could not be kept");
        }
    }

    /// Notes that what was read could not be kept.
    pub fn keeps_nothing(&self, why: Error) {
        // The first reason says it.
        let _ = self.unkept.set(why);
    }

    /// Why what was read was not kept, if it was not.
    pub fn unkept(&self) -> Option<&Error> {
        self.unkept.get()
    }

    /// Why the store that is open can only be read, if that is so.
    pub fn only_reads(&self) -> Option<Error> {
        Some(self.store.get()?.hindrance()?.into())
    }

    /// What is kept for this key, where something new can be kept too.
    pub fn writable_store(&self) -> Result<Arc<Store>, Error> {
        let store = self.shared_store()?;
        match store.hindrance() {
            Some(hindrance) => Err(hindrance.into()),
            None => Ok(store),
        }
    }

    /// What is kept for this key; opened when first asked for, if need be only to be read.
    pub fn store(&self) -> Result<&Store, Error> {
        if let Some(store) = self.store.get() {
            return Ok(store);
        }
        let mut store = Store::open_or_read(&self.connection.store, Timestamp::now())?;
        if let Some(person) = self.connection.person() {
            store.share_settings(&person, Timestamp::now())?;
        }
        let store = Arc::new(store);
        store.outbox().write_as(&self.identity())?;
        store.share_watched(&Family::of_the_key(), Timestamp::now())?;
        if store.hindrance().is_none() {
            store.outbox().keep_time_by(Arc::new(Anchor::now));
            store.outbox().reclock(Timestamp::now())?;
        }
        Ok(self.store.get_or_init(|| store))
    }

    /// Has the next start check the cache, and set it aside if need be, where this command met damage. `failed`: what it
    /// ended with.
    pub fn met_damage(&self, failed: Option<&Error>) {
        let met = self
            .unkept()
            .into_iter()
            .chain(failed)
            .any(|error| error.local() == Some(Local::Damaged));
        if met && let Err(error) = Store::suspect_cache_in(self.store_dir()) {
            tracing::warn!(%error, "damage in the store could not be noted");
        }
    }

    /// Sets aside what was found damaged, reads again what could not be read, and begins anew without it: the command that met it goes on. Whether that was
    /// done; not while another program has the files open, nor where something was asked of the service or kept since
    /// `began` that must not be done twice.
    pub fn begin_anew(&mut self, began: Timestamp, failed: &Error) -> bool {
        if !matches!(failed.local(), Some(Local::Damaged | Local::Unread)) || self.is_demo() {
            return false;
        }
        let damaged = failed.local() == Some(Local::Damaged);
        let wrote = self.client.observe().entries().iter().any(|entry| entry.writes());
        let may = !wrote
            && match self.store.get() {
                // It was met as the files were opened.
                None => !damaged || Store::suspect_cache_in(self.store_dir()).is_ok(),
                Some(store) => {
                    let (outbox, kept) = (store.outbox(), |row: &Row| row.created_at >= began);
                    !outbox.in_company()
                        && outbox.rows().is_ok_and(|rows| !rows.iter().any(kept))
                        && (!damaged || store.let_go_damaged().is_ok())
                }
            };
        if may {
            (self.store, self.unkept) = (OnceLock::new(), OnceLock::new());
        }
        may
    }

    /// Opens the store again: what is damaged in it is set aside and made anew, or saved.
    ///
    /// # Errors
    /// Those of the store; what another program has open is left alone.
    pub fn repair(&mut self) -> Result<&Store, Error> {
        if let Some(store) = self.store.get() {
            if store.outbox().in_company() {
                return Err(
                    Error::storage("another Encours window or command has the files open. Close it first")
                        .with_said("cli-doctor-in-company", &[])
                        .with_local(Local::Other),
                );
            }
            store.let_go_damaged()?;
        }
        (self.store, self.unkept) = (OnceLock::new(), OnceLock::new());
        self.store()
    }

    /// The id a deal has now: the service's own, where it has created what was known here by a temporary one.
    ///
    /// # Errors
    /// There is a store and it cannot be read.
    pub fn deal_now(&self, id: &DealId) -> Result<DealId, Error> {
        if !is_temporary(id.as_str()) {
            return Ok(id.clone());
        }
        let born = self.store()?.outbox().born(id.as_str())?;
        Ok(born
            .and_then(|born| born.parse().ok())
            .unwrap_or_else(|| id.clone()))
    }

    /// The files that were found damaged when the store was opened.
    pub fn damaged_now(&self) -> &[SetAside] {
        self.store
            .get()
            .map(|store| store.damaged_now())
            .unwrap_or_default()
    }

    /// The same, to be held by what runs beside.
    pub fn shared_store(&self) -> Result<Arc<Store>, Error> {
        self.store()?;
        self.store
            .get()
            .cloned()
            .ok_or_else(|| Error::unexpected("the local store was opened and is not there"))
    }
}

/// The source of the secret, asking the person for a passphrase that nothing else gives.
fn askable(source: SecretSource, context: &Context, now: bool) -> Result<SecretSource, Error> {
    match source {
        SecretSource::File(file) if !file.can_open() && context.passphrase.is_some() => {
            let set = context.passphrase.clone().map(Passphrase::Given);
            Ok(SecretSource::File(file.with_passphrase(set.unwrap_or_default())))
        }
        SecretSource::File(file) if !file.can_open() && prompt::can_ask() => {
            let question = context.report.words().get("cli-type-passphrase").into_owned();
            let passphrase = if now {
                Passphrase::Given(prompt::secret(&question)?)
            } else {
                Passphrase::Asked(Arc::new(move || prompt::secret(&question)))
            };
            Ok(SecretSource::File(file.with_passphrase(passphrase)))
        }
        other => Ok(other),
    }
}

fn demo(global: &Global, as_user: Option<&str>) -> Result<(Connection, Demo), Error> {
    let deals = global.demo_deals.unwrap_or(DEMO_DEALS);
    let sandbox = Sandbox::start(Config {
        deals,
        ..Config::default()
    })
    .map_err(|error| Error::unexpected(format!("the demo could not be started: {error}")))?;
    let dir = temp_dir::directory("encours-demo-")
        .map_err(|error| Error::unexpected(format!("no directory for the demo: {error}")))?;
    let mut connection = Connection::demo(
        sandbox.base_url(),
        sandbox.key_id(),
        sandbox.secret().expose().into(),
        Some(as_user.unwrap_or(DEMO_USER)),
        dir.path().to_owned(),
    )
    .map_err(|error| Error::usage(error.to_string()))?;
    connection.users = encours_sandbox::sample_users()
        .filter_map(|user| UserId::new(user).ok())
        .collect();
    Ok((
        connection,
        Demo {
            _sandbox: sandbox,
            _dir: dir,
        },
    ))
}
