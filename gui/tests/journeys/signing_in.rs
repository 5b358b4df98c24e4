//! A known key without a usable secret: the window asks for the secret itself.
//!
//! The form is filled with what is known of the key, and local data can be browsed without it. It works by mouse and
//! by keyboard.

use crate::support::opened::OpenedWindow;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::client::auth::secret_file::PASSPHRASE_VARIABLE;
use encours_core::config::{Environment, Options, secret_file};
use encours_core::contract::base_url::BaseUrl;
use encours_gui::desktop::single_instance::InstanceClaim;
use secrecy::SecretString;
use tempfile::TempDir;

/// An address without a server; nothing is sent before there is a secret.
const ADDRESS: &str = "http://127.0.0.1:9/v1";

/// Returns a window with a configured key whose secret is in a passphrase file.
fn window_with_secret_file(passphrase: Option<&str>) -> (OpenedWindow, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let options = Options {
        base_url: Some(ADDRESS.to_owned()),
        key_id: Some("key-1".to_owned()),
        config_dir: Some(dir.path().join("config")),
        data_dir: Some(dir.path().join("data")),
        ..Options::default()
    };
    let right = Environment::from_iter([(PASSPHRASE_VARIABLE, "words of one's own")]);
    let address = BaseUrl::parse(ADDRESS).unwrap();
    let file = secret_file(&options.paths().unwrap(), &address, "key-1", &right);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime
        .block_on(file.store(&SecretString::from("shared")))
        .unwrap();
    let given = passphrase.map(|words| (PASSPHRASE_VARIABLE, words));
    let env = Environment::from_iter(given);
    (
        OpenedWindow::start_unsynced(options, env, InstanceClaim::default()),
        dir,
    )
}

fn has_element(it: &OpenedWindow, role: Role, name: &str) -> bool {
    it.window.query_by_role_and_label(role, name).is_some()
}

/// Returns the visible texts.
fn visible_texts(it: &OpenedWindow) -> Vec<String> {
    let all = it.window.query_all_by_role(Role::Label);
    all.filter_map(|node| node.accesskit_node().value()).collect()
}

/// Waits for the form with the known key details, and its empty secret.
#[track_caller]
fn assert_key_form(it: &mut OpenedWindow) {
    it.until("the key is asked for", |it| {
        it.window.query_by_label("Key secret, pasted once").is_some()
    });
    let value = |label: &str| it.window.get_by_label(label).value();
    assert_eq!(value("Server address, ending with /v1").as_deref(), Some(ADDRESS));
    assert_eq!(value("Public key identifier").as_deref(), Some("key-1"));
    let secret = it.window.get_by_label("Key secret, pasted once");
    assert!(secret.is_focused(), "only the secret is missing");
}

/// Returns a window without any key, which asks for one.
fn window_without_key() -> (OpenedWindow, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let options = Options {
        config_dir: Some(dir.path().join("config")),
        data_dir: Some(dir.path().join("data")),
        ..Options::default()
    };
    let mut it = OpenedWindow::start_unsynced(options, Environment::default(), InstanceClaim::default());
    it.until("the key is asked for", |it| {
        it.window.query_by_label(form_fields(ADDRESS)[0].0).is_some()
    });
    (it, dir)
}

/// Returns the labels of its fields with their values.
fn form_fields(address: &'static str) -> [(&'static str, &'static str); 4] {
    [
        ("Server address, ending with /v1", address),
        ("Public key identifier", "key-1"),
        ("Key secret, pasted once", "shared"),
        ("Passphrase, if this device has no keyring (optional)", "words"),
    ]
}

fn fill_form(it: &mut OpenedWindow, fields: [(&str, &str); 4]) {
    for (label, text) in fields {
        it.window.get_by_label(label).focus();
        it.window.run();
        crate::support::type_char(&mut it.window, text);
    }
}

#[test]
fn a_secret_that_cannot_be_used_is_given_anew_in_the_window_by_mouse() {
    let (mut it, _dir) = window_with_secret_file(Some("other words"));
    it.until("there is a way to sign in", |it| {
        has_element(it, Role::Button, "Sign in…")
    });
    it.window.get_by_role_and_label(Role::Button, "Sign in…").click();
    assert_key_form(&mut it);
    // Without the secret, the user can continue to browse.
    it.window
        .get_by_role_and_label(Role::Button, "Browse offline")
        .click();
    it.until("what is here is shown again", |it| {
        has_element(it, Role::Button, "Sign in…")
    });
}

#[test]
fn the_same_by_keyboard_through_the_palette() {
    let (mut it, _dir) = window_with_secret_file(Some("other words"));
    it.until("there is a way to sign in", |it| {
        it.app().enabled(ActionId::SignIn).is_ok()
    });
    it.window.state_mut().run_action(Action::Run(ActionId::Palette));
    it.window.run();
    crate::support::type_char(&mut it.window, "sign in");
    it.press_key(Key::Enter);
    assert_key_form(&mut it);
}

#[test]
fn whoever_forgot_the_passphrase_gives_the_key_instead() {
    let (mut it, _dir) = window_with_secret_file(None);
    it.until("the passphrase is asked for", |it| {
        it.window.query_by_label("Passphrase").is_some()
    });
    it.window
        .get_by_role_and_label(Role::Button, "Enter the key again…")
        .click();
    assert_key_form(&mut it);
    assert!(!has_element(&it, Role::Button, "Enter the key again…"));
    // The strength of the new passphrase is shown while it is typed.
    let told = |it: &OpenedWindow, said: &str| visible_texts(it).iter().any(|label| label.starts_with(said));
    assert!(told(&it, "Use 12 characters or more"));
    let new = "Passphrase, if this device has no keyring (optional)";
    for (typed, said) in [("sesame", "Weak"), (" of the four old horses", "Strong")] {
        it.window.get_by_label(new).focus();
        it.window.run();
        it.window.get_by_label(new).type_text(typed);
        it.window.run();
        assert!(told(&it, said), "{typed}: {:?}", visible_texts(&it));
    }
    // Esc goes back to the previous form only.
    it.press_key(Key::Escape);
    it.until("the passphrase is asked for again", |it| {
        it.window.query_by_label("Passphrase").is_some()
            && has_element(it, Role::Button, "Enter the key again…")
    });
    it.press_key(Key::Escape);
    it.window.run();
    assert!(it.window.query_by_label("Passphrase").is_some());
}

