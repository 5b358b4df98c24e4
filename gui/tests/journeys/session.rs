//! The first and the last of the day: signing in, and closing while writes wait; by mouse and by keyboard.

use std::sync::{Arc, Mutex};

use crate::support::real::{Journey, LONG};
use crate::support::{SMALL, Window, open, press};
use egui::accesskit::Role;
use egui::{Event, Key, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::{App, FrontEnd, Keymap, Options, ThemeChoice};
use encours_core::engine::{Effect, Leave, Leftover, Snapshot};
use encours_core::view::text::Lang;
use encours_core::view::tokens::Theme;
use encours_gui::WindowState;
use encours_gui::window::{Ask, Failure, Given, Service};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use secrecy::ExposeSecret as _;

/// A service that has no key, and keeps what it is given.
struct Locked {
    failure: Failure,
    given: Arc<Mutex<Vec<Given>>>,
}

impl Service for Locked {
    fn submit(&mut self, _: Vec<Effect>) {}
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        None
    }
    fn failure(&self) -> Option<&Failure> {
        Some(&self.failure)
    }
    fn begin_demo(&mut self) {}
    fn sign_in(&mut self, given: Given) {
        self.given.lock().unwrap().push(given);
    }
    fn who(&self) -> &'static str {
        ""
    }
    fn close(&mut self, _how: Leave) -> Leftover {
        Leftover::default()
    }
}

fn locked() -> (Window<'static>, Arc<Mutex<Vec<Given>>>) {
    let mut options = Options::new(
        Lang::En,
        Keymap::defaults(FrontEnd::Window).unwrap(),
        TimeZone::UTC,
    );
    options.theme = ThemeChoice::Light;
    let given = Arc::new(Mutex::new(Vec::new()));
    let service = Locked {
        failure: Failure {
            key: Some("start-no-base-url"),
            why: "no service is configured".to_owned().into(),
            ask: Ask::Key,
            refusal: None,
            known: encours_gui::window::Known::default(),
        },
        given: given.clone(),
    };
    let app = App::new(options, Timestamp::now());
    let state = WindowState::new(app, Box::new(service), Box::new(Timestamp::now));
    (open(state, Theme::Light, SMALL), given)
}

const FIELDS: [(&str, &str); 3] = [
    (
        "Address of the service, ending with /v1",
        "https://encours.example/v1",
    ),
    ("Public identifier of the key", "ak_1"),
    ("Secret of the key, pasted once", "s3cret"),
];

/// What was given, once, and nothing of the secret is left on the screen.
#[track_caller]
fn assert_given(window: &Window<'_>, given: &Mutex<Vec<Given>>) {
    let given = given.lock().unwrap();
    let [
        Given::Key {
            base_url,
            key_id,
            secret,
            passphrase,
        },
    ] = given.as_slice()
    else {
        panic!("given {} times", given.len());
    };
    assert_eq!((base_url.as_str(), key_id.as_str()), (FIELDS[0].1, FIELDS[1].1));
    assert_eq!(secret.expose_secret(), FIELDS[2].1);
    assert!(passphrase.is_none());
    let field = window.get_by_label(FIELDS[2].0);
    assert_ne!(field.value().as_deref(), Some(FIELDS[2].1));
}

#[test]
fn a_key_is_given_by_keyboard() {
    let (mut window, given) = locked();
    for (n, (label, text)) in FIELDS.iter().enumerate() {
        if n > 0 {
            window.key_press(Key::Tab);
            window.run();
        }
        assert!(window.get_by_label(label).is_focused(), "{label}");
        // Letters of keys are letters here.
        press(&mut window, text);
    }
    window.key_press(Key::Enter);
    window.run();
    assert_given(&window, &given);
}

#[test]
fn a_key_is_pasted_by_mouse() {
    let (mut window, given) = locked();
    for (label, text) in FIELDS {
        window.get_by_label(label).click();
        window.run();
        window.event(Event::Paste(text.to_owned()));
        window.run();
    }
    window.get_by_role_and_label(Role::Button, "Sign in").click();
    window.run();
    assert_given(&window, &given);
}

/// The person closes the window. Whether it closes, or asks first.
fn close(window: &mut Window<'_>) -> bool {
    let view = window.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    view.events.push(ViewportEvent::Close);
    window.step();
    let commands = &window.output().viewport_output[&ViewportId::ROOT].commands;
    let stays = commands
        .iter()
        .any(|command| matches!(command, ViewportCommand::CancelClose));
    window.run();
    !stays
}

/// The answer that leaves and keeps what is held.
const KEEP: &str = "Keep for the next start, and leave";

/// A window with a write that is held.
fn waiting() -> Journey {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "L");
    journey.until("a move waits", |app| app.snapshot().writes.len() == 1);
    journey
}

#[test]
fn a_window_without_waiting_writes_closes_at_once() {
    let mut journey = Journey::begin(Lang::En, LONG);
    assert!(close(&mut journey.window));
}

#[test]
fn closing_asks_while_writes_are_held_and_the_keyboard_answers() {
    let mut journey = waiting();
    assert!(!close(&mut journey.window));
    assert!(
        journey.tells(Role::Alert, "held"),
        "{:?}",
        journey.all(Role::Alert)
    );
    let stay = journey.window.get_by_role_and_label(Role::Button, "Stay");
    assert!(stay.is_focused(), "staying is what Enter does");
    journey.key(Key::Enter);
    assert!(!journey.tells(Role::Button, KEEP));
    assert!(!close(&mut journey.window), "it asks each time");
    journey.tab_to(Role::Button, KEEP);
    journey.key(Key::Enter);
    assert!(!journey.tells(Role::Button, "Stay"), "the question is answered");
    assert!(close(&mut journey.window), "and the answer holds");
    assert_eq!(journey.app().leaves(), Leave::Keep);
}

#[test]
fn closing_asks_while_writes_are_held_and_the_mouse_answers() {
    let mut journey = waiting();
    assert!(!close(&mut journey.window));
    journey.click(Role::Button, "Stay");
    assert!(!close(&mut journey.window));
    journey.click(Role::Button, "Send now, and leave");
    assert!(close(&mut journey.window));
    assert_eq!(journey.app().leaves(), Leave::Send);
}
