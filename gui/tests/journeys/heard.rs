//! Screen reader output: focus changes, the current screen, and descriptions of cards and bulk changes.

use crate::support::hand::{displayed_owner, displayed_status};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::type_char;
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::text::Lang;
use encours_core::vocabulary;

/// Types letters, one per frame.
fn type_letters(journey: &mut GuiTest, text: &str) {
    for letter in text.chars() {
        type_char(&mut journey.window, &letter.to_string());
    }
}

/// Returns the name of the focused node.
fn focused_name(journey: &GuiTest) -> String {
    let mut nodes = journey.window.root().children_recursive();
    let focused = nodes.find(|node| node.accesskit_node().is_focused());
    focused
        .and_then(|node| node.accesskit_node().label())
        .unwrap_or_default()
}

#[test]
fn whoever_hears_the_window_knows_that_a_deal_was_opened_and_is_back_at_its_card_after() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    let name = journey
        .app()
        .pipeline
        .focused_row(&journey.app().cx)
        .unwrap()
        .name
        .to_owned();
    journey.press_key(Key::Enter);
    assert_eq!(journey.app().cx.screen(), Screen::Deal);
    assert_eq!(focused_name(&journey), name, "the heading of the panel");
    journey.press_key(Key::Escape);
    assert!(
        focused_name(&journey).starts_with(&format!("{name} – ")),
        "its card"
    );
    // By pointer alone too: one press opens it, another closes it.
    let card = journey.rect_of(Role::ListItem, &name).center();
    journey.press_at(card, egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert_eq!(focused_name(&journey), name);
    journey.click(Role::Button, "Close");
    assert!(focused_name(&journey).starts_with(&format!("{name} – ")));
}

#[test]
fn a_screen_that_is_come_to_says_its_name_once() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    assert!(!journey.has_text(Role::Status, "Portfolio"));
    type_char(&mut journey.window, "3");
    assert!(journey.has_text(Role::Status, "Portfolio"));
    assert!(
        focused_name(&journey).starts_with("Portfolio – "),
        "{}",
        focused_name(&journey)
    );
    type_char(&mut journey.window, "8");
    assert!(journey.has_text(Role::Status, "Activity"));
    // A later message replaces the screen's name, which is not announced again afterwards.
    type_char(&mut journey.window, "1");
    type_char(&mut journey.window, "L");
    assert!(!journey.has_text(Role::Status, "Pipeline"));
}

#[test]
fn the_cards_say_their_class_and_owner() {
    let journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let row = journey.app().pipeline.focused_row(&journey.app().cx).unwrap();
    let (name, owner) = (row.name.to_owned(), row.owner.to_owned());
    let class = vocabulary::asset_class(Lang::En, row.class).into_owned();
    let cards = journey.elements_of(Role::ListItem);
    let card = &cards.iter().find(|(said, _)| said.starts_with(&name)).unwrap().0;
    assert!(
        card.contains(&format!(" – {class}")) && card.contains(&owner),
        "{card}"
    );
}

#[test]
fn a_filter_that_cannot_be_read_is_told_with_its_place_and_is_no_view() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "/");
    type_letters(&mut journey, "ltv>0.5");
    assert!(journey.has_text(Role::Button, "Save view"));
    type_letters(&mut journey, " age>");
    assert!(
        journey.elements_of(Role::Alert).is_empty(),
        "nothing is wrong while a value is chosen from the list"
    );
    journey.press_key(Key::Enter);
    assert!(
        matches!(journey.app().cx.layer(), Layer::Filter),
        "Enter does not take it"
    );
    let alerts = journey.elements_of(Role::Alert);
    assert!(
        alerts
            .iter()
            .any(|(said, _)| said.contains("character 13") && said.contains("ltv>0.5")),
        "{alerts:?}"
    );
    assert!(!journey.has_text(Role::Button, "Save view"));
}

#[test]
fn the_looks_of_the_board_change_beside_an_open_deal_too() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    journey.press_key(Key::Enter);
    type_char(&mut journey.window, "v");
    assert!(journey.app().table.shows_table());
    assert_eq!(journey.app().cx.screen(), Screen::Deal, "the deal stays open");
}

