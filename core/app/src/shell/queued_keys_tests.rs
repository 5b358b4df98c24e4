//! Tests of keys pressed while their list is being loaded.

use crate::contract::record::Record;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::discovery::DiscoveryState;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::resources::resource_list::ResourceList;
use crate::model::snapshot::Snapshot;
use crate::records::lists::lists::ViewerSubject;
use crate::screens::explorer::explorer::{RECORDS, TREE};
use crate::screens::server_views::server_views::{DETAIL, SERVICE_VIEWS};
use crate::shell::action::Action;
use crate::shell::testing::*;
use std::time::Duration;

fn list_of(kind: ResourceKind, records: &[&str], loading: bool) -> ResourceList {
    ResourceList {
        status: DiscoveryState::default().list_status(kind),
        records: Arc::new(records.iter().map(|json| Record::parse(json).unwrap()).collect()),
        watched: Arc::default(),
        fetched_at: (!loading).then(test_now),
        error: None,
        loading,
    }
}

/// Returns the snapshot after the engine handled all effects.
fn snapshot_with(app: &App, revision: u64, kind: ResourceKind, list: ResourceList) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        resources: Arc::new([(kind, list)].into()),
        handled: app.cx.submitted,
        user: "u-1".into(),
        ..snapshot(revision, table())
    })
}

/// Returns an application with a delegated user and only deals loaded.
fn started_app() -> App {
    app_with(Snapshot { user: "u-1".into(), ..snapshot(1, table()) })
}

fn press(app: &mut App, keys: &[ActionId]) {
    for key in keys {
        app.dispatch(Action::Run(*key), test_now());
    }
}

const TASKS: [&str; 2] =
    [r#"{"id":"t1","statut":"prep","title":"Relire le bail"}"#, r#"{"id":"t2","statut":"prep"}"#];

fn focused_record(app: &App) -> Option<&str> {
    match &app.lists.record.as_ref()?.subject {
        ViewerSubject::Record(_, id) => Some(id),
        ViewerSubject::Response(_) => None,
    }
}

#[test]
fn enter_before_tasks_arrive_opens_the_focused_task_later() {
    let mut app = started_app();
    press(&mut app, &[ActionId::ScreenTasks, ActionId::Open]);
    assert!(app.cx.toasts.is_empty(), "the key is queued");
    let reading = snapshot_with(&app, 2, ResourceKind::Tasks, list_of(ResourceKind::Tasks, &[], true));
    app.on_snapshot(reading);
    press(&mut app, &[ActionId::FocusDown]);
    assert_eq!(focused_record(&app), None);
    let read = snapshot_with(&app, 3, ResourceKind::Tasks, list_of(ResourceKind::Tasks, &TASKS, false));
    app.on_snapshot(read);
    assert_eq!(focused_record(&app), Some("t1"), "queued keys run in order");
    assert!(app.cx.toasts.is_empty());
}

#[test]
fn keys_that_come_ahead_are_done_in_their_order() {
    let mut app = started_app();
    press(&mut app, &[ActionId::ScreenTasks, ActionId::FocusDown, ActionId::Open]);
    let read = snapshot_with(&app, 2, ResourceKind::Tasks, list_of(ResourceKind::Tasks, &TASKS, false));
    app.on_snapshot(read);
    assert_eq!(focused_record(&app), Some("t2"));
}

#[test]
fn queued_key_on_an_empty_list_reports_why() {
    let mut app = started_app();
    press(&mut app, &[ActionId::ScreenTasks, ActionId::Open]);
    let read = snapshot_with(&app, 2, ResourceKind::Tasks, list_of(ResourceKind::Tasks, &[], false));
    app.on_snapshot(read);
    let content = app.cx.toasts.iter().map(|toast| &toast.content);
    let reasons: Vec<&str> = content.filter_map(ToastContent::disabled_reason).collect();
    assert_eq!(reasons, [DisabledReason::NoTask.key()]);
}

#[test]
fn leaving_the_screen_drops_the_queued_key() {
    let mut app = started_app();
    press(&mut app, &[ActionId::ScreenTasks, ActionId::Open, ActionId::ScreenPortfolio]);
    press(&mut app, &[ActionId::ScreenTasks]);
    let read = snapshot_with(&app, 2, ResourceKind::Tasks, list_of(ResourceKind::Tasks, &TASKS, false));
    app.on_snapshot(read);
    assert_eq!(focused_record(&app), None);
}

#[test]
fn queued_key_expires_with_a_toast() {
    let mut app = started_app();
    press(&mut app, &[ActionId::ScreenTasks, ActionId::Open]);
    let until = app.next_tick().unwrap();
    assert!(until <= Duration::from_secs(3), "a tick is due when the queue expires");
    assert!(app.tick(test_now() + Duration::from_secs(3)).changed);
    let content = ToastContent::disabled(Some(ActionId::Open), DisabledReason::Loading.key());
    assert!(app.cx.toasts.iter().any(|toast| toast.content == content));
    let read = snapshot_with(&app, 2, ResourceKind::Tasks, list_of(ResourceKind::Tasks, &TASKS, false));
    app.on_snapshot(read);
    assert_eq!(focused_record(&app), None);
}

#[test]
fn open_key_is_queued_for_server_views_and_explorer() {
    let view = r#"{"id":"v1","name":"Suivi"}"#;
    let mut app = started_app();
    press(&mut app, &[ActionId::ScreenViews, ActionId::NextPane, ActionId::Open]);
    assert_eq!(app.cx.pane, SERVICE_VIEWS);
    let views = list_of(ResourceKind::SavedViews, &[view], false);
    let read = snapshot_with(&app, 2, ResourceKind::SavedViews, views);
    app.on_snapshot(read);
    assert_eq!(app.cx.pane, DETAIL);

    let mut app = started_app();
    press(&mut app, &[ActionId::ScreenExplorer, ActionId::NextPane, ActionId::Open]);
    assert_eq!(app.cx.pane, RECORDS);
    let rows = list_of(ResourceKind::Operations, &[r#"{"id":"o1","name":"Tour"}"#], false);
    let read = snapshot_with(&app, 2, ResourceKind::Operations, rows);
    app.on_snapshot(read);
    assert_eq!(app.cx.pane, TREE);
}

#[test]
fn mark_read_key_is_queued_until_the_notification_arrives() {
    let empty = || crate::model::snapshot::Inbox::default();
    let mut app = app_with(Snapshot { inbox: Arc::new(empty()), ..snapshot(1, table()) });
    press(&mut app, &[ActionId::ScreenNotifications, ActionId::MarkRead]);
    assert!(app.cx.toasts.is_empty());
    let row = crate::model::snapshot::NotificationRow {
        id: crate::contract::ids::NotificationId::new("n1").unwrap(),
        title: "LTV au-dessus du seuil".into(),
        severity: String::new(),
        read: false,
        pending: false,
        rejected: false,
        created_at: None,
        first_seen: test_now(),
        local: None,
    };
    let output = app.on_snapshot(Arc::new(Snapshot {
        inbox: Arc::new(crate::model::snapshot::Inbox {
            items: vec![row],
            fetched_at: Some(test_now()),
            ..empty()
        }),
        handled: app.cx.submitted,
        ..snapshot(2, table())
    }));
    let effects = output.effects;
    let marked = effects.iter().any(|effect| matches!(effect, Effect::MarkRead { .. }));
    assert!(marked, "{effects:?}");
}
