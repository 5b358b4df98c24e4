//! A queue is sent only under the identity that filled it.

use std::time::Duration;

use encours_core::client::DelegatedUser;
use encours_core::contract::{IdempotencyKey, OperationId, UserId};
use encours_core::engine::Settings;
use encours_core::model::effect::Effect;
use encours_core::model::identity::Identity;
use encours_core::model::pending_write::{Lock, WriteKind, WriteState};
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::snapshot::Snapshot;
use encours_core::model::storage_health::KnownUser;
use encours_core::store::{EntryState, NewOutboxEntry, Store};
use jiff::Timestamp;

use crate::harness::test_harness::{
    SECRET, TestHarness, applied_count, ids_with_status, move_effect, start_engine, submit, wait,
};

const NOW: Duration = Duration::ZERO;

fn outbox_entry(record: &str) -> NewOutboxEntry {
    let now = Timestamp::now();
    NewOutboxEntry {
        operation: OperationId::DealsUpdate,
        record: record.into(),
        body: r#"{"status":"ic"}"#.into(),
        key: IdempotencyKey::from(uuid_of(record)),
        base: "{}".into(),
        label: "a deal".into(),
        created_at: now,
        not_before: now,
        scheduled: false,
    }
}

fn uuid_of(record: &str) -> uuid::Uuid {
    record.parse().unwrap()
}

#[test]
fn writes_of_another_entity_are_locked_shown_and_discardable() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    drop(engine);
    // Simulate a queue written while the key belonged to another entity.
    {
        let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
        let identity = Identity::new(harness.base_url(), "key_engine_tests", None);
        store.outbox().set_identity(&identity).unwrap();
        store.outbox().set_entity("another-entity").unwrap();
        store.outbox().enqueue(&[outbox_entry(&ids[0])]).unwrap();
    }
    let engine = harness.engine();
    wait(&engine, "the lock", |s| {
        s.writes.iter().any(encours_core::model::pending_write::PendingWrite::is_blocked)
    });
    engine.submit(vec![move_effect(&ids[1], "sourcing", "ic", NOW)]);
    let s = wait(&engine, "the other move", |s| applied_count(s) == 1);
    let locked = s.writes.iter().find(|write| write.record == ids[0]).unwrap();
    assert!(
        matches!(&locked.state, WriteState::Locked(Lock::Identity { entity, .. }) if entity == "another-entity"),
        "{:?}",
        locked.state
    );
    assert!(locked.is_blocked(), "it waits for the person");
    let s = submit(&engine, vec![Effect::Retry(locked.id), Effect::Refresh]);
    assert_eq!(s.writes.len(), 1, "not even by hand");
    assert_eq!(harness.status(&ids[0]), "sourcing");
    let s = submit(&engine, vec![Effect::Discard(locked.id)]);
    assert!(s.writes.is_empty());
    assert_eq!(harness.idempotency_keys("deals_update").len(), 1);
}

#[test]
fn write_of_a_newer_version_blocks_only_its_record() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    drop(engine);
    let seq = {
        let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
        store.outbox().enqueue(&[outbox_entry(&ids[0])]).unwrap()[0].seq
    };
    let db = rusqlite::Connection::open(harness.profile().join("outbox.db")).unwrap();
    db.execute("UPDATE outbox SET operation = 'deals_merge' WHERE seq = ?1", [seq]).unwrap();
    drop(db);
    let engine = start_engine(harness.settings_with_secret(SECRET));
    engine.submit(vec![
        move_effect(&ids[0], "sourcing", "closing", NOW),
        move_effect(&ids[1], "sourcing", "ic", NOW),
    ]);
    let s = wait(&engine, "the other move", |s| applied_count(s) == 1);
    let unknown_write = s.writes.iter().find(|write| write.id.0 == seq).unwrap();
    assert_eq!(
        (unknown_write.kind, &unknown_write.state),
        (WriteKind::Other, &WriteState::Locked(Lock::NewerVersion))
    );
    assert_eq!(
        (harness.status(&ids[1]).as_str(), harness.status(&ids[0]).as_str()),
        ("ic", "sourcing"),
        "order is kept for its own record"
    );
    engine.submit(vec![Effect::Discard(unknown_write.id)]);
    wait(&engine, "what came after it", |s| applied_count(s) == 2);
    assert_eq!(harness.status(&ids[0]), "closing");
}

