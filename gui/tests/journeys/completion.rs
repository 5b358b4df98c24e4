//! Filters built from completions: by pointer alone, by arrows and Enter, by Tab.

use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::context::Context;
use encours_core::text::Lang;

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_owner, focused_deal};
use crate::support::{send_burst, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton};

/// Clicks the completion that begins with a text.
#[track_caller]
fn click_completion(test: &mut GuiTest, prefix: &str) {
    let at = test.rect_of(Role::ListBoxOption, prefix).center();
    test.press_at(at, PointerButton::Primary, Modifiers::NONE);
}

fn filter_text(test: &GuiTest) -> &str {
    &test.app().pipeline.board().filter
}

#[test]
fn a_filter_is_made_by_pointer_alone() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let line = test.rect_of(Role::TextInput, "Filter").center();
    test.press_at(line, PointerButton::Primary, Modifiers::NONE);
    test.draw_frames(3);
    for offered in ["status:", "class:", "owner:", "ltv>", "age>"] {
        assert!(test.has_text(Role::ListBoxOption, offered), "{offered}");
    }
    click_completion(&mut test, "status:");
    assert_eq!(filter_text(&test), "status:");
    assert_eq!(test.app().table.context(&test.app().cx), Context::Filter, "the line is still typed in");
    assert!(
        test.has_text(Role::ListBoxOption, "\"Investment committee\" – ic – "),
        "{:?}",
        test.elements_of(Role::ListBoxOption)
    );
    click_completion(&mut test, "\"Investment committee\"");
    assert_eq!(filter_text(&test), "status:\"Investment committee\" ");
    let of_status = test.app().pipeline.filtered().shown;
    assert!(of_status > 0 && of_status < 240);
    click_completion(&mut test, "ltv>");
    click_completion(&mut test, "65%");
    assert_eq!(filter_text(&test), "status:\"Investment committee\" ltv>65% ");
    assert!(test.app().pipeline.filtered().shown < of_status);
    let card = test.rect_of(Role::ListItem, "").center();
    test.press_at(card, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(*test.app().cx.overlay(), Overlay::None, "a press elsewhere ends it");
    assert!(test.app().pipeline.board().filter_error.is_none());
}

#[test]
fn arrows_highlight_a_suggestion_and_enter_accepts_it() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "/");
    test.press_key(Key::ArrowDown);
    test.press_key(Key::ArrowDown);
    assert_eq!(filter_text(&test), "", "nothing is taken by pointing at it");
    test.press_key(Key::Enter);
    assert_eq!(filter_text(&test), "class:");
    test.press_key(Key::ArrowDown);
    test.press_key(Key::ArrowUp);
    test.press_key(Key::Enter);
    assert_eq!(filter_text(&test), "class:none ");
    assert_eq!(test.app().table.context(&test.app().cx), Context::Filter);
    type_char(&mut test.window, "p");
    assert_eq!(filter_text(&test), "class:none p", "typing goes on at the end");
    test.press_key(Key::Enter);
    assert_eq!(*test.app().cx.overlay(), Overlay::None, "nothing pointed at: Enter ends it");
}

#[test]
fn tab_completes_a_started_word_or_leaves_the_filter() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "/");
    for letter in ["s", "t", "a"] {
        type_char(&mut test.window, letter);
    }
    test.press_key(Key::Tab);
    assert_eq!(filter_text(&test), "status:");
    test.press_key(Key::Tab);
    let first = filter_text(&test).to_owned();
    test.press_key(Key::Tab);
    let second = filter_text(&test).to_owned();
    assert_ne!(first, second, "once more the next one");
    test.press_key_with(Modifiers::SHIFT, Key::Tab);
    assert_eq!(filter_text(&test), first);
    type_char(&mut test.window, " ");
    test.press_key(Key::Tab);
    assert_eq!(*test.app().cx.overlay(), Overlay::None, "no word has begun: Tab goes on");
    assert_eq!(filter_text(&test).trim(), first);
}

#[test]
fn cell_menu_filters_by_the_cell_value() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "v");
    let cell = test.rect_of(Role::Cell, "Status – ").center();
    test.press_at(cell, PointerButton::Secondary, Modifiers::NONE);
    let claim = test.rect_of(Role::MenuItem, "Only status:").center();
    test.press_at(claim, PointerButton::Primary, Modifiers::NONE);
    assert!(filter_text(&test).starts_with("status:"), "{}", filter_text(&test));
    assert!(test.app().pipeline.filtered().shown < 24);
}

