//! The full screen on the real engine and sandbox, with a fixed seed and clock.

use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::client::{ClientConfig, SecretSource};
use encours_core::engine::{Engine, Settings};
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_sandbox::{Config, Sandbox};
use encours_tui::terminal::Frontend;
use tempfile::TempDir;

/// The timeout, longer than any success even on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);
/// A delay that no test outlives.
const LONG_TIMEOUT: Duration = Duration::from_hours(1);

/// A service, an engine on it, and a screen.
pub struct LiveFrontend {
    /// The screen.
    pub frontend: Frontend,
    /// The service.
    pub sandbox: Sandbox,
    engine: Engine,
    submitted: u64,
    _dir: TempDir,
}

impl LiveFrontend {
    /// Starts the default service and waits for the first full sync.
    pub fn new(lang: Lang, size: (u16, u16)) -> Self {
        Self::with(lang, size, Config::default())
    }

    /// Starts a custom service and waits for the first full sync.
    pub fn with(lang: Lang, size: (u16, u16), config: Config) -> Self {
        let mut service = Self::unread(lang, size, config);
        service.wait("the first reading", |s| {
            let read = s.coverage.complete_at.is_some() && !s.coverage.syncing;
            read && s.inbox.fetched_at.is_some() && s.portfolio.value.is_some() && s.entity.value.is_some()
        });
        service
    }

    /// Starts a custom service without waiting.
    pub fn unread(lang: Lang, size: (u16, u16), config: Config) -> Self {
        let now = super::now();
        let sandbox = Sandbox::start(Config {
            now: Some(now),
            key_id: Some("key_screen_tests".into()),
            secret: Some("a secret of the screens' tests".to_owned().into()),
            ..config
        })
        .unwrap();
        let dir = TempDir::new().unwrap();
        let client = ClientConfig::new(
            sandbox.base_url().parse().unwrap(),
            "key_screen_tests",
            SecretSource::fixed("a secret of the screens' tests"),
        );
        let mut settings = Settings::new(client, dir.path().join("profile"));
        settings.clock = Arc::new(move || now);
        settings.zone = super::zone();
        settings.sync_interval = LONG_TIMEOUT;
        settings.count_interval = LONG_TIMEOUT;
        settings.seed = 1;
        let engine = Engine::start(settings, Arc::new(|| {})).unwrap();
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let app = App::new(Options::new(lang, keymap, super::zone()), now);
        let mut frontend = Frontend::new(app, super::plain(), size);
        frontend.start();
        let mut service = Self { frontend, sandbox, engine, submitted: 0, _dir: dir };
        service.submit();
        service
    }

    fn submit(&mut self) {
        let effects = self.frontend.take_effects();
        self.submitted += effects.len() as u64;
        self.engine.submit(effects);
    }

    /// Waits for a matching snapshot and shows it.
    ///
    /// The request log and the learned rights are left out, because their order and times differ between runs.
    pub fn wait(&mut self, what: &str, until: impl Fn(&Snapshot) -> bool) {
        let submitted = self.submitted;
        let snapshot = self.engine.wait_until(TIMEOUT, |s| s.handled >= submitted && until(s));
        let snapshot = snapshot.unwrap_or_else(|last| panic!("{what}: not in time; {:?}", last.connection));
        let snapshot =
            Snapshot { requests: Arc::default(), permissions: Arc::default(), ..(*snapshot).clone() };
        self.frontend.on_snapshot(Arc::new(snapshot), super::now());
    }

    /// Waits for a list that a screen requests.
    pub fn list(&mut self, kind: ResourceKind) {
        self.wait("the list", |s| {
            let list = s.resources.get(&kind);
            list.is_some_and(|list| list.fetched_at.is_some() && !list.loading)
        });
    }

    /// Types keys and waits until the engine has handled their effects.
    pub fn press(&mut self, keys: &str) {
        super::press(&mut self.frontend, keys);
        self.submit();
        self.wait(keys, |_| true);
    }

    /// Opens the deal of that name.
    pub fn open(&mut self, name: &str) {
        self.press(&format!("/{name}<enter><enter><esc>"));
        self.press("2");
        let id = self.frontend.app().pipeline.opened_deal().cloned().expect("a deal is open");
        self.wait("the notes", |s| s.details.get(&id).is_some_and(|detail| detail.notes.value.is_some()));
    }

    /// Returns the frame as one text.
    pub fn picture(&mut self) -> String {
        super::picture(&mut self.frontend)
    }

    /// Returns the frame at each size.
    pub fn pictures(&mut self, sizes: &[(u16, u16)]) -> String {
        let mut text = String::new();
        for (columns, rows) in sizes {
            self.frontend.event(crossterm::event::Event::Resize(*columns, *rows), super::now());
            text += &["── ", &columns.to_string(), " × ", &rows.to_string(), " ──\n", &self.picture(), "\n"]
                .concat();
        }
        text
    }
}
