//! Tests that a toast about a write ends with the write, whichever process ended it.

use crate::contract::{DealId, Fields};
use crate::foundation::cx::change::{RecreateFields, UndoableChange};
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::discarded::WriteProgress;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteId};
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;

fn write(label: &str, state: WriteState) -> PendingWrite {
    PendingWrite {
        id: WriteId(1),
        kind: WriteKind::Update,
        record: if label == "Halle Vauban, Lille" { "c" } else { "a" }.into(),
        label: label.into(),
        fields: Fields::default(),
        base: Fields::default(),
        state,
        attempts: 0,
        created_at: test_now(),
        key: "key".into(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

fn publish_writes(app: &mut App, revision: u64, writes: Vec<PendingWrite>) {
    let handled = app.cx.submitted;
    app.on_snapshot(Arc::new(Snapshot {
        handled,
        writes: Arc::new(writes.into()),
        ..snapshot(revision, table())
    }));
}

#[test]
fn undo_offer_ends_with_the_undo_window() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    let text_of = |app: &App| app.cx.toasts().iter().filter(|toast| toast.content.is_undoable()).count();
    app.on_snapshot(Arc::new(snapshot(2, table())));
    assert_eq!(text_of(&app), 1, "the engine has not handled it yet");
    let moved = &app.cx.toasts()[0].content;
    assert!(moved.is_variant_of("moved-from"), "{moved:?}");
    let label = moved.subject.clone();
    let until = test_now() + jiff::SignedDuration::from_secs(9);
    publish_writes(&mut app, 3, vec![write(&label, WriteState::Scheduled { until })]);
    assert_eq!(text_of(&app), 1);
    publish_writes(
        &mut app,
        4,
        vec![write("Another", WriteState::Scheduled { until }), write(&label, WriteState::Sending)],
    );
    assert_eq!(text_of(&app), 0, "another process sent it early");
}

#[test]
fn resolved_conflict_removes_its_toast() {
    let mut app = app();
    let theirs = Fields::default();
    let blocked = write("Le Parc, Lyon", WriteState::Conflict { theirs });
    let event =
        Event { seq: 1, kind: EventKind::Conflict { record: "a".into(), label: "Le Parc, Lyon".into() } };
    app.on_snapshot(Arc::new(Snapshot {
        events: Arc::new(vec![event]),
        writes: Arc::new(vec![blocked].into()),
        ..snapshot(2, table())
    }));
    assert_eq!(app.cx.toasts().len(), 1);
    publish_writes(&mut app, 3, Vec::new());
    assert!(app.cx.toasts().is_empty());
}

#[test]
fn offline_or_rate_limited_writes_show_no_countdown() {
    use crate::model::snapshot::ConnectionState;
    use crate::records::activity::view::writes::write_view;

    let past = test_now() - jiff::SignedDuration::from_secs(35);
    let soon = test_now() + jiff::SignedDuration::from_secs(6);
    let text_of = |connection: ConnectionState, until: Timestamp| {
        let app = app_with(Snapshot {
            connection,
            writes: Arc::new(vec![write("Le Parc", WriteState::Scheduled { until })].into()),
            ..snapshot(1, table())
        });
        let view = write_view(&app, &app.cx.snapshot().writes[0]);
        crate::text::plain_spaces(&view.state).into_owned()
    };
    let offline = || ConnectionState::Offline {
        since: test_now(),
        retry_at: soon,
        error: crate::error::Error::unreachable(crate::error::NetworkError::Connect, "refused"),
    };
    assert_eq!(text_of(ConnectionState::Online, soon), "envoi dans 6 s");
    assert_eq!(text_of(ConnectionState::Online, past), "en attente");
    for until in [past, soon] {
        assert_eq!(text_of(offline(), until), "en attente, hors ligne");
        let gate = ConnectionState::RateLimited { until: soon };
        assert_eq!(text_of(gate, until), "en attente, limite de débit");
    }
}

#[test]
fn offline_writes_show_no_sending_and_delays_use_hours() {
    use crate::model::snapshot::ConnectionState;
    use crate::records::activity::view::writes::write_view;
    let text_of = |connection: ConnectionState, state: WriteState| {
        let app = app_with(Snapshot {
            connection,
            writes: Arc::new(vec![write("Le Parc", state)].into()),
            ..snapshot(1, table())
        });
        let view = write_view(&app, &app.cx.snapshot().writes[0]);
        (view.mark, crate::text::plain_spaces(&view.state).into_owned())
    };
    let offline = ConnectionState::Offline {
        since: test_now(),
        retry_at: test_now() + jiff::SignedDuration::from_secs(6),
        error: crate::error::Error::unreachable(crate::error::NetworkError::Connect, "refused"),
    };
    assert_eq!(
        text_of(ConnectionState::Online, WriteState::Sending),
        (WriteMark::Sending, "envoi".to_owned())
    );
    assert_eq!(
        text_of(offline, WriteState::Sending),
        (WriteMark::Waiting, "en attente, hors ligne".to_owned())
    );
    let until = test_now() + jiff::SignedDuration::from_secs(9_487);
    let (_, scheduled) = text_of(ConnectionState::Online, WriteState::Scheduled { until });
    assert_eq!(scheduled, "envoi dans 2 h 38 min");
}

#[test]
fn writes_scheduled_by_a_peer_are_shown_and_undoable() {
    let mut app = app();
    let until = test_now() + jiff::SignedDuration::from_secs(9);
    let mut scheduled = write("Le Parc, Lyon", WriteState::Scheduled { until });
    scheduled.fields.set_text("status", "closing");
    scheduled.base.set_text("status", "ic");
    assert_eq!(app.enabled(A::Undo), Err(DisabledReason::NothingToUndo));
    publish_writes(&mut app, 2, vec![scheduled.clone()]);
    let toast_view = crate::tools::toasts::view::toast_view(&app, &app.cx.toasts()[0]);
    assert!(toast_view.undoable && toast_view.countdown.is_some(), "{toast_view:?}");
    assert!(toast_view.text.contains('→'), "the toast names the change: {toast_view:?}");
    assert_eq!(app.cx.toasts()[0].until, until);
    let back = sent_updates(&run(&mut app, &[A::Undo]));
    assert_eq!(back, [("a".to_owned(), "\"ic\"".to_owned(), std::time::Duration::ZERO)]);
    publish_writes(&mut app, 3, Vec::new());
    let held_still = |toast: &Toast| toast.content.is_scheduled_by_peer();
    assert!(!app.cx.toasts().iter().any(held_still));
}

#[test]
fn own_change_is_undone_before_peer_writes() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    let until = test_now() + jiff::SignedDuration::from_secs(9);
    let scheduled = |writes: Vec<PendingWrite>, app: &mut App| publish_writes(app, 2, writes);
    scheduled(vec![write("Le Parc, Lyon", WriteState::Scheduled { until })], &mut app);
    let of_theirs = app.cx.toasts().iter().find(|toast| toast.content.is_scheduled_by_peer());
    let shown = crate::tools::toasts::view::toast_view(&app, of_theirs.unwrap());
    assert!(!shown.undoable && shown.countdown.is_some(), "{shown:?}");
    let back = sent_updates(&run(&mut app, &[A::Undo]));
    assert_eq!(back[0].0, "c", "undo reverts the local change");
}

#[test]
fn undo_without_effect_reports_nothing_to_change() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    publish_writes(&mut app, 2, Vec::new());
    run(&mut app, &[A::Undo]);
    let label = "Halle Vauban, Lille".to_owned();
    let event = EventKind::NothingToDo { record: "c".into(), label: label.clone(), in_doubt: false };
    app.on_snapshot(Arc::new(Snapshot {
        events: Arc::new(vec![Event { seq: 1, kind: event }]),
        ..snapshot(3, table())
    }));
    let kinds: Vec<&ToastContent> = app.cx.toasts().iter().map(|toast| &toast.content).collect();
    assert_eq!(kinds, [&ToastContent::already_so(&label, false).for_record("c")]);
}

