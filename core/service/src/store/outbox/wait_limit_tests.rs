use std::time::Duration;

use super::*;
use crate::contract::OperationId;
use crate::store::{NewOutboxEntry, OutboxEntry, Store};

const TERM: Duration = Duration::from_secs(15);
const DAY: i64 = 86_400;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).unwrap()
}

fn enqueue(store: &Store, now: Timestamp, waits: i64, scheduled: bool) -> OutboxEntry {
    let row = NewOutboxEntry {
        operation: OperationId::DealsUpdate,
        record: format!("d{waits}"),
        body: "{}".into(),
        key: uuid::Uuid::new_v4().into(),
        base: "{}".into(),
        label: String::new(),
        created_at: now,
        not_before: now + SignedDuration::from_secs(waits),
        scheduled,
    };
    store.outbox().enqueue(&[row]).unwrap().remove(0)
}

fn remaining_waits(store: &Store, now: Timestamp) -> Vec<i64> {
    let rows = store.outbox().entries().unwrap();
    rows.iter().map(|row| row.not_before.duration_since(now).as_secs()).collect()
}

#[test]
fn clock_set_back_restarts_delays_without_extending_them() {
    for back in [DAY, 300] {
        let tmp = tempfile::tempdir().unwrap();
        let store = Store::open(tmp.path(), at(0)).unwrap();
        enqueue(&store, at(0), 9, true);
        enqueue(&store, at(0), 240, false);
        let now = at(2 - back);
        store.outbox().limit_waits(now).unwrap();
        assert_eq!(remaining_waits(&store, now), [9, 240], "{back}");
        assert_eq!(store.outbox().entries().unwrap()[0].created_at, now, "{back}");
        store.outbox().limit_waits(now + SignedDuration::from_secs(1)).unwrap();
        assert_eq!(remaining_waits(&store, now), [9, 240], "{back}: once is enough");
    }
}

#[test]
fn lease_ends_within_a_minute_after_clock_set_back() {
    let tmp = tempfile::tempdir().unwrap();
    let (mine, other) = (Store::open(tmp.path(), at(0)).unwrap(), Store::open(tmp.path(), at(0)).unwrap());
    assert_eq!(mine.outbox().lease(at(0), TERM, true).unwrap(), None);
    other.outbox().limit_waits(at(-DAY)).unwrap();
    let until = other.outbox().lease(at(-DAY), TERM, true).unwrap();
    assert_eq!(until, Some(at(60 - DAY)));
    assert!(mine.outbox().renew_lease(at(-DAY), TERM).unwrap());
    assert_eq!(other.outbox().lease(at(16 - DAY), TERM, true).unwrap(), None, "it slept");
}

#[test]
fn stored_delays_are_capped_at_the_maximum() {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(tmp.path(), at(0)).unwrap();
    // Their undo windows began again at a later start.
    for (waits, held) in [(9, true), (18, true), (240, false)] {
        enqueue(&store, at(0), waits + DAY, held);
    }
    store.outbox().set_rate_limit(Some(at(DAY + 20 * 3_600))).unwrap();
    store.outbox().limit_waits(at(0)).unwrap();
    assert_eq!(remaining_waits(&store, at(0)), [0, 9, 0]);
    let gate = store.outbox().rate_limit().unwrap().unwrap();
    assert_eq!(gate.duration_since(at(0)).as_hours(), 24);
    // Times within their limit stay unchanged.
    enqueue(&store, at(0), 30, false);
    store.outbox().limit_waits(at(0)).unwrap();
    assert_eq!(remaining_waits(&store, at(0)).last(), Some(&30));
}
