//! Reassigning deals, deleting duplicates and reopening the window, by mouse and by keyboard.

use std::time::Duration;

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_owner, focused_deal};
use crate::support::{CTRL, send_burst, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::text::Lang;

/// Returns an owner with several deals, and their identifiers.
fn owner_with_deals(app: &App) -> (String, Vec<String>) {
    let deals = &app.cx.snapshot().deals;
    let deals_of = |name: &str| -> Vec<String> {
        let rows = deals.by_age().filter(|row| row.owner == name);
        rows.map(|row| row.id.to_owned()).collect()
    };
    let all = deals.by_age().map(|row| row.owner.to_owned()).filter(|name| !name.is_empty());
    let name = all.max_by_key(|name| (deals_of(name).len(), name.clone())).unwrap();
    let ids = deals_of(&name);
    (name, ids)
}

#[test]
fn a_leavers_deals_are_reassigned_by_keyboard() {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    let (name, ids) = owner_with_deals(test.app());
    assert!(ids.len() > 1);
    send_burst(&mut test.window, &[Text(&format!("/owner:\"{name}\"")), Press(Key::Enter)]);
    test.press_key_with(CTRL, Key::A);
    assert_eq!(test.app().selected_rows().len(), ids.len());
    type_char(&mut test.window, "e");
    test.press_key_with(CTRL, Key::A);
    send_burst(&mut test.window, &[Text("Z. Nobody"), Press(Key::Enter)]);
    // A plan with the number of deals; nothing has been sent.
    assert!(matches!(test.app().cx.overlay(), Overlay::Picker(_)), "{:?}", test.app().cx.overlay());
    assert!(test.app().cx.snapshot().writes.is_empty());
    test.press_key(Key::Enter);
    test.until("all have another owner", move |app| {
        ids.iter().all(|id| displayed_owner(app, id) == "Z. Nobody") && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_leavers_deals_are_reassigned_by_mouse() {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    let cards: Vec<_> = test.elements_of(Role::ListItem).into_iter().take(2).collect();
    for (_, rect) in &cards {
        test.press_at(rect.center(), PointerButton::Primary, CTRL);
    }
    let rows = test.app().selected_rows();
    let ids: Vec<String> = rows.iter().map(|row| row.id.to_owned()).collect();
    assert_eq!(ids.len(), 2);
    let before: Vec<String> = ids.iter().map(|id| displayed_owner(test.app(), id)).collect();
    test.click(Role::Button, "Assign…");
    let Overlay::Form(_) = test.app().cx.overlay() else { panic!("a form is open") };
    // A known name is selected by a click.
    let names: Vec<String> = {
        let deals = &test.app().cx.snapshot().deals;
        deals.by_age().map(|row| row.owner.to_owned()).collect()
    };
    let known = test.elements_of(Role::Button);
    let (to, _) = known
        .iter()
        .find(|(name, _)| names.contains(name) && !before.contains(name))
        .expect("a known name is offered")
        .clone();
    test.click(Role::Button, &to);
    test.click(Role::Button, "Save");
    test.click(Role::Button, "Apply to 2 deals");
    test.until("both have the other owner", move |app| {
        ids.iter().all(|id| displayed_owner(app, id) == to) && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn deal_deletion_is_undone_by_key_and_by_toast() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(test.app());
    type_char(&mut test.window, "d");
    // Another key cancels the deletion; the same key again confirms it.
    type_char(&mut test.window, "§");
    assert!(!test.has_text(Role::Button, "Keep"));
    type_char(&mut test.window, "d");
    assert!(test.has_text(Role::Button, "Keep"));
    assert!(test.app().cx.snapshot().writes.is_empty(), "it was only asked");
    type_char(&mut test.window, "d");
    test.until("its end waits", |app| app.cx.snapshot().writes.len() == 1);
    type_char(&mut test.window, "u");
    test.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
    assert!(test.app().cx.snapshot().deals.find(&id).is_some());
    // By mouse: the menu of the card, and the button of the toast.
    let card = test.rect_of(Role::ListItem, "").center();
    test.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    test.click(Role::MenuItem, "Delete");
    test.click(Role::Button, "Delete");
    test.until("its end waits", |app| app.cx.snapshot().writes.len() == 1);
    let undo = test.window.query_all_by_role_and_label(Role::Button, "Undo");
    undo.last().unwrap().click();
    test.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
}

#[test]
fn a_duplicate_is_dropped_for_good() {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    let id = focused_deal(test.app());
    type_char(&mut test.window, "d");
    test.press_key(Key::Enter);
    test.until("it is gone", move |app| {
        app.cx.snapshot().deals.find(&id).is_none() && app.cx.snapshot().writes.is_empty()
    });
}

/// Deletes a deal and waits until the deletion has been sent.
fn with_deleted_deal() -> (GuiTest, String) {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    let id = focused_deal(test.app());
    let name = test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned();
    type_char(&mut test.window, "d");
    test.press_key(Key::Enter);
    test.until("it is gone", move |app| {
        app.cx.snapshot().deals.find(&id).is_none() && app.cx.snapshot().writes.is_empty()
    });
    (test, name)
}

fn wait_until_restored(test: &mut GuiTest, name: &str) {
    let name = name.to_owned();
    test.until("it is there again", move |app| {
        let mut rows = app.cx.snapshot().deals.rows();
        rows.any(|row| row.name == name) && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn deleted_deal_is_recreated_by_mouse() {
    let (mut test, name) = with_deleted_deal();
    test.click(Role::Button, "Search or run");
    for letter in "recreate".chars() {
        type_char(&mut test.window, &letter.to_string());
    }
    test.click(Role::ListBoxOption, "Recreate the deleted deal");
    wait_until_restored(&mut test, &name);
}

#[test]
fn deleted_deal_is_recreated_by_key_or_toast_button() {
    let (mut test, name) = with_deleted_deal();
    type_char(&mut test.window, "u");
    // The deal is deleted already: a button offers to recreate it, and so does a second undo.
    test.click(Role::Button, "Recreate");
    wait_until_restored(&mut test, &name);
    let (mut test, name) = with_deleted_deal();
    type_char(&mut test.window, "u");
    type_char(&mut test.window, "u");
    wait_until_restored(&mut test, &name);
}

#[test]
fn window_reopens_on_the_startup_view() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    send_burst(&mut test.window, &[Text("/status:ic"), Press(Key::Enter)]);
    type_char(&mut test.window, "W");
    send_burst(&mut test.window, &[Text("Committee"), Press(Key::Enter)]);
    type_char(&mut test.window, "6");
    assert_eq!(test.app().cx.screen(), Screen::Views);
    type_char(&mut test.window, "j");
    type_char(&mut test.window, "*");
    let mut test = test.reopen();
    test.until("the view is open", |app| app.pipeline.board().filter == "status:ic");
    assert_eq!(test.app().views.current.as_deref(), Some("Committee"));
    // By mouse: another view in the side bar.
    test.window.query_all_by_role(Role::Link).next().expect("all deals").click();
    test.window.run();
    assert!(test.app().pipeline.board().filter.is_empty());
}

#[test]
fn startup_view_can_be_chosen_by_mouse() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    send_burst(&mut test.window, &[Text("/status:ic"), Press(Key::Enter)]);
    type_char(&mut test.window, "W");
    send_burst(&mut test.window, &[Text("Committee"), Press(Key::Enter)]);
    for (role, name) in
        [(Role::Tab, "Views"), (Role::ListItem, "Committee"), (Role::Button, "Open at startup")]
    {
        let at = test.rect_of(role, name).center();
        test.press_at(at, PointerButton::Primary, Modifiers::NONE);
    }
    let mut test = test.reopen();
    test.until("the view is open", |app| app.pipeline.board().filter == "status:ic");
}

#[test]
fn bulk_change_shows_progress_and_can_be_stopped() {
    for lang in Lang::ALL {
        let mut test = GuiTest::start(lang, Duration::ZERO);
        test.press_key_with(CTRL, Key::A);
        type_char(&mut test.window, "e");
        test.press_key_with(CTRL, Key::A);
        send_burst(&mut test.window, &[Text("Z. Nobody"), Press(Key::Enter)]);
        assert!(matches!(test.app().cx.overlay(), Overlay::Picker(_)));
        test.press_key(Key::Enter);
        // Each write is sent a tenth of a second after the previous one.
        test.until("some have left", |app| app.bulk_change.bulk().is_some_and(|bulk| bulk.counts().done > 1));
        let (_, bar) = test.elements_of(Role::ProgressIndicator)[0].clone();
        let text = test.elements_of(Role::ProgressIndicator)[0].0.clone();
        assert!(text.contains("Z. Nobody"), "{lang:?}: {text}");
        assert!(bar.bottom() < 900.0 - 28.0, "{lang:?}: over the status line: {bar:?}");
        // If deals are selected meanwhile, both bars are visible.
        type_char(&mut test.window, "g");
        type_char(&mut test.window, " ");
        let bars = test.elements_of(Role::Toolbar).into_iter();
        let bars: Vec<_> = bars.filter(|(_, rect)| rect.top() > 600.0).collect();
        assert!(bars.len() == 2 && !bars[0].1.intersects(bars[1].1), "{lang:?}: {bars:?}");
        let stop = encours_core::text::Messages::new(lang).get("action-stop-bulk");
        test.click(Role::Button, &stop);
        test.until("what had not left is stopped", |app| {
            app.bulk_change.bulk().is_some_and(|bulk| bulk.has_ended() && bulk.counts().cancelled > 0)
        });
        assert!(test.elements_of(Role::ProgressIndicator).is_empty());
    }
}