#[test]
fn deletion_in_flight_is_not_reported_as_undone() {
    let mut app = app();
    run(&mut app, &[A::DeleteDeal, A::DeleteDeal]);
    let label = "Halle Vauban, Lille".to_owned();
    let deletion = |state| PendingWrite { kind: WriteKind::Delete, ..write(&label, state) };
    publish_writes(&mut app, 2, vec![deletion(WriteState::Sending)]);
    run(&mut app, &[A::Undo]);
    let event = EventKind::DeletionInFlight { record: "c".into(), label: label.clone() };
    app.on_snapshot(Arc::new(Snapshot {
        events: Arc::new(vec![Event { seq: 1, kind: event }]),
        writes: Arc::new(vec![deletion(WriteState::Sending)].into()),
        ..snapshot(3, table())
    }));
    let kinds = |app: &App| -> Vec<ToastContent> {
        app.cx.toasts().iter().map(|toast| toast.content.clone()).collect()
    };
    assert_eq!(kinds(&app), [ToastContent::about("toast-leaving", &label).for_record("c")]);
    publish_writes(&mut app, 4, Vec::new());
    assert_eq!(kinds(&app), []);
}

#[test]
fn peer_discard_toast_ends_with_a_newer_change() {
    let mut app = app();
    let dropped = |write: i64, record: &str| EventKind::DiscardedByPeer {
        write: WriteId(write),
        record: record.into(),
        label: "Le Parc, Lyon".into(),
        progress: WriteProgress::Unsent,
    };
    app.on_snapshot(Arc::new(Snapshot {
        events: Arc::new(vec![Event { seq: 1, kind: dropped(1, "c") }]),
        ..snapshot(2, table())
    }));
    let reported = |app: &App| {
        let is_discarded_by_peer = |toast: &&Toast| toast.content.is_variant_of("dropped-elsewhere");
        app.cx.toasts().iter().filter(is_discarded_by_peer).count()
    };
    let until = test_now() + jiff::SignedDuration::from_secs(5);
    let one = |id: i64, record: &str, state: WriteState| PendingWrite {
        id: WriteId(id),
        record: record.into(),
        ..write("Halle Vauban, Lille", state)
    };
    run(&mut app, &[A::MoveNext]);
    let other = one(2, "b", WriteState::Sending);
    publish_writes(&mut app, 3, vec![other.clone()]);
    assert_eq!(reported(&app), 1, "a write of another record keeps the toast");
    publish_writes(&mut app, 4, vec![other, one(3, "c", WriteState::Scheduled { until })]);
    publish_writes(&mut app, 5, Vec::new());
    assert_eq!(reported(&app), 0, "the toast does not return after the later undo window");
}

