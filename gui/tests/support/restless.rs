//! A window on the real engine, which asks the real sandbox many times a second, and the times at which it was woken. Its
//! own clock stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use encours_core::app::{Action, App, FrontEnd, Keymap, Options};
use encours_core::client::{ClientConfig, SecretSource};
use encours_core::contract::ids::DealId;
use encours_core::engine::{Effect, Engine, Leave, Leftover, Settings, Snapshot};
use encours_core::view::text::Lang;
use encours_core::view::tokens::Theme;
use encours_gui::WindowState;
use encours_gui::window::{Failure, Service};
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tempfile::TempDir;

use super::{LARGE, Window, open, patience};

/// Longer than anything that works takes, even on a busy machine.
const BOUND: Duration = Duration::from_mins(1);
/// Longer than any test.
const LONG: Duration = Duration::from_hours(1);

/// The engine as the window's service: what wakes the window is counted by the engine's waker.
struct Counted(Arc<Engine>);

impl Service for Counted {
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

/// The window, and all that stands behind it.
pub struct Restless {
    window: Window<'static>,
    engine: Arc<Engine>,
    sandbox: Sandbox,
    woken: Arc<AtomicUsize>,
    _dir: TempDir,
}

impl Restless {
    /// A window on the pipeline, in English.
    pub fn begin() -> Self {
        let sandbox = Sandbox::start(Config {
            deals: 60,
            seed: 7,
            ..Config::default()
        })
        .unwrap();
        let dir = TempDir::new().unwrap();
        let secret = SecretSource::Fixed(sandbox.secret().expose().to_owned().into());
        let client = ClientConfig::new(sandbox.base_url().parse().unwrap(), sandbox.key_id(), secret);
        let mut settings = Settings::new(client, dir.path().join("store"));
        settings.tick = Duration::from_millis(50);
        settings.refresh = Duration::from_millis(100);
        settings.budget = 1_000_000;
        // A busy machine is no slow service.
        settings.slow = LONG;
        let woken = Arc::new(AtomicUsize::new(0));
        let counted = woken.clone();
        let waker = Arc::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        let engine = Arc::new(Engine::start(settings, waker).unwrap());
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let options = Options::new(Lang::En, keymap, TimeZone::UTC);
        let read = |s: &Snapshot| s.coverage.complete_at.is_some();
        assert!(engine.wait_until(BOUND, read).is_ok(), "the first reading ends");
        let began = Timestamp::now();
        let app = App::new(options, began);
        let state = WindowState::new(app, Box::new(Counted(engine.clone())), Box::new(move || began));
        Self {
            window: open(state, Theme::Light, LARGE),
            engine,
            sandbox,
            woken,
            _dir: dir,
        }
    }

    /// How often the window was woken.
    pub fn woken(&self) -> usize {
        self.woken.load(Ordering::SeqCst)
    }

    /// How long the window is content to wait.
    pub fn patience(&self) -> Duration {
        patience(&self.window)
    }

    /// A deal that there is.
    pub fn some_deal(&self) -> DealId {
        let snapshot = self.engine.snapshot();
        let row = snapshot.deals.rows().next().expect("there are deals");
        DealId::new(row.id).unwrap()
    }

    /// Does an action.
    pub fn act(&mut self, action: Action) {
        self.window.state_mut().act(action);
        self.window.run();
    }

    /// Waits until everything has been read once more.
    #[track_caller]
    pub fn read_again(&self) {
        let before = self.engine.snapshot().coverage.complete_at;
        let read = self.engine.wait_until(BOUND, |s| s.coverage.complete_at > before);
        assert!(read.is_ok(), "nothing is read again");
    }

    /// Draws until everything that an action asked for has come, and nothing more does.
    #[track_caller]
    pub fn rest(&mut self) {
        let end = Instant::now() + BOUND;
        loop {
            let before = self.woken();
            self.window.run();
            for _ in 0..2 {
                self.read_again();
            }
            if self.woken() == before {
                return;
            }
            assert!(Instant::now() < end, "it does not come to rest");
        }
    }

    /// Somebody else changes this and that.
    pub fn change_something(&self) {
        for _ in 0..8 {
            self.sandbox.act().unwrap();
        }
    }

    /// Waits until the window is woken once more.
    #[track_caller]
    pub fn await_woken(&self, before: usize) {
        let end = Instant::now() + BOUND;
        while self.woken() == before {
            assert!(Instant::now() < end, "nothing wakes the window");
            self.read_again();
        }
    }
}
