//! Toasts linked to a write follow its outbox entry, whichever process changes it.

use crate::contract::Fields;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId as A;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::Snapshot;
use crate::shell::testing::*;

fn write(id: i64, status: &str, state: WriteState) -> PendingWrite {
    let mut fields = Fields::default();
    fields.set_text("status", status);
    PendingWrite {
        id: WriteId(id),
        kind: WriteKind::Update,
        record: "c".into(),
        label: "Halle Vauban, Lille".into(),
        fields,
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

fn scheduled() -> WriteState {
    WriteState::Scheduled { until: test_now() + jiff::SignedDuration::from_secs(5) }
}

/// Publishes a snapshot in which all effects are handled and the outbox contains `writes`.
fn publish(app: &mut App, revision: u64, writes: Vec<PendingWrite>) {
    app.on_snapshot(Arc::new(Snapshot {
        writes: Arc::new(writes.into()),
        handled: u64::MAX,
        events: app.cx.snapshot().events.clone(),
        ..snapshot(revision, table())
    }));
}

fn has_toast(app: &App, such: impl Fn(&ToastContent) -> bool) -> bool {
    app.cx.toasts().iter().any(|toast| such(&toast.content))
}

fn has_move_toast(app: &App) -> bool {
    has_toast(app, |kind| kind.is_variant_of("moved-from"))
}

#[test]
fn move_toast_ends_when_a_peer_replaces_the_write() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    assert!(has_move_toast(&app));
    publish(&mut app, 2, vec![write(1, "ic", scheduled())]);
    assert!(has_move_toast(&app));
    // The other window undid the move and made another one.
    publish(&mut app, 3, vec![write(2, "lost", scheduled())]);
    assert!(!has_move_toast(&app), "{:?}", app.cx.toasts());
}

#[test]
fn move_toast_ends_when_another_window_sends_the_write() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    publish(&mut app, 2, vec![write(1, "ic", scheduled())]);
    publish(&mut app, 3, vec![write(1, "ic", WriteState::Sending)]);
    assert!(!has_move_toast(&app), "{:?}", app.cx.toasts());
}

#[test]
fn rejection_toast_ends_when_another_window_resolves_it() {
    let problem = || WriteProblem {
        recovered: false,
        kind: ErrorKind::Invalid,
        status: Some(422),
        title: "Unprocessable".into(),
        detail: "no".into(),
        scope: None,
        route_id: None,
        reason_code: None,
        request_id: None,
    };
    let rejection = |kind: &ToastContent| kind.is_variant_of("refused");
    for blocked in [true, false] {
        let mut app = app();
        let of = |state| {
            if blocked { vec![write(1, "ic", state)] } else { Vec::new() }
        };
        app.on_snapshot(Arc::new(Snapshot {
            writes: Arc::new(of(WriteState::Rejected(problem().into())).into()),
            events: Arc::new(vec![Event {
                seq: 1,
                kind: EventKind::Rejected {
                    kind: WriteKind::Update,
                    record: "c".into(),
                    label: "Halle Vauban, Lille".into(),
                    problem: problem(),
                },
            }]),
            ..snapshot(2, table())
        }));
        assert!(has_toast(&app, rejection));
        publish(&mut app, 3, of(WriteState::Sending));
        assert_eq!(has_toast(&app, rejection), !blocked);
    }
}
