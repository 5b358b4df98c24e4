//! A shift on the notifications: notes, local unread marks, selections, grouped rows.
//!
//! By mouse and by keyboard, through the accessibility tree.

use crate::support::Burst::Text;
use crate::support::real::{Journey, LONG};
use crate::support::{CTRL, burst, press};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::cx::overlay_types::InboxTab;
use encours_core::app::shell::app::App;
use encours_core::text::Lang;

/// Returns a window with the loaded notifications.
fn begin() -> Journey {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "4");
    journey.until("the notifications are read", |app| {
        app.inbox.unread(&app.cx) == 37
    });
    journey
}

/// Clicks the uppermost button of a name; the preview repeats the strip's labels below.
fn press_uppermost(journey: &mut Journey, name: &str) {
    let all = journey.window.query_all_by_role_and_label(Role::Button, name);
    let first = all.min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    first.unwrap().click();
    journey.window.run();
}

#[test]
fn a_note_is_written_in_its_box_seen_in_the_row_and_there_after_a_restart() {
    let mut journey = begin();
    press(&mut journey.window, "j");
    let id = journey.app().inbox.inbox().focus.clone().unwrap();
    journey.click(
        Role::Button,
        "Local note – this device only – No note. Press C to add one (this device only).",
    );
    assert!(matches!(journey.app().cx.layer(), Layer::Form(_)));
    burst(&mut journey.window, &[Text("attend A. Martin")]);
    journey.key_with(CTRL, Key::Enter);
    let noted = id.clone();
    journey.until("the note is kept", move |app| {
        app.cx.notification_note(noted.as_str()) == "attend A. Martin"
    });
    assert!(
        journey.tells(Role::Button, "attend A. Martin"),
        "the preview shows it"
    );
    assert!(
        journey.tells(Role::ListItem, "– Local note"),
        "the row says that there is one"
    );
    let mut journey = journey.again();
    journey.until("it is there after a restart", move |app| {
        app.cx.notification_note(id.as_str()) == "attend A. Martin"
    });
}

#[test]
fn what_the_service_has_read_is_held_unread_and_said_to_be_here_alone() {
    let mut journey = begin();
    journey.click(Role::Tab, "Read 118");
    journey.click(Role::Button, "Keep unread (this device)");
    assert_eq!(journey.app().inbox.unread(&journey.app().cx), 38);
    assert!(journey.app().cx.snapshot().writes.is_empty(), "nothing is sent");
    assert!(journey.tells(Role::Label, "1 unread on this device only"));
    journey.click(Role::Tab, "Unread 38");
    assert_eq!(journey.app().inbox.inbox().tab, InboxTab::Unread);
    // Ungroup, so that it has a row of its own.
    press(&mut journey.window, "z");
    for _ in 0..38 {
        let focused = journey.app().inbox.focused_notification(&journey.app().cx);
        if focused.is_some_and(|row| journey.app().inbox.is_held_unread(row)) {
            break;
        }
        press(&mut journey.window, "j");
    }
    assert!(journey.tells(Role::ListItem, "unread on this device only"));
}

#[test]
fn a_selection_by_mouse_is_marked_by_its_strip_and_taken_back() {
    let mut journey = begin();
    let boxes = journey.all(Role::CheckBox);
    for (name, _) in boxes.iter().skip(1).take(2) {
        journey.click(Role::CheckBox, name);
    }
    // A row may group several notifications.
    let picked = journey.app().inbox.picked_count();
    assert!(picked >= 2, "{picked}");
    assert!(journey.tells(Role::Label, &format!("{picked} selected")));
    press_uppermost(&mut journey, "Mark read");
    let waiting = |app: &App| {
        let items = app.cx.snapshot().inbox.items.iter();
        items.filter(|row| row.read && row.pending).count()
    };
    journey.until("they wait in the outbox", move |app| waiting(app) == picked);
    assert_eq!(journey.app().inbox.picked_count(), 0);
    assert_eq!(
        journey.app().inbox.unread(&journey.app().cx),
        37 - picked,
        "what waits is not left to be done"
    );
    press(&mut journey.window, "u");
    journey.until("none of them waits any more", move |app| waiting(app) == 0);
    assert_eq!(journey.app().inbox.unread(&journey.app().cx), 37);
}

#[test]
fn a_row_of_several_is_unfolded_by_its_mark_and_each_is_marked_alone() {
    let mut journey = begin();
    let rows = journey.app().inbox.inbox_rows(&journey.app().cx).len();
    assert!(journey.tells(Role::Button, "Mark these 2"));
    let buttons = journey.all(Role::Button);
    let name = buttons.iter().find(|(name, _)| name.starts_with("Unfold group"));
    press_uppermost(&mut journey, &name.unwrap().0);
    assert_eq!(journey.app().inbox.inbox_rows(&journey.app().cx).len(), rows + 1);
    burst(&mut journey.window, &[Text("jx")]);
    journey.until("one of the two is marked", |app| app.inbox.unread(&app.cx) == 36);
}

#[test]
fn a_kind_that_repeats_leads_to_its_notifications() {
    let mut journey = begin();
    let kind = journey.app().inbox.inbox().bursts.kinds[0].clone();
    let name = format!("{}: {}, from ", kind.label, kind.count);
    let line = journey.place_of(Role::ListItem, &name);
    journey.press_at(line.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert_eq!(
        journey.app().inbox.shown_notifications(&journey.app().cx).len(),
        kind.count
    );
    assert_eq!(journey.app().inbox.inbox().filter, kind.label);
}

#[test]
fn the_queue_goes_to_a_file_through_the_sheet_of_the_other_screens() {
    let mut journey = begin();
    journey.key_with(egui::Modifiers::CTRL, Key::E);
    assert!(matches!(journey.app().cx.layer(), Layer::Form(_)));
    let dialog = journey
        .window
        .query_by_role_and_label(Role::Dialog, "Export notifications");
    assert!(dialog.is_some());
}

#[test]
fn a_row_that_was_scrolled_away_is_shown_before_it_is_marked() {
    let mut journey = begin();
    let list = journey.place_of(Role::List, "Unread");
    let first = journey.app().inbox.inbox().focus.clone();
    journey.wheel(list.center(), -900.0);
    journey.steps(30);
    let seen = |journey: &Journey| {
        let rows = journey.window.query_all_by_role(Role::ListItem);
        rows.into_iter().any(|row| {
            list.contains_rect(row.rect().shrink(1.0)) && row.accesskit_node().is_selected() == Some(true)
        })
    };
    assert!(!seen(&journey), "the wheel took it away");
    press(&mut journey.window, "x");
    assert_eq!(
        journey.app().inbox.unread(&journey.app().cx),
        37,
        "no invisible notification is marked"
    );
    assert_eq!(journey.app().inbox.inbox().focus, first);
    assert!(seen(&journey), "it is shown");
    press(&mut journey.window, "x");
    assert!(
        journey.app().inbox.unread(&journey.app().cx) < 37,
        "and then it is marked"
    );
}