#[test]
fn text_that_matches_another_field_suggests_a_condition() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    // No deal has this name: the suggestion replaces the cards, before the filter is cleared.
    send_burst(&mut test.window, &[Text("/benali"), Press(Key::Enter)]);
    assert_eq!(test.app().pipeline.filtered().shown, 0);
    test.click(Role::Button, "owner:\"S. Benali\"");
    assert_eq!(filter_text(&test), "owner:\"S. Benali\"");
    assert!(test.app().pipeline.filtered().shown > 0);
    // If some deals match, the suggestion is beside the filter; while typing, it is in the list below.
    send_burst(&mut test.window, &[Press(Key::Backspace), Text("/tour")]);
    send_burst(&mut test.window, &[Text(" office")]);
    assert!(test.has_text(Role::ListBoxOption, "class:bureaux – Office"));
    send_burst(&mut test.window, &[Press(Key::Enter)]);
    let offered = test.rect_of(Role::Button, "Also class:Offices: ").center();
    test.press_at(offered, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(filter_text(&test), "tour class:bureaux");
}

/// Types an owner into the form and saves it with one Enter.
fn save_owner(keys: &[crate::support::InputPart<'_>], expected: &'static str) {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let deal = focused_deal(test.app());
    assert_ne!(displayed_owner(test.app(), &deal), expected);
    type_char(&mut test.window, "e");
    for key in keys {
        send_burst(&mut test.window, &[*key]);
        test.window.run();
    }
    test.until("it is theirs", move |app| displayed_owner(app, &deal) == expected);
}

#[test]
fn enter_accepts_and_saves_the_highlighted_owner() {
    save_owner(&[Text("Fer"), Press(Key::Enter)], "M. Ferrand");
    save_owner(&[Text("benali"), Press(Key::Enter)], "S. Benali");
    save_owner(&[Text("s benali"), Press(Key::Enter)], "S. Benali");
    save_owner(&[Text("Ferrand M."), Press(Key::Enter)], "M. Ferrand");
}

#[test]
fn a_new_owner_is_a_choice_of_its_own() {
    save_owner(&[Text("Fer"), Press(Key::ArrowDown), Press(Key::Enter)], "Fer");
    // If no known owner matches, the new one is the only entry.
    save_owner(&[Text("Z. Nouveau"), Press(Key::Enter)], "Z. Nouveau");
}

#[test]
fn new_owner_is_added_and_saved_by_mouse() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let deal = focused_deal(test.app());
    type_char(&mut test.window, "e");
    send_burst(&mut test.window, &[Text("Fer")]);
    test.window.run();
    assert!(test.has_text(Role::Button, "M. Ferrand"));
    test.click(Role::Button, "Add “Fer”");
    test.click(Role::Button, "Save");
    test.until("it is theirs", move |app| displayed_owner(app, &deal) == "Fer");
}

#[test]
fn cell_edited_in_place_accepts_the_highlighted_suggestion() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "v");
    let deal = focused_deal(test.app());
    type_char(&mut test.window, "e");
    send_burst(&mut test.window, &[Text("Fer"), Press(Key::Enter)]);
    test.until("it is theirs", move |app| displayed_owner(app, &deal) == "M. Ferrand");
}

#[test]
fn all_filter_errors_appear_only_on_enter() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    send_burst(&mut test.window, &[Text("/"), Text("status:")]);
    test.window.run();
    assert!(test.has_text(Role::ListBoxOption, "Investment committee"));
    assert!(test.elements_of(Role::Alert).is_empty(), "{:?}", test.elements_of(Role::Alert));
    send_burst(&mut test.window, &[Press(Key::Escape), Text("/foo:x bar:y")]);
    send_burst(&mut test.window, &[Press(Key::Enter)]);
    test.window.run();
    let message = test.elements_of(Role::Alert);
    for wrong in ["foo", "bar"] {
        assert!(message.iter().any(|(text, _)| text.contains(wrong)), "{wrong}: {message:?}");
    }
}

#[test]
fn completions_begin_below_a_filter_error() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.window.set_size(egui::vec2(900.0, 600.0));
    send_burst(&mut test.window, &[Text("/"), Text("ltv>70%) [lyon] foo:x status:")]);
    test.draw_frames(3);
    let errors = test.elements_of(Role::Alert);
    let list = test.rect_of(Role::ListBoxOption, "Sourcing");
    assert!(errors.iter().any(|(text, at)| text.contains("foo") && at.bottom() <= list.top()), "{errors:?}");
}

#[test]
fn long_filter_uses_the_available_width() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let filter = "status:sourcing,screening,ic owner:\"M. Ferrand\" ltv>40% age>1d crd>1M";
    send_burst(&mut test.window, &[Text("/"), Text(filter), Press(Key::Enter)]);
    test.window.run();
    let cut = test.has_text(Role::Label, "+1")
        || crate::support::painted_texts(&test.window).iter().any(|(text, _)| text.starts_with('+'));
    assert!(!cut, "{:?}", crate::support::painted_texts(&test.window));
    for fragment in ["ltv>40%", "crd>1M"] {
        assert!(test.has_text(Role::Button, fragment), "{fragment}");
    }
}

#[test]
fn f1_opens_the_help_overlay() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.press_key(Key::F1);
    assert!(matches!(test.app().cx.overlay(), Overlay::Help { .. }));
}
