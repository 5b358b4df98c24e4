//! The start and the end of a session: signing in, and closing while writes are pending.

use std::sync::{Arc, Mutex};

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{SMALL, TestWindow, open_window, type_char};
use egui::accesskit::Role;
use egui::{Event, Key, Rect, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::{ShutdownMode, UnsentSummary};
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::WindowState;
use encours_gui::window::{Credentials, InputError, KnownKey, NeededInput, Service, StartupFailure};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use secrecy::ExposeSecret as _;
use strum::VariantArray as _;

/// A service without a key, which records the credentials that it gets.
struct LockedService {
    failure: StartupFailure,
    credentials: Arc<Mutex<Vec<Credentials>>>,
}

impl Service for LockedService {
    fn submit(&mut self, _: Vec<Effect>) {}
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        None
    }
    fn failure(&self) -> Option<&StartupFailure> {
        Some(&self.failure)
    }
    fn start_demo(&mut self) {}
    fn sign_in(&mut self, credentials: Credentials) {
        self.credentials.lock().unwrap().push(credentials);
    }
    fn display_name(&self) -> &'static str {
        ""
    }
    fn request_close(&mut self, _how: ShutdownMode) -> UnsentSummary {
        UnsentSummary::default()
    }
}

fn locked_window() -> (TestWindow<'static>, Arc<Mutex<Vec<Credentials>>>) {
    let failure = StartupFailure {
        message_key: Some("start-no-base-url"),
        cause: "no service is configured".to_owned().into(),
        needed_input: NeededInput::Key,
        input_error: None,
        known_key: KnownKey::default(),
    };
    failed_window(Lang::En, failure)
}

/// Returns a window whose service failed to open.
fn failed_window(lang: Lang, failure: StartupFailure) -> (TestWindow<'static>, Arc<Mutex<Vec<Credentials>>>) {
    let mut options = Options::new(lang, Keymap::defaults(FrontEnd::Window).unwrap(), TimeZone::UTC);
    options.theme = ThemeChoice::Light;
    let submitted = Arc::new(Mutex::new(Vec::new()));
    let service = LockedService { failure, credentials: submitted.clone() };
    let app = App::new(options, Timestamp::now());
    let state = WindowState::new(app, Box::new(service), Box::new(Timestamp::now));
    (open_window(state, WindowTheme::Light, SMALL), submitted)
}

const FIELDS: [(&str, &str); 3] = [
    ("Server address, ending with /v1", "https://encours.example/v1"),
    ("Public key ID", "ak_1"),
    ("Key secret, pasted once", "s3cret"),
];

/// Asserts that the credentials were submitted once and the secret is no longer on screen.
#[track_caller]
fn assert_submitted(window: &TestWindow<'_>, credentials: &Mutex<Vec<Credentials>>) {
    let credentials = credentials.lock().unwrap();
    let [Credentials::Key { base_url, key_id, secret, passphrase, to_encrypted: None }] =
        credentials.as_slice()
    else {
        panic!("given {} times", credentials.len());
    };
    assert_eq!((base_url.as_str(), key_id.as_str()), (FIELDS[0].1, FIELDS[1].1));
    assert_eq!(secret.expose_secret(), FIELDS[2].1);
    assert!(passphrase.is_none());
    let field = window.get_by_label(FIELDS[2].0);
    assert_ne!(field.value().as_deref(), Some(FIELDS[2].1));
}

#[test]
fn key_form_can_be_completed_by_keyboard() {
    let (mut window, submitted) = locked_window();
    for (n, (label, text)) in FIELDS.iter().enumerate() {
        if n > 0 {
            window.key_press(Key::Tab);
            window.run();
        }
        assert!(window.get_by_label(label).is_focused(), "{label}");
        // Bound letters are plain text here.
        type_char(&mut window, text);
    }
    window.key_press(Key::Enter);
    window.run();
    assert_submitted(&window, &submitted);
}

#[test]
fn a_key_is_pasted_by_mouse() {
    let (mut window, submitted) = locked_window();
    for (label, text) in FIELDS {
        window.get_by_label(label).click();
        window.run();
        window.event(Event::Paste(text.to_owned()));
        window.run();
    }
    window.get_by_role_and_label(Role::Button, "Sign in").click();
    window.run();
    assert_submitted(&window, &submitted);
}

