//! Filters built from completions: by pointer alone, by arrows and Enter, by Tab.

use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::context::Context;
use encours_core::text::Lang;

use crate::support::Burst::{Key as Press, Text};
use crate::support::hand::{focused, owner};
use crate::support::real::{Journey, LONG};
use crate::support::{burst, press};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton};

/// Clicks the completion that begins with a text.
#[track_caller]
fn take(journey: &mut Journey, begins: &str) {
    let at = journey.place_of(Role::ListBoxOption, begins).center();
    journey.press_at(at, PointerButton::Primary, Modifiers::NONE);
}

fn filter(journey: &Journey) -> &str {
    &journey.app().pipeline.board().filter
}

#[test]
fn a_filter_is_made_by_pointer_alone() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let line = journey.place_of(Role::TextInput, "Filter").center();
    journey.press_at(line, PointerButton::Primary, Modifiers::NONE);
    journey.steps(3);
    for offered in ["status:", "class:", "owner:", "ltv>", "age>"] {
        assert!(journey.tells(Role::ListBoxOption, offered), "{offered}");
    }
    take(&mut journey, "status:");
    assert_eq!(filter(&journey), "status:");
    assert_eq!(
        journey.app().table.context(&journey.app().cx),
        Context::Filter,
        "the line is still typed in"
    );
    assert!(
        journey.tells(Role::ListBoxOption, "\"Investment committee\" – ic – "),
        "{:?}",
        journey.all(Role::ListBoxOption)
    );
    take(&mut journey, "\"Investment committee\"");
    assert_eq!(filter(&journey), "status:\"Investment committee\" ");
    let of_status = journey.app().pipeline.lens().shown;
    assert!(of_status > 0 && of_status < 240);
    take(&mut journey, "ltv>");
    take(&mut journey, "65%");
    assert_eq!(filter(&journey), "status:\"Investment committee\" ltv>65% ");
    assert!(journey.app().pipeline.lens().shown < of_status);
    let card = journey.place_of(Role::ListItem, "").center();
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
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "/");
    journey.key(Key::ArrowDown);
    journey.key(Key::ArrowDown);
    assert_eq!(filter(&journey), "", "nothing is taken by pointing at it");
    journey.key(Key::Enter);
    assert_eq!(filter(&journey), "class:");
    journey.key(Key::ArrowDown);
    journey.key(Key::ArrowUp);
    journey.key(Key::Enter);
    assert_eq!(filter(&journey), "class:none ");
    assert_eq!(journey.app().table.context(&journey.app().cx), Context::Filter);
    press(&mut journey.window, "p");
    assert_eq!(filter(&journey), "class:none p", "typing goes on at the end");
    journey.key(Key::Enter);
    assert_eq!(
        *journey.app().cx.layer(),
        Layer::None,
        "nothing pointed at: Enter ends it"
    );
}

#[test]
fn tab_completes_a_word_that_has_begun_and_goes_on_where_nothing_does() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "/");
    for letter in ["s", "t", "a"] {
        press(&mut journey.window, letter);
    }
    journey.key(Key::Tab);
    assert_eq!(filter(&journey), "status:");
    journey.key(Key::Tab);
    let first = filter(&journey).to_owned();
    journey.key(Key::Tab);
    let second = filter(&journey).to_owned();
    assert_ne!(first, second, "once more the next one");
    journey.key_with(Modifiers::SHIFT, Key::Tab);
    assert_eq!(filter(&journey), first);
    press(&mut journey.window, " ");
    journey.key(Key::Tab);
    assert_eq!(
        *journey.app().cx.layer(),
        Layer::None,
        "no word has begun: Tab goes on"
    );
    assert_eq!(filter(&journey).trim(), first);
}

#[test]
fn a_cell_offers_the_filter_by_what_it_holds() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "v");
    let cell = journey.place_of(Role::Cell, "Status – ").center();
    journey.press_at(cell, PointerButton::Secondary, Modifiers::NONE);
    let only = journey.place_of(Role::MenuItem, "Only status:").center();
    journey.press_at(only, PointerButton::Primary, Modifiers::NONE);
    assert!(filter(&journey).starts_with("status:"), "{}", filter(&journey));
    assert!(journey.app().pipeline.lens().shown < 24);
}