#[test]
fn redo_counts_down_like_the_first_write() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    let first = crate::tools::toasts::view::toast_view(&app, &app.cx.toasts()[0]);
    publish_writes(&mut app, 2, Vec::new());
    run(&mut app, &[A::Undo]);
    publish_writes(&mut app, 3, Vec::new());
    run(&mut app, &[A::Redo]);
    let again = app.cx.toasts().last().unwrap().clone();
    let toast_view = crate::tools::toasts::view::toast_view(&app, &again);
    assert_eq!((toast_view.undoable, &toast_view.countdown), (true, &first.countdown), "{toast_view:?}");
    assert!(again.content.is_variant_of("redone"), "{again:?}");
    let label = again.content.subject.clone();
    let until = test_now() + jiff::SignedDuration::from_secs(5);
    publish_writes(&mut app, 4, vec![write(&label, WriteState::Scheduled { until })]);
    assert!(app.cx.toasts().iter().any(|toast| toast.content.is_undoable()));
    publish_writes(&mut app, 5, vec![write(&label, WriteState::Sending)]);
    assert!(!app.cx.toasts().iter().any(|toast| toast.content.is_undoable()), "the write was sent");
}

#[test]
fn undo_toast_names_the_undone_change() {
    let mut app = app();
    let text_of = |app: &App| {
        let toast = app.cx.toasts().last().expect("failed to find a toast").clone();
        crate::tools::toasts::view::toast_view(app, &toast).text
    };
    run(&mut app, &[A::MoveNext, A::DeleteDeal, A::Open, A::Undo]);
    assert_eq!(text_of(&app), "suppression annulée", "only the deletion is cancelled");
    run(&mut app, &[A::Undo]);
    assert_eq!(text_of(&app), "déplacement annulé");
}

#[test]
fn bulk_undo_toast_completes_with_the_last_write() {
    let mut app = app();
    let content = ToastContent::counted("toast-undone-many", 2).for_record("a").for_record("b");
    app.cx.notify(content, std::time::Duration::from_secs(12));
    let not_before = test_now();
    let waiting = |record| {
        crate::screens::inbox::mark_read_tests::pending_mark(record, WriteState::Waiting { not_before })
    };
    let text_of = |app: &mut App, revision, writes: Vec<PendingWrite>| {
        app.on_snapshot(Arc::new(Snapshot {
            writes: Arc::new(writes.into()),
            ..snapshot(revision, table())
        }));
        let view = crate::tools::toasts::view::toast_view(app, &app.cx.toasts()[0]);
        assert_eq!(view.in_progress, view.text.contains("en cours"));
        view.text
    };
    let under_way = text_of(&mut app, 2, vec![waiting("a"), waiting("b")]);
    assert!(under_way.contains("2 deals") && under_way.contains("en cours"), "{under_way}");
    assert_eq!(text_of(&mut app, 3, vec![waiting("b")]), under_way, "one write is still pending");
    let done = text_of(&mut app, 4, vec![waiting("c")]);
    assert!(done.contains("2 deals") && !done.contains("en cours"), "{done}");
    let id = app.cx.toasts()[0].id;
    run(&mut app, &[A::MoveNext]);
    assert!(app.cx.awaits_engine());
    let still = app.cx.toasts().iter().find(|toast| toast.id == id).expect("failed to find the toast");
    assert_eq!(crate::tools::toasts::view::toast_view(&app, still).text, done, "the toast is unchanged");
}

