//! Tests of writes left by the last session: pending, scheduled, and deletions to confirm.

use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::tools::session::quit_tests::{app_with_scheduled, later, pending_write};

#[test]
fn startup_backlog_is_reported_once_when_all_is_sent() {
    let waits = |id, record: &str| {
        let state = WriteState::Waiting { not_before: test_now() };
        pending_write(id, record, "Halle Vauban, Lille", state)
    };
    let applied = |seq, record: &str| Event {
        seq,
        kind: EventKind::Applied {
            kind: WriteKind::Update,
            record: record.into(),
            label: "Halle Vauban, Lille".into(),
            temp_id: None,
        },
    };
    let at = |revision, writes: Vec<PendingWrite>, events: Vec<Event>| {
        Arc::new(Snapshot {
            writes: Arc::new(writes.into()),
            events: Arc::new(events),
            ..snapshot(revision, table())
        })
    };
    let text_of = |app: &App| -> Vec<usize> {
        let toasts = app.cx.toasts().iter().map(|toast| &toast.content);
        let sent = toasts.filter(|content| content.is_variant_of("sent-since-opened"));
        sent.filter_map(|content| content.number_arg("n")).collect()
    };
    let mut app = app_with(Snapshot {
        writes: Arc::new(vec![waits(1, "a"), waits(2, "b"), waits(3, "c")].into()),
        ..snapshot(1, table())
    });
    app.on_snapshot(at(2, vec![waits(2, "b"), waits(3, "c")], vec![applied(1, "a")]));
    assert_eq!(text_of(&app), [0; 0], "other writes are still pending");
    // One write is discarded, one sent; a newer write of the same deal is pending.
    app.on_snapshot(at(3, vec![waits(9, "a")], vec![applied(1, "a"), applied(2, "c")]));
    assert_eq!(text_of(&app), [2]);
    let toast = app.cx.toasts().last().unwrap();
    let view = crate::tools::toasts::view::toast_view(&app, toast);
    assert!(view.text.starts_with("2 modifications en attente envoyées"), "{}", view.text);
    app.on_snapshot(at(4, Vec::new(), vec![applied(3, "a")]));
    assert_eq!(text_of(&app), [2], "reported once");

    let quick = app_with(Snapshot { events: Arc::new(vec![applied(1, "a")]), ..snapshot(1, table()) });
    assert_eq!(text_of(&quick), [1], "sent before the first snapshot");
    let mut own = app_with(snapshot(1, table()));
    own.on_snapshot(at(2, vec![waits(1, "a")], Vec::new()));
    own.on_snapshot(at(3, Vec::new(), vec![applied(1, "a")]));
    assert_eq!(text_of(&own), [0; 0], "local writes are not reported");
}

#[test]
fn writes_scheduled_at_exit_are_reported_and_undoable() {
    let mut app = app_with_scheduled(later(10));
    let scheduled = EventKind::Rescheduled { count: 1, until: later(10) };
    app.on_snapshot(Arc::new(Snapshot {
        events: Arc::new(vec![Event { seq: 1, kind: scheduled }]),
        writes: app.cx.snapshot().writes.clone(),
        ..snapshot(2, table())
    }));
    let toast = app.cx.toasts().last().unwrap();
    assert!(
        toast.content == ToastContent::counted("toast-held-again", 1).scheduled()
            && toast.content.is_undoable()
    );
    assert_eq!(toast.until, later(10));
    assert!(app.enabled(A::Undo).is_ok());
    assert_eq!(app.cx.toasts().len(), 1, "reported once");
    assert_eq!(crate::tools::toasts::view::other_scheduled(&app, toast), None);
}

#[test]
fn rescheduled_and_peer_writes_are_each_reported_once() {
    let scheduled = |id: i64, record: &str| PendingWrite {
        id: WriteId(id),
        record: record.into(),
        ..app_with_scheduled(later(10)).cx.snapshot().writes[0].clone()
    };
    let again = EventKind::Rescheduled { count: 2, until: later(10) };
    let at = |revision, writes: Vec<PendingWrite>| Snapshot {
        events: Arc::new(vec![Event { seq: 1, kind: again.clone() }]),
        writes: Arc::new(writes.into()),
        ..snapshot(revision, table())
    };
    let mut app = app_with(at(1, vec![scheduled(1, "a"), scheduled(2, "b")]));
    let reported = |app: &App| app.cx.toasts().len();
    assert_eq!(reported(&app), 1);
    app.on_snapshot(Arc::new(at(2, vec![scheduled(1, "a"), scheduled(2, "b")])));
    assert_eq!(reported(&app), 1);
    app.on_snapshot(Arc::new(at(3, vec![scheduled(1, "a"), scheduled(2, "b"), scheduled(3, "c")])));
    assert_eq!(reported(&app), 2, "the write of another process is reported");
}

