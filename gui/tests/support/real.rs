//! The window on the real engine and the real sandbox, over loopback.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::overlay_types::ExportForm;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::client::{Client, ClientConfig, SecretSource};
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::{Engine, Settings};
use encours_core::model::effect::Effect;
use encours_core::model::entry_rules::EntryRules;
use encours_core::model::shutdown::{Leave, Leftover};
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::theme::Theme;
use encours_gui::WindowState;
use encours_gui::window::{Failure, Service};
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tempfile::TempDir;

use super::{LARGE, Window, open};

/// The timeout, longer than any success even on a busy machine.
pub const BOUND: Duration = Duration::from_mins(1);
/// An undo window that no test outlives.
pub const LONG: Duration = Duration::from_hours(1);

/// An engine as the window's service.
pub struct Real(pub Arc<Engine>);

impl Service for Real {
    fn submit(&mut self, effects: Vec<Effect>) {
        self.0.submit(effects);
    }
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        Some(self.0.snapshot())
    }
    fn failure(&self) -> Option<&Failure> {
        None
    }
    fn begin_demo(&mut self) {}
    fn look_closely(&mut self, closely: bool) {
        self.0.look_closely(closely);
    }
    fn who(&self) -> &'static str {
        "A. Martin"
    }
    fn close(&mut self, _how: Leave) -> Leftover {
        Leftover::default()
    }
}

/// Returns the engine's settings, with its sandbox and its store.
pub fn settings(sandbox: &Sandbox, dir: &TempDir) -> Settings {
    let secret = SecretSource::fixed(sandbox.secret().expose());
    let client = ClientConfig::new(sandbox.base_url().parse().unwrap(), sandbox.key_id(), secret);
    Settings::new(client, dir.path().join("store"))
}

/// A window, its engine and its service.
pub struct Journey {
    /// The window.
    pub window: Window<'static>,
    engine: Arc<Engine>,
    /// The service, for its request log and its faults.
    pub sandbox: Sandbox,
    dir: TempDir,
}

fn window(options: Options, engine: &Arc<Engine>) -> Window<'static> {
    let app = App::new(options, Timestamp::now());
    let state = WindowState::new(app, Box::new(Real(engine.clone())), Box::new(Timestamp::now));
    open(state, Theme::Light, LARGE)
}

impl Journey {
    /// Opens a window with two dozen deals after the first sync; writes have the undo window `hold`.
    pub fn begin(lang: Lang, hold: Duration) -> Self {
        Self::begin_with(lang, hold, 24)
    }

    /// Opens such a window with that many deals.
    pub fn begin_with(lang: Lang, hold: Duration, deals: u32) -> Self {
        Self::begin_on(
            lang,
            hold,
            Config {
                deals,
                ..Config::default()
            },
        )
    }

    /// Opens such a window on another service, with the same seed.
    pub fn begin_on(lang: Lang, hold: Duration, config: Config) -> Self {
        let sandbox = Sandbox::start(Config { seed: 7, ..config }).unwrap();
        let dir = TempDir::new().unwrap();
        let mut settings = settings(&sandbox, &dir);
        // Disable periodic refreshes, so that only the user causes changes.
        settings.refresh = LONG;
        settings.tick = LONG;
        settings.pace = Duration::from_millis(1);
        let engine = Arc::new(Engine::start(settings, Arc::new(|| {})).unwrap());
        let read = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.reading;
        assert!(engine.wait_until(BOUND, read).is_ok(), "the first reading ends");
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(lang, keymap, TimeZone::UTC);
        options.hold = hold;
        options.hold_delete = hold;
        options.beside = true;
        options.exports = ExportForm::ALL.to_vec();
        options.export_to = format!("{}/", dir.path().display());
        let window = window(options, &engine);
        Self {
            window,
            engine,
            sandbox,
            dir,
        }
    }

    /// Waits until the engine has stored everything, so that a new window finds it.
    fn let_it_be_kept(&self) {
        let mark = "journey-settled";
        let last = |s: &Snapshot| s.settings.as_ref().and_then(|kept| kept.get(mark)).cloned();
        let next = format!("{:?}+", last(&self.engine.snapshot()));
        self.engine.submit(vec![Effect::Keep {
            name: mark.to_owned(),
            value: Some(next.clone()),
        }]);
        let done = |s: &Snapshot| last(s).as_ref() == Some(&next);
        assert!(self.engine.wait_until(BOUND, done).is_ok(), "it is done");
    }

    /// Closes the window and opens another one on the same engine.
    pub fn again(mut self) -> Self {
        self.let_it_be_kept();
        let mut options = self.app().cx.options().clone();
        options.hold = LONG;
        self.window = window(options, &self.engine);
        self
    }

    /// Reopens the window with rules for entering a status.
    pub fn ruled(mut self, rules: EntryRules) -> Self {
        self.let_it_be_kept();
        let mut options = self.app().cx.options().clone();
        options.entry_rules = Arc::new(rules);
        self.window = window(options, &self.engine);
        self.until("the deals are shown", |app| {
            app.pipeline.board().cursor.deal.is_some()
        });
        self
    }

    /// Moves deals as another client, and waits until the window shows it.
    pub fn moved_by_another(&mut self, deals: &[String], to: &str) {
        let client = Client::new(settings(&self.sandbox, &self.dir).client).unwrap();
        let body = Fields::new().set_text("status", to).to_body();
        let rt = tokio::runtime::Builder::new_current_thread().enable_all().build();
        rt.unwrap().block_on(async {
            for deal in deals {
                let (id, key) = (
                    DealId::new(deal).unwrap(),
                    format!("other-{deal}-{to}").parse().unwrap(),
                );
                client.update_deal(&id, &body, &key).await.unwrap();
            }
        });
        self.engine.submit(vec![Effect::Refresh]);
        let (deals, to) = (deals.to_vec(), to.to_owned());
        self.until("what somebody else did is shown", move |app| {
            deals.iter().all(|deal| super::hand::status(app, deal) == to)
        });
    }

    /// Returns the directory for files.
    pub fn place(&self) -> &Path {
        self.dir.path()
    }

    /// Returns the application.
    pub fn app(&self) -> &App {
        self.window.state().app()
    }

    /// Draws until a condition holds.
    #[track_caller]
    pub fn until(&mut self, what: &str, is_so: impl Fn(&App) -> bool) {
        let end = Instant::now() + BOUND;
        loop {
            let seen = self.engine.snapshot().revision;
            self.window.run();
            if is_so(self.app()) {
                return;
            }
            assert!(
                Instant::now() < end,
                "{what}: not within {BOUND:?}; {:?}",
                self.app().cx.snapshot().connection
            );
            // Wait for a new snapshot; the timeout covers one published while the window was drawn.
            let _seen = self
                .engine
                .wait_until(Duration::from_secs(1), |s| s.revision > seen);
        }
    }
}
