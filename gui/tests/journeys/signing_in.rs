//! A known key without a usable secret: the window asks for the secret itself.
//!
//! The form is filled with what is known of the key, and local data can be browsed without it. It works by mouse and
//! by keyboard.

use crate::support::real_program::OpenedWindow;
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
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(file.store(&SecretString::from("shared"))).unwrap();
    let passphrase_env = passphrase.map(|text| (PASSPHRASE_VARIABLE, text));
    let env = Environment::from_iter(passphrase_env);
    (OpenedWindow::start_unsynced(options, env, InstanceClaim::default()), dir)
}

fn has_element(opened: &OpenedWindow, role: Role, name: &str) -> bool {
    opened.window.query_by_role_and_label(role, name).is_some()
}

/// Returns the visible texts.
fn visible_texts(opened: &OpenedWindow) -> Vec<String> {
    let all = opened.window.query_all_by_role(Role::Label);
    all.filter_map(|node| node.accesskit_node().value()).collect()
}

/// Waits for the form with the known key details, and its empty secret.
#[track_caller]
fn assert_key_form(opened: &mut OpenedWindow) {
    opened.until("asking for the key", |opened| {
        opened.window.query_by_label("Key secret, pasted once").is_some()
    });
    let value = |label: &str| opened.window.get_by_label(label).value();
    assert_eq!(value("Server address, ending with /v1").as_deref(), Some(ADDRESS));
    assert_eq!(value("Public key ID").as_deref(), Some("key-1"));
    let secret = opened.window.get_by_label("Key secret, pasted once");
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
    let mut opened = OpenedWindow::start_unsynced(options, Environment::default(), InstanceClaim::default());
    opened.until("asking for the key", |opened| {
        opened.window.query_by_label(form_fields(ADDRESS)[0].0).is_some()
    });
    (opened, dir)
}

/// Returns the labels of its fields with their values.
fn form_fields(address: &'static str) -> [(&'static str, &'static str); 4] {
    [
        ("Server address, ending with /v1", address),
        ("Public key ID", "key-1"),
        ("Key secret, pasted once", "shared"),
        ("Passphrase, if this device has no keyring (optional)", "words"),
    ]
}

fn fill_form(opened: &mut OpenedWindow, fields: [(&str, &str); 4]) {
    for (label, text) in fields {
        opened.window.get_by_label(label).focus();
        opened.window.run();
        crate::support::type_char(&mut opened.window, text);
    }
}

#[test]
fn unusable_secret_can_be_replaced_by_mouse() {
    let (mut opened, _dir) = window_with_secret_file(Some("other words"));
    opened.until("there is a way to sign in", |opened| has_element(opened, Role::Button, "Sign in…"));
    opened.window.get_by_role_and_label(Role::Button, "Sign in…").click();
    assert_key_form(&mut opened);
    // Without the secret, the user can continue to browse.
    opened.window.get_by_role_and_label(Role::Button, "Browse offline").click();
    opened.until("what is here is shown again", |opened| has_element(opened, Role::Button, "Sign in…"));
}

#[test]
fn the_same_by_keyboard_through_the_palette() {
    let (mut opened, _dir) = window_with_secret_file(Some("other words"));
    opened.until("there is a way to sign in", |opened| opened.app().enabled(ActionId::SignIn).is_ok());
    opened.window.state_mut().run_action(Action::Run(ActionId::Palette));
    opened.window.run();
    crate::support::type_char(&mut opened.window, "sign in");
    opened.press_key(Key::Enter);
    assert_key_form(&mut opened);
}

#[test]
fn forgotten_passphrase_can_be_replaced_by_the_key() {
    let (mut opened, _dir) = window_with_secret_file(None);
    opened
        .until("the passphrase is asked for", |opened| opened.window.query_by_label("Passphrase").is_some());
    opened.window.get_by_role_and_label(Role::Button, "Enter the key again…").click();
    assert_key_form(&mut opened);
    assert!(!has_element(&opened, Role::Button, "Enter the key again…"));
    // The strength of the new passphrase is shown while it is typed.
    let has_label = |opened: &OpenedWindow, strength_text: &str| {
        visible_texts(opened).iter().any(|label| label.starts_with(strength_text))
    };
    assert!(has_label(&opened, "Use 12 characters or more"));
    let new = "Passphrase, if this device has no keyring (optional)";
    for (typed, strength_text) in [("sesame", "Weak"), (" of the four old horses", "Strong")] {
        opened.window.get_by_label(new).focus();
        opened.window.run();
        opened.window.get_by_label(new).type_text(typed);
        opened.window.run();
        assert!(has_label(&opened, strength_text), "{typed}: {:?}", visible_texts(&opened));
    }
    // Esc goes back to the previous form only.
    opened.press_key(Key::Escape);
    opened.until("the passphrase is asked for again", |opened| {
        opened.window.query_by_label("Passphrase").is_some()
            && has_element(opened, Role::Button, "Enter the key again…")
    });
    opened.press_key(Key::Escape);
    opened.window.run();
    assert!(opened.window.query_by_label("Passphrase").is_some());
}

