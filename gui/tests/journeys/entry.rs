//! The form that some statuses require before a deal enters them.
//!
//! It is tested by pointer and by keyboard. Esc closes it without any effect on the card.

use std::collections::BTreeMap;
use std::sync::Arc;

use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::model::entry_rules::{EntryRule, EntryRules, RequestedReason};
use encours_core::text::Lang;

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_owner, displayed_status, focused_deal};
use crate::support::type_char;
use egui::Key;
use egui::accesskit::Role;

/// Returns a window with entry rules for two statuses.
///
/// *Due diligence* requires a reason; *Screening* requires the owner and a date of review.
fn with_entry_rules() -> GuiTest {
    let requested_reason = RequestedReason { choices: vec!["Price".into(), "Timing".into()], required: true };
    let diligence = EntryRule::new(Vec::new(), Some(requested_reason)).unwrap();
    let screening = EntryRule::new(vec!["responsable".into(), "looked_at".into()], None).unwrap();
    let rules = [("due_diligence", diligence), ("screening", screening)];
    let rules: BTreeMap<String, EntryRule> =
        rules.into_iter().map(|(status, rule)| (status.to_owned(), rule)).collect();
    GuiTest::start(Lang::En, LONG_UNDO_DELAY)
        .reopen_with(|options| options.entry_rules = Arc::new(EntryRules::new(rules)))
}

fn is_form_open(test: &GuiTest) -> bool {
    matches!(test.app().cx.overlay(), Overlay::Form(_))
}

#[test]
fn dropped_card_stays_until_the_required_reason_is_entered() {
    let mut test = with_entry_rules();
    let card = test.rect_of(Role::ListItem, "").center();
    let to = test.rect_of(Role::List, "Due diligence – ").center();
    test.drag_over(card, to);
    test.window.drop_at(to);
    test.window.run();
    assert!(is_form_open(&test), "{:?}", test.app().cx.overlay());
    let id = focused_deal(test.app());
    assert_eq!(displayed_status(test.app(), &id), "sourcing");
    test.press_key(Key::Escape);
    assert!(!is_form_open(&test));
    assert!(test.app().cx.snapshot().writes.is_empty());
    assert_eq!(displayed_status(test.app(), &id), "sourcing");
    assert_eq!(test.rect_of(Role::ListItem, "").center(), card, "the card has not moved");
    test.drag_over(card, to);
    test.window.drop_at(to);
    test.window.run();
    test.click(Role::Button, "Move");
    assert!(is_form_open(&test), "a reason is required");
    test.click(Role::ComboBox, "Reason");
    test.click(Role::ListBoxOption, "Timing");
    test.click(Role::Button, "Move");
    assert!(!is_form_open(&test));
    let moved_id = id.clone();
    test.until("it has moved", move |app| displayed_status(app, &moved_id) == "due_diligence");
    assert_eq!(test.app().cx.stored_reason("due_diligence", &id), "Timing");
}

#[test]
fn entry_form_can_be_completed_by_keyboard() {
    let mut test = with_entry_rules();
    let id = focused_deal(test.app());
    type_char(&mut test.window, "L");
    assert!(is_form_open(&test), "{:?}", test.app().cx.overlay());
    let old_owner = displayed_owner(test.app(), &id);
    assert!(!old_owner.is_empty(), "whose it is, is known: that is not asked for");
    test.press_key(Key::Enter);
    assert!(is_form_open(&test), "nothing is given yet");
    crate::support::send_burst(
        &mut test.window,
        &[crate::support::InputPart::Text("23 November"), crate::support::InputPart::Key(Key::Enter)],
    );
    let moved_id = id.clone();
    test.until("it has moved", move |app| displayed_status(app, &moved_id) == "screening");
    assert_eq!(test.app().cx.custom_field("looked_at", &id), "23 November");
    test.press_key_with(crate::support::CTRL, Key::Z);
    let restored_id = id.clone();
    test.until("it is back", move |app| displayed_status(app, &restored_id) == "sourcing");
    assert!(!is_form_open(&test), "an undone deletion is not asked about");
}

#[test]
fn reason_form_names_all_deals_and_their_target_status() {
    let mut test = with_entry_rules();
    let (ids, from) = crate::dragging::select_two_cards(&mut test);
    let to = test.rect_of(Role::List, "Due diligence – ").center();
    test.drag_over(from, to);
    test.window.drop_at(to);
    test.window.run();
    assert!(is_form_open(&test), "{:?}", test.app().cx.overlay());
    let name = |id: &String| {
        let deals = &test.app().cx.snapshot().deals;
        deals.row(deals.find(id).unwrap()).unwrap().name.to_owned()
    };
    let names: Vec<String> = ids.iter().map(name).collect();
    let dialog = test.elements_of(Role::Dialog);
    assert!(dialog.iter().any(|(title, _)| title == "2 deals → Due diligence"), "{dialog:?}");
    assert!(test.has_text(Role::Label, &names.join(" · ")), "{names:?}: {:?}", test.elements_of(Role::Label));
    test.click(Role::ComboBox, "Reason");
    test.click(Role::ListBoxOption, "Price");
    test.click(Role::Button, "Move");
    test.until("both have moved", move |app| {
        ids.iter().all(|id| displayed_status(app, id) == "due_diligence")
    });
}

#[test]
fn custom_field_shows_its_name_instead_of_its_key() {
    let mut test = with_entry_rules();
    type_char(&mut test.window, "L");
    assert!(is_form_open(&test), "{:?}", test.app().cx.overlay());
    assert!(test.has_text(Role::TextInput, "Looked at"), "{:?}", test.elements_of(Role::TextInput));
}

#[test]
fn required_fields_are_marked_and_errors_shift_no_field() {
    let mut test = with_entry_rules();
    type_char(&mut test.window, "L");
    let count_painted = |test: &GuiTest, text: &str| {
        let all = crate::support::painted_texts(&test.window);
        all.iter().filter(|(painted_text, _)| painted_text == text).count()
    };
    assert_eq!(count_painted(&test, "required"), 1, "one field is asked for: the deal has an owner");
    let field_rects = |test: &GuiTest| {
        let all = test.elements_of(Role::TextInput).into_iter();
        let fields: Vec<_> = all.filter(|(name, _)| name != "Filter").collect();
        (fields, test.rect_of(Role::Button, "Cancel"))
    };
    let initial_rects = field_rects(&test);
    test.click(Role::Button, "Move");
    assert!(is_form_open(&test));
    assert!(test.has_text(Role::Alert, "Required for this status."));
    assert_eq!(field_rects(&test), initial_rects);
}
