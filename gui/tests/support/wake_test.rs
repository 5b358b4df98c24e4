//! A window on a real engine that sends requests many times a second.
//!
//! It counts the wake-ups of the window, whose own clock is fixed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::WindowState;
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tempfile::TempDir;

use super::real_engine::{EngineService, LONG_UNDO_DELAY, TIMEOUT, settings};
use super::{LARGE, TestWindow, open_window, repaint_delay};

/// The window, with its engine and its service.
pub struct WakeTest {
    window: TestWindow<'static>,
    engine: Arc<Engine>,
    sandbox: Sandbox,
    wake_count: Arc<AtomicUsize>,
    _dir: TempDir,
}

impl WakeTest {
    /// Opens a window on the pipeline, in English.
    pub fn start() -> Self {
        let sandbox = Sandbox::start(Config { deals: 60, seed: 7, ..Config::default() }).unwrap();
        let dir = TempDir::new().unwrap();
        let mut settings = settings(&sandbox, &dir);
        settings.count_interval = Duration::from_millis(50);
        settings.sync_interval = Duration::from_millis(100);
        settings.budget = 1_000_000;
        // Slow responses on a busy machine must not count as a slow service.
        settings.slow_after = LONG_UNDO_DELAY;
        let wake_count = Arc::new(AtomicUsize::new(0));
        let counted = wake_count.clone();
        let wake = Arc::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        let engine = Arc::new(Engine::start(settings, wake).unwrap());
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let options = Options::new(Lang::En, keymap, TimeZone::UTC);
        let read = |s: &Snapshot| s.coverage.complete_at.is_some();
        assert!(engine.wait_until(TIMEOUT, read).is_ok(), "the first reading ends");
        let began = Timestamp::now();
        let app = App::new(options, began);
        let state = WindowState::new(app, Box::new(EngineService(engine.clone())), Box::new(move || began));
        Self { window: open_window(state, WindowTheme::Light, LARGE), engine, sandbox, wake_count, _dir: dir }
    }

    /// Returns the number of wake-ups of the window.
    pub fn wake_count(&self) -> usize {
        self.wake_count.load(Ordering::SeqCst)
    }

    /// Returns the delay until the window's next repaint.
    pub fn repaint_delay(&self) -> Duration {
        repaint_delay(&self.window)
    }

    /// Returns an existing deal.
    pub fn any_deal(&self) -> DealId {
        let snapshot = self.engine.snapshot();
        let row = snapshot.deals.rows().next().expect("there are deals");
        DealId::new(row.id).unwrap()
    }

    /// Performs an action.
    pub fn run_action(&mut self, action: Action) {
        self.window.state_mut().run_action(action);
        self.window.run();
    }

    /// Waits for another full sync.
    #[track_caller]
    pub fn wait_for_sync(&self) {
        let last_sync = self.engine.snapshot().coverage.complete_at;
        let read = self.engine.wait_until(TIMEOUT, |s| s.coverage.complete_at > last_sync);
        assert!(read.is_ok(), "nothing is read again");
    }

    /// Draws until all results of an action have arrived.
    #[track_caller]
    pub fn finish_action(&mut self) {
        let end = Instant::now() + TIMEOUT;
        loop {
            let wakes_before = self.wake_count();
            self.window.run();
            for _ in 0..2 {
                self.wait_for_sync();
            }
            if self.wake_count() == wakes_before {
                return;
            }
            assert!(Instant::now() < end, "it does not come to rest");
        }
    }

    /// Makes changes as another user.
    pub fn change_as_other_user(&self) {
        for _ in 0..8 {
            self.sandbox.act().unwrap();
        }
    }

    /// Waits until the window is woken again.
    #[track_caller]
    pub fn wait_for_wake(&self, wakes_before: usize) {
        let end = Instant::now() + TIMEOUT;
        while self.wake_count() == wakes_before {
            assert!(Instant::now() < end, "nothing wakes the window");
            self.wait_for_sync();
        }
    }
}
