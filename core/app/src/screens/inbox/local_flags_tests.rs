//! Tests of local unread flags, grouped rows, selection, notes and frequencies.

use crate::contract::ids::NotificationId;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::snapshot::{Inbox, Snapshot};
use crate::screens::inbox::inbox::{KINDS, LIST};
use crate::screens::inbox::mark_read_tests::pending_mark;
use crate::screens::inbox::triage_tests::{app, inbox, marked_ids, visible_rows};
use crate::shell::action::Action;
use crate::shell::testing::*;

#[test]
fn keeping_a_notification_unread_is_local_only() {
    let mut app = app();
    app.dispatch(Action::ShowTab(InboxTab::Read), test_now());
    assert_eq!(visible_rows(&app), [("d", 1)]);
    assert_eq!(app.inbox.unread_count(&app.cx), 3);
    let effects = run(&mut app, &[ActionId::KeepUnread]);
    assert!(saved_settings(&effects, "triage")[0].1.as_deref().unwrap().contains("unread = [\"d\"]"));
    assert!(marked_ids(&effects).is_empty(), "the service has no unread request");
    assert_eq!((visible_rows(&app), app.inbox.unread_count(&app.cx)), (vec![], 4));
    app.dispatch(Action::ShowTab(InboxTab::Unread), test_now());
    assert_eq!(visible_rows(&app), [("a", 2), ("b", 1), ("d", 1)]);
    assert_eq!(
        app.inbox.mark_all_request_count(&app.cx),
        3,
        "a notification kept unread locally needs no request"
    );
    // Marking all sends three writes and releases the fourth locally; undo restores all four.
    let effects = run(&mut app, &[ActionId::MarkAllRead, ActionId::MarkAllRead]);
    assert_eq!(marked_ids(&effects), ["a", "b", "c"]);
    assert_eq!(saved_settings(&effects, "triage"), [("triage".to_owned(), None)]);
    let effects = run(&mut app, &[ActionId::Undo]);
    assert_eq!(marked_ids(&effects), ["a", "b", "c"]);
    assert!(saved_settings(&effects, "triage")[0].1.as_deref().unwrap().contains("unread = [\"d\"]"));
}

#[test]
fn marking_a_locally_unread_notification_sends_nothing() {
    let mut app = app();
    app.dispatch(Action::ShowTab(InboxTab::Read), test_now());
    run(&mut app, &[ActionId::KeepUnread]);
    app.dispatch(Action::ShowTab(InboxTab::Unread), test_now());
    let effects = run(&mut app, &[ActionId::FocusLast, ActionId::MarkRead]);
    assert!(marked_ids(&effects).is_empty());
    assert_eq!(app.inbox.unread_count(&app.cx), 3);
    assert_eq!(app.cx.toasts().last().unwrap().content, ToastContent::counted("toast-let-go", 1));
    run(&mut app, &[ActionId::Undo]);
    assert_eq!(app.inbox.unread_count(&app.cx), 4);
    // A notification that is unread at the service cannot be kept unread.
    run(&mut app, &[ActionId::FocusFirst]);
    assert_eq!(app.enabled(ActionId::KeepUnread), Err(DisabledReason::NotMarkedYet));
}

#[test]
fn scheduled_mark_is_cancelled_alone_and_undo_skips_it() {
    let mut app = app();
    run(&mut app, &[ActionId::MarkAllRead, ActionId::MarkAllRead]);
    let mut items = inbox(2).inbox.items.clone();
    for item in items.iter_mut().take(3) {
        (item.read, item.pending) = (true, true);
    }
    app.on_snapshot(Arc::new(Snapshot {
        handled: 10,
        inbox: Arc::new(Inbox { items, ..(*inbox(2).inbox).clone() }),
        writes: Arc::new(vec![pending_mark("b", WriteState::Scheduled { until: test_now() })].into()),
        ..inbox(2)
    }));
    app.dispatch(Action::ShowTab(InboxTab::Unread), test_now());
    app.dispatch(Action::FocusNotification(NotificationId::new("b").unwrap()), test_now());
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::KeepUnread])), ["b"]);
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::Undo])), ["a", "c"]);
}

#[test]
fn group_row_names_what_it_marks_and_expands() {
    let mut app = app();
    let preview = crate::screens::inbox::view::inbox::inbox_view(&app).preview.unwrap();
    assert!(preview.mark_effect.unwrap().contains("x marque ces 2"));
    assert!(preview.similar.iter().all(|one| one.in_focused_row) && preview.similar.len() == 2);
    let mut beside = app.clone();
    run(&mut app, &[ActionId::MarkRead]);
    let toast = app.cx.toasts().last().unwrap().clone();
    let text = crate::tools::toasts::view::toast_view(&app, &toast).text;
    assert!(text.contains("76,4 · 81"), "{text}");
    // The window truncates titles, so the toast names its subject.
    beside.cx.options.split_view = true;
    run(&mut beside, &[ActionId::MarkRead]);
    let toast = beside.cx.toasts().last().unwrap().clone();
    let view = crate::tools::toasts::view::toast_view(&beside, &toast);
    assert!(view.subject.contains("76,4"), "{view:?}");
    run(&mut app, &[ActionId::Undo, ActionId::FocusFirst, ActionId::ExpandGroup]);
    let rows: Vec<(&str, bool)> = app
        .inbox
        .inbox_rows(&app.cx)
        .into_iter()
        .map(|(row, info)| (row.id.as_str(), info.is_member))
        .collect();
    assert_eq!(rows, [("a", false), ("c", true), ("b", false)]);
    // Each member now has its own row.
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::FocusDown, ActionId::MarkRead])), ["c"]);
    // The focus has moved to the next row; on the group's head the key collapses it.
    run(&mut app, &[ActionId::FocusUp, ActionId::ExpandGroup]);
    assert_eq!(visible_rows(&app), [("a", 2), ("b", 1)]);
}

