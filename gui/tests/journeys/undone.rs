//! Undo in a text field reverts only the text typed in that field.

use crate::support::Burst::{Key as Press, Text};
use crate::support::hand::{focused, owner};
use crate::support::real::{Journey, LONG};
use crate::support::{CTRL, burst, press};
use egui::Key;
use encours_core::app::foundation::cx::overlay::{Form, Layer};
use encours_core::text::Lang;

fn form(journey: &Journey) -> &Form {
    match journey.app().cx.layer() {
        Layer::Form(form) => form,
        layer => panic!("no form: {layer:?}"),
    }
}

fn texts(journey: &Journey) -> Vec<String> {
    form(journey)
        .fields
        .iter()
        .map(|field| field.text().to_owned())
        .collect()
}

fn undo(journey: &mut Journey) {
    for _ in 0..3 {
        journey.key_with(CTRL, Key::Z);
    }
}

#[test]
fn undo_in_a_form_brings_nothing_of_another_form() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "e");
    burst(&mut journey.window, &[Text("other")]);
    journey.key(Key::Escape);
    press(&mut journey.window, "n");
    let empty = texts(&journey);
    assert_eq!(empty[0], "");
    undo(&mut journey);
    assert_eq!(texts(&journey), empty);
    burst(&mut journey.window, &[Text("Parc")]);
    assert_eq!(texts(&journey)[0], "Parc");
}

#[test]
fn undo_in_a_form_brings_nothing_of_another_deal_and_brings_back_the_owner_written_over() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let first = focused(journey.app());
    press(&mut journey.window, "e");
    burst(&mut journey.window, &[Press(Key::Home), Text("Xy")]);
    assert!(texts(&journey).iter().any(|text| text.starts_with("Xy")));
    journey.key(Key::Escape);
    press(&mut journey.window, "j");
    let second = focused(journey.app());
    let whose = owner(journey.app(), &second);
    assert_ne!((&first, &owner(journey.app(), &first)), (&second, &whose));
    press(&mut journey.window, "e");
    let as_it_is = texts(&journey);
    undo(&mut journey);
    assert_eq!(texts(&journey), as_it_is);
    let at = form(&journey).focus;
    burst(&mut journey.window, &[Text("!")]);
    assert_eq!(texts(&journey)[at], "!", "the previous text is overwritten");
    undo(&mut journey);
    assert_eq!(texts(&journey), as_it_is, "its own letters are undone");
}

#[test]
fn undo_in_a_filter_brings_nothing_that_was_typed_before() {
    let mut journey = Journey::begin(Lang::En, LONG);
    for leave in [Key::Enter, Key::Escape] {
        press(&mut journey.window, "/");
        burst(&mut journey.window, &[Text("parc")]);
        journey.key(leave);
    }
    press(&mut journey.window, "/");
    let before = journey.app().pipeline.board().filter.clone();
    undo(&mut journey);
    assert_eq!(journey.app().pipeline.board().filter, before);
}

#[test]
fn undo_in_the_palette_brings_nothing_that_was_looked_for_before() {
    let mut journey = Journey::begin(Lang::En, LONG);
    for typed in ["parc", ""] {
        journey.key_with(CTRL, Key::K);
        burst(&mut journey.window, &[Text(typed)]);
        undo(&mut journey);
        journey.key_with(CTRL | egui::Modifiers::SHIFT, Key::Z);
        let Layer::Palette(palette) = journey.app().cx.layer() else {
            panic!("no palette: {:?}", journey.app().cx.layer());
        };
        assert_eq!(palette.query, typed);
        journey.key(Key::Escape);
    }
}
