//! Delegated users in the window, selected from the user menu or an empty list.
//!
//! The engine, store and service are real. Pending writes stay in the store of their user, and each store has one
//! window.

use std::path::PathBuf;

use crate::support::opened::{OpenedWindow, TIMEOUT};
use crate::support::type_char;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::toast_types::ActFor;
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
        let sandbox = Sandbox::start(Config {
            deals: 24,
            seed: 7,
            ..Config::default()
        })
        .unwrap();
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
        let (only, (outside, _)) = (InstanceClaim::default(), Desktop::inert());
        only.listen(outside).unwrap();
        Self {
            opened: OpenedWindow::start(options, env, only),
            sandbox,
            dir,
        }
    }

    fn app(&self) -> &App {
        self.opened.app()
    }

    /// Draws until the condition holds.
    #[track_caller]
    fn until(&mut self, what: &str, is_so: impl Fn(&App) -> bool) {
        self.opened.until(what, |opened| is_so(opened.app()));
    }

    fn assert_acting_for(&mut self, who: &ActFor) {
        let who = Some(who.clone());
        self.until("somebody else is acted for", move |app| {
            app.cx.acting_user() == who
        });
    }

    /// Clicks the element with a role and a name prefix, once it exists.
    #[track_caller]
    fn click_when_shown(&mut self, role: Role, begins: &str) {
        self.opened.until(&format!("{role:?} {begins}"), |opened| {
            let mut named = opened.window.query_all_by_role(role);
            named.any(|node| {
                node.accesskit_node()
                    .label()
                    .is_some_and(|name| name.starts_with(begins))
            })
        });
        let found = self.opened.window.query_all_by_role(role).find(|node| {
            let name = node.accesskit_node().label().unwrap_or_default();
            name.starts_with(begins)
        });
        found
            .unwrap_or_else(|| panic!("no {role:?} begins with {begins}"))
            .click();
        self.opened.window.run();
    }

    /// Clicks a list entry twice: once to select it, once to run it.
    #[track_caller]
    fn run_list_entry(&mut self, role: Role, begins: &str) {
        self.click_when_shown(role, begins);
        self.click_when_shown(role, begins);
    }

    /// Draws until an element of a role contains a text.
    #[track_caller]
    fn wait_for_text(&mut self, role: Role, part: &str) {
        self.opened.until(&format!("{role:?} {part}"), |opened| {
            Self::window_has_text(opened, role, part)
        });
    }

    fn has_text(&self, role: Role, part: &str) -> bool {
        Self::window_has_text(&self.opened, role, part)
    }

    fn window_has_text(opened: &OpenedWindow, role: Role, part: &str) -> bool {
        opened.window.query_all_by_role(role).any(|node| {
            let own = node.accesskit_node();
            let name = own.label().or_else(|| own.value()).unwrap_or_default();
            name.contains(part)
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
        if self.has_text(Role::TextInput, "User identifier") {
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
        let who = Identity::new(self.sandbox.base_url(), self.sandbox.key_id(), user);
        store.outbox().set_identity(&who).unwrap();
        store.outbox().entries().unwrap().len()
    }
}

fn switch_to(id: &str) -> ActFor {
    ActFor::User(UserId::new(id).unwrap())
}

#[test]
fn the_persons_menu_turns_to_somebody_else_and_their_queue_is_another() {
    let mut journey = UserSwitchTest::start();
    type_char(&mut journey.opened.window, "L");
    journey.until("a move waits", |app| app.cx.waiting_count() == 1);
    journey.type_user("u-nguyen");
    journey.wait_for_text(Role::MenuItem, "Leave it and switch to u-nguyen");
    // Enter on an unread question changes nothing.
    journey.opened.press_key(Key::Enter);
    assert_eq!(journey.app().cx.acting_user(), Some(ActFor::Key));
    journey.type_user("u-nguyen");
    journey.run_list_entry(Role::MenuItem, "Leave it and switch to u-nguyen");
    journey.assert_acting_for(&switch_to("u-nguyen"));
    journey.until("what stayed is told as elsewhere", |app| {
        let elsewhere = &app.cx.snapshot().storage.siblings;
        elsewhere.len() == 1 && elsewhere[0].pending_writes == 1 && elsewhere[0].identity.user.is_empty()
    });
    assert_eq!(journey.app().cx.waiting_count(), 0, "none of it waits here");
    // Every screen shows the delegated user.
    journey.wait_for_text(Role::Button, "as u-nguyen");
    assert_eq!(
        (
            journey.pending_count(None),
            journey.pending_count(Some("u-nguyen"))
        ),
        (1, 0)
    );
    journey.open_user_list();
    journey.wait_for_text(Role::MenuItemRadio, "the key itself – 1 pending change");
    journey.run_list_entry(Role::MenuItemRadio, "the key itself");
    journey.assert_acting_for(&ActFor::Key);
    journey.until("its write is there again", |app| app.cx.waiting_count() == 1);
}

#[test]
fn an_empty_list_of_a_user_has_the_button_that_chooses_one_and_says_what_is_no_identifier() {
    let mut journey = UserSwitchTest::start();
    type_char(&mut journey.opened.window, "6");
    journey.click_when_shown(Role::Button, "Switch user…");
    journey.run_list_entry(Role::MenuItemRadio, "Another user…");
    journey.opened.press_key(Key::Enter);
    journey.until("nothing is no identifier", |app| {
        app.user_switch.opening_user().is_none()
    });
    journey.wait_for_text(Role::Alert, "Enter a user identifier");
    type_char(&mut journey.opened.window, "u-martin");
    journey.opened.press_key(Key::Enter);
    journey.wait_for_text(Role::Alert, "No known user has this identifier");
    journey.opened.press_key(Key::Enter);
    journey.assert_acting_for(&switch_to("u-martin"));
    journey.until("their views are listed", |app| {
        let views = app
            .cx
            .snapshot()
            .resources
            .get(&encours_core::model::resources::resource_kind::ResourceKind::SavedViews);
        views.is_some_and(|list| !list.records.is_empty())
    });
    let asked = journey.sandbox.requests().all();
    let of_a_user = asked
        .iter()
        .filter(|request| request.target.contains("/users/me/"));
    let answers: Vec<u16> = of_a_user.map(|request| request.status).collect();
    assert!(
        !answers.is_empty() && answers.iter().all(|status| *status == 200),
        "{answers:?}"
    );
}

#[test]
fn a_store_that_another_window_or_a_file_stands_in_is_not_turned_to() {
    let mut journey = UserSwitchTest::start();
    let (other, (outside, raised)) = (InstanceClaim::default(), Desktop::inert());
    assert!(other.claim(&journey.store_path(Some("u-roux"))).unwrap());
    other.listen(outside).unwrap();
    journey.type_user("u-roux");
    journey.until("the other window has it", |app| {
        app.user_switch.opening_user().is_none()
    });
    assert!(
        raised.recv_timeout(TIMEOUT).is_ok(),
        "and is brought to the front"
    );
    assert_eq!(journey.app().cx.acting_user(), Some(ActFor::Key));
    std::fs::write(journey.store_path(Some("u-benali")), "").unwrap();
    journey.type_user("u-benali");
    journey.until("there is no store", |app| {
        app.user_switch.opening_user().is_none()
    });
    assert_eq!(journey.app().cx.acting_user(), Some(ActFor::Key));
    assert_eq!(journey.app().cx.toasts().len(), 2, "each is said");
    assert_eq!(journey.app().enabled(ActionId::ActForUser), Ok(()));
    // The window still owns its own store.
    let third = InstanceClaim::default();
    assert!(!third.claim(&journey.store_path(None)).unwrap());
    journey.type_user("u-martin");
    journey.assert_acting_for(&switch_to("u-martin"));
    assert!(
        third.claim(&journey.store_path(None)).unwrap(),
        "what was left is free"
    );
    assert!(!third.claim(&journey.store_path(Some("u-martin"))).unwrap());
}
