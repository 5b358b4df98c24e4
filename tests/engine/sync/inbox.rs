//! Notifications: listed if the service lists them, marked one by one, and never by viewing.

use std::time::Duration;

use encours_core::contract::ids::NotificationId;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::snapshot::Snapshot;
use encours_sandbox::{Config, Fault, ServiceProfile};

use crate::harness::test_harness::{LONG, TestHarness, applied_count, submit, wait};

const NOW: Duration = Duration::ZERO;

fn load_list(engine: &Engine) -> std::sync::Arc<Snapshot> {
    submit(engine, vec![Effect::LoadNotifications]);
    wait(engine, "the list", |s| s.inbox.fetched_at.is_some() && !s.inbox.loading)
}

fn unread_ids(snapshot: &Snapshot) -> Vec<NotificationId> {
    snapshot.inbox.items.iter().filter(|item| !item.read).map(|item| item.id.clone()).collect()
}

#[test]
fn read_marks_are_sent_one_by_one_without_duplicates() {
    let harness = TestHarness::new(240);
    let engine = harness.synced_engine();
    let before = load_list(&engine);
    assert_eq!(before.inbox.mode, ListMode::Discovered);
    let ids = unread_ids(&before);
    assert!(ids.len() > 3, "the sandbox has unread notifications");
    harness.sandbox().faults().add("drop-after-commit@notifications_read:2".parse::<Fault>().unwrap());
    let marked = submit(&engine, vec![Effect::MarkRead { ids: ids.clone(), undo_delay: NOW }]);
    assert!(unread_ids(&marked).is_empty(), "seen at once");
    let after = wait(&engine, "the marks", |s| applied_count(s) == ids.len());
    assert!(after.inbox.items.iter().all(|item| item.read && !item.pending));
    let titles = |s: &Snapshot| s.inbox.items.iter().map(|item| item.title.clone()).collect::<Vec<_>>();
    assert_eq!(titles(&after), titles(&before), "an answer of two fields does not blank the others");
    let mut keys = harness.idempotency_keys("notifications_read");
    assert_eq!(keys.len(), ids.len() + 2);
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), ids.len());
}

#[test]
fn a_mark_undone_in_time_is_never_sent() {
    let harness = TestHarness::new(240);
    let engine = harness.synced_engine();
    let ids = unread_ids(&load_list(&engine));
    submit(&engine, vec![Effect::MarkRead { ids: ids.clone(), undo_delay: LONG }]);
    let undone = submit(&engine, vec![Effect::CancelRead(ids.clone())]);
    assert_eq!(unread_ids(&undone), ids);
    assert!(undone.writes.is_empty() && undone.events.is_empty());
    engine.close(LONG);
    assert!(harness.idempotency_keys("notifications_read").is_empty());
}

#[test]
fn missing_notification_list_is_reported_and_remembered() {
    let harness =
        TestHarness::with_config(Config { deals: 24, profile: ServiceProfile::Strict, ..Config::default() });
    let engine = harness.synced_engine();
    submit(&engine, vec![Effect::LoadNotifications]);
    let s = wait(&engine, "the answer", |s| s.inbox.mode != ListMode::Unknown);
    assert_eq!((s.inbox.mode, s.inbox.error.is_some()), (ListMode::Watched, false));
    drop(engine);
    let engine = harness.engine();
    wait(&engine, "the memory of it", |s| s.inbox.mode == ListMode::Watched);
}

#[test]
fn forbidden_notification_list_is_reported_with_its_error() {
    let harness = TestHarness::new(24);
    harness.sandbox().faults().add("forbidden=scope@notifications_list".parse::<Fault>().unwrap());
    let engine = harness.synced_engine();
    submit(&engine, vec![Effect::LoadNotifications]);
    let s = wait(&engine, "the answer", |s| s.inbox.mode == ListMode::Forbidden);
    assert!(s.inbox.error.is_some());
}

#[test]
fn forbidden_list_removes_notifications_loaded_before() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    submit(&engine, vec![Effect::LoadNotifications]);
    wait(&engine, "the list", |s| !s.inbox.items.is_empty());
    harness.sandbox().faults().add("forbidden=scope@notifications_list".parse::<Fault>().unwrap());
    submit(&engine, vec![Effect::LoadNotifications]);
    let s = wait(&engine, "the rejection", |s| s.inbox.mode == ListMode::Forbidden);
    assert!(s.inbox.items.is_empty() && s.inbox.error.is_some());
}
