//! Screen reader output: focus changes, the current screen, and descriptions of cards and bulk changes.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_owner, displayed_status};
use crate::support::type_char;
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::text::Lang;
use encours_core::vocabulary;

/// Types letters, one per frame.
fn type_letters(test: &mut GuiTest, text: &str) {
    for letter in text.chars() {
        type_char(&mut test.window, &letter.to_string());
    }
}

/// Returns the name of the focused node.
fn focused_name(test: &GuiTest) -> String {
    let mut nodes = test.window.root().children_recursive();
    let focused = nodes.find(|node| node.accesskit_node().is_focused());
    focused.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
}

#[test]
fn focus_moves_to_an_opened_deal_and_back() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    let name = test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned();
    test.press_key(Key::Enter);
    assert_eq!(test.app().cx.screen(), Screen::Deal);
    assert_eq!(focused_name(&test), name, "the heading of the panel");
    test.press_key(Key::Escape);
    assert!(focused_name(&test).starts_with(&format!("{name} – ")), "its card");
    // By pointer alone too: one press opens it, another closes it.
    let card = test.rect_of(Role::ListItem, &name).center();
    test.press_at(card, egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert_eq!(focused_name(&test), name);
    test.click(Role::Button, "Close");
    assert!(focused_name(&test).starts_with(&format!("{name} – ")));
}

#[test]
fn newly_shown_screen_announces_its_name_once() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    assert!(!test.has_text(Role::Status, "Portfolio"));
    type_char(&mut test.window, "3");
    assert!(test.has_text(Role::Status, "Portfolio"));
    assert!(focused_name(&test).starts_with("Portfolio – "), "{}", focused_name(&test));
    type_char(&mut test.window, "8");
    assert!(test.has_text(Role::Status, "Activity"));
    // A later message replaces the screen's name, which is not announced again afterwards.
    type_char(&mut test.window, "1");
    type_char(&mut test.window, "L");
    assert!(!test.has_text(Role::Status, "Pipeline"));
}

#[test]
fn the_cards_say_their_class_and_owner() {
    let test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let row = test.app().pipeline.focused_row(&test.app().cx).unwrap();
    let (name, owner) = (row.name.to_owned(), row.owner.to_owned());
    let class = vocabulary::asset_class(Lang::En, row.class).into_owned();
    let cards = test.elements_of(Role::ListItem);
    let card = &cards.iter().find(|(text, _)| text.starts_with(&name)).unwrap().0;
    assert!(card.contains(&format!(" – {class}")) && card.contains(&owner), "{card}");
}

#[test]
fn invalid_filter_shows_error_position_and_cannot_be_saved() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "/");
    type_letters(&mut test, "ltv>0.5");
    assert!(test.has_text(Role::Button, "Save view"));
    type_letters(&mut test, " age>");
    assert!(
        test.elements_of(Role::Alert).is_empty(),
        "nothing is wrong while a value is chosen from the list"
    );
    test.press_key(Key::Enter);
    assert!(matches!(test.app().cx.overlay(), Overlay::Filter), "Enter does not take it");
    let alerts = test.elements_of(Role::Alert);
    assert!(
        alerts.iter().any(|(said, _)| said.contains("character 13") && said.contains("ltv>0.5")),
        "{alerts:?}"
    );
    assert!(!test.has_text(Role::Button, "Save view"));
}

#[test]
fn view_switches_to_table_beside_an_open_deal() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    test.press_key(Key::Enter);
    type_char(&mut test.window, "v");
    assert!(test.app().table.shows_table());
    assert_eq!(test.app().cx.screen(), Screen::Deal, "the deal stays open");
}

#[test]
fn undo_key_reverts_a_bulk_change_from_its_picker() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    type_char(&mut test.window, " ");
    test.press_key(Key::ArrowDown);
    type_char(&mut test.window, " ");
    let ids: Vec<String> = test.app().selected_rows().iter().map(|row| row.id.to_owned()).collect();
    type_char(&mut test.window, "e");
    type_letters(&mut test, "Z. Nobody");
    assert!(test.has_text(Role::Label, "No deal has this owner yet"));
    test.press_key(Key::Enter);
    assert!(
        test.has_text(Role::Label, "No deal has this owner yet")
            && test.has_text(Role::ListItem, "→ Z. Nobody"),
        "the plan says so too: {:?}",
        test.elements_of(Role::Label)
    );
    test.press_key(Key::Enter);
    test.until("they wait", |app| app.cx.snapshot().writes.len() == 2);
    test.window.state_mut().run_action(Action::Run(ActionId::ShowBulk));
    test.window.run();
    assert!(matches!(test.app().cx.overlay(), Overlay::Picker(_)));
    type_char(&mut test.window, "u");
    test.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
    for id in ids {
        assert_ne!(displayed_owner(test.app(), &id), "Z. Nobody");
    }
}

