//! The window as its program opens it, on its own profile and the real sandbox.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use egui::Key;
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::config;
use encours_core::config::Environment;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::WindowState;
use encours_gui::desktop::single_instance::InstanceClaim;
use encours_gui::startup::{Launch, ServiceHandle};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::real_engine::LONG_UNDO_DELAY;
use super::{LARGE, TestWindow, open_window};

/// The timeout, longer than any step, including a passphrase's key derivation in a debug build.
pub const TIMEOUT: Duration = Duration::from_mins(2);

/// A window opened by the program, with its wake-up channel.
pub struct OpenedWindow {
    /// The window.
    pub window: TestWindow<'static>,
    wakes: Receiver<()>,
}

impl OpenedWindow {
    /// Opens a window in English with endless undo windows, and waits for the first sync.
    pub fn start(options: config::Options, env: Environment, claim: InstanceClaim) -> Self {
        let mut opened = Self::start_unsynced(options, env, claim);
        opened.until("everything is read", |opened_window| {
            let coverage = opened_window.app().cx.snapshot().coverage;
            coverage.complete_at.is_some() && !coverage.syncing
        });
        opened
    }

    /// Opens such a window without waiting.
    pub fn start_unsynced(options: config::Options, env: Environment, claim: InstanceClaim) -> Self {
        let (sender, wakes) = channel();
        let sender = Mutex::new(sender);
        let wake = Arc::new(move || {
            // The test may have ended.
            let _late = sender.lock().unwrap().send(());
        });
        let service = ServiceHandle::start(Launch::Service { options, env }, wake, claim);
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(Lang::En, keymap, TimeZone::UTC);
        options.undo_delay = LONG_UNDO_DELAY;
        options.split_view = true;
        let app = App::new(options, Timestamp::now());
        let state = WindowState::new(app, Box::new(service), Box::new(Timestamp::now));
        Self { window: open_window(state, WindowTheme::Light, LARGE), wakes }
    }

    /// Returns the application.
    pub fn app(&self) -> &App {
        self.window.state().app()
    }

    /// Draws until a condition holds.
    #[track_caller]
    pub fn until(&mut self, purpose: &str, condition: impl Fn(&Self) -> bool) {
        let end = Instant::now() + TIMEOUT;
        loop {
            self.window.run();
            if condition(self) {
                return;
            }
            assert!(Instant::now() < end, "{purpose}: not within {TIMEOUT:?}");
            // The timeout covers a change published between drawing and waiting.
            let _woken = self.wakes.recv_timeout(Duration::from_millis(200));
        }
    }

    /// Presses a key.
    pub fn press_key(&mut self, key: Key) {
        self.window.key_press(key);
        self.window.run();
    }
}
