//! Filters built from completions: by pointer alone, by arrows and Enter, by Tab.

use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::context::Context;
use encours_core::text::Lang;

use crate::support::InputPart::{Key as Press, Text};
use crate::support::hand::{displayed_owner, focused_deal};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{send_burst, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton};

/// Clicks the completion that begins with a text.
#[track_caller]
fn click_completion(journey: &mut GuiTest, begins: &str) {
    let at = journey.rect_of(Role::ListBoxOption, begins).center();
    journey.press_at(at, PointerButton::Primary, Modifiers::NONE);
}

fn filter_text(journey: &GuiTest) -> &str {
    &journey.app().pipeline.board().filter
}

#[test]
fn a_filter_is_made_by_pointer_alone() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let line = journey.rect_of(Role::TextInput, "Filter").center();
    journey.press_at(line, PointerButton::Primary, Modifiers::NONE);
    journey.draw_frames(3);
    for offered in ["status:", "class:", "owner:", "ltv>", "age>"] {
        assert!(journey.has_text(Role::ListBoxOption, offered), "{offered}");
    }
    click_completion(&mut journey, "status:");
    assert_eq!(filter_text(&journey), "status:");
    assert_eq!(
        journey.app().table.context(&journey.app().cx),
        Context::Filter,
        "the line is still typed in"
    );
    assert!(
        journey.has_text(Role::ListBoxOption, "\"Investment committee\" – ic – "),
        "{:?}",
        journey.elements_of(Role::ListBoxOption)
    );
    click_completion(&mut journey, "\"Investment committee\"");
    assert_eq!(filter_text(&journey), "status:\"Investment committee\" ");
    let of_status = journey.app().pipeline.filtered().shown;
    assert!(of_status > 0 && of_status < 240);
    click_completion(&mut journey, "ltv>");
    click_completion(&mut journey, "65%");
    assert_eq!(filter_text(&journey), "status:\"Investment committee\" ltv>65% ");
    assert!(journey.app().pipeline.filtered().shown < of_status);
    let card = journey.rect_of(Role::ListItem, "").center();
    journey.press_at(card, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(
        *journey.app().cx.layer(),
        Layer::None,
        "a press elsewhere ends it"
    );
    assert!(journey.app().pipeline.board().filter_error.is_none());
}

#[test]
fn arrows_point_and_enter_takes() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "/");
    journey.press_key(Key::ArrowDown);
    journey.press_key(Key::ArrowDown);
    assert_eq!(filter_text(&journey), "", "nothing is taken by pointing at it");
    journey.press_key(Key::Enter);
    assert_eq!(filter_text(&journey), "class:");
    journey.press_key(Key::ArrowDown);
    journey.press_key(Key::ArrowUp);
    journey.press_key(Key::Enter);
    assert_eq!(filter_text(&journey), "class:none ");
    assert_eq!(journey.app().table.context(&journey.app().cx), Context::Filter);
    type_char(&mut journey.window, "p");
    assert_eq!(filter_text(&journey), "class:none p", "typing goes on at the end");
    journey.press_key(Key::Enter);
    assert_eq!(
        *journey.app().cx.layer(),
        Layer::None,
        "nothing pointed at: Enter ends it"
    );
}

#[test]
fn tab_completes_a_word_that_has_begun_and_goes_on_where_nothing_does() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "/");
    for letter in ["s", "t", "a"] {
        type_char(&mut journey.window, letter);
    }
    journey.press_key(Key::Tab);
    assert_eq!(filter_text(&journey), "status:");
    journey.press_key(Key::Tab);
    let first = filter_text(&journey).to_owned();
    journey.press_key(Key::Tab);
    let second = filter_text(&journey).to_owned();
    assert_ne!(first, second, "once more the next one");
    journey.press_key_with(Modifiers::SHIFT, Key::Tab);
    assert_eq!(filter_text(&journey), first);
    type_char(&mut journey.window, " ");
    journey.press_key(Key::Tab);
    assert_eq!(
        *journey.app().cx.layer(),
        Layer::None,
        "no word has begun: Tab goes on"
    );
    assert_eq!(filter_text(&journey).trim(), first);
}

#[test]
fn a_cell_offers_the_filter_by_what_it_holds() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "v");
    let cell = journey.rect_of(Role::Cell, "Status – ").center();
    journey.press_at(cell, PointerButton::Secondary, Modifiers::NONE);
    let only = journey.rect_of(Role::MenuItem, "Only status:").center();
    journey.press_at(only, PointerButton::Primary, Modifiers::NONE);
    assert!(
        filter_text(&journey).starts_with("status:"),
        "{}",
        filter_text(&journey)
    );
    assert!(journey.app().pipeline.filtered().shown < 24);
}

