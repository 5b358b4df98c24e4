//! Signing out from the user menu, by mouse and by keyboard.
//!
//! The secret is removed from this device, synced data stays, and the window asks for a key again.

use std::path::PathBuf;

use crate::support::real_program::OpenedWindow;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::client::auth::secret_file::PASSPHRASE_VARIABLE;
use encours_core::config::{DEFAULT_PROFILE, Environment, Options, Profile, edit, secret_file};
use encours_core::contract::base_url::BaseUrl;
use encours_gui::desktop::single_instance::InstanceClaim;
use encours_sandbox::{Config, Sandbox};
use secrecy::SecretString;
use tempfile::TempDir;

/// A window signed in to a sandbox, with the secret in a passphrase file.
struct SignedInWindow {
    opened: OpenedWindow,
    secret_file: PathBuf,
    data_dir: PathBuf,
    _sandbox: Sandbox,
    _dir: TempDir,
}

impl SignedInWindow {
    fn start() -> Self {
        let sandbox = Sandbox::start(Config { deals: 24, ..Config::default() }).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let options = Options {
            config_dir: Some(dir.path().join("config")),
            data_dir: Some(data.clone()),
            ..Options::default()
        };
        let env = Environment::from_iter([(PASSPHRASE_VARIABLE, "words of one's own")]);
        let paths = options.paths().unwrap();
        let base_url = BaseUrl::parse(sandbox.base_url()).unwrap();
        let file = secret_file(&paths, &base_url, sandbox.key_id(), &env);
        let secret = SecretString::from(sandbox.secret().expose().to_owned());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(file.store(&secret)).unwrap();
        let profile = Profile {
            base_url: Some(base_url.to_string()),
            key_id: Some(sandbox.key_id().to_owned()),
            ..Profile::default()
        };
        edit::save_profile(&paths.config_file(), &DEFAULT_PROFILE.parse().unwrap(), &profile).unwrap();
        let signed_in = Self {
            opened: OpenedWindow::start(options, env, InstanceClaim::default()),
            secret_file: file.path().to_owned(),
            data_dir: data,
            _sandbox: sandbox,
            _dir: dir,
        };
        assert!(signed_in.secret_file.exists());
        signed_in
    }

    fn has_element(&self, role: Role, name: &str) -> bool {
        self.opened.window.query_by_role_and_label(role, name).is_some()
    }

    /// Returns the button that opens the user menu.
    fn user_button(&self) -> egui_kittest::Node<'_> {
        let prefix = "User, theme, language and size";
        let is_user_button = |node: &egui_kittest::Node<'_>| {
            node.accesskit_node().label().is_some_and(|name| name.starts_with(prefix))
        };
        let mut buttons = self.opened.window.query_all_by_role(Role::Button);
        buttons.find(is_user_button).expect("the user button")
    }

    /// Requests signing out, by mouse.
    fn request_sign_out(&mut self) {
        self.user_button().click();
        self.opened.window.run();
        self.opened.window.get_by_label("Sign out…").click();
        self.opened.window.run();
    }

    /// Presses a key until a condition holds.
    #[track_caller]
    fn press_key_until(&mut self, key: Key, condition: impl Fn(&Self) -> bool) {
        const MAX_PRESSES: usize = 60;
        for _ in 0..MAX_PRESSES {
            if condition(self) {
                return;
            }
            self.opened.press_key(key);
        }
        panic!("pressing {key:?} {MAX_PRESSES} times did not reach the target");
    }

    /// Asserts that the window asks for a key, without the secret, with synced data.
    #[track_caller]
    fn assert_signed_out(&mut self) {
        self.opened.until("the window says so, and asks for a key", |opened| {
            let has_label =
                |fragment: &'static str| opened.window.query_all_by_label_contains(fragment).next().is_some();
            has_label("You are signed out") && has_label("Key secret")
        });
        assert!(!self.secret_file.exists(), "the secret is deleted from this device");
        let store = files_under(&self.data_dir);
        assert!(store.iter().any(|path| path.ends_with("cache.db")), "what was read stays: {store:?}");
        assert_eq!(self.opened.window.state().app().pipeline.filtered().total, 0, "nothing of it is shown");
    }
}

/// Returns every file under a directory.
fn files_under(dir: &std::path::Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() { files_under(&path) } else { vec![path] }
        })
        .collect()
}

#[test]
fn sign_out_works_by_mouse() {
    let mut signed_in = SignedInWindow::start();
    signed_in.request_sign_out();
    // Cancel returns to the previous state.
    signed_in.opened.window.get_by_role_and_label(Role::Button, "Cancel").click();
    signed_in.opened.window.run();
    assert!(!signed_in.has_element(Role::Button, "Sign out") && signed_in.secret_file.exists());
    signed_in.request_sign_out();
    signed_in.opened.window.get_by_role_and_label(Role::Button, "Sign out").click();
    signed_in.opened.window.run();
    signed_in.assert_signed_out();
}

#[test]
fn sign_out_works_by_keyboard() {
    let mut signed_in = SignedInWindow::start();
    signed_in.press_key_until(Key::Tab, |signed_in| signed_in.user_button().is_focused());
    signed_in.opened.press_key(Key::Enter);
    signed_in.press_key_until(Key::ArrowDown, |signed_in| {
        signed_in.opened.window.get_by_label("Sign out…").is_focused()
    });
    signed_in.opened.press_key(Key::Enter);
    let cancel = signed_in.opened.window.get_by_role_and_label(Role::Button, "Cancel");
    assert!(cancel.is_focused(), "staying is what Enter does");
    signed_in.press_key_until(Key::Tab, |signed_in| {
        signed_in.opened.window.get_by_role_and_label(Role::Button, "Sign out").is_focused()
    });
    signed_in.opened.press_key(Key::Enter);
    signed_in.assert_signed_out();
}