#[test]
fn a_change_of_many_is_taken_back_by_its_key_while_its_sheet_is_open() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    type_char(&mut journey.window, " ");
    journey.press_key(Key::ArrowDown);
    type_char(&mut journey.window, " ");
    let ids: Vec<String> = journey
        .app()
        .selected_rows()
        .iter()
        .map(|row| row.id.to_owned())
        .collect();
    type_char(&mut journey.window, "e");
    type_letters(&mut journey, "Z. Nobody");
    assert!(journey.has_text(Role::Label, "No deal has this owner yet"));
    journey.press_key(Key::Enter);
    assert!(
        journey.has_text(Role::Label, "No deal has this owner yet")
            && journey.has_text(Role::ListItem, "→ Z. Nobody"),
        "the plan says so too: {:?}",
        journey.elements_of(Role::Label)
    );
    journey.press_key(Key::Enter);
    journey.until("they wait", |app| app.cx.snapshot().writes.len() == 2);
    journey
        .window
        .state_mut()
        .run_action(Action::Run(ActionId::ShowBulk));
    journey.window.run();
    assert!(matches!(journey.app().cx.layer(), Layer::Picker(_)));
    type_char(&mut journey.window, "u");
    journey.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
    for id in ids {
        assert_ne!(displayed_owner(journey.app(), &id), "Z. Nobody");
    }
}

/// Returns the role and the name of the focused element.
fn focused_role_and_name(journey: &GuiTest) -> (Role, String) {
    let mut nodes = journey.window.root().children_recursive();
    let focused = nodes.find(|node| node.accesskit_node().is_focused());
    let node = focused.expect("something has the focus");
    let own = node.accesskit_node();
    (own.role(), own.label().unwrap_or_default())
}

/// Returns the checked entries of a menu.
fn checked_entries(journey: &GuiTest) -> Vec<String> {
    let nodes = journey.window.root().children_recursive();
    nodes
        .map(|node| node.accesskit_node())
        .filter(|own| matches!(own.role(), Role::MenuItemRadio | Role::MenuItemCheckBox))
        .filter(|own| own.toggled() == Some(Toggled::True))
        .map(|own| own.label().unwrap_or_default())
        .collect()
}

#[test]
fn the_fields_of_a_card_are_heard_as_ticked_one_by_one() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let fields = journey.rect_of(Role::Button, "Fields ");
    journey.press_at(fields.center(), PointerButton::Primary, Modifiers::NONE);
    assert!(
        journey.elements_of(Role::MenuItemRadio).is_empty(),
        "none rules another out"
    );
    let before = checked_entries(&journey);
    assert!(before.len() > 1, "{before:?}");
    journey.click(Role::MenuItemCheckBox, &before[0]);
    assert_eq!(
        checked_entries(&journey),
        before[1..],
        "one is taken away, the others stay"
    );
    journey.click(Role::MenuItemCheckBox, &before[0]);
    assert_eq!(checked_entries(&journey), before);
}

#[test]
fn the_menu_of_statuses_is_heard_line_by_line_and_checked_is_where_the_deal_stands() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    let id = journey
        .app()
        .pipeline
        .focused_row(&journey.app().cx)
        .unwrap()
        .id
        .to_owned();
    let was = vocabulary::deal_status(Lang::En, &displayed_status(journey.app(), &id)).into_owned();
    type_char(&mut journey.window, "m");
    let mut before = focused_role_and_name(&journey);
    assert_eq!(before.0, Role::MenuItemRadio);
    assert_eq!(checked_entries(&journey), [was.as_str()]);
    for _ in 0..2 {
        journey.press_key(Key::ArrowDown);
        let now = focused_role_and_name(&journey);
        assert_eq!(now.0, Role::MenuItemRadio);
        assert_ne!(now.1, before.1, "it goes along with the keys");
        assert_eq!(
            checked_entries(&journey),
            [was.as_str()],
            "nothing has been chosen yet"
        );
        before = now;
    }
    journey.press_key(Key::Enter);
    journey.until("it has moved", |app| app.cx.snapshot().writes.len() == 1);
    assert_eq!(
        vocabulary::deal_status(Lang::En, &displayed_status(journey.app(), &id)),
        before.1
    );
}

