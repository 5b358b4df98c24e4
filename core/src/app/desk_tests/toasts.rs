//! What a toast says of a write ends with the write, whoever ended it.

use super::*;
use crate::engine::{PendingWrite, WriteId};
use ActionId as A;

fn write(label: &str, state: WriteState) -> PendingWrite {
    PendingWrite {
        id: WriteId(1),
        kind: WriteKind::Update,
        record: "a".into(),
        label: label.into(),
        fields: Fields::default(),
        base: Fields::default(),
        state,
        attempts: 0,
        created_at: noon(),
        key: "key".into(),
    }
}

fn after(app: &mut App, revision: u64, writes: Vec<PendingWrite>) {
    let handled = app.submitted;
    app.absorb(Arc::new(Snapshot {
        handled,
        writes: Arc::new(writes),
        ..snapshot(revision, table())
    }));
}

#[test]
fn a_promise_to_take_back_goes_with_the_hold() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    let said = |app: &App| app.toasts().iter().filter(|toast| toast.kind.undoable()).count();
    app.absorb(Arc::new(snapshot(2, table())));
    assert_eq!(said(&app), 1, "the engine has not taken it in yet");
    let label = match &app.toasts()[0].kind {
        ToastKind::Moved { label, .. } => label.clone(),
        other => panic!("{other:?}"),
    };
    let until = noon() + jiff::SignedDuration::from_secs(9);
    after(&mut app, 3, vec![write(&label, WriteState::Held { until })]);
    assert_eq!(said(&app), 1);
    after(
        &mut app,
        4,
        vec![
            write("Another", WriteState::Held { until }),
            write(&label, WriteState::Sending),
        ],
    );
    assert_eq!(said(&app), 0, "a shell has sent it before its time");
}

#[test]
fn a_settled_conflict_is_not_asked_about() {
    let mut app = app();
    let theirs = Fields::default();
    let parked = write("Le Parc, Lyon", WriteState::Conflict { theirs });
    let event = Event {
        seq: 1,
        kind: EventKind::Conflict {
            record: "a".into(),
            label: "Le Parc, Lyon".into(),
        },
    };
    app.absorb(Arc::new(Snapshot {
        events: Arc::new(vec![event]),
        writes: Arc::new(vec![parked]),
        ..snapshot(2, table())
    }));
    assert_eq!(app.toasts().len(), 1);
    after(&mut app, 3, Vec::new());
    assert!(app.toasts().is_empty());
}
