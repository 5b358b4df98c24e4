//! Tests of form input and of the requests it produces.

use super::*;
use crate::contract::{DealId, Fields};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteId;
use crate::shell::action::Action;

#[test]
fn new_deal_requires_a_name_and_omits_empty_fields() {
    let mut app = app();
    run(&mut app, ActionId::NewDeal);
    assert_eq!(run(&mut app, ActionId::Open), []);
    let Overlay::Form(form) = app.cx.overlay() else { panic!("the form stays open") };
    assert_eq!(form.error, Some("form-name-empty"));
    app.dispatch(Action::SetText("  Tour Héméra, Nice ".into()), test_now());
    let effects = run(&mut app, ActionId::Open);
    let Effect::Create { fields, label } = &effects[0] else { panic!("{effects:?}") };
    assert_eq!(label, "Tour Héméra, Nice");
    assert_eq!(fields.text("status").as_deref(), Some("sourcing"));
    assert!(!fields.touches("classe_actif"), "an empty field is absent, not null");
}

#[test]
fn new_deal_form_restores_its_draft() {
    let name = |app: &App| match app.cx.overlay() {
        Overlay::Form(form) => form.value("name").to_owned(),
        other => panic!("{other:?}"),
    };
    let mut app = app();
    for leave in [Action::Run(ActionId::Back), Action::CloseOverlay] {
        run(&mut app, ActionId::NewDeal);
        app.dispatch(Action::SetText("Tour Héméra, Nice".into()), test_now());
        app.dispatch(leave, test_now());
        run(&mut app, ActionId::NewDeal);
        assert_eq!(name(&app), "Tour Héméra, Nice");
        assert!(matches!(run(&mut app, ActionId::Open)[0], Effect::Create { .. }));
        run(&mut app, ActionId::NewDeal);
        assert_eq!(name(&app), "", "a created deal leaves no draft");
        run(&mut app, ActionId::Back);
    }
}

#[test]
fn terminal_quit_closes_a_form_first_preserving_its_text() {
    let mut app = app();
    run(&mut app, ActionId::NewDeal);
    app.dispatch(Action::SetText("Tour Héméra, Nice".into()), test_now());
    run(&mut app, ActionId::Quit);
    assert!(!app.session.is_quitting() && *app.cx.overlay() == Overlay::None);
    run(&mut app, ActionId::NewDeal);
    assert!(matches!(app.cx.overlay(), Overlay::Form(form) if form.value("name") == "Tour Héméra, Nice"));
    run(&mut app, ActionId::Quit);
    run(&mut app, ActionId::Quit);
    assert!(app.session.is_quitting());
}

#[test]
fn rejected_creation_reopens_its_form_with_the_text() {
    let mut fields = Fields::new();
    fields.set_text("name", "Tour Test").set_text("status", "ic");
    let problem = crate::model::pending_write::WriteProblem {
        recovered: false,
        kind: crate::error::ErrorKind::Invalid,
        status: Some(422),
        title: "Unprocessable Content".into(),
        detail: "`name` is too long".into(),
        scope: None,
        route_id: None,
        reason_code: None,
        request_id: None,
    };
    let mut rejected = snapshot(2, table());
    rejected.writes = Arc::new(
        vec![PendingWrite {
            id: WriteId(7),
            kind: crate::model::pending_write::WriteKind::Create,
            record: "temporary".into(),
            label: "Tour Test".into(),
            fields,
            base: Fields::new(),
            state: crate::model::pending_write::WriteState::Rejected(problem.into()),
            attempts: 1,
            created_at: test_now(),
            key: "k".into(),
            in_doubt: false,
            recreate_fields: None,
            conflict_context: None,
        }]
        .into(),
    );
    let mut app = app();
    app.on_snapshot(Arc::new(rejected));
    run(&mut app, ActionId::ScreenActivity);
    run(&mut app, ActionId::Open);
    assert_eq!(app.explorer.text_target(&app.inbox, &app.pipeline, &app.cx), Some("Tour Test"));
    app.dispatch(Action::SetText("Tour".into()), test_now());
    let effects = run(&mut app, ActionId::Open);
    assert_eq!(effects[0], Effect::Discard(WriteId(7)));
    assert!(matches!(&effects[1], Effect::Create { label, .. } if label == "Tour"));
}

#[test]
fn an_emptied_owner_is_sent_as_null() {
    let mut app = app();
    run(&mut app, ActionId::EditDeal);
    app.dispatch(Action::SetText(String::new()), test_now());
    let effects = run(&mut app, ActionId::Open);
    let Effect::Update { fields, base, .. } = &effects[0] else { panic!("{effects:?}") };
    assert!(fields.is_null("responsable"));
    assert_eq!(base.text("responsable").as_deref(), Some("A. Martin"));
}

/// Returns the owner sent after typing, moving down `down` times, and one Enter.
fn owner_sent(typed: &str, down: usize) -> Option<String> {
    let mut app = app();
    run(&mut app, ActionId::EditDeal);
    app.dispatch(Action::SetText(typed.into()), test_now());
    for _ in 0..down {
        run(&mut app, ActionId::FocusDown);
    }
    match &run(&mut app, ActionId::Open)[..] {
        [Effect::Update { fields, .. }] => fields.text("responsable").map(std::borrow::Cow::into_owned),
        other => {
            assert!(other.is_empty(), "{other:?}");
            assert_eq!(*app.cx.overlay(), Overlay::None, "one Enter is enough");
            None
        }
    }
}

#[test]
fn enter_accepts_the_suggested_or_explicitly_new_owner() {
    for whole in ["mart", "a. m", "A. MARTIN", "A. Martin"] {
        assert_eq!(owner_sent(whole, 0), None, "{whole}: the owner is unchanged");
    }
    for near in ["a martin", "a.martin", "Martin A", "Martin, A.", "A. Martim"] {
        assert_eq!(owner_sent(near, 0), None, "{near}: the suggestion is the current owner");
    }
    assert_eq!(owner_sent("a martin", 1).as_deref(), Some("a martin"));
    assert_eq!(owner_sent("mart", 1).as_deref(), Some("mart"));
    assert_eq!(owner_sent("Z. Neuf", 0).as_deref(), Some("Z. Neuf"));
    assert_eq!(owner_sent("Z. Neuf", 3).as_deref(), Some("Z. Neuf"));
}

#[test]
fn chosen_new_owner_is_preserved_when_saving() {
    let mut app = app();
    run(&mut app, ActionId::EditDeal);
    app.dispatch(Action::SetText("mart".into()), test_now());
    app.dispatch(Action::AcceptSuggestion(1), test_now());
    let Overlay::Form(form) = app.cx.overlay() else { panic!("it stays open") };
    assert_eq!((form.value("responsable"), form.highlighted()), ("mart", Some(0)));
    let effects = run(&mut app, ActionId::Open);
    let [Effect::Update { fields, .. }] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(fields.text("responsable").as_deref(), Some("mart"));
}

#[test]
fn drop_in_place_reports_that_nothing_changes() {
    let mut app = app();
    let row = app.pipeline.focused_row(&app.cx).unwrap();
    let (deal, status) = (DealId::new(row.id).unwrap(), row.status.to_owned());
    assert_eq!(app.dispatch(Action::MoveDeal { deal, status }, test_now()).effects, []);
    let content = app
        .cx
        .toasts()
        .iter()
        .any(|toast| toast.content.disabled_reason() == Some(DisabledReason::DroppedInPlace.key()));
    assert!(content, "{:?}", app.cx.toasts());
}