#[test]
fn mark_read_affects_only_visible_selected_notifications() {
    let mut app = app();
    run(&mut app, &[ActionId::SelectDeal]);
    assert_eq!(app.inbox.selected_count(), 2, "a group row is selected as a whole");
    run(&mut app, &[ActionId::Filter]);
    app.dispatch(Action::SetText("81".into()), test_now());
    run(&mut app, &[ActionId::Open]);
    assert_eq!(app.inbox.selected_count(), 1, "hidden notifications are not affected");
    run(&mut app, &[ActionId::Back, ActionId::ClearFilter, ActionId::SelectAll]);
    assert_eq!(app.inbox.selected_count(), 3);
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::MarkRead])), ["a", "b", "c"]);
    assert_eq!(app.inbox.selected_count(), 0);
}

#[test]
fn selected_range_follows_the_focus_and_esc_clears_it() {
    let mut app = app();
    run(&mut app, &[ActionId::SelectRange, ActionId::FocusDown]);
    assert!(app.inbox.has_range());
    assert_eq!(app.inbox.selected_count(), 3);
    run(&mut app, &[ActionId::Back]);
    assert_eq!((app.inbox.selected_count(), app.cx.screen()), (0, Screen::Notifications));
    app.dispatch(Action::SelectNotificationsTo(NotificationId::new("a").unwrap()), test_now());
    assert_eq!(app.inbox.selected_count(), 3);
}

#[test]
fn group_note_is_stored_per_notification_and_not_overwritten() {
    let mut app = app();
    run(&mut app, &[ActionId::LocalNote]);
    app.dispatch(Action::SetText("attend A. Martin".into()), test_now());
    let effects = run(&mut app, &[ActionId::Open]);
    let names = ["a", "c"].map(|id| format!("notification-note/{id}"));
    for name in &names {
        assert_eq!(saved_settings(&effects, name)[0].1.as_deref(), Some("attend A. Martin"));
    }
    app.on_snapshot(Arc::new(Snapshot {
        settings: Some(settings(&[(names[0].as_str(), "attend A. Martin")])),
        ..inbox(2)
    }));
    assert_eq!(
        app.enabled(ActionId::LocalNote),
        Err(DisabledReason::NotesDiffer),
        "one of the two has no note"
    );
    run(&mut app, &[ActionId::Filter]);
    app.dispatch(Action::SetText("martin".into()), test_now());
    run(&mut app, &[ActionId::Open]);
    assert_eq!(visible_rows(&app), [("a", 1)]);
    assert_eq!(crate::screens::inbox::view::inbox::inbox_view(&app).preview.unwrap().note.len(), 1);
}

#[test]
fn long_note_opens_the_editor_and_keeps_its_lines() {
    let mut app = app();
    app.cx.options.external_editor = true;
    run(&mut app, &[ActionId::FocusLast, ActionId::LocalNote]);
    app.dispatch(Action::SetText("one".into()), test_now());
    let output = act(&mut app, &[ActionId::EditText]);
    let edit = output.edit().unwrap();
    assert_eq!(edit.text, "one");
    let text = "one\ntwo".to_owned();
    let subject = edit.subject.clone();
    let effects = app.dispatch(Action::Edited { subject, text }, test_now()).effects;
    assert_eq!(saved_settings(&effects, "notification-note/b")[0].1.as_deref(), Some("one\ntwo"));
    assert!(matches!(app.cx.overlay(), Overlay::None));
    app.on_snapshot(Arc::new(Snapshot {
        settings: Some(settings(&[("notification-note/b", "one\ntwo")])),
        ..inbox(2)
    }));
    let output = act(&mut app, &[ActionId::LocalNote]);
    assert_eq!(output.edit().unwrap().text, "one\ntwo", "a multi-line note opens the editor");
}

#[test]
fn recurrence_counts_kinds_and_opens_their_notifications() {
    let mut app = app();
    let frequencies = &app.inbox.frequencies;
    let kinds: Vec<(&str, usize)> = frequencies.kinds.iter().map(|kind| (&*kind.label, kind.count)).collect();
    assert_eq!(kinds, [("LTV au-dessus du seuil", 2), ("Échéance dans … jours", 1)]);
    assert!(frequencies.hourly && frequencies.kinds[0].bins.iter().sum::<usize>() == 2);
    app.dispatch(Action::FocusLine { pane: KINDS, line: 1 }, test_now());
    run(&mut app, &[ActionId::Open]);
    assert_eq!((visible_rows(&app), app.cx.pane()), (vec![("b", 1)], LIST));
}
