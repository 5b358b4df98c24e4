//! The send lease: its holder renews it, and other processes report who is sending.

use std::time::Duration;

use encours_core::contract::OperationId;
use encours_core::model::effect::Effect;
use encours_core::model::identity::Identity;
use encours_core::model::snapshot::Connection;
use encours_core::store::{NewRow, Store};
use jiff::Timestamp;

use crate::bench::{Bench, drained, fields, start, submit, wait};

fn create(name: &str) -> Effect {
    Effect::Create {
        fields: fields("name", name),
        label: name.into(),
    }
}

#[test]
fn a_request_that_takes_longer_than_the_lease_is_nobody_elses_to_send() {
    let bench = Bench::quick(12);
    let mut settings = bench.settings();
    settings.lease = Duration::from_millis(300);
    let one = start(settings.clone());
    wait(&one, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    let two = start(settings);
    wait(&two, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    bench
        .sandbox()
        .faults()
        .replace(vec!["delay=1500@deals_create".parse().unwrap()]);
    submit(&one, vec![create("slow")]);
    wait(&two, "the row of the other", |s| s.writes.len() == 1);
    drained(&two);
    assert_eq!(
        bench.keys("deals_create").len(),
        1,
        "it was sent by one alone, once"
    );
}

#[test]
fn a_queue_that_another_program_does_not_let_go_of_is_said_and_then_goes_on() {
    let bench = Bench::quick(12);
    let engine = bench.ready();
    let other = Store::open(&bench.profile(), Timestamp::now()).unwrap();
    let taken = other
        .outbox()
        .lease(Timestamp::now(), Duration::from_mins(1), true)
        .unwrap();
    assert_eq!(taken, None, "the lease is to be had");
    submit(&engine, vec![create("waits")]);
    let s = wait(&engine, "that somebody else has the queue", |s| {
        s.keeping.queue_taken_since.is_some()
    });
    assert_eq!(s.writes.len(), 1);
    other.outbox().yield_lease().unwrap();
    let s = wait(&engine, "its turn", |s| s.writes.is_empty());
    assert_eq!(s.keeping.queue_taken_since, None);
    assert_eq!(bench.total(), 13);
}

#[test]
fn without_a_connection_no_other_program_is_said_to_send() {
    let mut bench = Bench::quick(12);
    let engine = bench.ready();
    let other = Store::open(&bench.profile(), Timestamp::now()).unwrap();
    let term = Duration::from_mins(1);
    assert_eq!(other.outbox().lease(Timestamp::now(), term, true).unwrap(), None);
    submit(&engine, vec![create("waits")]);
    wait(&engine, "that somebody else has the queue", |s| {
        s.keeping.queue_taken_since.is_some()
    });
    bench.unplug();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "offline, with nobody to blame", |s| {
        matches!(s.connection, Connection::Offline { .. }) && s.keeping.queue_taken_since.is_none()
    });
    drop(other);
}

#[test]
fn writes_of_another_identity_on_this_machine_are_shown_as_such() {
    let bench = Bench::quick(12);
    let dir = bench.settings_of("another").dir;
    let other = Store::open(&dir, Timestamp::now()).unwrap();
    let who = Identity::new(bench.base_url(), "key_engine_tests", Some("u-1"));
    other.outbox().write_as(&who).unwrap();
    let row = NewRow {
        operation: OperationId::DealsDelete,
        record: "d".into(),
        body: String::new(),
        key: encours_core::client::auth::random_id::idempotency_key(),
        base: "{}".into(),
        label: "d".into(),
        created_at: Timestamp::now(),
        not_before: Timestamp::now(),
        held: false,
    };
    other.outbox().enqueue(&[row]).unwrap();
    drop(other);
    let engine = bench.engine();
    let s = wait(&engine, "the queue beside", |s| !s.keeping.elsewhere.is_empty());
    assert_eq!(
        (s.keeping.elsewhere[0].rows, &*s.keeping.elsewhere[0].who.user),
        (1, "u-1")
    );
    assert!(s.writes.is_empty(), "it is not a write of this identity");
}