#[test]
fn engine_closed_for_a_user_switch_leaves_writes_scheduled() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    let undo_delay = Duration::from_mins(1);
    submit(&engine, vec![move_effect(&ids[0], "sourcing", "ic", undo_delay)]);
    let summary = engine.close_for_switch(undo_delay);
    assert_eq!((summary.waiting, summary.blocked), (1, 0));
    assert_eq!(harness.status(&ids[0]), "sourcing");
    {
        let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
        let identity = Identity::new(harness.base_url(), "key_engine_tests", None);
        store.outbox().set_identity(&identity).unwrap();
        let rows = store.outbox().entries().unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].state, EntryState::Scheduled, "and undo is still real");
        assert!(!rows[0].ever_sent);
    }
    // The next engine finds the write and sends it.
    let engine = harness.engine();
    let s = wait(&engine, "the write that stayed", |s| s.writes.len() == 1);
    submit(&engine, vec![Effect::Retry(s.writes[0].id)]);
    wait(&engine, "it leaves", |s| applied_count(s) == 1);
    assert_eq!(harness.status(&ids[0]), "ic");
}

#[test]
fn known_users_are_configured_or_have_a_local_store() {
    let harness = TestHarness::fast(24);
    let mut settings = harness.settings_for_profile("own");
    settings.users = vec![UserId::new("u-named").unwrap(), UserId::new("u-store").unwrap()];
    let identity = settings.identity();
    let create_sibling = |name: &str, key: &str, user: Option<&str>, rows: &[NewOutboxEntry]| {
        let dir = settings.dir.parent().unwrap().join(name);
        let store = Store::open(&dir, Timestamp::now()).unwrap();
        let other_identity = Identity::new(&identity.base_url, key, user);
        store.outbox().set_identity(&other_identity).unwrap();
        store.outbox().enqueue(rows).unwrap();
    };
    let id = "11111111-2222-4333-8444-555555555555";
    create_sibling("a", &identity.key_id, Some("u-store"), &[outbox_entry(id)]);
    create_sibling("b", &identity.key_id, Some("u-empty"), &[]);
    create_sibling("c", "another-key", Some("u-other"), &[outbox_entry(id)]);
    let engine = start_engine(settings);
    let s = wait(&engine, "who is there", |s| !s.storage.users.is_empty());
    let known_user = |user: &str, rows, is_named| KnownUser {
        user: user.to_owned(),
        pending_writes: rows,
        is_configured: is_named,
    };
    assert_eq!(
        s.storage.users[..],
        [known_user("u-empty", 0, false), known_user("u-store", 1, true), known_user("u-named", 0, true)]
    );
    // The queue of another key is reported, but its user cannot be selected.
    assert_eq!(s.storage.siblings.len(), 2);
}

#[test]
fn watched_ids_and_moves_are_shared_between_key_and_user() {
    let harness = TestHarness::fast(24);
    let key_settings = harness.settings();
    let mut user_settings = harness.settings_for_profile("user");
    user_settings.user_dir = Some(key_settings.dir.clone());
    user_settings.client.delegated_user = Some(DelegatedUser::new(UserId::new("u-1").unwrap()));
    let read = |settings: &Settings| {
        let engine = start_engine(settings.clone());
        wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
        engine
    };
    let engine = read(&key_settings);
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    engine.close(Duration::ZERO);

    let engine = read(&user_settings);
    let watch = Effect::Watch { kind: ResourceKind::Tasks, ids: vec!["t-1".into()] };
    submit(&engine, vec![watch, move_effect(&ids[0], "sourcing", "ic", NOW)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    engine.close(Duration::ZERO);
    harness.move_by_another(&ids[1], "lost");

    let engine = read(&key_settings);
    let both_changed = |s: &Snapshot| {
        let is_changed = |id: &String| {
            s.history
                .changes_since_visit
                .iter()
                .any(|entry| entry.deal == *id && entry.is_change_of("status"))
        };
        is_changed(&ids[0]) && is_changed(&ids[1])
    };
    let s = wait(&engine, "what changed meanwhile", both_changed);
    for entry in s.history.changes_since_visit.iter().filter(|entry| entry.is_change_of("status")) {
        assert_eq!(entry.is_ours, entry.deal == ids[0], "{entry:?}");
    }
    let s = submit(&engine, vec![Effect::LoadResources(ResourceKind::Tasks)]);
    let watched = &s.resources[&ResourceKind::Tasks].watched;
    assert!(watched.iter().any(|one| one.id == "t-1"), "{watched:?}");
    let unwatch = Effect::Unwatch { kind: ResourceKind::Tasks, ids: vec!["t-1".into()] };
    submit(&engine, vec![unwatch]);
    engine.close(Duration::ZERO);
    let engine = read(&user_settings);
    let s = submit(&engine, vec![Effect::LoadResources(ResourceKind::Tasks)]);
    assert!(s.resources[&ResourceKind::Tasks].watched.iter().all(|one| one.id != "t-1"));
}