#[test]
fn the_list_of_views_is_heard_line_by_line() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "/");
    type_letters(&mut journey, "ltv>0.5");
    journey.press_key(Key::Enter);
    type_char(&mut journey.window, "W");
    type_letters(&mut journey, "Half");
    journey.press_key(Key::Enter);
    type_char(&mut journey.window, "w");
    assert!(
        focused_role_and_name(&journey).1.starts_with("Half"),
        "{:?}",
        focused_role_and_name(&journey)
    );
    journey.press_key(Key::ArrowUp);
    let (role, name) = focused_role_and_name(&journey);
    assert!(
        role == Role::MenuItemRadio && name.starts_with("All deals"),
        "{name}"
    );
    let checked = checked_entries(&journey);
    assert!(
        checked.len() == 1 && checked[0].starts_with("Half"),
        "{checked:?}"
    );
}

#[test]
fn a_plan_for_many_is_heard_and_its_buttons_do_what_they_say() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    type_char(&mut journey.window, " ");
    journey.press_key(Key::ArrowDown);
    type_char(&mut journey.window, " ");
    type_char(&mut journey.window, "e");
    type_letters(&mut journey, "Z. Nobody");
    journey.press_key(Key::Enter);
    let (role, name) = focused_role_and_name(&journey);
    assert!(role == Role::ListItem && name.contains("→ Z. Nobody"), "{name}");
    journey.tab_to(Role::Button, "Cancel");
    journey.press_key(Key::Enter);
    assert!(
        matches!(journey.app().cx.layer(), Layer::None),
        "the write was discarded"
    );
    assert!(
        journey.app().cx.snapshot().writes.is_empty(),
        "and nothing was written"
    );
}

#[test]
fn columns_are_ticked_by_space_once_while_their_line_is_heard() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "v");
    journey
        .window
        .state_mut()
        .run_action(Action::Run(ActionId::ChooseColumns));
    journey.window.run();
    journey.press_key(Key::End);
    assert_eq!(focused_role_and_name(&journey).0, Role::MenuItemCheckBox);
    let shown = journey.app().table.table().columns.len();
    journey.press_key(Key::Space);
    type_char(&mut journey.window, " ");
    assert_eq!(journey.app().table.table().columns.len(), shown + 1);
    assert!(
        matches!(journey.app().cx.layer(), Layer::Picker(_)),
        "it stays open"
    );
}

#[test]
fn the_form_of_an_export_has_one_ring_and_its_list_has_ends() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "3");
    journey.until("the portfolio is read", |app| {
        app.cx.snapshot().portfolio.value.is_some()
    });
    journey
        .window
        .state_mut()
        .run_action(Action::Run(ActionId::Export));
    journey.window.run();
    assert_eq!(
        focused_role_and_name(&journey),
        (Role::ComboBox, "Format".to_owned())
    );
    journey.press_key(Key::Space);
    let first = focused_role_and_name(&journey);
    assert_eq!(first.0, Role::ListBoxOption);
    journey.press_key(Key::End);
    let last = focused_role_and_name(&journey);
    assert_ne!(first, last);
    journey.press_key(Key::Home);
    assert_ne!(focused_role_and_name(&journey), last);
    journey.press_key(Key::ArrowDown);
    journey.press_key(Key::Enter);
    journey.press_key(Key::Tab);
    assert_eq!(
        focused_role_and_name(&journey).0,
        Role::TextInput,
        "the file comes next"
    );
    journey.press_key(Key::Tab);
    assert_eq!(
        focused_role_and_name(&journey),
        (Role::Button, "Browse…".to_owned())
    );
}