#[test]
fn startup_error_buttons_never_overlap_in_either_language() {
    for lang in [Lang::Fr, Lang::En] {
        for &input_error in InputError::VARIANTS {
            for readable in [false, true] {
                let reason = "the passphrase does not open the file".to_owned();
                let failure = StartupFailure::from_input_error(input_error, reason.into())
                    .with_known_key(KnownKey { has_cached_data: readable, ..KnownKey::default() });
                let (window, _) = failed_window(lang, failure);
                let buttons: Vec<(String, Rect)> = window
                    .query_all_by_role(Role::Button)
                    .map(|button| (button.accesskit_node().label().unwrap_or_default(), button.rect()))
                    .collect();
                assert!(buttons.len() > 3, "{buttons:?}");
                for (at, (name, rect)) in buttons.iter().enumerate() {
                    for (other_name, other_rect) in &buttons[at + 1..] {
                        assert!(
                            !rect.shrink(0.5).intersects(other_rect.shrink(0.5)),
                            "{lang:?}, {input_error:?}: {name} {rect:?} and {other_name} {other_rect:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn missing_keyring_requires_a_passphrase_before_sign_in() {
    let failure = StartupFailure {
        message_key: Some("start-key-wanted"),
        cause: "asking for the key".to_owned().into(),
        needed_input: NeededInput::Key,
        input_error: None,
        known_key: KnownKey { no_keyring: true, ..KnownKey::default() },
    };
    let (mut window, submitted) = failed_window(Lang::En, failure);
    let alert_text = window.get_by_role(Role::Alert).accesskit_node().label().unwrap();
    assert!(alert_text.contains("This device has no keyring"), "{alert_text}");
    for (label, text) in FIELDS {
        window.get_by_label(label).click();
        window.run();
        window.event(Event::Paste(text.to_owned()));
        window.run();
    }
    let passphrase = "Passphrase, to save the key on this device";
    let go = |window: &TestWindow<'_>| {
        let button = window.query_by_role_and_label(Role::Button, "Sign in");
        button.is_some_and(|button| !button.accesskit_node().is_disabled())
    };
    assert!(!go(&window), "the passphrase is missing");
    window.get_by_label(passphrase).click();
    window.run();
    window.event(Event::Paste("words of one's own".to_owned()));
    window.run();
    assert!(go(&window));
    window.get_by_role_and_label(Role::Button, "Sign in").click();
    window.run();
    let submitted = submitted.lock().unwrap();
    assert!(matches!(submitted.as_slice(), [Credentials::Key { passphrase: Some(_), .. }]));
}

#[test]
fn sign_in_offers_encryption_where_the_program_has_it() {
    for encrypted in [None, Some(false), Some(true)] {
        let failure = StartupFailure {
            message_key: Some("start-key-wanted"),
            needed_input: NeededInput::Key,
            known_key: KnownKey { encrypted, ..KnownKey::default() },
            ..StartupFailure::from_cause("asking for the key".to_owned().into())
        };
        let (mut window, submitted) = failed_window(Lang::En, failure);
        for (label, text) in FIELDS {
            window.get_by_label(label).click();
            window.run();
            window.event(Event::Paste(text.to_owned()));
            window.run();
        }
        let label = "Encrypt the data on this device";
        assert_eq!(window.query_by_label(label).is_some(), encrypted.is_some());
        if encrypted.is_some() {
            window.get_by_label(label).click();
            window.run();
        }
        window.get_by_role_and_label(Role::Button, "Sign in").click();
        window.run();
        let submitted = submitted.lock().unwrap();
        let [Credentials::Key { to_encrypted, .. }] = submitted.as_slice() else {
            panic!("{submitted:?}");
        };
        assert_eq!(*to_encrypted, encrypted.map(|encrypted| !encrypted));
    }
}

/// Requests closing the window; returns whether it closes instead of asking.
fn close(window: &mut TestWindow<'_>) -> bool {
    let view = window.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    view.events.push(ViewportEvent::Close);
    window.step();
    let commands = &window.output().viewport_output[&ViewportId::ROOT].commands;
    let stays = commands.iter().any(|command| matches!(command, ViewportCommand::CancelClose));
    window.run();
    !stays
}

/// The response that quits and keeps scheduled writes.
const KEEP_ANSWER: &str = "Keep and quit";

/// Returns a window with a scheduled write.
fn with_scheduled_write() -> GuiTest {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "L");
    test.until("a move waits", |app| app.cx.snapshot().writes.len() == 1);
    test
}

#[test]
fn a_window_without_waiting_writes_closes_at_once() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    assert!(close(&mut test.window));
}

#[test]
fn close_prompt_for_scheduled_writes_works_by_keyboard() {
    let mut test = with_scheduled_write();
    assert!(!close(&mut test.window));
    assert!(test.has_text(Role::Alert, "1 unsent change"), "{:?}", test.elements_of(Role::Alert));
    let stay = test.window.get_by_role_and_label(Role::Button, "Stay");
    assert!(stay.is_focused(), "staying is what Enter does");
    test.press_key(Key::Enter);
    assert!(!test.has_text(Role::Button, KEEP_ANSWER));
    assert!(!close(&mut test.window), "it asks each time");
    test.tab_to(Role::Button, KEEP_ANSWER);
    test.press_key(Key::Enter);
    assert!(!test.has_text(Role::Button, "Stay"), "the question is answered");
    assert!(close(&mut test.window), "and the answer holds");
    assert_eq!(test.app().session.shutdown_mode(), ShutdownMode::SendNothing);
}

#[test]
fn close_prompt_for_scheduled_writes_works_by_mouse() {
    let mut test = with_scheduled_write();
    assert!(!close(&mut test.window));
    test.click(Role::Button, "Stay");
    assert!(!close(&mut test.window));
    test.click(Role::Button, "Send and quit");
    assert!(close(&mut test.window));
    assert_eq!(test.app().session.shutdown_mode(), ShutdownMode::SendAll);
}
