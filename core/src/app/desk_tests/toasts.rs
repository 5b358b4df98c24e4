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

#[test]
fn without_a_connection_nothing_counts_down_to_a_sending() {
    use crate::engine::Connection;
    use crate::view::writes::write_view;

    let past = noon() - jiff::SignedDuration::from_secs(35);
    let soon = noon() + jiff::SignedDuration::from_secs(6);
    let said = |connection: Connection, until: Timestamp| {
        let app = with(Snapshot {
            connection,
            writes: Arc::new(vec![write("Le Parc", WriteState::Held { until })]),
            ..snapshot(1, table())
        });
        let view = write_view(&app, &app.snapshot().writes[0]);
        crate::view::text::plain_spaces(&view.state).into_owned()
    };
    let offline = || Connection::Offline {
        since: noon(),
        retry_at: soon,
        error: crate::error::Error::unreachable(crate::error::Fault::Connect, "refused"),
    };
    assert_eq!(said(Connection::Online, soon), "part dans 6 s");
    assert_eq!(said(Connection::Online, past), "en attente");
    for until in [past, soon] {
        assert_eq!(said(offline(), until), "en attente, hors ligne");
        let gate = Connection::RateLimited { until: soon };
        assert_eq!(said(gate, until), "en attente, envois suspendus");
    }
}
