//! Tests of keys pressed while their list is being loaded.

use crate::contract::record::Record;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::Reason;
use crate::model::discovery::Knowledge;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::Family;
use crate::model::resources::resource_list::FamilyList;
use crate::model::snapshot::Snapshot;
use crate::records::lists::shown_record::ShownWhat;
use crate::screens::explorer::explorer::{RECORDS, TREE};
use crate::screens::library::library::{DETAIL, SERVICE_VIEWS};
use crate::shell::action::Action;
use crate::shell::testing::*;
use std::time::Duration;

fn list(family: Family, records: &[&str], loading: bool) -> FamilyList {
    FamilyList {
        standing: Knowledge::default().standing(family),
        records: Arc::new(records.iter().map(|json| Record::parse(json).unwrap()).collect()),
        watched: Arc::default(),
        read_at: (!loading).then(noon),
        error: None,
        loading,
    }
}

/// Returns the snapshot after the engine handled all effects.
fn published(app: &App, revision: u64, family: Family, list: FamilyList) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        families: Arc::new([(family, list)].into()),
        handled: app.cx.submitted,
        user: "u-1".into(),
        ..snapshot(revision, table())
    })
}

/// Returns an application with a delegated user and only deals loaded.
fn begun() -> App {
    with(Snapshot {
        user: "u-1".into(),
        ..snapshot(1, table())
    })
}

fn press(app: &mut App, keys: &[ActionId]) {
    for key in keys {
        app.apply(Action::Run(*key), noon());
    }
}

const TASKS: [&str; 2] = [
    r#"{"id":"t1","statut":"prep","title":"Relire le bail"}"#,
    r#"{"id":"t2","statut":"prep"}"#,
];

fn record_of(app: &App) -> Option<&str> {
    match &app.lists.record.as_ref()?.what {
        ShownWhat::Record(_, id) => Some(id),
        ShownWhat::Answer(_) => None,
    }
}

#[test]
fn enter_before_the_tasks_are_there_opens_the_one_that_comes_to_have_the_focus() {
    let mut app = begun();
    press(&mut app, &[ActionId::ScreenTasks, ActionId::Open]);
    assert!(app.cx.toasts.is_empty(), "the key is queued");
    let reading = published(&app, 2, Family::Tasks, list(Family::Tasks, &[], true));
    app.absorb(reading);
    press(&mut app, &[ActionId::FocusDown]);
    assert_eq!(record_of(&app), None);
    let read = published(&app, 3, Family::Tasks, list(Family::Tasks, &TASKS, false));
    app.absorb(read);
    assert_eq!(record_of(&app), Some("t1"), "queued keys run in order");
    assert!(app.cx.toasts.is_empty());
}

#[test]
fn keys_that_come_ahead_are_done_in_their_order() {
    let mut app = begun();
    press(
        &mut app,
        &[ActionId::ScreenTasks, ActionId::FocusDown, ActionId::Open],
    );
    let read = published(&app, 2, Family::Tasks, list(Family::Tasks, &TASKS, false));
    app.absorb(read);
    assert_eq!(record_of(&app), Some("t2"));
}

#[test]
fn where_nothing_came_the_key_says_why_it_did_nothing() {
    let mut app = begun();
    press(&mut app, &[ActionId::ScreenTasks, ActionId::Open]);
    let read = published(&app, 2, Family::Tasks, list(Family::Tasks, &[], false));
    app.absorb(read);
    let said = app.cx.toasts.iter().map(|toast| &toast.kind);
    let reasons: Vec<&str> = said
        .filter_map(|kind| match kind {
            ToastKind::Disabled { reason, .. } => Some(*reason),
            _ => None,
        })
        .collect();
    assert_eq!(reasons, [Reason::NoTask.key()]);
}

#[test]
fn whoever_goes_elsewhere_meanwhile_has_given_it_up() {
    let mut app = begun();
    press(
        &mut app,
        &[ActionId::ScreenTasks, ActionId::Open, ActionId::ScreenPortfolio],
    );
    press(&mut app, &[ActionId::ScreenTasks]);
    let read = published(&app, 2, Family::Tasks, list(Family::Tasks, &TASKS, false));
    app.absorb(read);
    assert_eq!(record_of(&app), None);
}

#[test]
fn what_waited_too_long_is_not_done_and_says_so() {
    let mut app = begun();
    press(&mut app, &[ActionId::ScreenTasks, ActionId::Open]);
    let until = app.next_tick().unwrap();
    assert!(
        until <= Duration::from_secs(3),
        "a tick is due when the queue expires"
    );
    assert!(app.tick(noon() + Duration::from_secs(3)).changed);
    let told = ToastKind::Disabled {
        id: Some(ActionId::Open),
        reason: Reason::BeingRead.key(),
    };
    assert!(app.cx.toasts.iter().any(|toast| toast.kind == told));
    let read = published(&app, 2, Family::Tasks, list(Family::Tasks, &TASKS, false));
    app.absorb(read);
    assert_eq!(record_of(&app), None);
}

#[test]
fn views_of_the_service_and_the_rows_of_the_explorer_are_waited_for_alike() {
    let view = r#"{"id":"v1","name":"Suivi"}"#;
    let mut app = begun();
    press(
        &mut app,
        &[ActionId::ScreenViews, ActionId::NextPane, ActionId::Open],
    );
    assert_eq!(app.cx.pane, SERVICE_VIEWS);
    let views = list(Family::SavedViews, &[view], false);
    let read = published(&app, 2, Family::SavedViews, views);
    app.absorb(read);
    assert_eq!(app.cx.pane, DETAIL);

    let mut app = begun();
    press(
        &mut app,
        &[ActionId::ScreenExplorer, ActionId::NextPane, ActionId::Open],
    );
    assert_eq!(app.cx.pane, RECORDS);
    let rows = list(Family::Operations, &[r#"{"id":"o1","name":"Tour"}"#], false);
    let read = published(&app, 2, Family::Operations, rows);
    app.absorb(read);
    assert_eq!(app.cx.pane, TREE);
}

#[test]
fn the_newest_notification_is_opened_by_the_key_that_came_before_it() {
    let empty = || crate::model::snapshot::Inbox::default();
    let mut app = with(Snapshot {
        inbox: Arc::new(empty()),
        ..snapshot(1, table())
    });
    press(&mut app, &[ActionId::ScreenNotifications, ActionId::MarkRead]);
    assert!(app.cx.toasts.is_empty());
    let row = crate::model::snapshot::NotificationRow {
        id: crate::contract::ids::NotificationId::new("n1").unwrap(),
        title: "LTV au-dessus du seuil".into(),
        severity: String::new(),
        read: false,
        pending: false,
        refused: false,
        created_at: None,
        first_seen: noon(),
    };
    let output = app.absorb(Arc::new(Snapshot {
        inbox: Arc::new(crate::model::snapshot::Inbox {
            items: vec![row],
            read_at: Some(noon()),
            ..empty()
        }),
        handled: app.cx.submitted,
        ..snapshot(2, table())
    }));
    let effects = output.effects;
    let marked = effects
        .iter()
        .any(|effect| matches!(effect, Effect::MarkRead { .. }));
    assert!(marked, "{effects:?}");
}