/// Returns the role and the name of the focused element.
fn focused_role_and_name(test: &GuiTest) -> (Role, String) {
    let mut nodes = test.window.root().children_recursive();
    let focused = nodes.find(|node| node.accesskit_node().is_focused());
    let node = focused.expect("something has the focus");
    let access_node = node.accesskit_node();
    (access_node.role(), access_node.label().unwrap_or_default())
}

/// Returns the checked entries of a menu.
fn checked_entries(test: &GuiTest) -> Vec<String> {
    let nodes = test.window.root().children_recursive();
    nodes
        .map(|node| node.accesskit_node())
        .filter(|access_node| matches!(access_node.role(), Role::MenuItemRadio | Role::MenuItemCheckBox))
        .filter(|access_node| access_node.toggled() == Some(Toggled::True))
        .map(|access_node| access_node.label().unwrap_or_default())
        .collect()
}

#[test]
fn card_fields_are_announced_as_separate_check_boxes() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let fields = test.rect_of(Role::Button, "Fields ");
    test.press_at(fields.center(), PointerButton::Primary, Modifiers::NONE);
    assert!(test.elements_of(Role::MenuItemRadio).is_empty(), "none rules another out");
    let before = checked_entries(&test);
    assert!(before.len() > 1, "{before:?}");
    test.click(Role::MenuItemCheckBox, &before[0]);
    assert_eq!(checked_entries(&test), before[1..], "one is taken away, the others stay");
    test.click(Role::MenuItemCheckBox, &before[0]);
    assert_eq!(checked_entries(&test), before);
}

#[test]
fn status_menu_moves_focus_but_checks_the_current_status() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    let id = test.app().pipeline.focused_row(&test.app().cx).unwrap().id.to_owned();
    let previous = vocabulary::deal_status(Lang::En, &displayed_status(test.app(), &id)).into_owned();
    type_char(&mut test.window, "m");
    let mut before = focused_role_and_name(&test);
    assert_eq!(before.0, Role::MenuItemRadio);
    assert_eq!(checked_entries(&test), [previous.as_str()]);
    for _ in 0..2 {
        test.press_key(Key::ArrowDown);
        let now = focused_role_and_name(&test);
        assert_eq!(now.0, Role::MenuItemRadio);
        assert_ne!(now.1, before.1, "it goes along with the keys");
        assert_eq!(checked_entries(&test), [previous.as_str()], "nothing has been chosen yet");
        before = now;
    }
    test.press_key(Key::Enter);
    test.until("it has moved", |app| app.cx.snapshot().writes.len() == 1);
    assert_eq!(vocabulary::deal_status(Lang::En, &displayed_status(test.app(), &id)), before.1);
}

#[test]
fn the_list_of_views_is_heard_line_by_line() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "/");
    type_letters(&mut test, "ltv>0.5");
    test.press_key(Key::Enter);
    type_char(&mut test.window, "W");
    type_letters(&mut test, "Half");
    test.press_key(Key::Enter);
    type_char(&mut test.window, "w");
    assert!(focused_role_and_name(&test).1.starts_with("Half"), "{:?}", focused_role_and_name(&test));
    test.press_key(Key::ArrowUp);
    let (role, name) = focused_role_and_name(&test);
    assert!(role == Role::MenuItemRadio && name.starts_with("All deals"), "{name}");
    let checked = checked_entries(&test);
    assert!(checked.len() == 1 && checked[0].starts_with("Half"), "{checked:?}");
}

#[test]
fn bulk_plan_is_announced_and_cancel_writes_nothing() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    type_char(&mut test.window, " ");
    test.press_key(Key::ArrowDown);
    type_char(&mut test.window, " ");
    type_char(&mut test.window, "e");
    type_letters(&mut test, "Z. Nobody");
    test.press_key(Key::Enter);
    let (role, name) = focused_role_and_name(&test);
    assert!(role == Role::ListItem && name.contains("→ Z. Nobody"), "{name}");
    test.tab_to(Role::Button, "Cancel");
    test.press_key(Key::Enter);
    assert!(matches!(test.app().cx.overlay(), Overlay::None), "the write was discarded");
    assert!(test.app().cx.snapshot().writes.is_empty(), "and nothing was written");
}

#[test]
fn space_toggles_the_focused_column_exactly_once() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "v");
    test.window.state_mut().run_action(Action::Run(ActionId::ChooseColumns));
    test.window.run();
    test.press_key(Key::End);
    assert_eq!(focused_role_and_name(&test).0, Role::MenuItemCheckBox);
    let column_count = test.app().table.columns.len();
    test.press_key(Key::Space);
    type_char(&mut test.window, " ");
    assert_eq!(test.app().table.columns.len(), column_count + 1);
    assert!(matches!(test.app().cx.overlay(), Overlay::Picker(_)), "it stays open");
}

