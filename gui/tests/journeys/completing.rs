//! A filter that is put together from what is offered under its line: by pointer alone, by arrows and Enter, by Tab.

use encours_core::app::shell::app::{Context, Layer};
use encours_core::text::Lang;

use crate::support::Burst::{Key as Press, Text};
use crate::support::hand::{focused, owner};
use crate::support::real::{Journey, LONG};
use crate::support::{burst, press};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton};

/// Presses what is offered and begins so.
#[track_caller]
fn take(journey: &mut Journey, begins: &str) {
    let at = journey.place_of(Role::ListBoxOption, begins).center();
    journey.press_at(at, PointerButton::Primary, Modifiers::NONE);
}

fn filter(journey: &Journey) -> &str {
    &journey.app().board().filter
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
        journey.app().context(),
        Context::Filter,
        "the line is still typed in"
    );
    assert!(
        journey.tells(Role::ListBoxOption, "ic – Investment committee – "),
        "{:?}",
        journey.all(Role::ListBoxOption)
    );
    take(&mut journey, "ic ");
    assert_eq!(filter(&journey), "status:ic ");
    let of_status = journey.app().lens().shown;
    assert!(of_status > 0 && of_status < 240);
    take(&mut journey, "ltv>");
    take(&mut journey, "65%");
    assert_eq!(filter(&journey), "status:ic ltv>65% ");
    assert!(journey.app().lens().shown < of_status);
    let card = journey.place_of(Role::ListItem, "").center();
    journey.press_at(card, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(*journey.app().layer(), Layer::None, "a press elsewhere ends it");
    assert!(journey.app().board().filter_error.is_none());
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
    assert_eq!(journey.app().context(), Context::Filter);
    press(&mut journey.window, "p");
    assert_eq!(filter(&journey), "class:none p", "typing goes on at the end");
    journey.key(Key::Enter);
    assert_eq!(
        *journey.app().layer(),
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
        *journey.app().layer(),
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
    assert!(journey.app().lens().shown < 24);
}

#[test]
fn a_word_that_is_called_so_elsewhere_offers_its_condition_to_be_pressed() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    // No deal is called so: in the place of the cards, before the filter is given up.
    burst(&mut journey.window, &[Text("/benali"), Press(Key::Enter)]);
    assert_eq!(journey.app().lens().shown, 0);
    journey.click(Role::Button, "owner:\"S. Benali\"");
    assert_eq!(filter(&journey), "owner:\"S. Benali\"");
    assert!(journey.app().lens().shown > 0);
    // Where some are, beside the filter; while it is typed, in the list under it.
    burst(&mut journey.window, &[Press(Key::Escape), Text("/tour")]);
    burst(&mut journey.window, &[Text(" office")]);
    assert!(journey.tells(Role::ListBoxOption, "class:bureaux – Office"));
    burst(&mut journey.window, &[Press(Key::Enter)]);
    let offered = journey.place_of(Role::Button, "Also class:bureaux: ").center();
    journey.press_at(offered, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(filter(&journey), "tour class:bureaux");
}

#[test]
fn down_goes_to_the_names_offered_under_an_owner_and_enter_takes_one_then_saves_it() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let id = focused(journey.app());
    let known = owner(journey.app(), &id);
    press(&mut journey.window, "e");
    burst(&mut journey.window, &[Text("Ferr")]);
    journey.window.run();
    journey.key(Key::ArrowDown);
    journey.key(Key::Enter);
    let typed = |journey: &Journey| match journey.app().layer() {
        Layer::Form(form) => form.value("responsable").to_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(typed(&journey), "M. Ferrand");
    assert_ne!(known, "M. Ferrand");
    journey.key(Key::Enter);
    let deal = id.clone();
    journey.until("it is theirs", move |app| owner(app, &deal) == "M. Ferrand");
}

#[test]
fn the_key_that_other_programs_have_for_help_opens_it() {
    let mut journey = Journey::begin(Lang::En, LONG);
    journey.key(Key::F1);
    assert!(matches!(journey.app().layer(), Layer::Help { .. }));
}
