//! Notifications: listed if the service lists them, marked one by one, and never by viewing.

use std::time::Duration;

use encours_core::contract::ids::NotificationId;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::snapshot::Snapshot;
use encours_sandbox::{Config, Fault, ServiceProfile};

use crate::bench::{LONG, TestHarness, applied_count, submit, wait};

const NOW: Duration = Duration::ZERO;

fn load_list(engine: &Engine) -> std::sync::Arc<Snapshot> {
    submit(engine, vec![Effect::LoadNotifications]);
    wait(engine, "the list", |s| {
        s.inbox.fetched_at.is_some() && !s.inbox.loading
    })
}

fn unread_ids(snapshot: &Snapshot) -> Vec<NotificationId> {
    snapshot
        .inbox
        .items
        .iter()
        .filter(|item| !item.read)
        .map(|item| item.id.clone())
        .collect()
}

#[test]
fn marks_leave_one_by_one_each_once() {
    let bench = TestHarness::new(240);
    let engine = bench.synced_engine();
    let before = load_list(&engine);
    assert_eq!(before.inbox.mode, ListMode::Discovered);
    let ids = unread_ids(&before);
    assert!(ids.len() > 3, "the sandbox has unread notifications");
    bench
        .sandbox()
        .faults()
        .add("drop-after-commit@notifications_read:2".parse::<Fault>().unwrap());
    let marked = submit(
        &engine,
        vec![Effect::MarkRead {
            ids: ids.clone(),
            hold: NOW,
        }],
    );
    assert!(unread_ids(&marked).is_empty(), "seen at once");
    let after = wait(&engine, "the marks", |s| applied_count(s) == ids.len());
    assert!(after.inbox.items.iter().all(|item| item.read && !item.pending));
    let titles = |s: &Snapshot| {
        s.inbox
            .items
            .iter()
            .map(|item| item.title.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        titles(&after),
        titles(&before),
        "an answer of two fields does not blank the others"
    );
    let mut keys = bench.idempotency_keys("notifications_read");
    assert_eq!(keys.len(), ids.len() + 2);
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), ids.len());
}

#[test]
fn a_mark_taken_back_in_time_is_never_sent() {
    let bench = TestHarness::new(240);
    let engine = bench.synced_engine();
    let ids = unread_ids(&load_list(&engine));
    submit(
        &engine,
        vec![Effect::MarkRead {
            ids: ids.clone(),
            hold: LONG,
        }],
    );
    let back = submit(&engine, vec![Effect::CancelRead(ids.clone())]);
    assert_eq!(unread_ids(&back), ids);
    assert!(back.writes.is_empty() && back.events.is_empty());
    engine.close(LONG);
    assert!(bench.idempotency_keys("notifications_read").is_empty());
}

#[test]
fn where_there_is_no_list_that_is_said_and_remembered() {
    let bench = TestHarness::with_config(Config {
        deals: 24,
        profile: ServiceProfile::Strict,
        ..Config::default()
    });
    let engine = bench.synced_engine();
    submit(&engine, vec![Effect::LoadNotifications]);
    let s = wait(&engine, "the answer", |s| s.inbox.mode != ListMode::Unknown);
    assert_eq!(
        (s.inbox.mode, s.inbox.error.is_some()),
        (ListMode::Watched, false)
    );
    drop(engine);
    let engine = bench.engine();
    wait(&engine, "the memory of it", |s| s.inbox.mode == ListMode::Watched);
}

#[test]
fn what_may_not_be_listed_is_said_with_its_reason() {
    let bench = TestHarness::new(24);
    bench
        .sandbox()
        .faults()
        .add("forbidden=scope@notifications_list".parse::<Fault>().unwrap());
    let engine = bench.synced_engine();
    submit(&engine, vec![Effect::LoadNotifications]);
    let s = wait(&engine, "the answer", |s| s.inbox.mode == ListMode::Forbidden);
    assert!(s.inbox.error.is_some());
}

#[test]
fn what_an_earlier_right_let_read_is_gone_once_the_list_is_refused() {
    let bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    submit(&engine, vec![Effect::LoadNotifications]);
    wait(&engine, "the list", |s| !s.inbox.items.is_empty());
    bench
        .sandbox()
        .faults()
        .add("forbidden=scope@notifications_list".parse::<Fault>().unwrap());
    submit(&engine, vec![Effect::LoadNotifications]);
    let s = wait(&engine, "the refusal", |s| s.inbox.mode == ListMode::Forbidden);
    assert!(s.inbox.items.is_empty() && s.inbox.error.is_some());
}
