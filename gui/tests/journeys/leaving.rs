//! Signing out from the user menu, by mouse and by keyboard.
//!
//! The secret is removed from this machine, synced data stays, and the window asks for a key again.

use std::path::PathBuf;

use crate::support::opened::Opened;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::client::auth::secret_file::PASSPHRASE_VARIABLE;
use encours_core::config::{DEFAULT_PROFILE, Environment, Options, Profile, edit, secret_file};
use encours_core::contract::base_url::BaseUrl;
use encours_gui::desktop::single_instance::Only;
use encours_sandbox::{Config, Sandbox};
use secrecy::SecretString;
use tempfile::TempDir;

/// A window signed in to a sandbox, with the secret in a passphrase file.
struct SignedIn {
    opened: Opened,
    sealed: PathBuf,
    data: PathBuf,
    _sandbox: Sandbox,
    _dir: TempDir,
}

impl SignedIn {
    fn begin() -> Self {
        let sandbox = Sandbox::start(Config {
            deals: 24,
            ..Config::default()
        })
        .unwrap();
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
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(file.store(&secret)).unwrap();
        let profile = Profile {
            base_url: Some(base_url.to_string()),
            key_id: Some(sandbox.key_id().to_owned()),
            ..Profile::default()
        };
        edit::save_profile(&paths.config_file(), &DEFAULT_PROFILE.parse().unwrap(), &profile).unwrap();
        let it = Self {
            opened: Opened::begin(options, env, Only::default()),
            sealed: file.path().to_owned(),
            data,
            _sandbox: sandbox,
            _dir: dir,
        };
        assert!(it.sealed.exists());
        it
    }

    fn has(&self, role: Role, name: &str) -> bool {
        self.opened.window.query_by_role_and_label(role, name).is_some()
    }

    /// Returns the button that opens the user menu.
    fn name(&self) -> egui_kittest::Node<'_> {
        let begins = "User, theme, language and size";
        let named = |node: &egui_kittest::Node<'_>| {
            node.accesskit_node()
                .label()
                .is_some_and(|name| name.starts_with(begins))
        };
        let mut buttons = self.opened.window.query_all_by_role(Role::Button);
        buttons.find(named).expect("the user button")
    }

    /// Requests signing out, by mouse.
    fn ask(&mut self) {
        self.name().click();
        self.opened.window.run();
        self.opened.window.get_by_label("Sign out…").click();
        self.opened.window.run();
    }

    /// Presses a key until a condition holds.
    #[track_caller]
    fn key_until(&mut self, key: Key, is_so: impl Fn(&Self) -> bool) {
        const MOST: usize = 60;
        for _ in 0..MOST {
            if is_so(self) {
                return;
            }
            self.opened.key(key);
        }
        panic!("pressing {key:?} {MOST} times did not reach the target");
    }

    /// Asserts that the window asks for a key, without the secret, with synced data.
    #[track_caller]
    fn assert_out(&mut self) {
        self.opened.until("the window says so, and asks for a key", |it| {
            let says = |part: &'static str| it.window.query_all_by_label_contains(part).next().is_some();
            says("You are signed out") && says("Key secret")
        });
        assert!(!self.sealed.exists(), "the secret is deleted from this machine");
        let store = walk(&self.data);
        assert!(
            store.iter().any(|path| path.ends_with("cache.db")),
            "what was read stays: {store:?}"
        );
        assert_eq!(
            self.opened.window.state().app().pipeline.lens().total,
            0,
            "nothing of it is shown"
        );
    }
}

/// Returns every file under a directory.
fn walk(dir: &std::path::Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() { walk(&path) } else { vec![path] }
        })
        .collect()
}

#[test]
fn one_signs_out_by_mouse() {
    let mut it = SignedIn::begin();
    it.ask();
    // Cancel returns to the previous state.
    it.opened
        .window
        .get_by_role_and_label(Role::Button, "Cancel")
        .click();
    it.opened.window.run();
    assert!(!it.has(Role::Button, "Sign out") && it.sealed.exists());
    it.ask();
    it.opened
        .window
        .get_by_role_and_label(Role::Button, "Sign out")
        .click();
    it.opened.window.run();
    it.assert_out();
}

#[test]
fn one_signs_out_by_keyboard() {
    let mut it = SignedIn::begin();
    it.key_until(Key::Tab, |it| it.name().is_focused());
    it.opened.key(Key::Enter);
    it.key_until(Key::ArrowDown, |it| {
        it.opened.window.get_by_label("Sign out…").is_focused()
    });
    it.opened.key(Key::Enter);
    let cancel = it.opened.window.get_by_role_and_label(Role::Button, "Cancel");
    assert!(cancel.is_focused(), "staying is what Enter does");
    it.key_until(Key::Tab, |it| {
        it.opened
            .window
            .get_by_role_and_label(Role::Button, "Sign out")
            .is_focused()
    });
    it.opened.key(Key::Enter);
    it.assert_out();
}
