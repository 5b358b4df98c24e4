//! Follow-ups in the window: set by key, shown in the panel, *Due* in the side bar, moved, done and undone by keys.

use crate::support::InputPart::Text;
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::focused_deal;
use crate::support::{CTRL, send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;
use encours_core::app::foundation::input::context::Screen;
use encours_core::text::Lang;

#[test]
fn followup_is_set_found_under_due_moved_and_done() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(test.app());
    let all = test.app().pipeline.filtered().shown;
    type_char(&mut test.window, "f");
    send_burst(&mut test.window, &[Text("today call the notary")]);
    test.press_key(Key::Enter);
    test.until("the follow-up is stored", |app| app.cx.local_deals().open_followup(&id).is_some());
    let due = test.elements_of(Role::Link).into_iter().map(|(text, _)| text).find(|text| text == "Due 1");
    assert!(due.is_some(), "{:?}", test.elements_of(Role::Link));
    test.click(Role::Link, "Due 1");
    test.until("only that deal is shown", |app| app.pipeline.filtered().shown == 1);
    assert_eq!(focused_deal(test.app()), id);
    // Moved away, it is no longer due.
    type_char(&mut test.window, "f");
    test.press_key_with(CTRL, Key::A);
    send_burst(&mut test.window, &[Text("+3d call the notary")]);
    test.press_key(Key::Enter);
    test.until("nothing is due", |app| app.pipeline.filtered().shown == 0);
    type_char(&mut test.window, "u");
    test.until("it is due again", |app| app.pipeline.filtered().shown == 1);
    type_char(&mut test.window, "t");
    test.until("it is done", |app| app.pipeline.filtered().shown == 0);
    test.press_key(Key::Backspace);
    test.until("every deal is shown", |app| app.pipeline.filtered().shown == all);
}

#[test]
fn agenda_opens_entries_by_key_and_click() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(test.app());
    type_char(&mut test.window, "f");
    send_burst(&mut test.window, &[Text("tomorrow call the notary")]);
    test.press_key(Key::Enter);
    test.until("the follow-up is stored", |app| app.cx.local_deals().open_followup(&id).is_some());
    type_char(&mut test.window, "0");
    test.press_key(Key::ArrowRight);
    let named = |test: &GuiTest| {
        let buttons = test.elements_of(Role::Button).into_iter().map(|(text, _)| text);
        buttons.into_iter().find(|text| text.starts_with("Follow-up, ") && text.contains("call the notary"))
    };
    let name = named(&test).unwrap();
    // If the day has other entries, Enter shows its week first.
    test.press_key(Key::Enter);
    if test.app().cx.screen() == Screen::Agenda {
        test.press_key(Key::Enter);
    }
    test.until("the deal is open", |app| app.cx.screen() == Screen::Deal && focused_deal(app) == id);
    test.press_key(Key::Escape);
    test.until("the agenda is back", |app| app.cx.screen() == Screen::Agenda);
    type_char(&mut test.window, "v");
    test.click(Role::Button, &name);
    test.until("the deal is open again", |app| app.cx.screen() == Screen::Deal);
}