#[test]
fn startup_can_be_retried_after_the_configuration_is_repaired() {
    let dir = tempfile::tempdir().unwrap();
    let options = Options {
        config_dir: Some(dir.path().join("config")),
        data_dir: Some(dir.path().join("data")),
        ..Options::default()
    };
    let file = options.paths().unwrap().config_file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "profiles = 3\n").unwrap();
    let mut opened = OpenedWindow::start_unsynced(options, Environment::default(), InstanceClaim::default());
    opened.until("the window says what is wrong", |opened| has_element(opened, Role::Button, "Try again"));
    let has_text = |opened: &OpenedWindow, fragment: &'static str| {
        let mut alerts = opened.window.query_all_by_role(Role::Alert);
        alerts.any(|alert| alert.accesskit_node().label().is_some_and(|label| label.contains(fragment)))
    };
    assert!(has_text(&opened, "config.toml"));
    std::fs::write(&file, "").unwrap();
    opened.window.get_by_role_and_label(Role::Button, "Try again").click();
    opened.until("what is missing now is asked for", |opened| {
        opened.window.query_by_label("Server address, ending with /v1").is_some()
    });
}

#[test]
fn sign_in_errors_do_not_move_the_fields() {
    let (mut opened, _dir) = window_without_key();
    let fields = form_fields(ADDRESS);
    // The label of the last field depends on the machine.
    let field_rects =
        |opened: &OpenedWindow| [0, 1, 2].map(|at: usize| opened.window.get_by_label(fields[at].0).rect());
    let initial_rects = field_rects(&opened);
    fill_form(&mut opened, fields);
    assert_eq!(field_rects(&opened), initial_rects);
    opened.press_key(Key::Enter);
    let alert_text = |opened: &OpenedWindow| {
        let mut alerts = opened.window.query_all_by_role(Role::Alert);
        alerts.any(|alert| {
            let label = alert.accesskit_node().label();
            label.is_some_and(|label| label.contains("No server responded at this address."))
        })
    };
    opened.until("it is told that nobody answers", alert_text);
    assert_eq!(field_rects(&opened), initial_rects, "the message is above the fields");
}

#[test]
fn passphrase_form_names_the_key_and_reveals_on_request() {
    let (mut opened, _dir) = window_with_secret_file(None);
    opened
        .until("the passphrase is asked for", |opened| opened.window.query_by_label("Passphrase").is_some());
    let texts = visible_texts(&opened);
    assert!(texts.contains(&"Key – key-1".to_owned()), "{texts:?}");
    assert!(texts.contains(&format!("Server – {ADDRESS}")), "{texts:?}");
    let file = texts.iter().find(|label| label.starts_with("File – "));
    assert!(file.is_some_and(|file| file.ends_with(": found, locked")), "{texts:?}");
    // Hidden until the button is pressed, and hidden again afterwards.
    crate::support::type_char(&mut opened.window, "words");
    let value = |opened: &OpenedWindow| opened.window.get_by_label("Passphrase").value();
    assert_ne!(value(&opened).as_deref(), Some("words"));
    for (button, is_revealed) in [("Show – Passphrase", true), ("Hide – Passphrase", false)] {
        opened.window.get_by_role_and_label(Role::Button, button).click();
        opened.window.run();
        assert_eq!(value(&opened).as_deref() == Some("words"), is_revealed, "after {button}");
    }
}

#[test]
fn unreadable_secret_file_is_reported_before_passphrase_entry() {
    let (opened, dir) = window_with_secret_file(None);
    drop(opened);
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
    let mut opened = OpenedWindow::start_unsynced(options, Environment::default(), InstanceClaim::default());
    opened.until("it is told that the file was not read", |opened| {
        let labels = visible_texts(opened);
        let mut of_file = labels.iter().filter(|label| label.starts_with("File – "));
        of_file.any(|label| label.ends_with(": can’t be read"))
    });
}

#[test]
fn invalid_address_is_reported_once() {
    let (mut opened, _dir) = window_without_key();
    let fields = form_fields("example.com");
    fill_form(&mut opened, fields);
    opened.press_key(Key::Enter);
    let alert_text = |opened: &OpenedWindow| {
        let mut alerts = opened.window.query_all_by_role(Role::Alert);
        alerts.find_map(|alert| {
            let label = alert.accesskit_node().label()?;
            label.contains("https://").then_some(label)
        })
    };
    opened.until("it is told that the address is none", |opened| alert_text(opened).is_some());
    let alert_text = alert_text(&opened).unwrap();
    assert_eq!(alert_text.matches("https://").count(), 1, "{alert_text}");
    assert!(alert_text.contains("/v1"), "{alert_text}");
}