#[test]
fn undoable_toast_outlasts_later_toasts() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    for key in ["toast-copy-failed", "toast-note-kept", "toast-keys-changed"] {
        app.cx.notify(ToastContent::new(key), std::time::Duration::from_secs(3));
    }
    assert_eq!(app.cx.toasts().len(), 3);
    assert!(app.cx.toasts().iter().any(|toast| toast.content.is_undoable()));
    let newest = app.cx.toasts().last().unwrap();
    let scheduled =
        crate::tools::toasts::view::other_scheduled(&app, newest).expect("failed to find a scheduled write");
    assert!(scheduled.undo_cancels && !scheduled.deletes, "{scheduled:?}");
}

#[test]
fn other_scheduled_write_offers_only_an_effective_undo() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    let deal = DealId::new("e").unwrap();
    let creation = UndoableChange::existence(deal, "Cap Vernet", true, RecreateFields::default());
    app.cx.history.push(creation);
    app.cx.notify(ToastContent::about("toast-created", "Cap Vernet"), std::time::Duration::from_secs(6));
    let newest = app.cx.toasts().last().unwrap();
    let scheduled =
        crate::tools::toasts::view::other_scheduled(&app, newest).expect("failed to find a scheduled write");
    assert!(!scheduled.undo_cancels, "undo would revert the creation: {scheduled:?}");
}

/// Moves the first two deals of the first column; both moves are then scheduled.
fn two_moves() -> (App, [String; 2]) {
    let mut app = app();
    let first = focus(&app).to_owned();
    run(&mut app, &[A::MoveNext, A::FocusDown]);
    let second = focus(&app).to_owned();
    run(&mut app, &[A::MoveNext]);
    let until = test_now() + jiff::SignedDuration::from_secs(9);
    let writes = [&first, &second].into_iter().enumerate().map(|(at, id)| {
        let row = app.cx.snapshot().deals.find(id).and_then(|ix| app.cx.snapshot().deals.row(ix));
        let write = write(row.unwrap().name, WriteState::Scheduled { until });
        let record = id.clone();
        let id = crate::model::pending_write::WriteId(i64::try_from(at).unwrap() + 1);
        PendingWrite { id, record, ..write }
    });
    let writes = writes.collect();
    publish_writes(&mut app, 2, writes);
    (app, [first, second])
}

fn separately_undoable(app: &App) -> Vec<bool> {
    let toasts = app.cx.toasts().iter();
    toasts.map(|it| crate::tools::toasts::view::toast_view(app, it).separately_undoable).collect()
}

fn updated_deal(effects: &[Effect]) -> &str {
    match effects {
        [Effect::Update { deal, undo_delay: hold, .. }] if hold.is_zero() => deal.as_str(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_scheduled_moves_are_undone_separately_newest_first() {
    let (mut app, [first, second]) = two_moves();
    let ids: Vec<u64> = app.cx.toasts().iter().map(|toast| toast.id).collect();
    assert_eq!(separately_undoable(&app), [true, false]);
    assert_eq!(app.activity.undo_toast(&app.cx), ids.last().copied());
    let back = run(&mut app, &[A::Undo]);
    assert_eq!(updated_deal(&back), second);
    assert_eq!(app.cx.toasts()[0].id, ids[0], "the first move is still scheduled");
    assert_eq!(app.activity.undo_toast(&app.cx), Some(ids[0]), "the first move is the next to undo");
    assert_eq!(updated_deal(&run(&mut app, &[A::Undo])), first);

    let (mut app, [first, second]) = two_moves();
    let ids: Vec<u64> = app.cx.toasts().iter().map(|toast| toast.id).collect();
    let back = app.dispatch(Action::UndoToast(ids[0]), test_now()).effects;
    assert_eq!(updated_deal(&back), first, "only that move is undone");
    assert_eq!(app.activity.undo_toast(&app.cx), Some(ids[1]));
    assert_eq!(updated_deal(&run(&mut app, &[A::Undo])), second);
}
