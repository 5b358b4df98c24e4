//! The way from a deal in conflict to its resolution.

use crate::contract::{DealId, Fields};
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteId};
use crate::model::snapshot::Snapshot;
use crate::records::activity::view::writes::write_view;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::shell::view::footer_keys;

fn conflict(id: i64, record: &str) -> PendingWrite {
    let mut fields = Fields::default();
    fields.set_text("status", "closing");
    let mut theirs = Fields::default();
    theirs.set_text("status", "lost");
    PendingWrite {
        id: WriteId(id),
        kind: WriteKind::Update,
        record: record.into(),
        label: record.into(),
        fields,
        base: Fields::default(),
        state: WriteState::Conflict { theirs },
        attempts: 1,
        created_at: test_now(),
        key: "key".into(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

fn activity_hint(app: &App) -> Option<String> {
    let hints = footer_keys::hints(app);
    let hint = hints.into_iter().find(|hint| hint.action == A::ScreenActivity)?;
    Some(format!("{} {}", hint.keys, hint.label))
}

#[test]
fn conflict_hint_names_the_key_that_opens_the_choice() {
    let mut app = app();
    assert_eq!(activity_hint(&app), None, "there is no conflict");
    app.on_snapshot(Arc::new(Snapshot {
        writes: Arc::new(vec![conflict(1, "c"), conflict(2, "a")].into()),
        ..snapshot(2, table())
    }));
    assert_eq!(focus(&app), "c");
    assert_eq!(activity_hint(&app).as_deref(), Some("8 résoudre"));
    app.dispatch(Action::OpenDeal(DealId::new("b").unwrap()), test_now());
    assert_eq!(activity_hint(&app), None, "this deal has no conflict");
    app.dispatch(Action::OpenDeal(DealId::new("a").unwrap()), test_now());
    assert_eq!(activity_hint(&app).as_deref(), Some("8 résoudre"));
    run(&mut app, &[A::ScreenActivity]);
    let focused = app.activity.focused_write(&app.cx).unwrap();
    assert_eq!(focused.record, "a", "the conflict of the focused deal");
    assert_eq!(activity_hint(&app), None, "it is resolved on this screen");
}

#[test]
fn move_conflict_keeps_focus_and_expands_the_collapsed_column() {
    let mut app = app();
    run(&mut app, &[A::FocusDown]);
    assert_eq!(focus(&app), "d");
    assert!(app.pipeline.board().collapsed.contains("lost"));
    let mut moved = table();
    moved.set_row(deal("d", "Tour Boréale", "lost", 0, None), None);
    app.on_snapshot(Arc::new(Snapshot {
        writes: Arc::new(vec![conflict(1, "d")].into()),
        ..snapshot(2, moved)
    }));
    assert_eq!(focus(&app), "d", "the next key acts on the deal");
    assert!(!app.pipeline.board().collapsed.contains("lost"), "its column is unfolded");
    // A column the user collapses again stays collapsed at the next sync.
    let column = app.pipeline.board().cursor.column;
    app.table.toggle_collapsed(column, &mut app.pipeline, &mut app.cx);
    app.on_snapshot(Arc::new(Snapshot {
        writes: Arc::new(vec![conflict(1, "d")].into()),
        ..snapshot(3, table())
    }));
    assert!(app.pipeline.board().collapsed.contains("lost"));
}

#[test]
fn enter_on_a_conflict_toggles_the_side() {
    let mut app = app();
    app.on_snapshot(Arc::new(Snapshot {
        writes: Arc::new(vec![conflict(1, "c")].into()),
        ..snapshot(2, table())
    }));
    run(&mut app, &[A::ScreenActivity]);
    assert!(app.activity.conflict_choices().is_mine(&conflict(1, "c"), 0));
    let effects = run(&mut app, &[A::Open]);
    assert!(!app.activity.conflict_choices().is_mine(&conflict(1, "c"), 0));
    assert_eq!(app.cx.screen(), Screen::Activity);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::LoadDeal(_))));
    run(&mut app, &[A::Open]);
    assert!(app.activity.conflict_choices().is_mine(&conflict(1, "c"), 0));
}

