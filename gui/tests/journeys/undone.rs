//! Undo in a text field reverts only the text typed in that field.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::hand::{displayed_owner, focused_deal};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, send_burst, type_char};
use egui::Key;
use encours_core::app::foundation::cx::overlay::{Form, Layer};
use encours_core::text::Lang;

fn open_form(journey: &GuiTest) -> &Form {
    match journey.app().cx.layer() {
        Layer::Form(form) => form,
        layer => panic!("no form: {layer:?}"),
    }
}

fn form_texts(journey: &GuiTest) -> Vec<String> {
    open_form(journey)
        .fields
        .iter()
        .map(|field| field.text().to_owned())
        .collect()
}

fn press_undo(journey: &mut GuiTest) {
    for _ in 0..3 {
        journey.press_key_with(CTRL, Key::Z);
    }
}

#[test]
fn undo_in_a_form_brings_nothing_of_another_form() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "e");
    send_burst(&mut journey.window, &[Text("other")]);
    journey.press_key(Key::Escape);
    type_char(&mut journey.window, "n");
    let empty = form_texts(&journey);
    assert_eq!(empty[0], "");
    press_undo(&mut journey);
    assert_eq!(form_texts(&journey), empty);
    send_burst(&mut journey.window, &[Text("Parc")]);
    assert_eq!(form_texts(&journey)[0], "Parc");
}

#[test]
fn undo_in_a_form_brings_nothing_of_another_deal_and_brings_back_the_owner_written_over() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let first = focused_deal(journey.app());
    type_char(&mut journey.window, "e");
    send_burst(&mut journey.window, &[Press(Key::Home), Text("Xy")]);
    assert!(form_texts(&journey).iter().any(|text| text.starts_with("Xy")));
    journey.press_key(Key::Escape);
    type_char(&mut journey.window, "j");
    let second = focused_deal(journey.app());
    let whose = displayed_owner(journey.app(), &second);
    assert_ne!(
        (&first, &displayed_owner(journey.app(), &first)),
        (&second, &whose)
    );
    type_char(&mut journey.window, "e");
    let as_it_is = form_texts(&journey);
    press_undo(&mut journey);
    assert_eq!(form_texts(&journey), as_it_is);
    let at = open_form(&journey).focus;
    send_burst(&mut journey.window, &[Text("!")]);
    assert_eq!(form_texts(&journey)[at], "!", "the previous text is overwritten");
    press_undo(&mut journey);
    assert_eq!(form_texts(&journey), as_it_is, "its own letters are undone");
}

#[test]
fn undo_in_a_filter_brings_nothing_that_was_typed_before() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    for leave in [Key::Enter, Key::Escape] {
        type_char(&mut journey.window, "/");
        send_burst(&mut journey.window, &[Text("parc")]);
        journey.press_key(leave);
    }
    type_char(&mut journey.window, "/");
    let before = journey.app().pipeline.board().filter.clone();
    press_undo(&mut journey);
    assert_eq!(journey.app().pipeline.board().filter, before);
}

#[test]
fn undo_in_the_palette_brings_nothing_that_was_looked_for_before() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    for typed in ["parc", ""] {
        journey.press_key_with(CTRL, Key::K);
        send_burst(&mut journey.window, &[Text(typed)]);
        press_undo(&mut journey);
        journey.press_key_with(CTRL | egui::Modifiers::SHIFT, Key::Z);
        let Layer::Palette(palette) = journey.app().cx.layer() else {
            panic!("no palette: {:?}", journey.app().cx.layer());
        };
        assert_eq!(palette.query, typed);
        journey.press_key(Key::Escape);
    }
}
