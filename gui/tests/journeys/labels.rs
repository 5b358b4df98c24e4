//! Stars, labels, comparison and checks in the window.

use crate::support::InputPart::Text;
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::focused_deal;
use crate::support::{send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;
use encours_core::app::foundation::cx::overlay::PickerKind;
use encours_core::app::foundation::input::context::Screen;
use encours_core::text::Lang;

#[test]
fn side_bar_shows_starred_deals_and_labels_are_typed() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(test.app());
    type_char(&mut test.window, "*");
    test.until("the star is stored", |app| app.cx.local_deals().stars().contains(id.as_str()));
    test.click(Role::Link, "Starred 1");
    test.until("only that deal is shown", |app| app.pipeline.filtered().shown == 1);
    type_char(&mut test.window, "#");
    send_burst(&mut test.window, &[Text("lender")]);
    test.press_key(Key::Enter);
    test.until("the label is stored", |app| app.cx.local_deals().labels_of(&id) == ["lender"]);
    type_char(&mut test.window, "*");
    test.until("it is no longer starred", |app| app.pipeline.filtered().shown == 0);
    type_char(&mut test.window, "u");
    test.until("the star is back", |app| app.pipeline.filtered().shown == 1);
}

#[test]
fn checks_open_a_deal_and_two_deals_are_compared() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "%");
    assert_eq!(test.app().cx.picker().map(|picker| picker.kind), Some(PickerKind::Checks));
    test.press_key(Key::ArrowDown);
    test.press_key(Key::Enter);
    test.until("the deal is open", |app| app.cx.screen() == Screen::Deal);
    test.press_key(Key::Escape);
    type_char(&mut test.window, "v");
    type_char(&mut test.window, " ");
    test.press_key(Key::ArrowDown);
    type_char(&mut test.window, " ");
    type_char(&mut test.window, "=");
    assert_eq!(test.app().cx.picker().map(|picker| picker.kind), Some(PickerKind::Compare));
    assert!(test.elements_of(Role::ListItem).iter().any(|(text, _)| text.starts_with("Name ")));
}