#[test]
fn a_word_that_is_called_so_elsewhere_offers_its_condition_to_be_pressed() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    // No deal has this name: the suggestion replaces the cards, before the filter is cleared.
    burst(&mut journey.window, &[Text("/benali"), Press(Key::Enter)]);
    assert_eq!(journey.app().pipeline.lens().shown, 0);
    journey.click(Role::Button, "owner:\"S. Benali\"");
    assert_eq!(filter(&journey), "owner:\"S. Benali\"");
    assert!(journey.app().pipeline.lens().shown > 0);
    // If some deals match, the suggestion is beside the filter; while typing, it is in the list below.
    burst(&mut journey.window, &[Press(Key::Backspace), Text("/tour")]);
    burst(&mut journey.window, &[Text(" office")]);
    assert!(journey.tells(Role::ListBoxOption, "class:bureaux – Office"));
    burst(&mut journey.window, &[Press(Key::Enter)]);
    let offered = journey.place_of(Role::Button, "Also class:Offices: ").center();
    journey.press_at(offered, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(filter(&journey), "tour class:bureaux");
}

/// Types an owner into the form and saves it with one Enter.
fn owner_saved(keys: &[crate::support::Burst<'_>], wanted: &'static str) {
    let mut journey = Journey::begin(Lang::En, LONG);
    let deal = focused(journey.app());
    assert_ne!(owner(journey.app(), &deal), wanted);
    press(&mut journey.window, "e");
    for key in keys {
        burst(&mut journey.window, &[*key]);
        journey.window.run();
    }
    journey.until("it is theirs", move |app| owner(app, &deal) == wanted);
}

#[test]
fn enter_takes_the_owner_that_is_highlighted_and_saves_it() {
    owner_saved(&[Text("Fer"), Press(Key::Enter)], "M. Ferrand");
    owner_saved(&[Text("benali"), Press(Key::Enter)], "S. Benali");
    owner_saved(&[Text("s benali"), Press(Key::Enter)], "S. Benali");
    owner_saved(&[Text("Ferrand M."), Press(Key::Enter)], "M. Ferrand");
}

#[test]
fn a_new_owner_is_a_choice_of_its_own() {
    owner_saved(&[Text("Fer"), Press(Key::ArrowDown), Press(Key::Enter)], "Fer");
    // If no known owner matches, the new one is the only entry.
    owner_saved(&[Text("Z. Nouveau"), Press(Key::Enter)], "Z. Nouveau");
}

#[test]
fn the_new_owner_is_taken_by_a_press_and_saved_by_the_button() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let deal = focused(journey.app());
    press(&mut journey.window, "e");
    burst(&mut journey.window, &[Text("Fer")]);
    journey.window.run();
    assert!(journey.tells(Role::Button, "M. Ferrand"));
    journey.click(Role::Button, "Add “Fer”");
    journey.click(Role::Button, "Save");
    journey.until("it is theirs", move |app| owner(app, &deal) == "Fer");
}

#[test]
fn a_cell_edited_in_its_place_takes_what_is_highlighted() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "v");
    let deal = focused(journey.app());
    press(&mut journey.window, "e");
    burst(&mut journey.window, &[Text("Fer"), Press(Key::Enter)]);
    journey.until("it is theirs", move |app| owner(app, &deal) == "M. Ferrand");
}

#[test]
fn no_mistake_is_told_while_a_value_is_chosen_and_all_are_once_it_is_asked_for() {
    let mut journey = Journey::begin(Lang::En, LONG);
    burst(&mut journey.window, &[Text("/"), Text("status:")]);
    journey.window.run();
    assert!(journey.tells(Role::ListBoxOption, "Investment committee"));
    assert!(
        journey.all(Role::Alert).is_empty(),
        "{:?}",
        journey.all(Role::Alert)
    );
    burst(&mut journey.window, &[Press(Key::Escape), Text("/foo:x bar:y")]);
    burst(&mut journey.window, &[Press(Key::Enter)]);
    journey.window.run();
    let told = journey.all(Role::Alert);
    for wrong in ["foo", "bar"] {
        assert!(
            told.iter().any(|(text, _)| text.contains(wrong)),
            "{wrong}: {told:?}"
        );
    }
}

#[test]
fn a_long_filter_takes_the_room_there_is() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let filter = "status:sourcing,screening,ic owner:\"M. Ferrand\" ltv>40% age>1d crd>1M";
    burst(&mut journey.window, &[Text("/"), Text(filter), Press(Key::Enter)]);
    journey.window.run();
    let cut = journey.tells(Role::Label, "+1")
        || crate::support::painted(&journey.window)
            .iter()
            .any(|(text, _)| text.starts_with('+'));
    assert!(!cut, "{:?}", crate::support::painted(&journey.window));
    for part in ["ltv>40%", "crd>1M"] {
        assert!(journey.tells(Role::Button, part), "{part}");
    }
}

#[test]
fn the_key_that_other_programs_have_for_help_opens_it() {
    let mut journey = Journey::begin(Lang::En, LONG);
    journey.key(Key::F1);
    assert!(matches!(journey.app().cx.layer(), Layer::Help { .. }));
}