#[test]
fn what_was_done_is_said_with_the_way_back_and_what_was_sorted_or_put_back_is_said_too() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    type_char(&mut journey.window, "s");
    assert!(
        journey.has_text(Role::Status, "Sort"),
        "{:?}",
        journey.elements_of(Role::Status)
    );
    let name = journey
        .app()
        .pipeline
        .focused_row(&journey.app().cx)
        .unwrap()
        .name
        .to_owned();
    type_char(&mut journey.window, "x");
    journey.press_key(Key::ArrowRight);
    journey.press_key(Key::Escape);
    assert!(journey.has_text(Role::Status, &format!("{name}, move cancelled")));
    type_char(&mut journey.window, "L");
    let said = journey.elements_of(Role::Status);
    assert!(
        said.iter()
            .any(|(said, _)| said.contains(&name) && said.ends_with("U to undo")),
        "{said:?}"
    );
    assert!(!journey.has_text(Role::Status, "move cancelled"));
}

#[test]
fn beside_an_open_deal_each_landmark_has_a_name_of_its_own() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    journey.press_key(Key::Enter);
    assert_eq!(journey.elements_of(Role::Main)[0].0, "Pipeline");
    assert_eq!(journey.elements_of(Role::Complementary)[0].0, "Deal");
}

#[test]
fn notifications_say_their_day_and_which_of_how_many_they_are() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "4");
    journey.until("they are read", |app| {
        app.inbox.focused_notification(&app.cx).is_some()
    });
    let rows = journey.elements_of(Role::ListItem);
    let (first, _) = rows.iter().find(|(name, _)| name.contains(" – 1 of ")).unwrap();
    let days = journey.elements_of(Role::Heading);
    let day = days
        .iter()
        .find_map(|(name, _)| name.split_once(" – "))
        .unwrap()
        .0;
    assert!(days.len() > 1 && !day.is_empty(), "{days:?}");
    assert!(
        days.iter()
            .any(|(head, _)| head.split(" – ").next().is_some_and(|day| first.contains(day))),
        "{first}: {days:?}"
    );
}

#[test]
fn columns_that_a_card_was_carried_through_are_scrolled_again_as_they_were() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    // So low that a column is taller than its area.
    journey.window.set_size(egui::vec2(1_280.0, 480.0));
    type_char(&mut journey.window, "g");
    let cards = |journey: &GuiTest| {
        let mut cards = journey.elements_of(Role::ListItem);
        cards.sort_by(|one, other| one.0.cmp(&other.0));
        cards
    };
    let before = cards(&journey);
    type_char(&mut journey.window, "x");
    journey.press_key(Key::ArrowRight);
    let first = cards(&journey);
    assert!(first != before, "the column makes room for it");
    journey.press_key(Key::ArrowRight);
    journey.press_key(Key::Escape);
    assert!(cards(&journey) == before, "all are as they were");
}

#[test]
fn what_the_name_of_a_card_says_is_not_said_again_after_it() {
    let journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let mut described = 0;
    for node in journey.window.query_all_by_role(Role::ListItem) {
        let card = node.accesskit_node();
        let (name, more) = (
            card.label().unwrap_or_default(),
            card.description().unwrap_or_default(),
        );
        described += usize::from(!more.is_empty());
        for line in more.lines() {
            assert!(!name.contains(line), "{name}: {line}");
        }
    }
    assert!(described > 0, "how a slow deal compares is there to be heard");
}

#[test]
fn the_columns_beyond_the_edge_are_told_too() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    journey.window.set_size(egui::vec2(1024.0, 700.0));
    journey.window.run();
    let told = journey.elements_of(Role::List);
    for column in ["Sourcing – ", "Closing – ", "Lost – "] {
        let count = told.iter().filter(|(name, _)| name.starts_with(column)).count();
        assert_eq!(count, 1, "{column}: {told:?}");
    }
}

#[test]
fn the_form_of_a_new_deal_creates_it_and_says_what_is_given_for_good() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "n");
    let named = |name: &str| {
        journey
            .elements_of(Role::Button)
            .iter()
            .any(|(button, _)| button == name)
    };
    assert!(named("Create") && !named("Save"));
    let said = crate::support::painted_texts(&journey.window);
    assert!(
        said.iter().any(|(text, _)| text.contains("can’t be changed")),
        "{said:?}"
    );
}
