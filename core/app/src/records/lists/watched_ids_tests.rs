//! Entered identifiers that the service does not know or was not asked about.

use crate::contract::ids::NotificationId;
use crate::error::{Error, Fault};
use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::Reason;
use crate::model::effect::Effect;
use crate::model::snapshot::{Inbox, Snapshot};
use crate::screens::inbox::triage_tests::inbox;
use crate::shell::action::Action;
use crate::shell::testing::*;

#[test]
fn what_the_service_does_not_know_is_kept_with_its_reason() {
    use crate::model::discovery::Knowledge;
    use crate::model::resources::resource_kind::Family;
    use crate::model::resources::resource_list::FamilyList;
    use crate::model::watched::{Origin, Watched};
    use crate::screens::inbox::view::inbox::InboxLine;

    let one = |id: &str, status| Watched {
        id: id.to_owned(),
        origin: Origin::Given,
        added_at: noon(),
        checked_at: Some(noon()),
        status: Some(status),
        reason: Some("no such notification".to_owned()),
    };
    let list = FamilyList {
        standing: Knowledge::default().standing(Family::Notifications),
        records: Arc::default(),
        watched: Arc::new(vec![one("a", 404), one("gone", 404)]),
        read_at: Some(noon()),
        error: None,
        loading: false,
    };
    let mut app = with(Snapshot {
        families: Arc::new([(Family::Notifications, list)].into()),
        ..inbox(1)
    });
    app.apply(Action::Show(Screen::Notifications), noon());
    let unknown: Vec<String> = crate::screens::inbox::view::inbox::lines(&app)
        .into_iter()
        .filter_map(|line| match line {
            InboxLine::Unknown { id, why, .. } => Some(format!("{id}: {why}")),
            _ => None,
        })
        .collect();
    assert_eq!(
        unknown.len(),
        1,
        "a known identifier must not be listed: {unknown:?}"
    );
    assert!(unknown[0].starts_with("gone: ") && unknown[0].contains("no such notification"));
    run(&mut app, &[ActionId::FocusLast]);
    assert_eq!(
        app.inbox.inbox().focus.as_ref().map(NotificationId::as_str),
        Some("gone")
    );
    assert!(
        app.inbox.focused_notification(&app.cx).is_none(),
        "an unknown identifier is not a notification"
    );
    assert_eq!(app.enabled(ActionId::MarkRead), Err(Reason::NoNotification));
    let output = act(&mut app, &[ActionId::Copy]);
    assert_eq!(output.copied().as_deref(), Some("gone"));
    // The list shows them even if nothing else is loaded and the service is unreachable.
    let mut bare = inbox(2);
    bare.families = app.cx.snapshot().families.clone();
    bare.inbox = Arc::new(Inbox {
        error: Some(Error::unreachable(Fault::Connect, "no route")),
        ..Inbox::default()
    });
    app.absorb(Arc::new(bare));
    let view = crate::screens::inbox::view::inbox::inbox(&app);
    assert!(view.problem.is_some() && view.problem_in_place().is_none());
    assert_eq!(view.unknown, 2, "both are listed without any other data");
    let (family, ids) = (Family::Notifications, vec!["gone".to_owned()]);
    let (watch, unwatch) = (
        Effect::Watch {
            family,
            ids: ids.clone(),
        },
        Effect::Unwatch {
            family,
            ids: ids.clone(),
        },
    );
    assert!(run(&mut app, &[ActionId::ForgetId]).contains(&unwatch));
    let told = |app: &App| app.cx.toasts().last().unwrap().kind.clone();
    assert_eq!(
        told(&app),
        ToastKind::Triaged(Triaged::Forgotten { ids: ids.clone() })
    );
    assert!(app.cx.takes_back_kept(&told(&app)), "undo is offered");
    assert!(run(&mut app, &[ActionId::Undo]).contains(&watch));
    assert!(matches!(told(&app), ToastKind::Triaged(Triaged::Watching { .. })));
    assert!(
        !app.cx.takes_back_kept(&told(&app)),
        "the toast no longer offers undo"
    );
    assert!(run(&mut app, &[ActionId::Redo]).contains(&unwatch));
}

#[test]
fn an_identifier_given_where_the_service_cannot_be_asked_is_listed_and_can_be_taken_back() {
    use crate::model::discovery::Knowledge;
    use crate::model::resources::resource_kind::Family;
    use crate::model::resources::resource_list::FamilyList;
    use crate::model::watched::{Origin, Watched};

    let list = |watched: Vec<Watched>| FamilyList {
        standing: Knowledge::default().standing(Family::Notifications),
        records: Arc::default(),
        watched: Arc::new(watched),
        read_at: None,
        error: Some(Error::unreachable(Fault::Connect, "no route")),
        loading: false,
    };
    let reads = |revision, watched| Snapshot {
        families: Arc::new([(Family::Notifications, list(watched))].into()),
        ..inbox(revision)
    };
    let mut app = with(reads(1, Vec::new()));
    app.apply(Action::Show(Screen::Notifications), noon());
    let id = "0f2dfe9a-6c65-405a-b330-598f77a0c0de".to_owned();
    run(&mut app, &[ActionId::AddIds]);
    app.apply(Action::SetText(id.clone()), noon());
    let effects = run(&mut app, &[ActionId::Open]);
    let (family, ids) = (Family::Notifications, vec![id.clone()]);
    assert!(effects.contains(&Effect::Watch {
        family,
        ids: ids.clone()
    }));
    let waiting = Watched {
        id,
        origin: Origin::Given,
        added_at: noon(),
        checked_at: None,
        status: None,
        reason: None,
    };
    app.absorb(Arc::new(reads(2, vec![waiting])));
    let told = crate::screens::inbox::view::inbox::lines(&app)
        .into_iter()
        .find_map(|line| match line {
            crate::screens::inbox::view::inbox::InboxLine::Unknown { why, .. } => Some(why),
            _ => None,
        });
    assert!(told.unwrap().contains("pas encore chargé"));
    assert!(run(&mut app, &[ActionId::Undo]).contains(&Effect::Unwatch { family, ids }));
}

#[test]
fn what_a_paste_gives_is_shown_before_anything_is_watched() {
    let mut app = app();
    run(&mut app, &[ActionId::ScreenTasks, ActionId::AddIds]);
    let shown = |app: &App| match app.cx.layer() {
        crate::foundation::cx::overlay::Layer::Form(form) => {
            crate::changes::forms::view::form(app, form).warning
        }
        _ => None,
    };
    let id = "0f2dfe9a-6c65-405a-b330-598f77a0c0de";
    app.apply(Action::SetText(id.to_owned()), noon());
    assert_eq!(shown(&app), None, "a single identifier needs no preview");
    app.apply(
        Action::SetText(format!("See https://host/v1/tasks/{id}, thanks")),
        noon(),
    );
    let told = shown(&app).unwrap();
    assert!(told.contains(id) && told.ends_with("See, thanks"), "{told}");
}
