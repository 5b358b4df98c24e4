//! The send lease: its holder renews it, and other processes report who is sending.

use std::time::Duration;

use encours_core::contract::OperationId;
use encours_core::contract::ids::TEMPORARY_PREFIX;
use encours_core::model::effect::Effect;
use encours_core::model::identity::Identity;
use encours_core::model::snapshot::ConnectionState;
use encours_core::store::{NewOutboxEntry, Store};
use jiff::Timestamp;

use crate::harness::test_harness::{TestHarness, fields, start_engine, submit, wait, wait_until_drained};

fn create_effect(name: &str) -> Effect {
    Effect::Create { fields: fields("name", name), label: name.into() }
}

#[test]
fn peer_does_not_resend_a_request_outlasting_the_lease() {
    let harness = TestHarness::fast(12);
    let mut settings = harness.settings();
    settings.lease = Duration::from_millis(300);
    let one = start_engine(settings.clone());
    wait(&one, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let two = start_engine(settings);
    wait(&two, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    harness.sandbox().faults().replace(vec!["delay=1500@deals_create".parse().unwrap()]);
    submit(&one, vec![create_effect("slow")]);
    wait(&two, "the row of the other", |s| s.writes.len() == 1);
    wait_until_drained(&two);
    assert_eq!(harness.idempotency_keys("deals_create").len(), 1, "it was sent by one alone, once");
}

#[test]
fn lease_of_a_peer_is_reported_until_released() {
    let harness = TestHarness::fast(12);
    let engine = harness.synced_engine();
    let other_store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let holder = other_store.outbox().lease(Timestamp::now(), Duration::from_mins(1), true).unwrap();
    assert_eq!(holder, None, "the lease is to be had");
    submit(&engine, vec![create_effect("waits")]);
    let s = wait(&engine, "that somebody else has the queue", |s| s.storage.lease_taken_since.is_some());
    assert_eq!(s.writes.len(), 1);
    other_store.outbox().yield_lease().unwrap();
    let s = wait(&engine, "its turn", |s| s.writes.is_empty());
    assert_eq!(s.storage.lease_taken_since, None);
    assert_eq!(harness.total(), 13);
}

#[test]
fn offline_engine_does_not_report_a_peer_lease() {
    let mut harness = TestHarness::fast(12);
    let engine = harness.synced_engine();
    let other_store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let term = Duration::from_mins(1);
    assert_eq!(other_store.outbox().lease(Timestamp::now(), term, true).unwrap(), None);
    submit(&engine, vec![create_effect("waits")]);
    wait(&engine, "that somebody else has the queue", |s| s.storage.lease_taken_since.is_some());
    harness.stop_server();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "offline, with nobody to blame", |s| {
        matches!(s.connection, ConnectionState::Offline { .. }) && s.storage.lease_taken_since.is_none()
    });
    drop(other_store);
}

#[test]
fn lease_is_returned_with_the_last_write() {
    let harness = TestHarness::fast(12);
    let engine = harness.synced_engine();
    submit(&engine, vec![create_effect("alone")]);
    wait_until_drained(&engine);
    let peer = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    assert_eq!(peer.outbox().lease(Timestamp::now(), Duration::from_mins(1), true).unwrap(), None);
}

#[test]
fn running_engine_takes_over_a_write_of_a_crashed_peer() {
    let harness = TestHarness::fast(12);
    let engine = harness.synced_engine();
    let peer = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let (now, term) = (Timestamp::now(), Duration::from_mins(1));
    assert_eq!(peer.outbox().lease(now, term, true).unwrap(), None);
    let row = NewOutboxEntry {
        operation: OperationId::DealsCreate,
        record: format!("{TEMPORARY_PREFIX}1"),
        body: r#"{"name":"of the peer"}"#.into(),
        key: encours_core::client::auth::random_id::idempotency_key(),
        base: "{}".into(),
        label: "of the peer".into(),
        created_at: now,
        not_before: now,
        scheduled: false,
    };
    let seq = peer.outbox().enqueue(&[row]).unwrap()[0].seq;
    peer.outbox().claim(seq, now, term).unwrap().unwrap();
    assert!(peer.outbox().mark_sent(seq, now, term).unwrap());
    wait(&engine, "the write that the peer is sending", |s| s.writes.len() == 1);
    // It ends before the request leaves. Its lease and its claim would last a minute.
    drop(peer);
    wait_until_drained(&engine);
    assert_eq!((harness.total(), harness.idempotency_keys("deals_create").len()), (13, 1));
}

#[test]
fn writes_of_a_sibling_profile_are_reported_separately() {
    let harness = TestHarness::fast(12);
    let dir = harness.settings_for_profile("another").dir;
    let other_store = Store::open(&dir, Timestamp::now()).unwrap();
    let identity = Identity::new(harness.base_url(), "key_engine_tests", Some("u-1"));
    other_store.outbox().set_identity(&identity).unwrap();
    let row = NewOutboxEntry {
        operation: OperationId::DealsDelete,
        record: "d".into(),
        body: String::new(),
        key: encours_core::client::auth::random_id::idempotency_key(),
        base: "{}".into(),
        label: "d".into(),
        created_at: Timestamp::now(),
        not_before: Timestamp::now(),
        scheduled: false,
    };
    other_store.outbox().enqueue(&[row]).unwrap();
    drop(other_store);
    let engine = harness.engine();
    let s = wait(&engine, "the queue beside", |s| !s.storage.siblings.is_empty());
    assert_eq!((s.storage.siblings[0].pending_writes, &*s.storage.siblings[0].identity.user), (1, "u-1"));
    assert!(s.writes.is_empty(), "it is not a write of this identity");
}
