//! Tests of marking read: single, bulk, completion and undo.

use crate::contract::ids::NotificationId;
use crate::contract::patch::Fields;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::pending_write::{PendingWrite, WriteId};
use crate::model::snapshot::{Inbox, Snapshot};
use crate::screens::inbox::mark_many::marks_toast;
use crate::screens::inbox::triage_tests::{app, inbox, marked_ids, visible_rows};
use crate::shell::action::Action;
use crate::shell::testing::*;

#[test]
fn marking_all_touches_only_what_the_filter_shows() {
    let mut app = app();
    run(&mut app, &[ActionId::Filter]);
    app.dispatch(Action::SetText("ltv".into()), test_now());
    run(&mut app, &[ActionId::Open, ActionId::MarkAllRead]);
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::MarkAllRead])), ["a", "c"]);
}

pub(crate) fn pending_mark(record: &str, state: WriteState) -> PendingWrite {
    PendingWrite {
        id: WriteId(1),
        kind: WriteKind::MarkRead,
        record: record.to_owned(),
        label: String::new(),
        fields: Fields::new(),
        base: Fields::new(),
        state,
        attempts: 0,
        created_at: test_now(),
        key: "k".into(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

#[test]
fn bulk_marking_shows_progress_stops_and_reports_its_end() {
    let mut app = app();
    run(&mut app, &[ActionId::MarkAllRead, ActionId::MarkAllRead]);
    assert_eq!(app.inbox.mark_counts(&app.cx).unwrap().pending, 3);
    let not_before = test_now();
    let third = Snapshot {
        handled: 99,
        writes: Arc::new(
            vec![
                pending_mark("b", WriteState::Sending),
                pending_mark("c", WriteState::Waiting { not_before }),
            ]
            .into(),
        ),
        ..inbox(2)
    };
    app.on_snapshot(Arc::new(third));
    let counts = app.inbox.mark_counts(&app.cx).unwrap();
    assert_eq!((counts.total, counts.done, counts.pending), (3, 1, 2));
    let mut stopped = app.clone();
    // A write that is being sent cannot be cancelled; requesting it would only produce an error.
    assert_eq!(marked_ids(&run(&mut stopped, &[ActionId::Back])), ["c"]);
    assert_eq!(
        stopped.cx.toasts().last().unwrap().content,
        marks_toast("toast-marks-stopped", 2, ("left", 1))
    );
    assert_eq!(stopped.cx.screen(), Screen::Notifications);
    app.on_snapshot(Arc::new(Snapshot { handled: 99, ..inbox(3) }));
    assert_eq!(app.inbox.mark_counts(&app.cx), None);
    assert_eq!(app.cx.toasts().last().unwrap().content, marks_toast("toast-marks-ended", 3, ("failed", 0)));
}

#[test]
fn esc_stops_no_marking_while_a_filter_is_set() {
    let mut app = app();
    run(&mut app, &[ActionId::MarkAllRead, ActionId::MarkAllRead, ActionId::Filter]);
    app.dispatch(Action::SetText("ltv".into()), test_now());
    run(&mut app, &[ActionId::Open]);
    let mut by_key = app.clone();
    let stop = |app: &App| crate::screens::inbox::view::inbox::inbox_view(app).run.map(|run| run.stop);
    let mut cleared = by_key.clone();
    assert_eq!(run(&mut cleared, &[ActionId::ClearFilter]), []);
    assert_eq!(cleared.inbox.filter, "");
    assert!(cleared.inbox.mark_counts(&cleared.cx).is_some(), "the bulk marking continues");
    assert_eq!(cleared.enabled(ActionId::ClearFilter), Err(DisabledReason::NoFilter));
    assert_eq!(cleared.cx.toasts(), by_key.cx.toasts(), "both offer the same toasts");
    assert_eq!(stop(&by_key).as_deref(), Some(""), "the hint shows no key");
    assert_eq!(run(&mut by_key, &[ActionId::Back]), []);
    assert!(by_key.inbox.mark_counts(&by_key.cx).is_some(), "the bulk marking continues");
    assert_eq!(by_key.inbox.filter, "ltv");
    assert_eq!(marked_ids(&run(&mut cleared, &[ActionId::Back])), ["a", "b", "c"]);
    assert_eq!(marked_ids(&by_key.dispatch(Action::CancelMarking, test_now()).effects), ["a", "b", "c"]);
    let mut left = by_key.clone();
    run(&mut left, &[ActionId::Back]);
    assert_eq!((left.cx.screen(), left.inbox.filter.as_str()), (Screen::Pipeline, "ltv"));
    assert_eq!(marked_ids(&app.dispatch(Action::CancelMarking, test_now()).effects), ["a", "b", "c"]);
    assert_eq!(app.inbox.mark_counts(&app.cx), None);
    for app in [&by_key, &app] {
        assert_eq!(app.enabled(ActionId::Undo), Err(DisabledReason::NothingToUndo));
    }
}

#[test]
fn notifications_being_marked_in_bulk_stay_unread_until_confirmed() {
    let mut app = app();
    run(&mut app, &[ActionId::GroupSimilar, ActionId::MarkAllRead, ActionId::MarkAllRead]);
    let under_way = |revision, waiting: &[&str]| {
        let snapshot = inbox(revision);
        let mut list = Inbox::clone(&snapshot.inbox);
        for row in &mut list.items {
            row.read = true;
            row.pending = waiting.contains(&row.id.as_str());
        }
        let not_before = test_now();
        let writes = waiting.iter().map(|id| pending_mark(id, WriteState::Waiting { not_before }));
        Arc::new(Snapshot {
            handled: 99,
            inbox: Arc::new(list),
            writes: Arc::new(writes.collect()),
            ..snapshot
        })
    };
    let counted = |app: &App, tab| {
        let items = &app.cx.snapshot().inbox.items;
        items.iter().filter(|row| app.inbox.is_in_tab(tab, row, &app.cx)).count()
    };
    app.on_snapshot(under_way(2, &["a", "b", "c"]));
    assert_eq!(visible_rows(&app), [("a", 1), ("b", 1), ("c", 1)]);
    assert_eq!(counted(&app, InboxTab::Read), 1, "in-progress notifications are not in the tab Read");
    assert_eq!(app.inbox.unread_count(&app.cx), 0, "all of them count as read");
    let tabs = crate::screens::inbox::view::inbox::inbox_view(&app).tabs;
    let reported = |wanted: InboxTab| tabs.iter().find(|tab| tab.tab == wanted).map(|tab| tab.count);
    let reported = [InboxTab::Unread, InboxTab::Read, InboxTab::All].map(reported);
    assert_eq!(reported, [Some(0), Some(4), Some(4)], "the counts add up during the marking");
    assert_eq!(app.inbox.mark_all_request_count(&app.cx), 0, "no further request is needed");
    app.on_snapshot(under_way(3, &["c"]));
    assert_eq!((visible_rows(&app), counted(&app, InboxTab::Read)), (vec![("c", 1)], 3));
    app.on_snapshot(under_way(4, &[]));
    assert_eq!((visible_rows(&app), counted(&app, InboxTab::Read)), (vec![], 4));
}

#[test]
fn undone_bulk_marking_is_reported_as_stopped() {
    let mut app = app();
    run(&mut app, &[ActionId::MarkAllRead, ActionId::MarkAllRead]);
    let effects = run(&mut app, &[ActionId::Undo]);
    assert_eq!(marked_ids(&effects), ["a", "b", "c"]);
    assert_eq!(app.inbox.mark_counts(&app.cx), None);
    app.on_snapshot(Arc::new(Snapshot { handled: 99, ..inbox(2) }));
    assert_eq!(app.cx.toasts().last().unwrap().content, marks_toast("toast-marks-stopped", 0, ("left", 3)));
}

#[test]
fn second_mark_key_applies_to_the_next_notification() {
    let mut app = app();
    let focus = |app: &App| app.inbox.focus.as_ref().map(ToString::to_string);
    let effects = run(&mut app, &[ActionId::MarkRead]);
    assert_eq!(marked_ids(&effects), ["a", "c"]);
    assert_eq!(focus(&app).as_deref(), Some("b"), "the focus moves at once");
    // The engine has not answered yet, so both rows are unchanged.
    let effects = app.dispatch(Action::Run(ActionId::MarkRead), test_now()).effects;
    assert_eq!(marked_ids(&effects), ["b"]);
    assert_eq!(
        marked_ids(&app.dispatch(Action::Run(ActionId::MarkRead), test_now()).effects),
        [""; 0],
        "all are marked already"
    );
    assert!(app.cx.toasts().last().unwrap().content.is_undoable());
    // The engine has handled the first write; the focus stays on its row.
    let mut read = inbox(2);
    let mut items = read.inbox.items.clone();
    for at in [0, 2] {
        items[at].read = true;
    }
    read.inbox = Arc::new(Inbox { items, ..(*read.inbox).clone() });
    read.handled = app.cx.submitted;
    app.on_snapshot(Arc::new(read));
    assert_eq!(focus(&app).as_deref(), Some("b"));
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::Undo])), ["b"], "one mark, one undo");
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::MarkRead])), ["b"], "an undone mark can be set again");
}

