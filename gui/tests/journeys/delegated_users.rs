//! Delegated users in the window, selected from the user menu or an empty list.
//!
//! The engine, store and service are real. Pending writes stay in the store of their user, and each store has one
//! window.

use std::path::PathBuf;

use crate::support::real_program::{OpenedWindow, TIMEOUT};
use crate::support::type_char;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::toast_types::CurrentUser;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;
use encours_core::config;
use encours_core::config::Environment;
use encours_core::contract::UserId;
use encours_core::model::identity::Identity;
use encours_core::store::{Store, profile_dir};
use encours_gui::desktop::Desktop;
use encours_gui::desktop::single_instance::InstanceClaim;
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;

/// A window on its own profile.
struct UserSwitchTest {
    opened: OpenedWindow,
    sandbox: Sandbox,
    dir: tempfile::TempDir,
}

impl UserSwitchTest {
    fn start() -> Self {
        let sandbox = Sandbox::start(Config { deals: 24, seed: 7, ..Config::default() }).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let options = config::Options {
            base_url: Some(sandbox.base_url().to_owned()),
            key_id: Some(sandbox.key_id().to_owned()),
            config_dir: Some(dir.path().join("config")),
            data_dir: Some(dir.path().join("data")),
            ..config::Options::default()
        };
        let env = Environment::from_iter([("ENCOURS_SECRET", sandbox.secret().expose())]);
        // This window must answer other instances, so that they detect it.
        let (claim, (desktop, _)) = (InstanceClaim::default(), Desktop::for_tests());
        claim.listen(desktop).unwrap();
        Self { opened: OpenedWindow::start(options, env, claim), sandbox, dir }
    }

    fn app(&self) -> &App {
        self.opened.app()
    }

    /// Draws until the condition holds.
    #[track_caller]
    fn until(&mut self, purpose: &str, condition: impl Fn(&App) -> bool) {
        self.opened.until(purpose, |opened| condition(opened.app()));
    }

    fn assert_current_user(&mut self, expected: &CurrentUser) {
        let expected = Some(expected.clone());
        self.until("somebody else is acted for", move |app| app.cx.current_user() == expected);
    }

    /// Clicks the element with a role and a name prefix, once it exists.
    #[track_caller]
    fn click_when_shown(&mut self, role: Role, prefix: &str) {
        self.opened.until(&format!("{role:?} {prefix}"), |opened| {
            let mut matching = opened.window.query_all_by_role(role);
            matching.any(|node| node.accesskit_node().label().is_some_and(|name| name.starts_with(prefix)))
        });
        let found = self.opened.window.query_all_by_role(role).find(|node| {
            let name = node.accesskit_node().label().unwrap_or_default();
            name.starts_with(prefix)
        });
        found.unwrap_or_else(|| panic!("no {role:?} begins with {prefix}")).click();
        self.opened.window.run();
    }

    /// Clicks a list entry twice: once to select it, once to run it.
    #[track_caller]
    fn run_list_entry(&mut self, role: Role, prefix: &str) {
        self.click_when_shown(role, prefix);
        self.click_when_shown(role, prefix);
    }

    /// Draws until an element of a role contains a text.
    #[track_caller]
    fn wait_for_text(&mut self, role: Role, fragment: &str) {
        self.opened
            .until(&format!("{role:?} {fragment}"), |opened| Self::window_has_text(opened, role, fragment));
    }

    fn has_text(&self, role: Role, fragment: &str) -> bool {
        Self::window_has_text(&self.opened, role, fragment)
    }

    fn window_has_text(opened: &OpenedWindow, role: Role, fragment: &str) -> bool {
        opened.window.query_all_by_role(role).any(|node| {
            let access_node = node.accesskit_node();
            let name = access_node.label().or_else(|| access_node.value()).unwrap_or_default();
            name.contains(fragment)
        })
    }

    /// Opens the list of users from the user menu.
    fn open_user_list(&mut self) {
        self.click_when_shown(Role::Button, "User, theme, language and size");
        self.click_when_shown(Role::MenuItem, "Switch user…");
        self.wait_for_text(Role::MenuItemRadio, "Another user…");
    }

    fn type_user(&mut self, user: &str) {
        self.open_user_list();
        self.run_list_entry(Role::MenuItemRadio, "Another user…");
        type_char(&mut self.opened.window, user);
        self.opened.press_key(Key::Enter);
        // An unknown user needs a confirmation.
        if self.has_text(Role::TextInput, "User ID") {
            self.opened.press_key(Key::Enter);
        }
    }

    fn store_path(&self, user: Option<&str>) -> PathBuf {
        let data = self.dir.path().join("data");
        profile_dir(&data, self.sandbox.base_url(), self.sandbox.key_id(), user)
    }

