use std::time::Duration;

use super::*;
use crate::contract::OperationId;
use crate::model::history::history_entry::EntryKind;
use crate::store::{NewOutboxEntry, OutboxEntry, Store};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// Creates a write requested at 900 and sent; with `lost`, the response was lost.
fn sent_write(
    store: &Store,
    (operation, record, body): (OperationId, &str, &str),
    lost: bool,
) -> OutboxEntry {
    let row = NewOutboxEntry {
        operation,
        record: record.into(),
        body: body.into(),
        key: uuid::Uuid::new_v4().into(),
        base: "{}".into(),
        label: record.into(),
        created_at: at(900),
        not_before: at(900),
        scheduled: false,
    };
    let (outbox, term) = (store.outbox(), Duration::from_secs(30));
    let row = outbox.enqueue(&[row]).unwrap().remove(0);
    outbox.lease(at(900), term, true).unwrap();
    outbox.claim(row.seq, at(900), term).unwrap().unwrap();
    assert!(outbox.mark_sent(row.seq, at(900), term).unwrap());
    let back = outbox.requeue(row.seq, at(900), (true, lost), None);
    back.unwrap().unwrap()
}

fn entry(deal: &str, what: EntryKind, (after, seen): (i64, i64)) -> HistoryEntry {
    HistoryEntry {
        seq: 1,
        deal: deal.into(),
        kind: what,
        not_before: Some(at(after)),
        at: at(seen),
        is_ours: false,
        maybe_ours: false,
    }
}

fn field(name: &str, to: &str) -> EntryKind {
    EntryKind::FieldChanged {
        name: name.into(),
        before: Some("null".into()),
        after: Some(format!("\"{to}\"")),
    }
}

fn new(name: &str) -> EntryKind {
    EntryKind::FirstSeen { body: format!("{{\"id\":\"d\",\"name\":\"{name}\"}}"), status_since: None }
}

/// Returns whether each entry may be an effect of this device.
fn marked(store: &Store, mut entries: Vec<HistoryEntry>) -> Vec<bool> {
    store.mark_in_doubt(&mut entries).unwrap();
    entries.iter().map(|entry| entry.maybe_ours).collect()
}

#[test]
fn only_matching_history_entries_are_marked_maybe_ours() {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(tmp.path(), at(0)).unwrap();
    let update = (OperationId::DealsUpdate, "a", r#"{"responsable":"Me"}"#);
    sent_write(&store, update, true);
    sent_write(
        &store,
        (OperationId::DealsCreate, "new-00000000-0000-4000-8000-000000000001", r#"{"name":"Twin"}"#),
        true,
    );
    sent_write(&store, (OperationId::DealsUpdate, "c", r#"{"status":"ic"}"#), false);
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
    assert_eq!(marked(&store, entries), may);
    let first_sight = HistoryEntry { not_before: None, ..entry("d", new("Twin"), since) };
    let own = HistoryEntry { is_ours: true, ..entry("a", field("responsable", "Me"), since) };
    assert_eq!(marked(&store, vec![first_sight, own]), [false, false]);
}

#[test]
fn write_discarded_in_doubt_may_still_have_been_applied() {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(tmp.path(), at(0)).unwrap();
    let creation =
        (OperationId::DealsCreate, "new-00000000-0000-4000-8000-000000000001", r#"{"name":"Twin"}"#);
    let row = sent_write(&store, creation, true);
    let appeared = || vec![entry("d", new("Twin"), (500, 1_500))];
    store.outbox().discard(&[row.seq], true).unwrap();
    assert_eq!(marked(&store, appeared()), [true]);
}