#[test]
fn marks_undone_give_the_focus_back_and_are_named() {
    let mut app = app();
    run(&mut app, &[ActionId::FocusDown, ActionId::MarkRead]);
    let mut read = inbox(2);
    let mut items = read.inbox.items.clone();
    items[1].read = true;
    read.inbox = Arc::new(Inbox { items, ..(*read.inbox).clone() });
    app.on_snapshot(Arc::new(read));
    assert_eq!(app.inbox.focus.as_ref().map(NotificationId::as_str), Some("a"));
    run(&mut app, &[ActionId::Undo]);
    let content = ToastContent::about("toast-unmarked-one", "Échéance dans 15 jours");
    assert_eq!(app.cx.toasts().last().unwrap().content, content);
    app.on_snapshot(Arc::new(inbox(3)));
    assert_eq!(app.inbox.focus.as_ref().map(NotificationId::as_str), Some("b"));
    run(&mut app, &[ActionId::Star]);
    let content = ToastContent::counted("toast-starred", 1);
    assert_eq!(app.cx.toasts().last().unwrap().content, content);
}

#[test]
fn late_stop_key_only_dismisses_the_marking_result() {
    let mut app = app();
    run(&mut app, &[ActionId::MarkAllRead, ActionId::MarkAllRead]);
    app.on_snapshot(Arc::new(Snapshot { handled: 99, ..inbox(2) }));
    let ended = |app: &App| {
        let mut toasts = app.cx.toasts().iter();
        toasts.any(|toast| toast.content.is_variant_of("marks-ended"))
    };
    assert!(ended(&app));
    let back = |app: &mut App, after: i64| {
        let at = test_now() + jiff::SignedDuration::from_millis(after);
        app.dispatch(Action::Run(ActionId::Back), at);
    };
    let mut later = app.clone();
    back(&mut app, 1400);
    assert_eq!(app.cx.screen(), Screen::Notifications, "Esc applied to the ended marking");
    assert!(!ended(&app), "the result toast is removed");
    back(&mut app, 1450);
    assert_eq!(app.cx.screen(), Screen::Pipeline, "once");
    back(&mut later, 1600);
    assert_eq!(later.cx.screen(), Screen::Pipeline);
}

