//! The test setup: one sandbox, one profile directory, and engines on it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::client::{Backoff, Client, ClientConfig, SecretSource};
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::contract::models::deal::Deal;
use encours_core::engine::{Engine, Settings};
use encours_core::error::Error;
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::{EventKind, RequestLine, Snapshot};
use encours_core::text::Lang;
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tempfile::TempDir;

/// The timeout, longer than any success even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_mins(1);
/// The key's secret, also known to child processes of tests.
pub const SECRET: &str = "a secret of the engine's tests";
/// An undo window that no test outlives.
pub const LONG: Duration = Duration::from_mins(4);

/// A service, with a directory for profiles.
pub struct TestHarness {
    sandbox: Option<Sandbox>,
    config: Config,
    base_url: String,
    dir: TempDir,
}

impl TestHarness {
    pub fn new(deals: u32) -> Self {
        Self::with_config(Config { deals, ..Config::default() })
    }

    /// Creates an in-memory service, and a profile in `/dev/shm` if it exists.
    ///
    /// It is quick to create, for tests with many iterations. `stop_server` loses its state. Durability on disk is tested
    /// elsewhere.
    pub fn fast(deals: u32) -> Self {
        let memory = std::path::Path::new("/dev/shm");
        let dir = if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() };
        Self::in_dir(dir.unwrap(), Config { deals, ..Config::default() })
    }

    /// Creates a service that preserves its state, key and port over a restart.
    pub fn with_config(config: Config) -> Self {
        let dir = TempDir::new().unwrap();
        let data = Some(dir.path().join("sandbox.db"));
        Self::in_dir(dir, Config { data, ..config })
    }

    fn in_dir(dir: TempDir, config: Config) -> Self {
        let config = Config {
            key_id: Some("key_engine_tests".into()),
            secret: Some(SECRET.to_owned().into()),
            ..config
        };
        let sandbox = Sandbox::start(config.clone()).unwrap();
        let base_url = sandbox.base_url().to_owned();
        let port = base_url.trim_end_matches("/v1").rsplit(':').next().unwrap().parse().unwrap();
        let harness = Self { sandbox: Some(sandbox), config: Config { port, ..config }, base_url, dir };
        encours_tests::encrypted_profile::create_if_built(&harness.profile());
        harness
    }

    pub fn sandbox(&self) -> &Sandbox {
        self.sandbox.as_ref().expect("the service is running")
    }

    /// Stops the service, which simulates an unplugged cable.
    pub fn stop_server(&mut self) {
        self.sandbox.take().expect("the service is running").shutdown();
    }

    pub fn start_server(&mut self) {
        self.sandbox = Some(Sandbox::start(self.config.clone()).unwrap());
    }

    pub fn profile(&self) -> PathBuf {
        self.dir.path().join("profile")
    }

    /// Returns the service's base URL.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    fn client_config(&self, secret: &str) -> ClientConfig {
        Self::client_config_at(&self.base_url, secret)
    }

    fn client_config_at(base_url: &str, secret: &str) -> ClientConfig {
        let mut config = ClientConfig::new(
            base_url.parse().unwrap(),
            "key_engine_tests",
            SecretSource::fixed(secret.to_owned()),
        );
        // One try per call, so that retries come from the engine and not from the client.
        config.max_tries = 1;
        config.backoff = Backoff { base: Duration::from_millis(1), cap: Duration::from_millis(5) };
        config
    }

    pub fn settings(&self) -> Settings {
        let mut settings = Settings::new(self.client_config(SECRET), self.profile());
        // Disable periodic refreshes.
        settings.sync_interval = LONG;
        settings.count_interval = LONG;
        settings.mark_interval = Duration::from_millis(1);
        settings.restart_undo_delay = LONG;
        settings.retry_base = Duration::from_millis(5);
        settings.retry_cap = Duration::from_millis(50);
        settings.seed = 1;
        settings
    }

    /// Returns an engine's settings whose requests go to another address, such as a proxy's.
    pub fn settings_at(&self, base_url: &str) -> Settings {
        Settings { client: Self::client_config_at(base_url, SECRET), ..self.settings() }
    }

    /// Returns settings with a separate profile, as on another user's machine.
    pub fn settings_for_profile(&self, name: &str) -> Settings {
        Settings { dir: self.dir.path().join(name), ..self.settings() }
    }

    pub fn settings_with_secret(&self, secret: &str) -> Settings {
        Settings { client: self.client_config(secret), ..self.settings() }
    }

    pub fn engine(&self) -> Engine {
        start_engine(self.settings())
    }

    /// Returns an engine started after another one ended, without renewed undo windows.
    pub fn restarted_engine(&self) -> Engine {
        let mut settings = self.settings();
        settings.restart_undo_delay = Duration::ZERO;
        start_engine(settings)
    }

    /// Returns an engine after its first full sync.
    pub fn synced_engine(&self) -> Engine {
        let engine = self.engine();
        wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
        engine
    }

    /// Runs a call of another client that is unrelated to the engine.
    pub fn with_other_client<T>(&self, call: impl AsyncFnOnce(Client) -> T) -> T {
        let client = Client::new(self.client_config(SECRET)).unwrap();
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(call(client))
    }

    /// Returns a deal by a plain `GET /deals/{deal_id}`.
    pub fn deal(&self, id: &str) -> Result<Deal, Error> {
        let id = DealId::new(id).unwrap();
        self.with_other_client(async |client| client.deal(&id).await)
    }

    /// Returns the status that another client reads.
    pub fn status(&self, id: &str) -> String {
        self.deal(id).unwrap().status().unwrap().to_owned()
    }

    /// Moves a deal as another client.
    pub fn move_by_another(&self, id: &str, status: &str) {
        let (id, body) = (DealId::new(id).unwrap(), fields("status", status).to_body());
        let key = format!("other-{}-{status}", id.as_str()).parse().unwrap();
        self.with_other_client(async |client| client.update_deal(&id, &body, &key).await).unwrap();
    }

    /// Returns the number of deals at the service.
    pub fn total(&self) -> u64 {
        let page = self.with_other_client(async |client| {
            let query = encours_core::client::DealsQuery { limit: Some(1), ..Default::default() };
            client.deals_page(&query).await
        });
        page.unwrap().total.unwrap()
    }

    /// Returns all deals at the service.
    pub fn all_deals(&self) -> Vec<Deal> {
        let result = self.with_other_client(async |client| {
            let mut deals = Vec::new();
            loop {
                let query = encours_core::client::DealsQuery {
                    limit: Some(500),
                    offset: Some(deals.len() as u64),
                    status: None,
                };
                let page = client.deals_page(&query).await?;
                let is_complete = page.total == Some((deals.len() + page.items.len()) as u64);
                deals.extend(page.items);
                if is_complete {
                    return Ok::<_, Error>(deals);
                }
            }
        });
        result.unwrap()
    }

    /// Returns the names of all deals at the service, sorted.
    pub fn names(&self) -> Vec<String> {
        let all = self.all_deals();
        let mut names: Vec<String> =
            all.iter().map(|deal| deal.name().unwrap_or_default().to_owned()).collect();
        names.sort();
        names
    }

    /// Returns the idempotency keys of an operation's calls, in order.
    pub fn idempotency_keys(&self, operation: &str) -> Vec<String> {
        let requests = self.sandbox().requests().of_route(operation);
        requests.into_iter().map(|request| request.idempotency_key.unwrap_or_default()).collect()
    }
}

