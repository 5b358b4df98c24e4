use std::time::Duration;

use super::*;
use crate::model::history::history_entry::What;
use crate::store::{NewRow, Row, Store};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// Creates a write requested at 900 and sent; with `lost`, the answer was lost.
fn sent(store: &Store, (operation, record, body): (OperationId, &str, &str), lost: bool) -> Row {
    let row = NewRow {
        operation,
        record: record.into(),
        body: body.into(),
        key: uuid::Uuid::new_v4().into(),
        base: "{}".into(),
        label: record.into(),
        created_at: at(900),
        not_before: at(900),
        held: false,
    };
    let (outbox, term) = (store.outbox(), Duration::from_secs(30));
    let row = outbox.enqueue(&[row]).unwrap().remove(0);
    outbox.lease(at(900), term, true).unwrap();
    outbox.claim(row.seq, at(900), term).unwrap().unwrap();
    assert!(outbox.leaving(row.seq, at(900), term).unwrap());
    let back = outbox.requeue(row.seq, at(900), (true, lost), None);
    back.unwrap().unwrap()
}

fn entry(deal: &str, what: What, (after, seen): (i64, i64)) -> Entry {
    Entry {
        seq: 1,
        deal: deal.into(),
        what,
        after: Some(at(after)),
        at: at(seen),
        ours: false,
        perhaps: false,
    }
}

fn field(name: &str, to: &str) -> What {
    What::Field {
        name: name.into(),
        before: Some("null".into()),
        after: Some(format!("\"{to}\"")),
    }
}

fn new(name: &str) -> What {
    What::Seen {
        body: format!("{{\"id\":\"d\",\"name\":\"{name}\"}}"),
        stage: None,
    }
}

/// Returns whether each entry may be an effect of this machine.
fn noted(store: &Store, mut entries: Vec<Entry>) -> Vec<bool> {
    store.note_doubted(&mut entries).unwrap();
    entries.iter().map(|entry| entry.perhaps).collect()
}

#[test]
fn what_an_unanswered_write_would_have_led_to_may_be_its_doing_and_nothing_else_is() {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(tmp.path(), at(0)).unwrap();
    let update = (OperationId::DealsUpdate, "a", r#"{"responsable":"Me"}"#);
    sent(&store, update, true);
    sent(
        &store,
        (
            OperationId::DealsCreate,
            "new-00000000-0000-4000-8000-000000000001",
            r#"{"name":"Twin"}"#,
        ),
        true,
    );
    sent(
        &store,
        (OperationId::DealsUpdate, "c", r#"{"status":"ic"}"#),
        false,
    );
    let since = (500, 1_500);
    let entries = vec![
        entry("a", field("responsable", "Me"), since),
        entry("a", field("updated_at", "2026-11-20"), since),
        entry("a", field("responsable", "Them"), (1_500, 2_000)),
        entry("a", field("updated_at", "2026-11-21"), (1_500, 2_000)),
        entry("b", field("responsable", "Me"), since),
        entry("a", field("responsable", "Me"), (100, 500)),
        entry("d", new("Twin"), since),
        entry("d", new("Halle"), since),
        entry("c", field("status", "ic"), since),
    ];
    let may = [true, true, false, false, false, false, true, false, false];
    assert_eq!(noted(&store, entries), may);
    let first_sight = Entry {
        after: None,
        ..entry("d", new("Twin"), since)
    };
    let own = Entry {
        ours: true,
        ..entry("a", field("responsable", "Me"), since)
    };
    assert_eq!(noted(&store, vec![first_sight, own]), [false, false]);
}

#[test]
fn a_write_that_is_given_up_in_doubt_may_have_been_applied_all_the_same() {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(tmp.path(), at(0)).unwrap();
    let creation = (
        OperationId::DealsCreate,
        "new-00000000-0000-4000-8000-000000000001",
        r#"{"name":"Twin"}"#,
    );
    let row = sent(&store, creation, true);
    let appeared = || vec![entry("d", new("Twin"), (500, 1_500))];
    store.outbox().discard(&[row.seq], true).unwrap();
    assert_eq!(noted(&store, appeared()), [true]);
}
