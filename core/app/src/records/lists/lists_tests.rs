//! Tasks and views of the service, and user actions on resource kinds.

use crate::contract::record::Record;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::model::discovery::DiscoveryState;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteId};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::resources::resource_list::ResourceList;
use crate::model::snapshot::Snapshot;
use crate::model::watched::{Origin, Watched};
use crate::records::delegated_users::user_switch::preferences_route;
use crate::shell::action::Action;
use crate::shell::testing::*;

pub(crate) fn list(kind: ResourceKind, records: &[&str], watched: &[&str]) -> ResourceList {
    let watch = |id: &&str| Watched {
        id: (*id).to_owned(),
        origin: Origin::Entered,
        added_at: test_now(),
        checked_at: None,
        status: Some(404),
        reason: None,
    };
    ResourceList {
        status: DiscoveryState::default().list_status(kind),
        records: Arc::new(records.iter().map(|json| Record::parse(json).unwrap()).collect()),
        watched: Arc::new(watched.iter().map(watch).collect()),
        fetched_at: Some(test_now()),
        error: None,
        loading: false,
    }
}

pub(crate) fn snapshot_with_list(kind: ResourceKind, records: &[&str], watched: &[&str]) -> Snapshot {
    Snapshot { resources: Arc::new([(kind, list(kind, records, watched))].into()), ..snapshot(1, table()) }
}

pub(crate) fn press(app: &mut App, keys: &[ActionId]) -> Vec<Effect> {
    let mut effects = Vec::new();
    for key in keys {
        effects.extend(app.dispatch(Action::Run(*key), test_now()).effects);
    }
    let asked = |effect: &Effect| {
        let preferences = matches!(effect, Effect::LoadRoute(asked) if *asked == preferences_route());
        preferences || matches!(effect, Effect::SaveSetting { .. } | Effect::LoadResources(_))
    };
    effects.retain(|effect| !asked(effect));
    effects
}

const TASKS: [&str; 3] = [
    r#"{"id":"t1","statut":"prep","title":"Relire le bail"}"#,
    r#"{"id":"t2","statut":"geler"}"#,
    r#"{"id":"t3","statut":"fait"}"#,
];

fn items_by_column(app: &App) -> Vec<(&str, Vec<&str>)> {
    app.tasks
        .columns
        .iter()
        .map(|column| {
            let items = column.items.iter().map(|item| item.id.as_str()).collect();
            (column.statut.as_str(), items)
        })
        .collect()
}

#[test]
fn swimlanes_follow_the_dictionary_and_then_the_learned_codes() {
    let mut app = app_with(snapshot_with_list(ResourceKind::Tasks, &TASKS, &["lost"]));
    press(&mut app, &[ActionId::ScreenTasks]);
    assert_eq!(
        items_by_column(&app),
        [("", vec!["lost"]), ("prep", vec!["t1"]), ("fait", vec!["t3"]), ("geler", vec!["t2"])]
    );
    assert!(app.tasks.columns[0].items[0].is_unknown());
}

