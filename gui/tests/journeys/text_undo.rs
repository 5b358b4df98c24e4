//! Undo in a text field reverts only the text typed in that field.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_owner, focused_deal};
use crate::support::{CTRL, send_burst, type_char};
use egui::Key;
use encours_core::app::foundation::cx::overlay::{Form, Overlay};
use encours_core::text::Lang;

fn open_form(test: &GuiTest) -> &Form {
    match test.app().cx.overlay() {
        Overlay::Form(form) => form,
        overlay => panic!("no form: {overlay:?}"),
    }
}

fn form_texts(test: &GuiTest) -> Vec<String> {
    open_form(test).fields.iter().map(|field| field.text().to_owned()).collect()
}

fn press_undo(test: &mut GuiTest) {
    for _ in 0..3 {
        test.press_key_with(CTRL, Key::Z);
    }
}

#[test]
fn form_undo_ignores_text_of_another_form() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "e");
    send_burst(&mut test.window, &[Text("other")]);
    test.press_key(Key::Escape);
    type_char(&mut test.window, "n");
    let empty = form_texts(&test);
    assert_eq!(empty[0], "");
    press_undo(&mut test);
    assert_eq!(form_texts(&test), empty);
    send_burst(&mut test.window, &[Text("Parc")]);
    assert_eq!(form_texts(&test)[0], "Parc");
}

#[test]
fn form_undo_restores_only_the_text_of_its_deal() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let first = focused_deal(test.app());
    type_char(&mut test.window, "e");
    send_burst(&mut test.window, &[Press(Key::Home), Text("Xy")]);
    assert!(form_texts(&test).iter().any(|text| text.starts_with("Xy")));
    test.press_key(Key::Escape);
    type_char(&mut test.window, "j");
    let second = focused_deal(test.app());
    let whose = displayed_owner(test.app(), &second);
    assert_ne!((&first, &displayed_owner(test.app(), &first)), (&second, &whose));
    type_char(&mut test.window, "e");
    let as_it_is = form_texts(&test);
    press_undo(&mut test);
    assert_eq!(form_texts(&test), as_it_is);
    let at = open_form(&test).focus;
    send_burst(&mut test.window, &[Text("!")]);
    assert_eq!(form_texts(&test)[at], "!", "the previous text is overwritten");
    press_undo(&mut test);
    assert_eq!(form_texts(&test), as_it_is, "its own letters are undone");
}

#[test]
fn filter_undo_ignores_previously_typed_text() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    for leave in [Key::Enter, Key::Escape] {
        type_char(&mut test.window, "/");
        send_burst(&mut test.window, &[Text("parc")]);
        test.press_key(leave);
    }
    type_char(&mut test.window, "/");
    let before = test.app().pipeline.board().filter.clone();
    press_undo(&mut test);
    assert_eq!(test.app().pipeline.board().filter, before);
}

#[test]
fn palette_undo_ignores_the_previous_query() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    for typed in ["parc", ""] {
        test.press_key_with(CTRL, Key::K);
        send_burst(&mut test.window, &[Text(typed)]);
        press_undo(&mut test);
        test.press_key_with(CTRL | egui::Modifiers::SHIFT, Key::Z);
        let Overlay::Palette(palette) = test.app().cx.overlay() else {
            panic!("no palette: {:?}", test.app().cx.overlay());
        };
        assert_eq!(palette.query, typed);
        test.press_key(Key::Escape);
    }
}
