//! Entered identifiers that the service does not know or was not asked about.

use crate::contract::ids::NotificationId;
use crate::error::{Error, NetworkError};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::snapshot::{Inbox, Snapshot};
use crate::records::lists::watched_ids::watch_list_toast;
use crate::screens::inbox::triage_tests::inbox;
use crate::shell::action::Action;
use crate::shell::testing::*;

#[test]
fn unknown_watched_ids_stay_listed_with_their_reason() {
    use crate::model::discovery::DiscoveryState;
    use crate::model::resources::resource_kind::ResourceKind;
    use crate::model::resources::resource_list::ResourceList;
    use crate::model::watched::{Origin, Watched};
    use crate::screens::inbox::view::inbox::InboxLine;

    let one = |id: &str, status| Watched {
        id: id.to_owned(),
        origin: Origin::Entered,
        added_at: test_now(),
        checked_at: Some(test_now()),
        status: Some(status),
        reason: Some("no such notification".to_owned()),
    };
    let list = ResourceList {
        status: DiscoveryState::default().list_status(ResourceKind::Notifications),
        records: Arc::default(),
        watched: Arc::new(vec![one("a", 404), one("gone", 404)]),
        fetched_at: Some(test_now()),
        error: None,
        loading: false,
    };
    let mut app =
        app_with(Snapshot { resources: Arc::new([(ResourceKind::Notifications, list)].into()), ..inbox(1) });
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    let unknown: Vec<String> = crate::screens::inbox::view::inbox::inbox_lines(&app)
        .into_iter()
        .filter_map(|line| match line {
            InboxLine::Unanswered { id, reason: why, .. } => Some(format!("{id}: {why}")),
            _ => None,
        })
        .collect();
    assert_eq!(unknown.len(), 1, "a known identifier must not be listed: {unknown:?}");
    assert!(unknown[0].starts_with("gone: ") && unknown[0].contains("no such notification"));
    run(&mut app, &[ActionId::FocusLast]);
    assert_eq!(app.inbox.focus.as_ref().map(NotificationId::as_str), Some("gone"));
    assert!(app.inbox.focused_notification(&app.cx).is_none(), "an unknown identifier is not a notification");
    assert_eq!(app.enabled(ActionId::MarkRead), Err(DisabledReason::NoNotification));
    let output = act(&mut app, &[ActionId::Copy]);
    assert_eq!(output.copied().as_deref(), Some("gone"));
    // The list shows them even if nothing else is loaded and the service is unreachable.
    let mut bare = inbox(2);
    bare.resources = app.cx.snapshot().resources.clone();
    bare.inbox = Arc::new(Inbox {
        error: Some(Error::unreachable(NetworkError::Connect, "no route")),
        ..Inbox::default()
    });
    app.on_snapshot(Arc::new(bare));
    let view = crate::screens::inbox::view::inbox::inbox_view(&app);
    assert!(view.problem.is_some() && view.placeholder_problem().is_none());
    assert_eq!(view.unknown, 2, "both are listed without any other data");
    let (kind, ids) = (ResourceKind::Notifications, vec!["gone".to_owned()]);
    let (watch, unwatch) =
        (Effect::Watch { kind, ids: ids.clone() }, Effect::Unwatch { kind, ids: ids.clone() });
    assert!(run(&mut app, &[ActionId::ForgetId]).contains(&unwatch));
    let message = |app: &App| app.cx.toasts().last().unwrap().content.clone();
    assert_eq!(message(&app), watch_list_toast("toast-forgotten", &ids));
    assert!(app.cx.undoes_toast(app.cx.toasts().last().unwrap()), "undo is offered");
    assert!(run(&mut app, &[ActionId::Undo]).contains(&watch));
    assert!(message(&app).is_variant_of("watching"));
    assert!(!app.cx.undoes_toast(app.cx.toasts().last().unwrap()), "the toast no longer offers undo");
    assert!(run(&mut app, &[ActionId::Redo]).contains(&unwatch));
}

#[test]
fn id_watched_while_unreachable_is_listed_and_undoable() {
    use crate::model::discovery::DiscoveryState;
    use crate::model::resources::resource_kind::ResourceKind;
    use crate::model::resources::resource_list::ResourceList;
    use crate::model::watched::{Origin, Watched};

    let list = |watched: Vec<Watched>| ResourceList {
        status: DiscoveryState::default().list_status(ResourceKind::Notifications),
        records: Arc::default(),
        watched: Arc::new(watched),
        fetched_at: None,
        error: Some(Error::unreachable(NetworkError::Connect, "no route")),
        loading: false,
    };
    let reads = |revision, watched| Snapshot {
        resources: Arc::new([(ResourceKind::Notifications, list(watched))].into()),
        ..inbox(revision)
    };
    let mut app = app_with(reads(1, Vec::new()));
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    let id = "0f2dfe9a-6c65-405a-b330-598f77a0c0de".to_owned();
    run(&mut app, &[ActionId::AddIds]);
    app.dispatch(Action::SetText(id.clone()), test_now());
    let effects = run(&mut app, &[ActionId::Open]);
    let (kind, ids) = (ResourceKind::Notifications, vec![id.clone()]);
    assert!(effects.contains(&Effect::Watch { kind, ids: ids.clone() }));
    let waiting = Watched {
        id,
        origin: Origin::Entered,
        added_at: test_now(),
        checked_at: None,
        status: None,
        reason: None,
    };
    app.on_snapshot(Arc::new(reads(2, vec![waiting])));
    let message =
        crate::screens::inbox::view::inbox::inbox_lines(&app).into_iter().find_map(|line| match line {
            crate::screens::inbox::view::inbox::InboxLine::Unanswered { reason: why, .. } => Some(why),
            _ => None,
        });
    assert!(message.unwrap().contains("pas encore chargé"));
    assert!(run(&mut app, &[ActionId::Undo]).contains(&Effect::Unwatch { kind, ids }));
}

#[test]
fn pasted_ids_are_previewed_before_they_are_watched() {
    let mut app = app();
    run(&mut app, &[ActionId::ScreenTasks, ActionId::AddIds]);
    let shown = |app: &App| match app.cx.overlay() {
        crate::foundation::cx::overlay::Overlay::Form(form) => {
            crate::changes::forms::view::form_view(app, form).warning
        }
        _ => None,
    };
    let id = "0f2dfe9a-6c65-405a-b330-598f77a0c0de";
    app.dispatch(Action::SetText(id.to_owned()), test_now());
    assert_eq!(shown(&app), None, "a single identifier needs no preview");
    app.dispatch(Action::SetText(format!("See https://host/v1/tasks/{id}, thanks")), test_now());
    let message = shown(&app).unwrap();
    assert!(message.contains(id) && message.ends_with("See, thanks"), "{message}");
}
