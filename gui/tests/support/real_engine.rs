//! The window on the real engine and the real sandbox, over loopback.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::overlay_types::ExportFormat;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::client::{Client, ClientConfig, SecretSource};
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::{Engine, PackReader, Settings};
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::{ShutdownMode, UnsentSummary};
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::WindowState;
use encours_gui::window::{Service, StartupFailure};
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tempfile::TempDir;

use super::{LARGE, TestWindow, open_window};

/// The timeout, longer than any success even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_mins(1);
/// An undo window that no test outlives.
pub const LONG_UNDO_DELAY: Duration = Duration::from_hours(1);

/// An engine as the window's service.
pub struct EngineService(pub Arc<Engine>);

impl Service for EngineService {
    fn submit(&mut self, effects: Vec<Effect>) {
        self.0.submit(effects);
    }
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        Some(self.0.snapshot())
    }
    fn pack_reader(&self) -> Option<PackReader> {
        Some(self.0.pack_reader())
    }
    fn failure(&self) -> Option<&StartupFailure> {
        None
    }
    fn start_demo(&mut self) {}
    fn set_wake_on_requests(&mut self, closely: bool) {
        self.0.set_wake_on_any_change(closely);
    }
    fn display_name(&self) -> &'static str {
        "A. Martin"
    }
    fn request_close(&mut self, _how: ShutdownMode) -> UnsentSummary {
        UnsentSummary::default()
    }
}

/// Returns the engine's settings, with its sandbox and its store.
pub fn settings(sandbox: &Sandbox, dir: &TempDir) -> Settings {
    let secret = SecretSource::fixed(sandbox.secret().expose());
    let client = ClientConfig::new(sandbox.base_url().parse().unwrap(), sandbox.key_id(), secret);
    Settings::new(client, dir.path().join("store"))
}

/// A window, its engine and its service.
pub struct GuiTest {
    /// The window.
    pub window: TestWindow<'static>,
    engine: Arc<Engine>,
    /// The service, for its request log and its faults.
    pub sandbox: Sandbox,
    dir: TempDir,
}

fn window_on(options: Options, engine: &Arc<Engine>) -> TestWindow<'static> {
    let app = App::new(options, Timestamp::now());
    let state = WindowState::new(app, Box::new(EngineService(engine.clone())), Box::new(Timestamp::now));
    open_window(state, WindowTheme::Light, LARGE)
}

impl GuiTest {
    /// Opens a window with two dozen deals after the first sync; writes have the undo window `undo_delay`.
    pub fn start(lang: Lang, undo_delay: Duration) -> Self {
        Self::start_with(lang, undo_delay, 24)
    }

    /// Opens such a window with that many deals.
    pub fn start_with(lang: Lang, undo_delay: Duration, deals: u32) -> Self {
        Self::start_on(lang, undo_delay, Config { deals, ..Config::default() })
    }

    /// Opens such a window on another service, with the same seed.
    pub fn start_on(lang: Lang, undo_delay: Duration, config: Config) -> Self {
        let sandbox = Sandbox::start(Config { seed: 7, ..config }).unwrap();
        let dir = TempDir::new().unwrap();
        let mut settings = settings(&sandbox, &dir);
        // Disable periodic refreshes, so that only the user causes changes.
        settings.sync_interval = LONG_UNDO_DELAY;
        settings.count_interval = LONG_UNDO_DELAY;
        settings.mark_interval = Duration::from_millis(1);
        let engine = Arc::new(Engine::start(settings, Arc::new(|| {})).unwrap());
        let read = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.syncing;
        assert!(engine.wait_until(TIMEOUT, read).is_ok(), "the first reading ends");
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(lang, keymap, TimeZone::UTC);
        options.undo_delay = undo_delay;
        options.delete_undo_delay = undo_delay;
        options.split_view = true;
        options.export_formats = ExportFormat::ALL.to_vec();
        options.export_dir = format!("{}/", dir.path().display());
        let window = window_on(options, &engine);
        Self { window, engine, sandbox, dir }
    }

    /// Waits until the engine has stored everything, so that a new window finds it.
    fn wait_until_stored(&self) {
        let mark = "journey-settled";
        let last = |s: &Snapshot| s.settings.as_ref().and_then(|stored| stored.get(mark)).cloned();
        let next = format!("{:?}+", last(&self.engine.snapshot()));
        self.engine.submit(vec![Effect::SaveSetting { name: mark.to_owned(), value: Some(next.clone()) }]);
        let done = |s: &Snapshot| last(s).as_ref() == Some(&next);
        assert!(self.engine.wait_until(TIMEOUT, done).is_ok(), "it is done");
    }

    /// Closes the window and opens another one on the same engine.
    pub fn reopen(mut self) -> Self {
        self.wait_until_stored();
        let mut options = self.app().cx.options().clone();
        options.undo_delay = LONG_UNDO_DELAY;
        self.window = window_on(options, &self.engine);
        self
    }

    /// Reopens the window with other options.
    pub fn reopen_with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        self.wait_until_stored();
        let mut options = self.app().cx.options().clone();
        change(&mut options);
        self.window = window_on(options, &self.engine);
        self.until("the deals are shown", |app| app.pipeline.board().cursor.deal.is_some());
        self
    }

    /// Moves deals as another client, and waits until the window shows it.
    pub fn move_as_other_client(&mut self, deals: &[String], to: &str) {
        let client = Client::new(settings(&self.sandbox, &self.dir).client).unwrap();
        let body = Fields::new().set_text("status", to).to_body();
        let rt = tokio::runtime::Builder::new_current_thread().enable_all().build();
        rt.unwrap().block_on(async {
            for deal in deals {
                let (id, key) = (DealId::new(deal).unwrap(), format!("other-{deal}-{to}").parse().unwrap());
                client.update_deal(&id, &body, &key).await.unwrap();
            }
        });
        self.engine.submit(vec![Effect::Refresh]);
        let (deals, to) = (deals.to_vec(), to.to_owned());
        self.until("what somebody else did is shown", move |app| {
            deals.iter().all(|deal| super::simulated_input::displayed_status(app, deal) == to)
        });
    }

    /// Returns the directory for files.
    pub fn data_dir(&self) -> &Path {
        self.dir.path()
    }

    /// Returns the application.
    pub fn app(&self) -> &App {
        self.window.state().app()
    }

    /// Draws until a condition holds.
    #[track_caller]
    pub fn until(&mut self, purpose: &str, condition: impl Fn(&App) -> bool) {
        let end = Instant::now() + TIMEOUT;
        loop {
            let revision = self.engine.snapshot().revision;
            self.window.run();
            if condition(self.app()) {
                return;
            }
            assert!(
                Instant::now() < end,
                "{purpose}: not within {TIMEOUT:?}; {:?}",
                self.app().cx.snapshot().connection
            );
            // Wait for a new snapshot; the timeout covers one published while the window was drawn.
            let _seen = self.engine.wait_until(Duration::from_secs(1), |s| s.revision > revision);
        }
    }
}