#[test]
fn what_cannot_be_opened_is_tried_again_once_it_is_mended() {
    let dir = tempfile::tempdir().unwrap();
    let options = Options {
        config_dir: Some(dir.path().join("config")),
        data_dir: Some(dir.path().join("data")),
        ..Options::default()
    };
    let file = options.paths().unwrap().config_file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "profiles = 3\n").unwrap();
    let mut it = OpenedWindow::start_unsynced(options, Environment::default(), InstanceClaim::default());
    it.until("the window says what is wrong", |it| {
        has_element(it, Role::Button, "Try again")
    });
    let said = |it: &OpenedWindow, part: &'static str| {
        let mut alerts = it.window.query_all_by_role(Role::Alert);
        alerts.any(|alert| {
            alert
                .accesskit_node()
                .label()
                .is_some_and(|label| label.contains(part))
        })
    };
    assert!(said(&it, "config.toml"));
    std::fs::write(&file, "").unwrap();
    it.window.get_by_role_and_label(Role::Button, "Try again").click();
    it.until("what is missing now is asked for", |it| {
        it.window
            .query_by_label("Server address, ending with /v1")
            .is_some()
    });
}

#[test]
fn what_is_told_of_a_refusal_moves_no_field() {
    let (mut it, _dir) = window_without_key();
    let fields = form_fields(ADDRESS);
    // The label of the last field depends on the machine.
    let places = |it: &OpenedWindow| [0, 1, 2].map(|at: usize| it.window.get_by_label(fields[at].0).rect());
    let before = places(&it);
    fill_form(&mut it, fields);
    assert_eq!(places(&it), before);
    it.press_key(Key::Enter);
    let told = |it: &OpenedWindow| {
        let mut alerts = it.window.query_all_by_role(Role::Alert);
        alerts.any(|alert| {
            let label = alert.accesskit_node().label();
            label.is_some_and(|label| label.contains("No server answered at this address."))
        })
    };
    it.until("it is told that nobody answers", told);
    assert_eq!(places(&it), before, "the message is above the fields");
}

#[test]
fn what_was_read_of_a_sealed_key_is_told_and_what_is_typed_is_shown_on_request_alone() {
    let (mut it, _dir) = window_with_secret_file(None);
    it.until("the passphrase is asked for", |it| {
        it.window.query_by_label("Passphrase").is_some()
    });
    let told = visible_texts(&it);
    assert!(told.contains(&"Key – key-1".to_owned()), "{told:?}");
    assert!(told.contains(&format!("Server – {ADDRESS}")), "{told:?}");
    let file = told.iter().find(|label| label.starts_with("File – "));
    assert!(
        file.is_some_and(|file| file.ends_with(": found, locked")),
        "{told:?}"
    );
    // Hidden until the button is pressed, and hidden again afterwards.
    crate::support::type_char(&mut it.window, "words");
    let value = |it: &OpenedWindow| it.window.get_by_label("Passphrase").value();
    assert_ne!(value(&it).as_deref(), Some("words"));
    for (button, shown) in [("Show – Passphrase", true), ("Hide – Passphrase", false)] {
        it.window.get_by_role_and_label(Role::Button, button).click();
        it.window.run();
        assert_eq!(value(&it).as_deref() == Some("words"), shown, "after {button}");
    }
}

#[test]
fn a_file_that_no_passphrase_opens_is_told_before_one_is_typed() {
    let (it, dir) = window_with_secret_file(None);
    drop(it);
    let secrets = dir.path().join("config/secrets");
    for entry in std::fs::read_dir(&secrets).unwrap() {
        std::fs::write(entry.unwrap().path(), "{}").unwrap();
    }
    let options = Options {
        base_url: Some(ADDRESS.to_owned()),
        key_id: Some("key-1".to_owned()),
        config_dir: Some(dir.path().join("config")),
        data_dir: Some(dir.path().join("data")),
        ..Options::default()
    };
    let mut it = OpenedWindow::start_unsynced(options, Environment::default(), InstanceClaim::default());
    it.until("it is told that the file was not read", |it| {
        let labels = visible_texts(it);
        let mut of_file = labels.iter().filter(|label| label.starts_with("File – "));
        of_file.any(|label| label.ends_with(": can’t be read"))
    });
}

#[test]
fn an_address_that_cannot_be_used_is_told_once() {
    let (mut it, _dir) = window_without_key();
    let fields = form_fields("example.com");
    fill_form(&mut it, fields);
    it.press_key(Key::Enter);
    let told = |it: &OpenedWindow| {
        let mut alerts = it.window.query_all_by_role(Role::Alert);
        alerts.find_map(|alert| {
            let label = alert.accesskit_node().label()?;
            label.contains("https://").then_some(label)
        })
    };
    it.until("it is told that the address is none", |it| told(it).is_some());
    let told = told(&it).unwrap();
    assert_eq!(told.matches("https://").count(), 1, "{told}");
    assert!(told.contains("/v1"), "{told}");
}