#[test]
fn export_form_moves_one_focus_through_list_and_fields() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "3");
    test.until("the portfolio is read", |app| app.cx.snapshot().portfolio.value.is_some());
    test.window.state_mut().run_action(Action::Run(ActionId::Export));
    test.window.run();
    assert_eq!(focused_role_and_name(&test), (Role::ComboBox, "Format".to_owned()));
    test.press_key(Key::Space);
    let first = focused_role_and_name(&test);
    assert_eq!(first.0, Role::ListBoxOption);
    test.press_key(Key::End);
    let last = focused_role_and_name(&test);
    assert_ne!(first, last);
    test.press_key(Key::Home);
    assert_ne!(focused_role_and_name(&test), last);
    test.press_key(Key::ArrowDown);
    test.press_key(Key::Enter);
    test.press_key(Key::Tab);
    assert_eq!(focused_role_and_name(&test).0, Role::TextInput, "the file comes next");
    test.press_key(Key::Tab);
    assert_eq!(focused_role_and_name(&test), (Role::Button, "Browse…".to_owned()));
}

#[test]
fn moves_sorts_and_cancelled_drags_are_announced() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    type_char(&mut test.window, "s");
    assert!(test.has_text(Role::Status, "Sort"), "{:?}", test.elements_of(Role::Status));
    let name = test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned();
    type_char(&mut test.window, "x");
    test.press_key(Key::ArrowRight);
    test.press_key(Key::Escape);
    assert!(test.has_text(Role::Status, &format!("{name}, move cancelled")));
    type_char(&mut test.window, "L");
    let text = test.elements_of(Role::Status);
    assert!(text.iter().any(|(said, _)| said.contains(&name) && said.ends_with("U to undo")), "{text:?}");
    assert!(!test.has_text(Role::Status, "move cancelled"));
}

#[test]
fn landmarks_have_distinct_names_next_to_an_open_deal() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    test.press_key(Key::Enter);
    assert_eq!(test.elements_of(Role::Main)[0].0, "Pipeline");
    assert_eq!(test.elements_of(Role::Complementary)[0].0, "Deal");
}

#[test]
fn notifications_announce_their_day_and_position() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "4");
    test.until("they are read", |app| app.inbox.focused_notification(&app.cx).is_some());
    let rows = test.elements_of(Role::ListItem);
    let (first, _) = rows.iter().find(|(name, _)| name.contains(" – 1 of ")).unwrap();
    let days = test.elements_of(Role::Heading);
    let day = days.iter().find_map(|(name, _)| name.split_once(" – ")).unwrap().0;
    assert!(days.len() > 1 && !day.is_empty(), "{days:?}");
    assert!(
        days.iter().any(|(head, _)| head.split(" – ").next().is_some_and(|day| first.contains(day))),
        "{first}: {days:?}"
    );
}

#[test]
fn cancelled_drag_restores_the_scroll_of_crossed_columns() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    // So low that a column is taller than its area.
    test.window.set_size(egui::vec2(1_280.0, 480.0));
    type_char(&mut test.window, "g");
    let cards = |test: &GuiTest| {
        let mut cards = test.elements_of(Role::ListItem);
        cards.sort_by(|a, b| a.0.cmp(&b.0));
        cards
    };
    let before = cards(&test);
    type_char(&mut test.window, "x");
    test.press_key(Key::ArrowRight);
    let first = cards(&test);
    assert!(first != before, "the column makes room for it");
    test.press_key(Key::ArrowRight);
    test.press_key(Key::Escape);
    assert!(cards(&test) == before, "all are as they were");
}

#[test]
fn card_description_does_not_repeat_its_name() {
    let test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let mut described = 0;
    for node in test.window.query_all_by_role(Role::ListItem) {
        let card = node.accesskit_node();
        let (name, more) = (card.label().unwrap_or_default(), card.description().unwrap_or_default());
        described += usize::from(!more.is_empty());
        for line in more.lines() {
            assert!(!name.contains(line), "{name}: {line}");
        }
    }
    assert!(described > 0, "how a slow deal compares is there to be heard");
}

#[test]
fn columns_beyond_the_edge_are_in_the_accessibility_tree() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    test.window.set_size(egui::vec2(1024.0, 700.0));
    test.window.run();
    let text = test.elements_of(Role::List);
    for column in ["Sourcing – ", "Closing – ", "Lost – "] {
        let count = text.iter().filter(|(name, _)| name.starts_with(column)).count();
        assert_eq!(count, 1, "{column}: {text:?}");
    }
}

#[test]
fn new_deal_form_offers_create_and_marks_permanent_fields() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "n");
    let has_button = |name: &str| test.elements_of(Role::Button).iter().any(|(button, _)| button == name);
    assert!(has_button("Create") && !has_button("Save"));
    let label = crate::support::painted_texts(&test.window);
    assert!(label.iter().any(|(text, _)| text.contains("can’t be changed")), "{label:?}");
}
