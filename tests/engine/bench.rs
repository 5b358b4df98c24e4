//! One sandbox, one profile directory, and engines on it.

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
use encours_core::engine::{Effect, Engine, EventKind, RequestLine, Settings, Snapshot};
use encours_core::error::Error;
use encours_core::text::Lang;
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tempfile::TempDir;

/// Longer than anything that works takes, even on a busy machine.
pub const BOUND: Duration = Duration::from_mins(1);
/// The key's secret, known to the processes that a test starts.
pub const SECRET: &str = "a secret of the engine's tests";
/// A hold that no test outlives.
pub const LONG: Duration = Duration::from_hours(1);

/// A service and a place for a profile.
pub struct Bench {
    sandbox: Option<Sandbox>,
    config: Config,
    base_url: String,
    dir: TempDir,
}

impl Bench {
    pub fn new(deals: u32) -> Self {
        Self::with(Config {
            deals,
            ..Config::default()
        })
    }

    /// A service in memory alone, and a profile in memory where the system has such a place: quick to make, and gone when
    /// it is unplugged. For what is tried a thousand times; that a disk keeps what it is told to is tested elsewhere.
    pub fn quick(deals: u32) -> Self {
        let memory = std::path::Path::new("/dev/shm");
        let dir = if memory.is_dir() {
            TempDir::new_in(memory)
        } else {
            TempDir::new()
        };
        Self::in_dir(
            dir.unwrap(),
            Config {
                deals,
                ..Config::default()
            },
        )
    }

    /// A service that keeps its state, key and port over a restart.
    pub fn with(config: Config) -> Self {
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
        let port = base_url
            .trim_end_matches("/v1")
            .rsplit(':')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        Self {
            sandbox: Some(sandbox),
            config: Config { port, ..config },
            base_url,
            dir,
        }
    }

    pub fn sandbox(&self) -> &Sandbox {
        self.sandbox.as_ref().expect("the service is up")
    }

    /// The service goes away, as if the cable were pulled.
    pub fn unplug(&mut self) {
        self.sandbox.take().expect("the service is up").shutdown();
    }

    pub fn plug(&mut self) {
        self.sandbox = Some(Sandbox::start(self.config.clone()).unwrap());
    }

    pub fn profile(&self) -> PathBuf {
        self.dir.path().join("profile")
    }