pub fn start_engine(settings: Settings) -> Engine {
    Engine::start(settings, Arc::new(|| {})).unwrap()
}

pub fn wait(engine: &Engine, label: &str, until: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    match engine.wait_until(TIMEOUT, until) {
        Ok(snapshot) => snapshot,
        Err(last) => panic!(
            "{label}: not within {TIMEOUT:?}; {:?}, {:?}, writes {:?}, events {:?}, error {:?}",
            last.connection, last.coverage, last.writes, last.events, last.deals_error
        ),
    }
}

/// Waits until the outbox is empty.
pub fn wait_until_drained(engine: &Engine) -> Arc<Snapshot> {
    wait(engine, "an empty outbox", |s| s.writes.is_empty())
}

/// Submits effects and waits until they are handled.
pub fn submit(engine: &Engine, effects: Vec<Effect>) -> Arc<Snapshot> {
    let until = engine.snapshot().handled + effects.len() as u64;
    engine.submit(effects);
    wait(engine, "the effects", |s| s.handled >= until)
}

pub fn fields(name: &str, value: &str) -> Fields {
    let mut fields = Fields::new();
    fields.set_text(name, value);
    fields
}

/// Returns a move as the application requests it.
pub fn move_effect(deal: &str, from: &str, to: &str, undo_delay: Duration) -> Effect {
    Effect::Update {
        deal: DealId::new(deal).unwrap(),
        fields: fields("status", to),
        base: fields("status", from),
        label: "a deal".into(),
        undo_delay,
    }
}

/// Returns the ids of the deals with `status`.
pub fn ids_with_status(snapshot: &Snapshot, status: &str) -> Vec<String> {
    snapshot.deals.by_age().filter(|row| row.status == status).map(|row| row.id.to_owned()).collect()
}

/// Returns the displayed status of a deal.
pub fn shown_status(snapshot: &Snapshot, id: &str) -> Option<String> {
    Some(snapshot.deals.row(snapshot.deals.find(id)?)?.status.to_owned())
}

/// Returns a request's path without its query.
pub fn request_path(line: &RequestLine) -> &str {
    line.path.split('?').next().unwrap_or_default()
}

pub fn applied_count(snapshot: &Snapshot) -> usize {
    snapshot.events.iter().filter(|event| matches!(event.kind, EventKind::Applied { .. })).count()
}

/// Returns the terminal's application with a snapshot.
pub fn new_app(snapshot: Arc<Snapshot>, lang: Lang) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let options = Options::new(lang, keymap, TimeZone::UTC);
    let mut app = App::new(options, Timestamp::now());
    app.on_snapshot(snapshot);
    app
}
