//! Delegated users in the window, selected from the user menu or an empty list.
//!
//! The engine, store and service are real. Pending writes stay in the store of their user, and each store has one
//! window.

use std::path::PathBuf;

use crate::support::opened::{BOUND, Opened};
use crate::support::press;
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
use encours_gui::desktop::Outside;
use encours_gui::desktop::single_instance::Only;
use encours_sandbox::{Config, Sandbox};
use jiff::Timestamp;

/// A window on its own profile.
struct Journey {
    opened: Opened,
    sandbox: Sandbox,
    dir: tempfile::TempDir,
}

impl Journey {
    fn begin() -> Self {
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
        let (only, (outside, _)) = (Only::default(), Outside::quiet());
        only.listen(outside).unwrap();
        Self {
            opened: Opened::begin(options, env, only),
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

    fn acts_for(&mut self, who: &ActFor) {
        let who = Some(who.clone());
        self.until("somebody else is acted for", move |app| app.cx.acts_for() == who);
    }

    /// Clicks the element with a role and a name prefix, once it exists.
    #[track_caller]
    fn click(&mut self, role: Role, begins: &str) {
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
    fn pick(&mut self, role: Role, begins: &str) {
        self.click(role, begins);
        self.click(role, begins);
    }

    /// Draws until an element of a role contains a text.
    #[track_caller]
    fn shows(&mut self, role: Role, part: &str) {
        self.opened.until(&format!("{role:?} {part}"), |opened| {
            Self::told(opened, role, part)
        });
    }

    fn tells(&self, role: Role, part: &str) -> bool {
        Self::told(&self.opened, role, part)
    }

    fn told(opened: &Opened, role: Role, part: &str) -> bool {
        opened.window.query_all_by_role(role).any(|node| {
            let own = node.accesskit_node();
            let name = own.label().or_else(|| own.value()).unwrap_or_default();
            name.contains(part)
        })
    }

    /// Opens the list of users from the user menu.
    fn list(&mut self) {
        self.click(Role::Button, "User, theme, language and size");
        self.click(Role::MenuItem, "Switch user…");
        self.shows(Role::MenuItemRadio, "Another user…");
    }

    fn type_user(&mut self, user: &str) {
        self.list();
        self.pick(Role::MenuItemRadio, "Another user…");
        press(&mut self.opened.window, user);
        self.opened.key(Key::Enter);
        // An unknown user needs a confirmation.
        if self.tells(Role::TextInput, "User identifier") {
            self.opened.key(Key::Enter);
        }
    }

    fn store(&self, user: Option<&str>) -> PathBuf {
        let data = self.dir.path().join("data");
        profile_dir(&data, self.sandbox.base_url(), self.sandbox.key_id(), user)
    }

    /// Returns the number of pending writes in a user's store.
    fn waiting(&self, user: Option<&str>) -> usize {
        let store = Store::open(&self.store(user), Timestamp::now()).unwrap();
        let who = Identity::new(self.sandbox.base_url(), self.sandbox.key_id(), user);
        store.outbox().write_as(&who).unwrap();
        store.outbox().rows().unwrap().len()
    }
}

fn user(id: &str) -> ActFor {
    ActFor::User(UserId::new(id).unwrap())
}

#[test]
fn the_persons_menu_turns_to_somebody_else_and_their_queue_is_another() {
    let mut journey = Journey::begin();
    press(&mut journey.opened.window, "L");
    journey.until("a move waits", |app| app.cx.waiting() == 1);
    journey.type_user("u-nguyen");
    journey.shows(Role::MenuItem, "Leave it and switch to u-nguyen");
    // Enter on an unread question changes nothing.
    journey.opened.key(Key::Enter);
    assert_eq!(journey.app().cx.acts_for(), Some(ActFor::Key));
    journey.type_user("u-nguyen");
    journey.pick(Role::MenuItem, "Leave it and switch to u-nguyen");
    journey.acts_for(&user("u-nguyen"));
    journey.until("what stayed is told as elsewhere", |app| {
        let elsewhere = &app.cx.snapshot().keeping.elsewhere;
        elsewhere.len() == 1 && elsewhere[0].rows == 1 && elsewhere[0].who.user.is_empty()
    });
    assert_eq!(journey.app().cx.waiting(), 0, "none of it waits here");
    // Every screen shows the delegated user.
    journey.shows(Role::Button, "as u-nguyen");
    assert_eq!((journey.waiting(None), journey.waiting(Some("u-nguyen"))), (1, 0));
    journey.list();
    journey.shows(Role::MenuItemRadio, "the key itself – 1 pending change");
    journey.pick(Role::MenuItemRadio, "the key itself");
    journey.acts_for(&ActFor::Key);
    journey.until("its write is there again", |app| app.cx.waiting() == 1);
}

#[test]
fn an_empty_list_of_a_user_has_the_button_that_chooses_one_and_says_what_is_no_identifier() {
    let mut journey = Journey::begin();
    press(&mut journey.opened.window, "6");
    journey.click(Role::Button, "Switch user…");
    journey.pick(Role::MenuItemRadio, "Another user…");
    journey.opened.key(Key::Enter);
    journey.until("nothing is no identifier", |app| {
        app.acting.turning_to().is_none()
    });
    journey.shows(Role::Alert, "Enter a user identifier");
    press(&mut journey.opened.window, "u-martin");
    journey.opened.key(Key::Enter);
    journey.shows(Role::Alert, "No known user has this identifier");
    journey.opened.key(Key::Enter);
    journey.acts_for(&user("u-martin"));
    journey.until("their views are listed", |app| {
        let views = app
            .cx
            .snapshot()
            .families
            .get(&encours_core::model::resources::resource_kind::Family::SavedViews);
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
    let mut journey = Journey::begin();
    let (other, (outside, raised)) = (Only::default(), Outside::quiet());
    assert!(other.enter(&journey.store(Some("u-roux"))).unwrap());
    other.listen(outside).unwrap();
    journey.type_user("u-roux");
    journey.until("the other window has it", |app| app.acting.turning_to().is_none());
    assert!(raised.recv_timeout(BOUND).is_ok(), "and is brought to the front");
    assert_eq!(journey.app().cx.acts_for(), Some(ActFor::Key));
    std::fs::write(journey.store(Some("u-benali")), "").unwrap();
    journey.type_user("u-benali");
    journey.until("there is no store", |app| app.acting.turning_to().is_none());
    assert_eq!(journey.app().cx.acts_for(), Some(ActFor::Key));
    assert_eq!(journey.app().cx.toasts().len(), 2, "each is said");
    assert_eq!(journey.app().enabled(ActionId::ActForUser), Ok(()));
    // The window still owns its own store.
    let third = Only::default();
    assert!(!third.enter(&journey.store(None)).unwrap());
    journey.type_user("u-martin");
    journey.acts_for(&user("u-martin"));
    assert!(
        third.enter(&journey.store(None)).unwrap(),
        "what was left is free"
    );
    assert!(!third.enter(&journey.store(Some("u-martin"))).unwrap());
}
