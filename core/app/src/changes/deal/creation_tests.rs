//! A deal created here that the service has not created yet.
//!
//! It has the focus at once, and a toast says when it is sent. Its temporary id is never shown to the user.

use crate::contract::{DealId, Fields};
use crate::dataset::column::DealColumn;
use crate::error::{Error, NetworkError};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::snapshot::{ConnectionState, Snapshot};
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::tools::clipboard::support_facts::CopyFormat;

const TEMPORARY: &str = "new-5f0c2f4e-7d1a-4b7e-9a53-0a4a2f6f7b11";

fn offline() -> ConnectionState {
    ConnectionState::Offline {
        since: test_now(),
        retry_at: test_now(),
        error: Error::unreachable(NetworkError::Connect, "no route"),
    }
}

/// Returns a snapshot with the new deal and the event of its creation.
fn created(app: &App, connection: ConnectionState) -> Arc<Snapshot> {
    let mut builder = ColumnStoreBuilder::default();
    for row in [
        deal("a", "Le Parc, Lyon", "ic", 12, None),
        deal("c", "Halle Vauban, Lille", "sourcing", 17, None),
        deal(TEMPORARY, "Quai Neuf", "sourcing", 0, None),
    ] {
        builder.push(&row);
    }
    let mut fields = Fields::new();
    fields.set_text("name", "Quai Neuf");
    Arc::new(Snapshot {
        connection,
        events: Arc::new(vec![Event {
            seq: 1,
            kind: EventKind::Created {
                record: TEMPORARY.to_owned(),
                label: "Quai Neuf".to_owned(),
                fields,
                replaced_id: None,
                resolved_write: None,
            },
        }]),
        ..snapshot(app.cx.snapshot().revision + 1, builder.finish())
    })
}

fn with_new(connection: ConnectionState) -> App {
    let mut app = app();
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    app.cx.notify(ToastContent::about("toast-creating", "Quai Neuf"), app.cx.options().undo_delay);
    app.on_snapshot(created(&app, connection));
    app
}

#[test]
fn deal_created_offline_has_focus_and_names_its_sending() {
    for (connection, message) in [
        (offline(), "enregistré, sera créé dès que le serveur répond"),
        (ConnectionState::OfflineMode, "enregistré, sera créé au prochain démarrage sans --offline"),
        (ConnectionState::Online, "création en cours"),
    ] {
        let app = with_new(connection);
        assert_eq!(focus(&app), TEMPORARY);
        let toast = app.cx.toasts().last().unwrap();
        assert_eq!(crate::tools::toasts::view::toast_view(&app, toast).text, message);
    }
}

#[test]
fn deal_created_late_does_not_take_the_focus() {
    let mut app = with_new(offline());
    app.cx.toasts.clear();
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    let mut next = (*created(&app, ConnectionState::Online)).clone();
    next.events = Arc::new(vec![Event {
        seq: 2,
        kind: EventKind::Applied {
            kind: WriteKind::Create,
            record: "c".to_owned(),
            label: "Quai Neuf".to_owned(),
            temp_id: Some(TEMPORARY.to_owned()),
        },
    }]);
    app.on_snapshot(Arc::new(next));
    assert_eq!(focus(&app), "a");
}

#[test]
fn temporary_id_is_neither_shown_nor_copied() {
    let mut app = with_new(offline());
    let row = app.pipeline.focused_row(&app.cx).unwrap();
    assert_eq!(crate::deals::table::queries::cell_text(&app.cx, &row, DealColumn::Id), None);
    assert!(!app.copy_formats().contains(&CopyFormat::Id));
    let output = act(&mut app, &[ActionId::Copy]);
    let copied = output.copied().unwrap();
    assert!(copied.contains("Quai Neuf") && !copied.contains(TEMPORARY), "{copied}");
    run(&mut app, &[ActionId::Open]);
    let deal = crate::changes::deal::view::deal::deal_view(&app).unwrap();
    let id = deal.fields.last().unwrap();
    assert_eq!(id.value.as_str(), "attribué par le serveur à la création");
    assert_eq!(id.action, None);
}