#[test]
fn late_esc_after_an_expired_prompt_does_nothing() {
    let mut app = app();
    let late = |app: &mut App, millis| {
        run(app, &[ActionId::MarkAllRead]);
        let deleted = app.inbox.armed_until.unwrap();
        app.tick(deleted);
        let at = deleted + jiff::SignedDuration::from_millis(millis);
        app.dispatch(Action::Run(ActionId::Back), at);
        app.cx.screen()
    };
    assert_eq!(late(&mut app.clone(), 800), Screen::Notifications);
    assert_eq!(late(&mut app, 2_000), Screen::Pipeline, "after the delay Esc leaves the screen");
}

#[test]
fn toast_undoes_its_scheduled_marking_despite_newer_changes() {
    let mut app = app();
    run(&mut app, &[ActionId::GroupSimilar, ActionId::MarkRead]);
    let marking = app.cx.toasts().last().unwrap().clone();
    assert_eq!(app.activity.undo_toast(&app.cx), Some(marking.id));
    run(&mut app, &[ActionId::Snooze]);
    app.dispatch(Action::FocusOverlayLine(0), test_now());
    run(&mut app, &[ActionId::Open]);
    let view = |app: &App| crate::tools::toasts::view::toast_view(app, &marking);
    assert!(view(&app).separately_undoable, "{:?}", app.cx.toasts());
    let is_snoozed = |app: &App| app.inbox.triage.snoozed.len();
    assert_eq!(is_snoozed(&app), 1);
    let back = app.dispatch(Action::UndoToast(marking.id), test_now()).effects;
    assert_eq!(marked_ids(&back).len(), 1, "only that mark is undone");
    assert_eq!(is_snoozed(&app), 1, "the newer change is kept");
    run(&mut app, &[ActionId::Undo]);
    assert_eq!(is_snoozed(&app), 0);
}

#[test]
fn inbox_counts_are_unknown_without_permission() {
    use crate::screens::inbox::view::inbox::inbox_view as view;
    let mut app = app();
    assert_eq!(view(&app).tabs[0].count_text(), "3");
    let error = crate::error::Error::from_status(403, None);
    let forbidden = Inbox {
        items: Vec::new(),
        mode: crate::model::resources::list_source::ListMode::Forbidden,
        fetched_at: Some(test_now()),
        error: Some(error),
        loading: false,
    };
    app.on_snapshot(Arc::new(Snapshot { inbox: Arc::new(forbidden), ..snapshot(2, table()) }));
    let view = view(&app);
    assert!(view.tabs.iter().all(|tab| tab.count_text() == "—"));
    let problem = view.problem.unwrap();
    assert_eq!(problem.safe_data, "", "the error is not shown as a missing first load");
}
