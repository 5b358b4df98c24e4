//! What is heard: where the focus goes, which screen was come to, what cards and changes of many say of themselves.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use encours_core::app::{Action, ActionId, Layer, Screen};
use encours_core::view::text::Lang;
use encours_core::view::vocabulary;
use support::hand::owner;
use support::press;
use support::real::{Journey, LONG};

/// Types letters, one a frame.
fn typed(journey: &mut Journey, text: &str) {
    for letter in text.chars() {
        press(&mut journey.window, &letter.to_string());
    }
}

/// The name of the node that has the focus.
fn focus_of(journey: &Journey) -> String {
    let mut nodes = journey.window.root().children_recursive();
    let focused = nodes.find(|node| node.accesskit_node().is_focused());
    focused
        .and_then(|node| node.accesskit_node().label())
        .unwrap_or_default()
}

#[test]
fn whoever_hears_the_window_knows_that_a_deal_was_opened_and_is_back_at_its_card_after() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "g");
    let name = journey.app().focused_row().unwrap().name.to_owned();
    journey.key(Key::Enter);
    assert_eq!(journey.app().screen(), Screen::Deal);
    assert_eq!(focus_of(&journey), name, "the heading of the panel");
    journey.key(Key::Escape);
    assert!(focus_of(&journey).starts_with(&format!("{name} – ")), "its card");
    // By pointer alone too: a press opens it, a press closes it.
    let card = journey.place_of(Role::ListItem, &name).center();
    journey.press_at(card, egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert_eq!(focus_of(&journey), name);
    journey.click(Role::Button, "Close");
    assert!(focus_of(&journey).starts_with(&format!("{name} – ")));
}

#[test]
fn a_screen_that_is_come_to_says_its_name_once() {
    let mut journey = Journey::begin(Lang::En, LONG);
    assert!(!journey.tells(Role::Status, "Portfolio"));
    press(&mut journey.window, "3");
    assert!(journey.tells(Role::Status, "Portfolio"));
    assert!(
        focus_of(&journey).starts_with("Portfolio – "),
        "{}",
        focus_of(&journey)
    );
    press(&mut journey.window, "8");
    assert!(journey.tells(Role::Status, "Activity"));
    // What is said after it takes its place, and it is not said again when that has gone.
    press(&mut journey.window, "1");
    press(&mut journey.window, "L");
    assert!(!journey.tells(Role::Status, "Pipeline"));
}

#[test]
fn the_cards_say_their_class_and_owner() {
    let journey = Journey::begin(Lang::En, LONG);
    let row = journey.app().focused_row().unwrap();
    let (name, owner) = (row.name.to_owned(), row.owner.to_owned());
    let class = vocabulary::asset_class(Lang::En, row.class).into_owned();
    let cards = journey.all(Role::ListItem);
    let card = &cards.iter().find(|(said, _)| said.starts_with(&name)).unwrap().0;
    assert!(
        card.contains(&format!(" – {class}")) && card.contains(&owner),
        "{card}"
    );
}

#[test]
fn a_filter_that_cannot_be_read_is_told_with_its_place_and_is_no_view() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "/");
    typed(&mut journey, "ltv>0.5");
    assert!(journey.tells(Role::Button, "Save view"));
    typed(&mut journey, " age>");
    let alerts = journey.all(Role::Alert);
    assert!(
        alerts
            .iter()
            .any(|(said, _)| said.contains("character 13") && said.contains("ltv>0.5")),
        "{alerts:?}"
    );
    assert!(!journey.tells(Role::Button, "Save view"));
    journey.key(Key::Enter);
    assert!(
        matches!(journey.app().layer(), Layer::Filter),
        "Enter does not take it"
    );
}

#[test]
fn the_looks_of_the_board_change_beside_an_open_deal_too() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "g");
    journey.key(Key::Enter);
    press(&mut journey.window, "v");
    assert!(journey.app().shows_table());
    assert_eq!(journey.app().screen(), Screen::Deal, "the deal stays open");
}

#[test]
fn a_change_of_many_is_taken_back_by_its_key_while_its_sheet_is_open() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "g");
    press(&mut journey.window, " ");
    journey.key(Key::ArrowDown);
    press(&mut journey.window, " ");
    let ids: Vec<String> = journey
        .app()
        .selected_rows()
        .iter()
        .map(|row| row.id.to_owned())
        .collect();
    press(&mut journey.window, "e");
    typed(&mut journey, "Z. Nobody");
    assert!(journey.tells(Role::Label, "No deal has this owner yet"));
    journey.key(Key::Enter);
    assert!(
        journey.tells(Role::Label, "No deal has this owner yet")
            && journey.tells(Role::ListItem, "→ Z. Nobody"),
        "the plan says so too: {:?}",
        journey.all(Role::Label)
    );
    journey.key(Key::Enter);
    journey.until("they wait", |app| app.snapshot().writes.len() == 2);
    journey.window.state_mut().act(Action::Run(ActionId::ShowBulk));
    journey.window.run();
    assert!(matches!(journey.app().layer(), Layer::Sheet(_)));
    press(&mut journey.window, "u");
    journey.until("nothing waits", |app| app.snapshot().writes.is_empty());
    for id in ids {
        assert_ne!(owner(journey.app(), &id), "Z. Nobody");
    }
}