    /// Where the service is.
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
        // One try per call: what is tried again is the engine's doing, not the client's.
        config.max_tries = 1;
        config.backoff = Backoff {
            base: Duration::from_millis(1),
            cap: Duration::from_millis(5),
        };
        config
    }

    pub fn settings(&self) -> Settings {
        let mut settings = Settings::new(self.client_config(SECRET), self.profile());
        // Nothing is read again by itself.
        settings.refresh = LONG;
        settings.tick = LONG;
        settings.pace = Duration::from_millis(1);
        settings.hold_again = LONG;
        settings.retry_base = Duration::from_millis(5);
        settings.retry_cap = Duration::from_millis(50);
        settings.seed = 1;
        settings
    }

    /// An engine's set-up whose requests go to another address, such as a proxy's.
    pub fn settings_at(&self, base_url: &str) -> Settings {
        Settings {
            client: Self::client_config_at(base_url, SECRET),
            ..self.settings()
        }
    }

    /// A set-up with a profile of its own: another person's machine.
    pub fn settings_of(&self, profile: &str) -> Settings {
        Settings {
            dir: self.dir.path().join(profile),
            ..self.settings()
        }
    }

    pub fn settings_with_secret(&self, secret: &str) -> Settings {
        Settings {
            client: self.client_config(secret),
            ..self.settings()
        }
    }

    pub fn engine(&self) -> Engine {
        start(self.settings())
    }

    /// An engine after another that ended: what was held then is not held again, since nobody is there to wait for.
    pub fn unheld(&self) -> Engine {
        let mut settings = self.settings();
        settings.hold_again = Duration::ZERO;
        start(settings)
    }

    /// An engine that has read everything once.
    pub fn ready(&self) -> Engine {
        let engine = self.engine();
        wait(&engine, "the first reading", |s| {
            s.coverage.complete_at.is_some() && !s.coverage.reading
        });
        engine
    }

    /// What another client does: one that knows nothing of the engine.
    pub fn other<T>(&self, call: impl AsyncFnOnce(Client) -> T) -> T {
        let client = Client::new(self.client_config(SECRET)).unwrap();
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(call(client))
    }

    /// A plain `GET /deals/{deal_id}`.
    pub fn deal(&self, id: &str) -> Result<Deal, Error> {
        let id = DealId::new(id).unwrap();
        self.other(async |client| client.deal(&id).await)
    }

    /// The status another client reads.
    pub fn status(&self, id: &str) -> String {
        self.deal(id).unwrap().status().unwrap().to_owned()
    }

    /// Another client moves a deal.
    pub fn move_by_another(&self, id: &str, status: &str) {
        let (id, body) = (DealId::new(id).unwrap(), fields("status", status).to_body());
        let key = format!("other-{}-{status}", id.as_str()).parse().unwrap();
        self.other(async |client| client.update_deal(&id, &body, &key).await)
            .unwrap();
    }

    /// How many deals the service holds.
    pub fn total(&self) -> u64 {
        let page = self.other(async |client| {
            let query = encours_core::client::DealsQuery {
                limit: Some(1),
                ..Default::default()
            };
            client.deals_page(&query).await
        });
        page.unwrap().total.unwrap()
    }

    /// All deals the service holds.
    pub fn all(&self) -> Vec<Deal> {
        let read = self.other(async |client| {
            let mut deals = Vec::new();
            loop {
                let query = encours_core::client::DealsQuery {
                    limit: Some(500),
                    offset: Some(deals.len() as u64),
                    status: None,
                };
                let page = client.deals_page(&query).await?;
                let whole = page.total == Some((deals.len() + page.items.len()) as u64);
                deals.extend(page.items);
                if whole {
                    return Ok::<_, Error>(deals);
                }
            }
        });
        read.unwrap()
    }

    /// The names of all deals the service holds, sorted.
    pub fn names(&self) -> Vec<String> {
        let all = self.all();
        let mut names: Vec<String> = all
            .iter()
            .map(|deal| deal.name().unwrap_or_default().to_owned())
            .collect();
        names.sort();
        names
    }

    /// The keys under which an operation was called, in order.
    pub fn keys(&self, operation: &str) -> Vec<String> {
        let requests = self.sandbox().requests().of(operation);
        requests
            .into_iter()
            .map(|request| request.idempotency_key.unwrap_or_default())
            .collect()
    }
}

pub fn start(settings: Settings) -> Engine {
    Engine::start(settings, Arc::new(|| {})).unwrap()
}

pub fn wait(engine: &Engine, what: &str, until: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    match engine.wait_until(BOUND, until) {
        Ok(snapshot) => snapshot,
        Err(last) => panic!(
            "{what}: not within {BOUND:?}; {:?}, {:?}, writes {:?}, events {:?}, error {:?}",
            last.connection, last.coverage, last.writes, last.events, last.deals_error
        ),
    }
}

/// Waits until the outbox is empty.
pub fn drained(engine: &Engine) -> Arc<Snapshot> {
    wait(engine, "an empty outbox", |s| s.writes.is_empty())
}

/// Hands effects in and waits until they are reflected.
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

/// A move as the application asks for it.
pub fn moving(deal: &str, from: &str, to: &str, hold: Duration) -> Effect {
    Effect::Update {
        deal: DealId::new(deal).unwrap(),
        fields: fields("status", to),
        base: fields("status", from),
        label: "a deal".into(),
        hold,
    }
}

/// The ids of some deals that have `status`.
pub fn with_status(snapshot: &Snapshot, status: &str) -> Vec<String> {
    snapshot
        .deals
        .by_age()
        .filter(|row| row.status == status)
        .map(|row| row.id.to_owned())
        .collect()
}

/// The status of a deal as a person sees it.
pub fn seen(snapshot: &Snapshot, id: &str) -> Option<String> {
    Some(snapshot.deals.row(snapshot.deals.find(id)?)?.status.to_owned())
}

/// What a request went to, without what it asked for there.
pub fn route(line: &RequestLine) -> &str {
    line.path.split('?').next().unwrap_or_default()
}

pub fn applied(snapshot: &Snapshot) -> usize {
    snapshot
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Applied { .. }))
        .count()
}

/// The application of a terminal that knows a snapshot.
pub fn app(snapshot: Arc<Snapshot>, lang: Lang) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let options = Options::new(lang, keymap, TimeZone::UTC);
    let mut app = App::new(options, Timestamp::now());
    app.absorb(snapshot);
    app
}
