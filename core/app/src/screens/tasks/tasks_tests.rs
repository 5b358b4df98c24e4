use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::lists_tests::{press, snapshot_with_list};
use crate::screens::tasks::view::tasks_view;
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::*;

const TASKS: [&str; 4] = [
    r#"{"id":"t1","statut":"prep","title":"Relire le bail","responsable":"A. Martin","priority":"low","due":"2026-11-30"}"#,
    r#"{"id":"t2","statut":"prep","title":"Appeler – Le Parc, Lyon","responsable":"J. Roux","priority":"high"}"#,
    r#"{"id":"t3","statut":"prep","title":"Visiter","deal_id":"a","due":"2026-12-01"}"#,
    r#"{"id":"t4","statut":"fait","title":"Classer","responsable":"a. martin"}"#,
];

fn tasks_app() -> App {
    let mut app = app_with(snapshot_with_list(ResourceKind::Tasks, &TASKS, &[]));
    press(&mut app, &[A::ScreenTasks]);
    app
}

fn shown(app: &App) -> Vec<&str> {
    app.tasks.columns.iter().flat_map(|column| &column.items).map(|item| item.id.as_str()).collect()
}

#[test]
fn own_tasks_are_shown_alone_and_all_again() {
    let mut app = tasks_app();
    assert_eq!(shown(&app), ["t1", "t3", "t2", "t4"]);
    assert_eq!(app.enabled(A::OnlyMine), Err(DisabledReason::NoOwnName));
    app.cx.options.user_names = vec!["A. MARTIN".into()];
    press(&mut app, &[A::OnlyMine]);
    assert_eq!(shown(&app), ["t1", "t4"]);
    assert!(tasks_view(&app).header.contains('4') && tasks_view(&app).header.contains("2 affichées"));
    press(&mut app, &[A::ClearFilter]);
    assert_eq!(shown(&app).len(), 4);
}

#[test]
fn form_filters_and_sorts_the_tasks() {
    let mut app = tasks_app();
    press(&mut app, &[A::Filter]);
    app.dispatch(Action::SetField(0, "priority:haute".into()), test_now());
    press(&mut app, &[A::Open]);
    assert_eq!(shown(&app), ["t2"]);
    press(&mut app, &[A::Filter]);
    app.dispatch(Action::SetField(0, String::new()), test_now());
    app.dispatch(Action::SetField(2, "priority".into()), test_now());
    press(&mut app, &[A::Open]);
    assert_eq!(shown(&app), ["t2", "t1", "t3", "t4"]);
    press(&mut app, &[A::TaskOrder]);
    assert_eq!(shown(&app), ["t3", "t2", "t1", "t4"], "by deal");
}

#[test]
fn enter_opens_the_deal_of_a_task_or_its_record() {
    let mut app = tasks_app();
    press(&mut app, &[A::Open]);
    assert!(matches!(app.cx.overlay(), Overlay::Picker(picker) if picker.kind == PickerKind::Record));
    for id in ["t2", "t3"] {
        press(&mut app, &[A::Back, A::ScreenTasks]);
        app.tasks.focus_task(id);
        press(&mut app, &[A::Open]);
        assert_eq!((app.cx.screen(), app.pipeline.opened_deal().unwrap().as_str()), (Screen::Deal, "a"));
    }
    press(&mut app, &[A::ScreenTasks, A::TaskRecord]);
    assert!(matches!(app.cx.overlay(), Overlay::Picker(picker) if picker.kind == PickerKind::Record));
}