#[test]
fn undo_restores_a_change_dropped_for_the_server_version() {
    let mut app = app();
    app.on_snapshot(Arc::new(Snapshot {
        writes: Arc::new(vec![conflict(1, "c")].into()),
        ..snapshot(2, table())
    }));
    run(&mut app, &[A::ScreenActivity]);
    let chosen = run(&mut app, &[A::TakeTheirs]);
    assert!(
        matches!(&*chosen, [Effect::ResolveConflict { keep_mine, .. }] if keep_mine.is_empty()),
        "{chosen:?}"
    );
    let text = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert!(text.undoable, "{text:?}");
    let back = run(&mut app, &[A::Undo]);
    assert!(matches!(&*back, [Effect::Restore { write: WriteId(1), .. }]), "{back:?}");
}

/// Decides the first conflict field by field: own status, the service's owner.
fn decided_by_halves(app: &mut App) -> Vec<Effect> {
    let mut write = conflict(1, "c");
    write.fields.set_text("responsable", "Zoé");
    write.base.set_text("status", "ic").set_text("responsable", "Ana");
    let mut theirs = Fields::default();
    theirs.set_text("status", "lost").set_text("responsable", "Lou");
    write.state = WriteState::Conflict { theirs };
    app.on_snapshot(Arc::new(Snapshot { writes: Arc::new(vec![write].into()), ..snapshot(2, table()) }));
    run(app, &[A::ScreenActivity]);
    let owner = app.activity.focused_write(&app.cx).unwrap().disputed_fields().names();
    let field = owner.into_iter().position(|name| name == "responsable").unwrap();
    app.dispatch(Action::ChooseSide { field, mine: false }, test_now());
    run(app, &[A::RetryWrite])
}

/// Publishes a snapshot in which all effects are handled and the outbox contains `writes`.
fn publish_writes(app: &mut App, revision: u64, writes: Vec<PendingWrite>) {
    let handled = app.cx.submitted;
    app.on_snapshot(Arc::new(Snapshot {
        handled,
        writes: Arc::new(writes.into()),
        ..snapshot(revision, table())
    }));
}

/// Returns the same write, decided and in its undo window.
fn scheduled(write: PendingWrite) -> PendingWrite {
    let until = test_now() + jiff::SignedDuration::from_secs(8);
    PendingWrite { state: WriteState::Scheduled { until }, key: "another".into(), ..write }
}

#[test]
fn undo_reverts_the_newest_conflict_decision_first() {
    let mut app = app();
    run(&mut app, &[A::MoveNext, A::FocusRight, A::MoveNext]);
    let (first, second) = (conflict(1, "a"), conflict(2, "c"));
    publish_writes(&mut app, 2, vec![first, second.clone()]);
    run(&mut app, &[A::ScreenActivity, A::FocusFirst, A::TakeTheirs]);
    publish_writes(&mut app, 3, vec![second.clone()]);
    let sent = run(&mut app, &[A::KeepMine]);
    assert!(matches!(&*sent, [Effect::ResolveConflict { write: WriteId(2), .. }]), "{sent:?}");
    publish_writes(&mut app, 4, vec![scheduled(second.clone())]);
    let newest = app.cx.toasts().last().unwrap();
    assert_eq!(app.activity.undo_toast(&app.cx), Some(newest.id), "the newer toast offers undo");
    let back = run(&mut app, &[A::Undo]);
    assert!(matches!(&*back, [Effect::ReopenConflict { write: WriteId(2), .. }]), "{back:?}");
    let text = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert!(text.text.contains("de nouveau à résoudre"), "{}", text.text);
    // Redo decides it in the same way; a second undo reverts the decision before it.
    publish_writes(&mut app, 5, vec![second.clone()]);
    let again = run(&mut app, &[A::Redo]);
    assert!(
        matches!(&*again, [Effect::ResolveConflict { write: WriteId(2), keep_mine, .. }] if *keep_mine == ["status"]),
        "{again:?}"
    );
    run(&mut app, &[A::Undo]);
    publish_writes(&mut app, 6, vec![second]);
    let back = run(&mut app, &[A::Undo]);
    assert!(matches!(&*back, [Effect::Restore { write: WriteId(1), .. }]), "{back:?}");
}