#[test]
fn moved_task_keeps_focus_and_undo_returns_it() {
    let mut app = app_with(snapshot_with_list(ResourceKind::Tasks, &TASKS, &[]));
    press(&mut app, &[ActionId::ScreenTasks]);
    assert_eq!(app.tasks.focus.as_deref(), Some("t1"));
    let sent = press(&mut app, &[ActionId::MoveNext]);
    let (wanted, base) = match &sent[..] {
        [Effect::UpdateRecord { kind: ResourceKind::Tasks, id, fields, base, .. }] if id == "t1" => {
            (fields.clone(), base.clone())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(
        (wanted.to_body().as_str(), base.to_body().as_str()),
        (r#"{"statut":"fait"}"#, r#"{"statut":"prep"}"#)
    );
    let write = PendingWrite {
        id: WriteId(4),
        kind: WriteKind::Task,
        record: "t1".into(),
        label: String::new(),
        fields: wanted,
        base,
        state: WriteState::Scheduled { until: test_now() },
        attempts: 0,
        created_at: test_now(),
        key: "k".into(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    };
    app.on_snapshot(Arc::new(Snapshot {
        revision: 2,
        writes: Arc::new(vec![write].into()),
        ..snapshot_with_list(ResourceKind::Tasks, &TASKS, &[])
    }));
    assert_eq!(items_by_column(&app)[1], ("fait", vec!["t1", "t3"]));
    assert_eq!(app.tasks.focused_task().map(|task| task.id.as_str()), Some("t1"));
    let back = press(&mut app, &[ActionId::Undo]);
    assert!(
        matches!(&back[..], [Effect::UpdateRecord { fields, .. }] if fields.text("statut").unwrap() == "prep"),
        "{back:?}"
    );
}

#[test]
fn task_with_unknown_statut_cannot_be_undone_after_sending() {
    let mut app = app_with(snapshot_with_list(ResourceKind::Tasks, &[], &["t9"]));
    press(&mut app, &[ActionId::ScreenTasks]);
    let sent = app.dispatch(Action::MoveTask { task: "t9".into(), statut: "prep".into() }, test_now());
    assert!(matches!(&sent.effects[..], [Effect::UpdateRecord { base, .. }] if base.is_empty()));
    // The write was sent and is no longer in the outbox.
    assert_eq!(press(&mut app, &[ActionId::Undo]), []);
    assert_eq!(app.cx.toasts().last().unwrap().content.key, "toast-too-late");
}

#[test]
fn local_task_name_is_stored_and_not_sent() {
    let mut app = app_with(snapshot_with_list(ResourceKind::Tasks, &TASKS, &[]));
    press(&mut app, &[ActionId::ScreenTasks, ActionId::EditTask]);
    app.dispatch(Action::SetField(1, " Bail ".into()), test_now());
    let effects = app.dispatch(Action::Run(ActionId::Open), test_now()).effects;
    let saved: Vec<&Effect> = effects
        .iter()
        .filter(|effect| !matches!(effect, Effect::SaveSetting { name, .. } if name == "session"))
        .collect();
    assert_eq!(saved, [&Effect::SaveSetting { name: "label/tasks/t1".into(), value: Some("Bail".into()) }]);
}

#[test]
fn pasted_ids_are_watched_and_other_text_stays() {
    let mut app = app_with(snapshot_with_list(ResourceKind::Tasks, &[], &[]));
    press(&mut app, &[ActionId::ScreenTasks, ActionId::AddIds]);
    app.dispatch(Action::SetText("https://h/v1/tasks/a1 /alerts/x https://h/v1/tasks/b2".into()), test_now());
    let effects = press(&mut app, &[ActionId::Open]);
    assert_eq!(effects, [Effect::Watch { kind: ResourceKind::Tasks, ids: vec!["a1".into(), "b2".into()] }]);
    assert_eq!(app.explorer.text_target(&app.inbox, &app.pipeline, &app.cx), Some("/alerts/x"));
}

#[test]
fn first_view_opens_on_entry_or_when_lists_arrive() {
    use crate::records::lists::lists::ViewerSubject;
    use crate::screens::server_views::server_views::DEAL_VIEWS;
    let views = [r#"{"id":"v1","name":"A"}"#, r#"{"id":"v2","name":"B"}"#];
    let first = ViewerSubject::Record(ResourceKind::SavedViews, "v1".into());
    let looked_at = |app: &App| app.server_views.detail.as_ref().map(|shown| shown.subject.clone());
    // The records are already loaded.
    let mut app = app_with(snapshot_with_list(ResourceKind::SavedViews, &views, &[]));
    assert_eq!(looked_at(&app), None, "a hidden screen must not load anything");
    let asked = app.dispatch(Action::Run(ActionId::ScreenViews), test_now()).effects;
    assert_eq!((looked_at(&app), app.cx.pane()), (Some(first.clone()), DEAL_VIEWS));
    assert!(asked.contains(&Effect::LoadResources(ResourceKind::Operations)));
    // The records arrive later; what the user opened meanwhile stays open.
    let mut app = app_with(snapshot(1, table()));
    run(&mut app, &[ActionId::ScreenViews]);
    assert_eq!(looked_at(&app), None);
    let arrived =
        |revision| Snapshot { revision, ..snapshot_with_list(ResourceKind::SavedViews, &views, &[]) };
    let output = app.on_snapshot(Arc::new(arrived(2)));
    assert_eq!((looked_at(&app), app.cx.pane()), (Some(first), DEAL_VIEWS));
    let asked = output.effects;
    assert!(asked.contains(&Effect::LoadResources(ResourceKind::Operations)));
    run(&mut app, &[ActionId::NextPane, ActionId::FocusDown, ActionId::Open]);
    app.on_snapshot(Arc::new(arrived(3)));
    let second = ViewerSubject::Record(ResourceKind::SavedViews, "v2".into());
    assert_eq!(looked_at(&app), Some(second));
}

#[test]
fn focused_deal_view_is_shown_beside_the_lists() {
    use crate::dataset::column::DealColumn;
    use crate::screens::server_views::server_views::{DEAL_VIEWS, DETAIL};
    use crate::screens::server_views::view::views_screen::views_screen_view;
    use crate::screens::views::saved_view::{Layout, SavedView};
    let views = [r#"{"id":"v1","name":"Of the service"}"#];
    let mut app = app_with(snapshot_with_list(ResourceKind::SavedViews, &views, &[]));
    let saved_view = SavedView {
        name: "Late".to_owned(),
        query: "ltv>0.65".to_owned(),
        layout: Layout::Table,
        columns: vec![DealColumn::Name, DealColumn::Owner],
        sort: vec!["age:desc".parse().unwrap()],
        default: true,
        ..SavedView::default()
    };
    app.views.store_view(saved_view, &mut app.pipeline, &mut app.cx);
    press(&mut app, &[ActionId::ScreenViews]);
    let message = |app: &App| {
        let tiles = views_screen_view(app).tiles.unwrap();
        (tiles.title.clone(), tiles.tiles[0].a11y_text())
    };
    let (title, text) = message(&app);
    assert_eq!(title, "Tous les deals");
    assert!(text.contains("tous les deals"), "{text}");
    press(&mut app, &[ActionId::FocusDown]);
    let (title, text) = message(&app);
    assert_eq!(title, "Late");
    for part in
        ["Filtre ltv>0.65", "Affichage Tableau", "Colonnes Nom, Responsable", "décroissant", "au démarrage"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    // It has neither a focusable line nor a tree.
    app.dispatch(Action::FocusLine { pane: DETAIL, line: 0 }, test_now());
    app.dispatch(Action::FocusPane(DETAIL), test_now());
    assert_eq!(app.cx.pane(), DEAL_VIEWS);
    assert!(app.enabled(ActionId::ToggleTree).is_err());
    press(&mut app, &[ActionId::NextPane]);
    assert_eq!(message(&app).0, "Of the service");
    assert!(app.enabled(ActionId::ToggleTree).is_ok());
    // While the detail pane has the focus, the list it came from is marked as leading.
    let leads = |app: &App| views_screen_view(app).lists.map(|list| list.leads_detail);
    assert_eq!(leads(&app), [false; 3]);
    app.dispatch(Action::FocusPane(DETAIL), test_now());
    assert_eq!((app.cx.pane(), leads(&app)), (DETAIL, [false, true, false]));
}

#[test]
fn first_dashboard_opens_once_the_server_has_no_views() {
    let dashboard = [r#"{"id":"d1","name":"Comité"}"#];
    let dashboards = || list(ResourceKind::CustomDashboards, &dashboard, &[]);
    let mut app = app_with(snapshot_with_list(ResourceKind::CustomDashboards, &dashboard, &[]));
    run(&mut app, &[ActionId::ScreenViews]);
    assert!(app.server_views.detail.is_none(), "the views may still arrive");
    let none = [
        (ResourceKind::CustomDashboards, dashboards()),
        (ResourceKind::SavedViews, list(ResourceKind::SavedViews, &[], &[])),
    ];
    let output =
        app.on_snapshot(Arc::new(Snapshot { resources: Arc::new(none.into()), ..snapshot(2, table()) }));
    let asked = output.effects;
    assert!(matches!(&asked[..], [Effect::LoadRoute(asked)] if asked.path.ends_with("/d1")), "{asked:?}");
    assert!(app.server_views.detail.is_some());
}

#[test]
fn view_update_beyond_the_limits_is_not_sent() {
    let view = r#"{"id":"v1","name":"A","type":"operations","filters":{"statut":"x"},"sort":[]}"#;
    let mut app = app_with(snapshot_with_list(ResourceKind::SavedViews, &[view], &[]));
    press(&mut app, &[ActionId::ScreenViews, ActionId::NextPane, ActionId::EditViewState]);
    for (typed, error) in [
        (r#"{"status":"x"}"#, Some("breach-filter-key")),
        ("{", Some("form-json-wrong")),
        (r#"{ "statut": "y" }"#, None),
    ] {
        app.dispatch(Action::SetField(0, typed.into()), test_now());
        let effects = press(&mut app, &[ActionId::Open]);
        let text = match app.cx.overlay() {
            Overlay::Form(form) => form.error,
            _ => None,
        };
        assert_eq!(text, error, "{typed}");
        assert_eq!(effects.len(), usize::from(error.is_none()), "{effects:?}");
    }
}

#[test]
fn default_view_key_clears_the_server_view_default() {
    let view = r#"{"id":"v1","name":"A","is_default":true}"#;
    let mut app = app_with(snapshot_with_list(ResourceKind::SavedViews, &[view], &[]));
    let sent = press(&mut app, &[ActionId::ScreenViews, ActionId::NextPane, ActionId::DefaultView]);
    assert!(
        matches!(&sent[..], [Effect::UpdateRecord { kind: ResourceKind::SavedViews, fields, .. }]
            if fields.to_body() == r#"{"is_default":false}"#),
        "{sent:?}"
    );
}

#[test]
fn server_default_view_is_not_the_start_view() {
    let view = r#"{"id":"v1","name":"A","is_default":true}"#;
    let app = app_with(snapshot_with_list(ResourceKind::SavedViews, &[view], &[]));
    let [deals, service, _] = crate::screens::server_views::view::views_screen::views_screen_view(&app).lists;
    let messages = crate::text::Messages::new(app.cx.lang());
    let start = messages.get("view-default");
    assert!(deals.lines.iter().all(|line| !line.note.contains(&*start)));
    let note = service.lines[0].note.to_string();
    assert!(note.contains(&*messages.get("view-default-service")) && !note.contains(&*start), "{note}");
}

#[test]
fn tasks_are_sorted_by_due_date_marking_overdue() {
    let records = [
        r#"{"id":"t1","statut":"prep","title":"Sans date"}"#,
        r#"{"id":"t2","statut":"prep","title":"Plus tard","due_date":"2099-01-31"}"#,
        r#"{"id":"t3","statut":"prep","title":"Passée","due_date":"2020-01-31"}"#,
        r#"{"id":"t4","statut":"fait","title":"Faite","due_date":"2020-01-31"}"#,
        &format!(r#"{{"id":"t5","statut":"prep","due_date":"{}"}}"#, test_now().strftime("%Y-12-31")),
    ];
    let mut app = app_with(snapshot_with_list(ResourceKind::Tasks, &records, &[]));
    press(&mut app, &[ActionId::ScreenTasks]);
    let view = crate::screens::tasks::view::tasks_view(&app);
    // The year is shown only if it is not the current one.
    let days: Vec<&str> =
        view.columns.iter().flat_map(|column| &column.cards).map(|card| card.due_day.as_str()).collect();
    assert_eq!(days, ["31/01/2020", "31/12", "31/01/2099", "", "31/01/2020"]);
    let cards: Vec<(&str, bool)> = view
        .columns
        .iter()
        .flat_map(|column| &column.cards)
        .map(|card| (card.id.as_str(), card.overdue))
        .collect();
    assert_eq!(cards, [("t3", true), ("t5", false), ("t2", false), ("t1", false), ("t4", false)]);
    let late = &view.columns[0].cards[0].due;
    assert!(late.starts_with("31/01, "), "{late}");
    // Cards have one form of the date, independent of their other content.
    for card in view.columns.iter().flat_map(|column| &column.cards) {
        assert_eq!(card.due.is_empty(), card.due_short.is_empty(), "{card:?}");
        assert!(card.overdue || card.due == card.due_short, "{card:?}");
    }
}
