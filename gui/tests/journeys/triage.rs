//! A shift on the notifications: notes, local unread marks, selections, grouped rows.
//!
//! By mouse and by keyboard, through the accessibility tree.

use crate::support::InputPart::Text;
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::cx::overlay_types::InboxTab;
use encours_core::app::shell::app::App;
use encours_core::text::Lang;

/// Returns a window with the loaded notifications.
fn start_inbox() -> GuiTest {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "4");
    test.until("the notifications are read", |app| app.inbox.unread_count(&app.cx) == 37);
    test
}

/// Clicks the uppermost button of a name; the preview repeats the strip's labels below.
fn click_uppermost(test: &mut GuiTest, name: &str) {
    let all = test.window.query_all_by_role_and_label(Role::Button, name);
    let first = all.min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    first.unwrap().click();
    test.window.run();
}

#[test]
fn notification_note_shows_in_its_row_and_survives_restart() {
    let mut test = start_inbox();
    type_char(&mut test.window, "j");
    let id = test.app().inbox.focus.clone().unwrap();
    test.click(
        Role::Button,
        "Private note – this device only – No note. Press C to add one (this device only).",
    );
    assert!(matches!(test.app().cx.overlay(), Overlay::Form(_)));
    send_burst(&mut test.window, &[Text("attend A. Martin")]);
    test.press_key_with(CTRL, Key::Enter);
    let noted = id.clone();
    test.until("the note is kept", move |app| app.cx.notification_note(noted.as_str()) == "attend A. Martin");
    assert!(test.has_text(Role::Button, "attend A. Martin"), "the preview shows it");
    assert!(test.has_text(Role::ListItem, "– Private note"), "the row says that there is one");
    let mut test = test.reopen();
    test.until("it is there after a restart", move |app| {
        app.cx.notification_note(id.as_str()) == "attend A. Martin"
    });
}

#[test]
fn read_notification_can_be_kept_unread_on_this_device() {
    let mut test = start_inbox();
    test.click(Role::Tab, "Read 118");
    test.click(Role::Button, "Keep unread (this device)");
    assert_eq!(test.app().inbox.unread_count(&test.app().cx), 38);
    assert!(test.app().cx.snapshot().writes.is_empty(), "nothing is sent");
    assert!(test.has_text(Role::Label, "1 unread on this device only"));
    test.click(Role::Tab, "Unread 38");
    assert_eq!(test.app().inbox.tab, InboxTab::Unread);
    // Ungroup, so that it has a row of its own.
    type_char(&mut test.window, "z");
    for _ in 0..38 {
        let focused = test.app().inbox.focused_notification(&test.app().cx);
        if focused.is_some_and(|row| test.app().inbox.is_kept_unread(row)) {
            break;
        }
        type_char(&mut test.window, "j");
    }
    assert!(test.has_text(Role::ListItem, "unread on this device only"));
}

#[test]
fn selected_notifications_are_marked_read_by_mouse_and_undone() {
    let mut test = start_inbox();
    let boxes = test.elements_of(Role::CheckBox);
    for (name, _) in boxes.iter().skip(1).take(2) {
        test.click(Role::CheckBox, name);
    }
    // A row may group several notifications.
    let picked = test.app().inbox.selected_count();
    assert!(picked >= 2, "{picked}");
    assert!(test.has_text(Role::Label, &format!("{picked} selected")));
    click_uppermost(&mut test, "Mark as read");
    let waiting = |app: &App| {
        let items = app.cx.snapshot().inbox.items.iter();
        items.filter(|row| row.read && row.pending).count()
    };
    test.until("they wait in the outbox", move |app| waiting(app) == picked);
    assert_eq!(test.app().inbox.selected_count(), 0);
    assert_eq!(
        test.app().inbox.unread_count(&test.app().cx),
        37 - picked,
        "what waits is not left to be done"
    );
    type_char(&mut test.window, "u");
    test.until("none of them waits any more", move |app| waiting(app) == 0);
    assert_eq!(test.app().inbox.unread_count(&test.app().cx), 37);
}

#[test]
fn grouped_notifications_expand_and_are_marked_separately() {
    let mut test = start_inbox();
    let rows = test.app().inbox.inbox_rows(&test.app().cx).len();
    assert!(test.has_text(Role::Button, "Mark these 2"));
    let buttons = test.elements_of(Role::Button);
    let name = buttons.iter().find(|(name, _)| name.starts_with("Expand the group"));
    click_uppermost(&mut test, &name.unwrap().0);
    assert_eq!(test.app().inbox.inbox_rows(&test.app().cx).len(), rows + 1);
    send_burst(&mut test.window, &[Text("jx")]);
    test.until("one of the two is marked", |app| app.inbox.unread_count(&app.cx) == 36);
}

#[test]
fn clicking_a_repeated_kind_filters_its_notifications() {
    let mut test = start_inbox();
    let kind = test.app().inbox.frequencies.kinds[0].clone();
    let name = format!("{}: {}, from ", kind.label, kind.count);
    let line = test.rect_of(Role::ListItem, &name);
    test.press_at(line.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert_eq!(test.app().inbox.visible_notifications(&test.app().cx).len(), kind.count);
    assert_eq!(test.app().inbox.filter, kind.label);
}

#[test]
fn export_key_opens_the_notification_export_form() {
    let mut test = start_inbox();
    test.press_key_with(egui::Modifiers::CTRL, Key::E);
    assert!(matches!(test.app().cx.overlay(), Overlay::Form(_)));
    let dialog = test.window.query_by_role_and_label(Role::Dialog, "Export notifications");
    assert!(dialog.is_some());
}

#[test]
fn notification_scrolled_out_of_view_is_shown_before_marking() {
    let mut test = start_inbox();
    let list = test.rect_of(Role::List, "Unread");
    let first = test.app().inbox.focus.clone();
    test.scroll_wheel(list.center(), -900.0);
    test.draw_frames(30);
    let is_visible = |test: &GuiTest| {
        let rows = test.window.query_all_by_role(Role::ListItem);
        rows.into_iter().any(|row| {
            list.contains_rect(row.rect().shrink(1.0)) && row.accesskit_node().is_selected() == Some(true)
        })
    };
    assert!(!is_visible(&test), "the wheel took it away");
    type_char(&mut test.window, "x");
    assert_eq!(test.app().inbox.unread_count(&test.app().cx), 37, "no invisible notification is marked");
    assert_eq!(test.app().inbox.focus, first);
    assert!(is_visible(&test), "it is shown");
    type_char(&mut test.window, "x");
    assert!(test.app().inbox.unread_count(&test.app().cx) < 37, "and then it is marked");
}
