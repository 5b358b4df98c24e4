use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use super::*;
use crate::boot_clock::Uptime;
use crate::contract::OperationId;
use crate::store::{EntryState, NewOutboxEntry, OutboxEntry, Store};

const TERM: Duration = Duration::from_secs(15);
const DAY: i64 = 86_400;

/// A machine with a settable clock and an uptime.
#[derive(Clone, Default)]
struct Machine {
    up: Arc<AtomicI64>,
    set: Arc<AtomicI64>,
    boots: Arc<AtomicI64>,
}

impl Machine {
    fn now(&self) -> Timestamp {
        at(self.up.load(Ordering::SeqCst) + self.set.load(Ordering::SeqCst))
    }

    fn advance(&self, seconds: i64) {
        self.up.fetch_add(seconds, Ordering::SeqCst);
    }

    fn set(&self, by: i64) {
        self.set.fetch_add(by, Ordering::SeqCst);
    }

    fn open(&self, dir: &std::path::Path) -> Store {
        let store = Store::open(dir, self.now()).unwrap();
        let machine = self.clone();
        store.outbox().set_anchor_source(Arc::new(move || {
            let up = machine.up.load(Ordering::SeqCst).unsigned_abs();
            let boot = machine.boots.load(Ordering::SeqCst).to_string();
            Anchor::from_uptime(machine.now(), &Uptime::new(&boot, Duration::from_secs(up)))
        }));
        store.outbox().adjust_clock(self.now()).unwrap();
        store
    }
}

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
fn clock_adjustment_preserves_remaining_waits() {
    for by in [DAY, -DAY, 300, -300] {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::default();
        let store = machine.open(tmp.path());
        enqueue(&store, machine.now(), 9, true);
        enqueue(&store, machine.now(), 240, false);
        machine.advance(2);
        machine.set(by);
        assert!(store.outbox().adjust_clock(machine.now()).unwrap(), "{by}");
        assert_eq!(remaining_waits(&store, machine.now()), [7, 238], "{by}");
        let created = store.outbox().entries().unwrap()[0].created_at;
        assert_eq!(machine.now().duration_since(created).as_secs(), 2, "{by}");
        assert!(!store.outbox().adjust_clock(machine.now()).unwrap(), "once is enough");
        machine.set(-by);
        // A later command finds the clock corrected.
        drop(store);
        assert_eq!(remaining_waits(&machine.open(tmp.path()), machine.now()), [7, 238], "{by}");
    }
}

#[test]
fn a_turn_to_send_is_not_taken_because_the_clock_was_set() {
    for by in [DAY, 120, -DAY] {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::default();
        let (mine, other) = (machine.open(tmp.path()), machine.open(tmp.path()));
        let row = enqueue(&mine, machine.now(), 0, false);
        assert_eq!(mine.outbox().lease(machine.now(), TERM, true).unwrap(), None);
        mine.outbox().claim(row.seq, machine.now(), TERM).unwrap().unwrap();
        assert!(mine.outbox().mark_sent(row.seq, machine.now(), TERM).unwrap());
        machine.advance(8);
        machine.set(by);
        let until = other.outbox().lease(machine.now(), TERM, true).unwrap();
        assert_eq!(until, Some(machine.now() + SignedDuration::from_secs(7)), "{by}");
        assert!(mine.outbox().renew_lease(machine.now(), TERM).unwrap(), "{by}");
        machine.advance(16);
        assert_eq!(other.outbox().lease(machine.now(), TERM, true).unwrap(), None, "{by}: it slept");
        assert_eq!(other.outbox().entries().unwrap()[0].state, EntryState::Waiting);
    }
}

#[test]
fn waits_from_before_a_reboot_are_capped_at_the_longest() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = Machine::default();
    machine.set(DAY);
    let store = machine.open(tmp.path());
    for (waits, held) in [(9, true), (18, true), (240, false)] {
        enqueue(&store, machine.now(), waits, held);
    }
    store.outbox().set_rate_limit(Some(machine.now() + SignedDuration::from_hours(20))).unwrap();
    drop(store);
    machine.set(-DAY);
    machine.boots.fetch_add(1, Ordering::SeqCst);
    let store = machine.open(tmp.path());
    assert_eq!(remaining_waits(&store, machine.now()), [0, 9, 0]);
    let rows = store.outbox().entries().unwrap();
    assert!(rows.iter().all(|row| row.created_at <= machine.now()));
    let gate = store.outbox().rate_limit().unwrap().unwrap();
    assert_eq!(gate.duration_since(machine.now()).as_hours(), 24);
    // Times within their limit stay unchanged.
    machine.boots.fetch_add(1, Ordering::SeqCst);
    enqueue(&store, machine.now(), 30, false);
    store.outbox().adjust_clock(machine.now()).unwrap();
    assert_eq!(remaining_waits(&store, machine.now()).last(), Some(&30));
}