#[test]
fn restored_scheduled_deletion_is_named_in_the_toast() {
    let app = app_with_scheduled(later(10));
    let mut restored: Vec<PendingWrite> = app.cx.snapshot().writes.iter().cloned().collect();
    restored[0].kind = WriteKind::Delete;
    let reported = |writes: &[PendingWrite]| {
        let mut app = app_with(snapshot(1, table()));
        let scheduled = EventKind::Rescheduled { count: writes.len(), until: later(10) };
        app.on_snapshot(Arc::new(Snapshot {
            events: Arc::new(vec![Event { seq: 1, kind: scheduled }]),
            writes: Arc::new(writes.to_vec().into()),
            ..snapshot(2, table())
        }));
        let reported =
            |toast: &&crate::foundation::cx::toast::Toast| toast.content.is_variant_of("held-again");
        let view =
            crate::tools::toasts::view::toast_view(&app, app.cx.toasts().iter().find(reported).unwrap());
        (view.subject.to_string(), view.text)
    };
    let one = reported(&restored);
    assert_eq!(
        (one.0.as_str(), one.1.as_str()),
        ("Halle Vauban, Lille", "suppression de la dernière session en attente")
    );
    restored.push(PendingWrite { kind: WriteKind::Update, ..restored[0].clone() });
    assert_eq!(
        reported(&restored).1,
        "suppression de la dernière session en attente (et 1 autre modification)"
    );
    restored.push(restored[0].clone());
    assert_eq!(
        reported(&restored),
        (
            String::new(),
            "3 modifications non envoyées de la dernière session, dont 2 suppressions".to_owned()
        )
    );
}

/// Returns an app that starts with `count` scheduled deletions of an earlier run.
fn app_with_deletions(count: i64) -> (App, Output) {
    let deletion = |number: i64| PendingWrite {
        id: WriteId(number),
        record: ["a", "b", "c"][usize::try_from(number - 1).unwrap()].into(),
        kind: WriteKind::Delete,
        ..app_with_scheduled(later(10)).cx.snapshot().writes[0].clone()
    };
    let scheduled = EventKind::Rescheduled { count: usize::try_from(count).unwrap(), until: later(10) };
    begun_with(Snapshot {
        events: Arc::new(vec![Event { seq: 1, kind: scheduled }]),
        writes: Arc::new((1..=count).map(deletion).collect()),
        ..snapshot(1, table())
    })
}

fn cancelled_count(effects: &[Effect]) -> usize {
    let cancels = |effect: &&Effect| matches!(effect, Effect::CancelDelete(_));
    effects.iter().filter(cancels).count()
}

#[test]
fn restored_deletion_prompt_extends_its_undo_window() {
    let (mut app, output) = app_with_deletions(1);
    let question = crate::shell::view::picker::picker_view(&app).unwrap();
    assert!(question.title.contains("1 suppression"), "{}", question.title);
    assert!(question.summary[0].contains("Halle Vauban"), "{:?}", question.summary);
    let extends_windows =
        |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::ExtendUndoWindows(_)));
    assert!(extends_windows(&output.effects));
    let output = app.tick(later(5));
    assert!(extends_windows(&output.effects));
    let confirmed = run(&mut app, &[A::FocusFirst, A::Open]);
    assert_eq!(
        (cancelled_count(&confirmed), extends_windows(&confirmed)),
        (0, true),
        "the confirmed deletion has a new undo window"
    );
    assert_eq!(*app.cx.overlay(), Overlay::None);
    assert!(app.cx.toasts().last().unwrap().content.is_undoable());
    assert_eq!(cancelled_count(&run(&mut app, &[A::Undo])), 1);
}

#[test]
fn any_other_choice_cancels_the_restored_deletions() {
    for steps in [&[A::Open][..], &[A::Back]] {
        let (mut app, _) = app_with_deletions(3);
        assert_eq!(cancelled_count(&run(&mut app, steps)), 3, "{steps:?}");
        assert_eq!(*app.cx.overlay(), Overlay::None);
    }
    let (mut app, _) = app_with_deletions(2);
    assert_eq!(cancelled_count(&app.dispatch(Action::CloseOverlay, test_now()).effects), 2);
}

#[test]
fn restored_deletions_settled_by_a_peer_need_no_prompt() {
    let (mut app, _) = app_with_deletions(1);
    app.on_snapshot(Arc::new(snapshot(2, table())));
    assert_eq!(*app.cx.overlay(), Overlay::None);
    assert!(app_with(snapshot(1, table())).cx.picker().is_none());
}
