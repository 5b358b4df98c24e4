//! The form that some statuses require before a deal enters them.
//!
//! It is tested by pointer and by keyboard. Esc closes it without any effect on the card.

use std::collections::BTreeMap;

use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::model::entry_rules::{EntryRule, EntryRules, RequestedReason};
use encours_core::text::Lang;

use crate::support::hand::{displayed_owner, displayed_status, focused_deal};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::type_char;
use egui::Key;
use egui::accesskit::Role;

/// Returns a window with entry rules for two statuses.
///
/// *Due diligence* requires a reason; *Screening* requires the owner and a date of review.
fn with_entry_rules() -> GuiTest {
    let asked = RequestedReason {
        choices: vec!["Price".into(), "Timing".into()],
        required: true,
    };
    let diligence = EntryRule::new(Vec::new(), Some(asked)).unwrap();
    let screening = EntryRule::new(vec!["responsable".into(), "looked_at".into()], None).unwrap();
    let rules = [("due_diligence", diligence), ("screening", screening)];
    let rules: BTreeMap<String, EntryRule> = rules
        .into_iter()
        .map(|(status, rule)| (status.to_owned(), rule))
        .collect();
    GuiTest::start(Lang::En, LONG_UNDO_DELAY).reopen_with_rules(EntryRules::new(rules))
}

fn is_form_open(journey: &GuiTest) -> bool {
    matches!(journey.app().cx.layer(), Layer::Form(_))
}

#[test]
fn a_card_dropped_where_a_reason_is_asked_for_stays_until_it_is_given() {
    let mut journey = with_entry_rules();
    let card = journey.rect_of(Role::ListItem, "").center();
    let to = journey.rect_of(Role::List, "Due diligence – ").center();
    journey.drag_over(card, to);
    journey.window.drop_at(to);
    journey.window.run();
    assert!(is_form_open(&journey), "{:?}", journey.app().cx.layer());
    let id = focused_deal(journey.app());
    assert_eq!(displayed_status(journey.app(), &id), "sourcing");
    journey.press_key(Key::Escape);
    assert!(!is_form_open(&journey));
    assert!(journey.app().cx.snapshot().writes.is_empty());
    assert_eq!(displayed_status(journey.app(), &id), "sourcing");
    assert_eq!(
        journey.rect_of(Role::ListItem, "").center(),
        card,
        "the card has not moved"
    );
    journey.drag_over(card, to);
    journey.window.drop_at(to);
    journey.window.run();
    journey.click(Role::Button, "Move");
    assert!(is_form_open(&journey), "a reason is required");
    journey.click(Role::ComboBox, "Reason");
    journey.click(Role::ListBoxOption, "Timing");
    journey.click(Role::Button, "Move");
    assert!(!is_form_open(&journey));
    let moved = id.clone();
    journey.until("it has moved", move |app| {
        displayed_status(app, &moved) == "due_diligence"
    });
    assert_eq!(journey.app().cx.stored_reason("due_diligence", &id), "Timing");
}

#[test]
fn what_is_missing_is_filled_in_by_keyboard_alone() {
    let mut journey = with_entry_rules();
    let id = focused_deal(journey.app());
    type_char(&mut journey.window, "L");
    assert!(is_form_open(&journey), "{:?}", journey.app().cx.layer());
    let before = displayed_owner(journey.app(), &id);
    assert!(!before.is_empty(), "whose it is, is known: that is not asked for");
    journey.press_key(Key::Enter);
    assert!(is_form_open(&journey), "nothing is given yet");
    crate::support::send_burst(
        &mut journey.window,
        &[
            crate::support::InputPart::Text("23 November"),
            crate::support::InputPart::Key(Key::Enter),
        ],
    );
    let moved = id.clone();
    journey.until("it has moved", move |app| {
        displayed_status(app, &moved) == "screening"
    });
    assert_eq!(journey.app().cx.custom_field("looked_at", &id), "23 November");
    journey.press_key_with(crate::support::CTRL, Key::Z);
    let back = id.clone();
    journey.until("it is back", move |app| {
        displayed_status(app, &back) == "sourcing"
    });
    assert!(!is_form_open(&journey), "an undone deletion is not asked about");
}

#[test]
fn a_form_before_many_moves_names_them_and_where_they_go_by_mouse() {
    let mut journey = with_entry_rules();
    let (ids, from) = crate::dragging::select_two_cards(&mut journey);
    let to = journey.rect_of(Role::List, "Due diligence – ").center();
    journey.drag_over(from, to);
    journey.window.drop_at(to);
    journey.window.run();
    assert!(is_form_open(&journey), "{:?}", journey.app().cx.layer());
    let name = |id: &String| {
        let deals = &journey.app().cx.snapshot().deals;
        deals.row(deals.find(id).unwrap()).unwrap().name.to_owned()
    };
    let names: Vec<String> = ids.iter().map(name).collect();
    let dialog = journey.elements_of(Role::Dialog);
    assert!(
        dialog.iter().any(|(title, _)| title == "2 deals → Due diligence"),
        "{dialog:?}"
    );
    assert!(
        journey.has_text(Role::Label, &names.join(" · ")),
        "{names:?}: {:?}",
        journey.elements_of(Role::Label)
    );
    journey.click(Role::ComboBox, "Reason");
    journey.click(Role::ListBoxOption, "Price");
    journey.click(Role::Button, "Move");
    journey.until("both have moved", move |app| {
        ids.iter().all(|id| displayed_status(app, id) == "due_diligence")
    });
}

#[test]
fn a_field_of_the_house_is_asked_for_by_a_name_and_not_by_its_key() {
    let mut journey = with_entry_rules();
    type_char(&mut journey.window, "L");
    assert!(is_form_open(&journey), "{:?}", journey.app().cx.layer());
    assert!(
        journey.has_text(Role::TextInput, "Looked at"),
        "{:?}",
        journey.elements_of(Role::TextInput)
    );
}

#[test]
fn what_is_required_is_marked_and_what_is_missing_moves_nothing() {
    let mut journey = with_entry_rules();
    type_char(&mut journey.window, "L");
    let told = |journey: &GuiTest, text: &str| {
        let all = crate::support::painted_texts(&journey.window);
        all.iter().filter(|(said, _)| said == text).count()
    };
    assert_eq!(
        told(&journey, "required"),
        1,
        "one field is asked for: the deal has an owner"
    );
    let places = |journey: &GuiTest| {
        let all = journey.elements_of(Role::TextInput).into_iter();
        let fields: Vec<_> = all.filter(|(name, _)| name != "Filter").collect();
        (fields, journey.rect_of(Role::Button, "Cancel"))
    };
    let before = places(&journey);
    journey.click(Role::Button, "Move");
    assert!(is_form_open(&journey));
    assert!(journey.has_text(Role::Alert, "Required for this status."));
    assert_eq!(places(&journey), before);
}
