//! The idle lock of the window: nothing of the content is drawn or told to a screen reader.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::shell::app::App;
use encours_core::client::auth::secret_file::{PassphraseSource, SecretFile};
use encours_core::config::UserCheck;
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::{ShutdownMode, UnsentSummary};
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::WindowState;
use encours_gui::window::{Service, StartupFailure};
use jiff::Timestamp;

use crate::support::sample::{options, snapshot, test_now};
use crate::support::{SMALL, TestWindow, open_window, painted_texts, type_char};

struct GuardedService(Arc<Snapshot>, UserCheck);

impl Service for GuardedService {
    fn submit(&mut self, _: Vec<Effect>) {}
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        Some(self.0.clone())
    }
    fn failure(&self) -> Option<&StartupFailure> {
        None
    }
    fn start_demo(&mut self) {}
    fn display_name(&self) -> &'static str {
        "A. Martin"
    }
    fn user_check(&self) -> UserCheck {
        self.1.clone()
    }
    fn request_close(&mut self, _how: ShutdownMode) -> UnsentSummary {
        UnsentSummary::default()
    }
}

/// Returns a window that locks after ten minutes, and its clock in seconds after the sample's time.
fn window(check: UserCheck) -> (TestWindow<'static>, Arc<AtomicI64>) {
    let mut options = options(Lang::En, ThemeChoice::Light);
    options.lock_after = Some(Duration::from_mins(10));
    let seconds = Arc::new(AtomicI64::new(0));
    let clock = seconds.clone();
    let now =
        move || -> Timestamp { test_now() + jiff::SignedDuration::from_secs(clock.load(Ordering::Relaxed)) };
    let app = App::new(options, test_now());
    let service = GuardedService(Arc::new(snapshot()), check);
    (open_window(WindowState::new(app, Box::new(service), Box::new(now)), WindowTheme::Light, SMALL), seconds)
}

fn shows_content(window: &TestWindow<'_>) -> bool {
    let painted =
        painted_texts(window).iter().any(|(text, _)| text.contains("IC") || text.contains("Pipeline"));
    let told = window.query_by_role(Role::Navigation).is_some();
    assert_eq!(painted, told);
    painted
}

fn wait_for(window: &mut TestWindow<'_>, what: impl Fn(&TestWindow<'_>) -> bool) {
    while !what(window) {
        std::thread::yield_now();
        window.step();
    }
}

#[test]
fn locked_window_hides_its_content_until_the_passphrase_opens_it() {
    let dir = tempfile::tempdir().unwrap();
    let known = PassphraseSource::Known("right".into());
    let file = SecretFile::new(dir.path().join("s.json"), "k", known);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(file.store(&"secret".into())).unwrap();
    let (mut window, seconds) = window(UserCheck::Passphrase(file));
    assert!(shows_content(&window));
    seconds.store(599, Ordering::Relaxed);
    window.run();
    assert!(shows_content(&window));
    seconds.store(600, Ordering::Relaxed);
    window.run();
    assert!(!shows_content(&window));
    assert!(window.query_by_label("Encours is locked").is_some());
    // Keys reach the field only.
    type_char(&mut window, "wrong");
    window.key_press(Key::Enter);
    window.run();
    let is_rejected = |window: &TestWindow<'_>| {
        painted_texts(window)
            .iter()
            .any(|(text, _)| text.contains("passphrase") && !text.contains("Type the"))
    };
    wait_for(&mut window, is_rejected);
    assert!(!shows_content(&window));
    type_char(&mut window, "right");
    window.key_press(Key::Enter);
    window.run();
    wait_for(&mut window, |window| window.query_by_label("Encours is locked").is_none());
    window.run();
    assert!(shows_content(&window));
}

#[test]
fn lock_without_a_passphrase_opens_by_the_button() {
    let (mut window, seconds) = window(UserCheck::Nothing);
    seconds.store(601, Ordering::Relaxed);
    window.run();
    assert!(!shows_content(&window));
    window.get_by_role_and_label(Role::Button, "Open").click();
    window.run();
    wait_for(&mut window, |window| window.query_by_label("Encours is locked").is_none());
    window.run();
    assert!(shows_content(&window));
}
