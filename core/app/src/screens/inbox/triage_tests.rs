//! Tests of snoozes, stars and groups, with the inbox fixture of the other notification tests.

use crate::contract::ids::NotificationId;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::resources::list_source::ListMode;
use crate::model::snapshot::{Inbox, NotificationRow, Snapshot};
use crate::shell::action::Action;
use crate::shell::testing::*;

pub(super) fn row(id: &str, title: &str, read: bool) -> NotificationRow {
    NotificationRow {
        id: NotificationId::new(id).unwrap(),
        title: title.to_owned(),
        severity: String::new(),
        read,
        pending: false,
        rejected: false,
        created_at: Some(test_now()),
        first_seen: test_now(),
        local: None,
    }
}

pub(crate) fn inbox(revision: u64) -> Snapshot {
    let items = vec![
        row("a", "LTV au-dessus du seuil (76,4 %)", false),
        row("b", "Échéance dans 15 jours", false),
        row("c", "LTV au-dessus du seuil (81 %)", false),
        row("d", "Reporting dû", true),
    ];
    Snapshot {
        inbox: Arc::new(Inbox {
            items,
            mode: ListMode::Probed,
            fetched_at: Some(test_now()),
            error: None,
            loading: false,
        }),
        ..snapshot(revision, table())
    }
}

pub(crate) fn app() -> App {
    let mut app = app_with(inbox(1));
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    app
}

pub(super) fn visible_rows(app: &App) -> Vec<(&str, usize)> {
    app.inbox.inbox_rows(&app.cx).into_iter().map(|(row, info)| (row.id.as_str(), info.group_size)).collect()
}

pub(super) fn marked_ids(effects: &[Effect]) -> Vec<&str> {
    effects
        .iter()
        .flat_map(|effect| match effect {
            Effect::MarkRead { ids, .. } | Effect::CancelRead(ids) => {
                ids.iter().map(NotificationId::as_str).collect()
            }
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn similar_titles_are_grouped_and_marked_together() {
    let mut app = app();
    assert_eq!(visible_rows(&app), [("a", 2), ("b", 1)]);
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::MarkRead])), ["a", "c"]);
    run(&mut app, &[ActionId::GroupSimilar]);
    assert_eq!(visible_rows(&app), [("a", 1), ("b", 1), ("c", 1)]);
}

#[test]
fn snoozed_notifications_do_not_count_as_unread() {
    let mut app = app();
    let effects =
        run(&mut app, &[ActionId::FocusDown, ActionId::Snooze, ActionId::FocusFirst, ActionId::Open]);
    let saved = saved_settings(&effects, "triage");
    assert!(saved[0].1.as_deref().unwrap().contains("b = "), "{saved:?}");
    assert_eq!((visible_rows(&app), app.inbox.unread_count(&app.cx)), (vec![("a", 2)], 2));
    // The first choice is one hour.
    let later = test_now() + jiff::SignedDuration::from_mins(61);
    assert!(app.next_tick().is_some());
    assert!(app.tick(later).changed);
    assert_eq!((visible_rows(&app), app.inbox.unread_count(&app.cx)), (vec![("a", 2), ("b", 1)], 3));
}

#[test]
fn stars_are_stored_in_and_restored_from_settings() {
    let mut app = app();
    let text = saved_settings(&run(&mut app, &[ActionId::Star]), "triage")[0].1.clone().unwrap();
    let mut restarted = app_with(Snapshot { settings: Some(settings(&[("triage", &text)])), ..inbox(1) });
    restarted.dispatch(Action::ShowTab(InboxTab::Starred), test_now());
    assert_eq!(visible_rows(&restarted), [("a", 2)]);
    restarted.dispatch(Action::Show(Screen::Notifications), test_now());
    assert_eq!(
        saved_settings(&run(&mut restarted, &[ActionId::Star]), "triage"),
        [("triage".to_owned(), None)]
    );
}

#[test]
fn similar_titles_group_across_days_and_report_group_count() {
    let yesterday = test_now() - jiff::SignedDuration::from_hours(26);
    let mut items = inbox(1).inbox.items.clone();
    items[2].created_at = Some(yesterday);
    let mut app = app_with(Snapshot {
        inbox: Arc::new(Inbox {
            items,
            mode: ListMode::Probed,
            fetched_at: Some(test_now()),
            error: None,
            loading: false,
        }),
        ..snapshot(1, table())
    });
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    assert_eq!(visible_rows(&app), [("a", 2), ("b", 1)]);
    assert_eq!(marked_ids(&run(&mut app, &[ActionId::MarkRead])), ["a", "c"]);
    run(&mut app, &[ActionId::GroupSimilar, ActionId::GroupSimilar]);
    assert_eq!(app.cx.toasts().last().unwrap().content, ToastContent::counted("toast-grouped", 1));
}

#[test]
fn undo_of_a_star_reverts_nothing_older() {
    let mut app = app();
    run(&mut app, &[ActionId::Star]);
    let toast = app.cx.toasts().last().unwrap().clone();
    assert!(app.cx.undoes_toast(&toast), "{toast:?}");
    assert!(app.inbox.is_starred(&app.cx.snapshot().inbox.items[0].id));
    let effects = run(&mut app, &[ActionId::Undo]);
    assert!(matches!(effects.as_slice(), [Effect::SaveSetting { .. }]), "{effects:?}");
    assert!(!app.inbox.is_starred(&app.cx.snapshot().inbox.items[0].id));
    run(&mut app, &[ActionId::Redo]);
    assert!(app.inbox.is_starred(&app.cx.snapshot().inbox.items[0].id));
    run(&mut app, &[ActionId::Undo]);
    let toast_view = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert_eq!(toast_view.text, "Modification des étoiles annulée", "the group has two members");
    assert_eq!(app.enabled(ActionId::Undo), Err(DisabledReason::NothingToUndo));
}

#[test]
fn undo_ends_keeping_a_notification_unread() {
    let mut app = app();
    app.dispatch(Action::ShowTab(InboxTab::Read), test_now());
    run(&mut app, &[ActionId::KeepUnread]);
    let kept_unread_count =
        |app: &App| app.cx.snapshot().inbox.items.iter().filter(|row| app.inbox.is_kept_unread(row)).count();
    assert_eq!(kept_unread_count(&app), 1);
    run(&mut app, &[ActionId::Undo]);
    assert_eq!(kept_unread_count(&app), 0);
}