#[test]
fn undo_after_a_late_undo_reverts_the_sent_decision() {
    let mut app = app();
    let write = conflict(1, "c");
    publish_writes(&mut app, 2, vec![write.clone()]);
    run(&mut app, &[A::ScreenActivity, A::KeepMine]);
    publish_writes(&mut app, 3, vec![scheduled(write.clone())]);
    run(&mut app, &[A::Undo]);
    let kind = EventKind::TooLate { record: "c".into(), label: "c".into() };
    app.on_snapshot(Arc::new(Snapshot {
        events: Arc::new(vec![Event { seq: 1, kind }]),
        handled: app.cx.submitted,
        ..snapshot(4, table())
    }));
    let message = &app.cx.toasts().last().unwrap().content;
    assert_eq!(message.key, "toast-too-late");
    let back = run(&mut app, &[A::Undo]);
    let [Effect::Update { fields, .. }] = &*back else { panic!("{back:?}") };
    assert_eq!(fields.to_body(), r#"{"status":"lost"}"#);
}

#[test]
fn sent_field_by_field_choice_reverts_to_server_values() {
    let mut app = app();
    let sent = decided_by_halves(&mut app);
    assert!(
        matches!(&*sent, [Effect::ResolveConflict { keep_mine, .. }] if *keep_mine == ["status"]),
        "{sent:?}"
    );
    let text = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert!(text.undoable, "the toast offers what undo does: {text:?}");
    publish_writes(&mut app, 3, Vec::new());
    let back = run(&mut app, &[A::Undo]);
    let [Effect::Update { fields, base, .. }] = &*back else { panic!("{back:?}") };
    assert_eq!(fields.to_body(), r#"{"status":"lost"}"#);
    assert_eq!(base.to_body(), r#"{"status":"closing"}"#);
    assert!(app.enabled(A::Undo).is_err(), "the decision is undone only once");
}

#[test]
fn deletion_conflict_is_a_single_choice_showing_server_changes() {
    let mut app = app();
    let mut write = conflict(1, "c");
    (write.kind, write.fields) = (WriteKind::Delete, Fields::default());
    write.base.set_text("status", "ic").set_text("responsable", "Ana").set_text("name", "C");
    let mut theirs = Fields::default();
    theirs.set_text("status", "closing").set_text("responsable", "Zoé");
    write.state = WriteState::Conflict { theirs };
    app.on_snapshot(Arc::new(Snapshot {
        writes: Arc::new(vec![write.clone()].into()),
        ..snapshot(2, table())
    }));
    run(&mut app, &[A::ScreenActivity]);
    let view = write_view(&app, &write);
    assert_eq!(view.state, "modifié sur le serveur depuis votre demande de suppression");
    let sides = |app: &App| -> Vec<(String, String, String, bool)> {
        let fields = write_view(app, &write).conflict.unwrap().fields;
        let message =
            fields.into_iter().map(|field| (field.seen.unwrap(), field.mine, field.theirs, field.is_mine));
        message.collect()
    };
    let message = sides(&app);
    assert_eq!(message.len(), 2, "unchanged fields are not part of the conflict: {message:?}");
    assert!(message.iter().all(|side| side.1 == "supprimer" && side.3), "{message:?}");
    assert_eq!((&*message[1].0, &*message[1].2), ("Ana", "Zoé"));
    app.dispatch(Action::ChooseSide { field: 1, mine: false }, test_now());
    assert!(sides(&app).iter().all(|side| !side.3), "a deletion is one choice");
    app.dispatch(Action::ChooseSide { field: 0, mine: true }, test_now());
    assert!(sides(&app).iter().all(|side| side.3));
    let sent = run(&mut app, &[A::KeepMine]);
    let undo_delay = app.cx.options().delete_undo_delay;
    assert!(
        matches!(&*sent, [Effect::ResolveConflict { keep_mine, undo_delay: held, .. }] if !keep_mine.is_empty() && *held == undo_delay),
        "{sent:?}"
    );
    let text = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert!(text.undoable && text.countdown.is_some(), "{text:?}");
    let back = run(&mut app, &[A::Undo]);
    assert!(matches!(&*back, [Effect::ReopenConflict { .. }]), "{back:?}");
}

#[test]
fn deletion_base_includes_seen_values_and_pending_changes() {
    let mut app = app();
    let seen = app.pipeline.focused_row(&app.cx).unwrap();
    let (name, owner) = (seen.name.to_owned(), seen.owner.to_owned());
    let moved = run(&mut app, &[A::MoveNext]);
    let [Effect::Update { fields, .. }] = &*moved else { panic!("{moved:?}") };
    let deleted = run(&mut app, &[A::DeleteDeal, A::DeleteDeal]);
    let [Effect::Delete { base, .. }] = &*deleted else { panic!("{deleted:?}") };
    assert_eq!(base.text("status"), fields.text("status"));
    assert_eq!(base.text("name").as_deref(), Some(&*name));
    assert_eq!(base.text("responsable").as_deref(), Some(&*owner));
}

#[test]
fn conflict_shows_the_deletion_beside_the_local_change() {
    let mut app = app();
    let mut write = conflict(1, "c");
    write.base = Fields::default();
    write.base.set_text("status", "ic");
    write.recreate_fields = Some(Fields::default());
    app.on_snapshot(Arc::new(Snapshot { writes: Arc::new(vec![write].into()), ..snapshot(2, table()) }));
    run(&mut app, &[A::ScreenActivity]);
    let view = crate::records::activity::view::writes::write_view(
        &app,
        app.activity.focused_write(&app.cx).unwrap(),
    );
    let sides = view.conflict.unwrap();
    assert_eq!((&*sides.fields[0].mine, &*sides.fields[0].theirs), ("Closing", "supprimé"));
    assert!(sides.fields[0].seen.is_some() && view.state.contains("recrée"), "{}", view.state);
    let effects = run(&mut app, &[A::KeepMine]);
    assert!(
        matches!(&effects[..], [Effect::ResolveConflict { undo_delay, .. }] if *undo_delay == app.cx.options().undo_delay),
        "it has an undo window like other decisions: {effects:?}"
    );
    let message = app.cx.toasts().last().unwrap();
    let text = crate::tools::toasts::view::toast_view(&app, message);
    assert!(text.undoable && text.text.contains("nouvel identifiant"), "{}", text.text);
}

#[test]
fn conflict_toast_names_a_deletion() {
    for (gone, text) in [(None, "aussi modifié"), (Some(Fields::default()), "supprimé")] {
        let mut app = app();
        let write = PendingWrite { recreate_fields: gone, ..conflict(1, "c") };
        let told = EventKind::Conflict { record: write.record.clone(), label: write.label.clone() };
        app.on_snapshot(Arc::new(Snapshot {
            writes: Arc::new(vec![write].into()),
            events: Arc::new(vec![Event { seq: 1, kind: told }]),
            ..snapshot(2, table())
        }));
        let message = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap()).text;
        assert!(message.starts_with(text), "{message}");
    }
}

#[test]
fn conflict_choices_are_named_after_their_result() {
    let called = |app: &App| {
        let sides = write_view(app, app.activity.focused_write(&app.cx).unwrap()).conflict.unwrap();
        (sides.keep_mine, sides.keep_theirs, sides.is_single_choice)
    };
    let named = |mine: &str, theirs: &str, at_once| (mine.to_owned(), theirs.to_owned(), at_once);
    let sends = |app: &App| footer_keys::hints(app).iter().any(|hint| hint.action == A::RetryWrite);
    let shown = |write: PendingWrite| {
        let mut app = app();
        publish_writes(&mut app, 2, vec![write]);
        run(&mut app, &[A::ScreenActivity]);
        app
    };
    let one = shown(conflict(1, "c"));
    assert_eq!(called(&one), named("Garder ma valeur", "Garder la valeur du serveur", true));
    assert!(!sends(&one), "either choice takes one key");
    let mut two = conflict(1, "c");
    two.fields.set_text("responsable", "Zoé");
    let two = shown(two);
    assert_eq!(called(&two), named("Garder mes valeurs", "Garder les valeurs du serveur", false));
    assert!(sends(&two), "choices per field need a send");
    let gone = shown(PendingWrite { recreate_fields: Some(Fields::default()), ..conflict(1, "c") });
    assert_eq!(called(&gone), named("Recréer le deal", "Le laisser supprimé", true));
    let deletion =
        shown(PendingWrite { kind: WriteKind::Delete, fields: Fields::default(), ..conflict(1, "c") });
    assert_eq!(called(&deletion), named("Supprimer le deal", "Garder le deal", true));
}