#[test]
fn a_word_that_is_called_so_elsewhere_offers_its_condition_to_be_pressed() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    // No deal has this name: the suggestion replaces the cards, before the filter is cleared.
    send_burst(&mut journey.window, &[Text("/benali"), Press(Key::Enter)]);
    assert_eq!(journey.app().pipeline.filtered().shown, 0);
    journey.click(Role::Button, "owner:\"S. Benali\"");
    assert_eq!(filter_text(&journey), "owner:\"S. Benali\"");
    assert!(journey.app().pipeline.filtered().shown > 0);
    // If some deals match, the suggestion is beside the filter; while typing, it is in the list below.
    send_burst(&mut journey.window, &[Press(Key::Backspace), Text("/tour")]);
    send_burst(&mut journey.window, &[Text(" office")]);
    assert!(journey.has_text(Role::ListBoxOption, "class:bureaux – Office"));
    send_burst(&mut journey.window, &[Press(Key::Enter)]);
    let offered = journey.rect_of(Role::Button, "Also class:Offices: ").center();
    journey.press_at(offered, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(filter_text(&journey), "tour class:bureaux");
}

/// Types an owner into the form and saves it with one Enter.
fn save_owner(keys: &[crate::support::InputPart<'_>], wanted: &'static str) {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let deal = focused_deal(journey.app());
    assert_ne!(displayed_owner(journey.app(), &deal), wanted);
    type_char(&mut journey.window, "e");
    for key in keys {
        send_burst(&mut journey.window, &[*key]);
        journey.window.run();
    }
    journey.until("it is theirs", move |app| displayed_owner(app, &deal) == wanted);
}

#[test]
fn enter_takes_the_owner_that_is_highlighted_and_saves_it() {
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
fn the_new_owner_is_taken_by_a_press_and_saved_by_the_button() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let deal = focused_deal(journey.app());
    type_char(&mut journey.window, "e");
    send_burst(&mut journey.window, &[Text("Fer")]);
    journey.window.run();
    assert!(journey.has_text(Role::Button, "M. Ferrand"));
    journey.click(Role::Button, "Add “Fer”");
    journey.click(Role::Button, "Save");
    journey.until("it is theirs", move |app| displayed_owner(app, &deal) == "Fer");
}

#[test]
fn a_cell_edited_in_its_place_takes_what_is_highlighted() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "v");
    let deal = focused_deal(journey.app());
    type_char(&mut journey.window, "e");
    send_burst(&mut journey.window, &[Text("Fer"), Press(Key::Enter)]);
    journey.until("it is theirs", move |app| {
        displayed_owner(app, &deal) == "M. Ferrand"
    });
}

#[test]
fn no_mistake_is_told_while_a_value_is_chosen_and_all_are_once_it_is_asked_for() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    send_burst(&mut journey.window, &[Text("/"), Text("status:")]);
    journey.window.run();
    assert!(journey.has_text(Role::ListBoxOption, "Investment committee"));
    assert!(
        journey.elements_of(Role::Alert).is_empty(),
        "{:?}",
        journey.elements_of(Role::Alert)
    );
    send_burst(&mut journey.window, &[Press(Key::Escape), Text("/foo:x bar:y")]);
    send_burst(&mut journey.window, &[Press(Key::Enter)]);
    journey.window.run();
    let told = journey.elements_of(Role::Alert);
    for wrong in ["foo", "bar"] {
        assert!(
            told.iter().any(|(text, _)| text.contains(wrong)),
            "{wrong}: {told:?}"
        );
    }
}

#[test]
fn a_long_filter_takes_the_room_there_is() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let filter = "status:sourcing,screening,ic owner:\"M. Ferrand\" ltv>40% age>1d crd>1M";
    send_burst(&mut journey.window, &[Text("/"), Text(filter), Press(Key::Enter)]);
    journey.window.run();
    let cut = journey.has_text(Role::Label, "+1")
        || crate::support::painted_texts(&journey.window)
            .iter()
            .any(|(text, _)| text.starts_with('+'));
    assert!(!cut, "{:?}", crate::support::painted_texts(&journey.window));
    for part in ["ltv>40%", "crd>1M"] {
        assert!(journey.has_text(Role::Button, part), "{part}");
    }
}

#[test]
fn the_key_that_other_programs_have_for_help_opens_it() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.press_key(Key::F1);
    assert!(matches!(journey.app().cx.layer(), Layer::Help { .. }));
}