    /// Returns the number of pending writes in a user's store.
    fn pending_count(&self, user: Option<&str>) -> usize {
        let store = Store::open(&self.store_path(user), Timestamp::now()).unwrap();
        let identity = Identity::new(self.sandbox.base_url(), self.sandbox.key_id(), user);
        store.outbox().set_identity(&identity).unwrap();
        store.outbox().entries().unwrap().len()
    }
}

fn switch_to(id: &str) -> CurrentUser {
    CurrentUser::User(UserId::new(id).unwrap())
}

#[test]
fn user_menu_switches_the_delegated_user_and_the_outbox() {
    let mut test = UserSwitchTest::start();
    type_char(&mut test.opened.window, "L");
    test.until("a move waits", |app| app.cx.waiting_count() == 1);
    test.type_user("u-nguyen");
    test.wait_for_text(Role::MenuItem, "Leave it and switch to u-nguyen");
    // Enter on an unread question changes nothing.
    test.opened.press_key(Key::Enter);
    assert_eq!(test.app().cx.current_user(), Some(CurrentUser::Key));
    test.type_user("u-nguyen");
    test.run_list_entry(Role::MenuItem, "Leave it and switch to u-nguyen");
    test.assert_current_user(&switch_to("u-nguyen"));
    test.until("what stayed is told as elsewhere", |app| {
        let siblings = &app.cx.snapshot().storage.siblings;
        siblings.len() == 1 && siblings[0].pending_writes == 1 && siblings[0].identity.user.is_empty()
    });
    assert_eq!(test.app().cx.waiting_count(), 0, "none of it waits here");
    // Every screen shows the delegated user.
    test.wait_for_text(Role::Button, "as u-nguyen");
    assert_eq!((test.pending_count(None), test.pending_count(Some("u-nguyen"))), (1, 0));
    test.open_user_list();
    test.wait_for_text(Role::MenuItemRadio, "the key itself – 1 pending change");
    test.run_list_entry(Role::MenuItemRadio, "the key itself");
    test.assert_current_user(&CurrentUser::Key);
    test.until("its write is there again", |app| app.cx.waiting_count() == 1);
}

#[test]
fn empty_list_offers_switch_user_and_explains_invalid_ids() {
    let mut test = UserSwitchTest::start();
    type_char(&mut test.opened.window, "6");
    test.click_when_shown(Role::Button, "Switch user…");
    test.run_list_entry(Role::MenuItemRadio, "Another user…");
    test.opened.press_key(Key::Enter);
    test.until("nothing is no identifier", |app| app.user_switch.opening_user().is_none());
    test.wait_for_text(Role::Alert, "Enter a user ID");
    type_char(&mut test.opened.window, "u-martin");
    test.opened.press_key(Key::Enter);
    test.wait_for_text(Role::Alert, "No known user has this ID");
    test.opened.press_key(Key::Enter);
    test.assert_current_user(&switch_to("u-martin"));
    test.until("their views are listed", |app| {
        let views = app
            .cx
            .snapshot()
            .resources
            .get(&encours_core::model::resources::resource_kind::ResourceKind::SavedViews);
        views.is_some_and(|list| !list.records.is_empty())
    });
    let is_asked = test.sandbox.requests().all();
    let of_a_user = is_asked.iter().filter(|request| request.target.contains("/users/me/"));
    let responses: Vec<u16> = of_a_user.map(|request| request.status).collect();
    assert!(!responses.is_empty() && responses.iter().all(|status| *status == 200), "{responses:?}");
}

#[test]
fn user_switch_fails_if_store_is_claimed_or_unusable() {
    let mut test = UserSwitchTest::start();
    let (other, (desktop, raised)) = (InstanceClaim::default(), Desktop::for_tests());
    assert!(other.claim(&test.store_path(Some("u-roux")), None).unwrap());
    other.listen(desktop).unwrap();
    test.type_user("u-roux");
    test.until("the other window has it", |app| app.user_switch.opening_user().is_none());
    assert!(raised.recv_timeout(TIMEOUT).is_ok(), "and is brought to the front");
    assert_eq!(test.app().cx.current_user(), Some(CurrentUser::Key));
    std::fs::write(test.store_path(Some("u-benali")), "").unwrap();
    test.type_user("u-benali");
    test.until("there is no store", |app| app.user_switch.opening_user().is_none());
    assert_eq!(test.app().cx.current_user(), Some(CurrentUser::Key));
    assert_eq!(test.app().cx.toasts().len(), 2, "each is said");
    assert_eq!(test.app().enabled(ActionId::SwitchUser), Ok(()));
    // The window still owns its own store.
    let third = InstanceClaim::default();
    assert!(!third.claim(&test.store_path(None), None).unwrap());
    test.type_user("u-martin");
    test.assert_current_user(&switch_to("u-martin"));
    assert!(third.claim(&test.store_path(None), None).unwrap(), "what was left is free");
    assert!(!third.claim(&test.store_path(Some("u-martin")), None).unwrap());
}