#[test]
fn kpis_of_an_unsent_deal_have_no_age() {
    let read = |deal: &str| {
        let mut app = with_new(offline());
        let mut next = (*created(&app, offline())).clone();
        next.coverage.complete_at = Some(test_now());
        next.events = Arc::default();
        app.on_snapshot(Arc::new(next));
        app.dispatch(Action::FocusDeal(DealId::new(deal).unwrap()), test_now());
        run(&mut app, &[ActionId::Open]);
        crate::changes::deal::view::deal::deal_view(&app).unwrap().kpis_age
    };
    assert_eq!(read(TEMPORARY), "");
    assert_ne!(read("a"), "");
}

/// Returns an app with a created deal that has its id from the service.
fn create_confirmed() -> App {
    let mut app = app();
    let mut fields = Fields::new();
    fields.set_text("name", "Halle Vauban, Lille");
    app.on_snapshot(Arc::new(Snapshot {
        events: Arc::new(vec![Event {
            seq: 1,
            kind: EventKind::Created {
                record: "c".to_owned(),
                label: "Halle Vauban, Lille".to_owned(),
                fields,
                replaced_id: None,
                resolved_write: None,
            },
        }]),
        ..snapshot(2, table())
    }));
    app
}

#[test]
fn second_undo_cancels_the_deletion_of_a_created_deal() {
    let mut app = create_confirmed();
    let deleted = run(&mut app, &[ActionId::Undo]);
    assert!(matches!(&deleted[..], [Effect::Delete { deal, .. }] if deal.as_str() == "c"), "{deleted:?}");
    assert!(app.enabled(ActionId::Undo).is_ok(), "undo is offered at once");
    let with_scheduled = |revision, app: &App| {
        let until = test_now() + jiff::SignedDuration::from_secs(9);
        let mut write =
            crate::screens::inbox::mark_read_tests::pending_mark("c", WriteState::Scheduled { until });
        write.kind = WriteKind::Delete;
        write.label = "Halle Vauban, Lille".to_owned();
        Arc::new(Snapshot {
            handled: app.cx.submitted,
            writes: Arc::new(vec![write].into()),
            ..snapshot(revision, table())
        })
    };
    app.on_snapshot(with_scheduled(3, &app));
    let text = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert!(text.deletes && text.undoable, "{text:?}");
    assert_eq!(
        crate::tools::toasts::view::undo_label(&app, 80).as_deref(),
        Some("annuler «\u{a0}Halle Vauban, Lille\u{a0}»")
    );
    let undo_effects = run(&mut app, &[ActionId::Undo]);
    assert_eq!(undo_effects, [Effect::CancelDelete(DealId::new("c").unwrap())]);
    let text = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert_eq!(text.text, "suppression annulée");
}

#[test]
fn undo_skips_a_deletion_that_was_already_sent() {
    let mut app = create_confirmed();
    run(&mut app, &[ActionId::Undo]);
    app.on_snapshot(Arc::new(Snapshot { handled: app.cx.submitted, ..snapshot(3, table()) }));
    assert_eq!(app.enabled(ActionId::Undo), Err(DisabledReason::NothingToUndo));
}

#[test]
fn duplicate_deal_name_warns_but_does_not_block_saving() {
    let mut app = app();
    run(&mut app, &[ActionId::NewDeal]);
    app.dispatch(Action::SetText("le parc, lyon".into()), test_now());
    let Overlay::Form(form) = app.cx.overlay() else {
        panic!("a form is open");
    };
    let text = crate::changes::forms::view::form_view(&app, form).warning.unwrap();
    assert!(text.contains("déjà ce nom"), "{text}");
    assert_eq!(run(&mut app, &[ActionId::Open]).len(), 1, "the warning does not block saving");
}
