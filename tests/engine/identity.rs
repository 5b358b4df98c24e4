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

use crate::bench::{
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
fn what_was_written_for_another_entity_stays_shut_is_shown_and_can_be_given_up() {
    let bench = TestHarness::fast(24);
    let engine = bench.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    drop(engine);
    // Simulate a queue written while the key belonged to another entity.
    {
        let store = Store::open(&bench.profile(), Timestamp::now()).unwrap();
        let who = Identity::new(bench.base_url(), "key_engine_tests", None);
        store.outbox().set_identity(&who).unwrap();
        store.outbox().set_entity("another-entity").unwrap();
        store.outbox().enqueue(&[outbox_entry(&ids[0])]).unwrap();
    }
    let engine = bench.engine();
    wait(&engine, "the lock", |s| {
        s.writes
            .iter()
            .any(encours_core::model::pending_write::PendingWrite::is_blocked)
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
    assert_eq!(bench.status(&ids[0]), "sourcing");
    let s = submit(&engine, vec![Effect::Discard(locked.id)]);
    assert!(s.writes.is_empty());
    assert_eq!(bench.idempotency_keys("deals_update").len(), 1);
}

#[test]
fn a_write_of_a_newer_version_is_shown_kept_and_holds_up_no_other_record() {
    let bench = TestHarness::fast(24);
    let engine = bench.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    drop(engine);
    let seq = {
        let store = Store::open(&bench.profile(), Timestamp::now()).unwrap();
        store.outbox().enqueue(&[outbox_entry(&ids[0])]).unwrap()[0].seq
    };
    let db = rusqlite::Connection::open(bench.profile().join("outbox.db")).unwrap();
    db.execute(
        "UPDATE outbox SET operation = 'deals_merge' WHERE seq = ?1",
        [seq],
    )
    .unwrap();
    drop(db);
    let engine = start_engine(bench.settings_with_secret(SECRET));
    engine.submit(vec![
        move_effect(&ids[0], "sourcing", "closing", NOW),
        move_effect(&ids[1], "sourcing", "ic", NOW),
    ]);
    let s = wait(&engine, "the other move", |s| applied_count(s) == 1);
    let odd = s.writes.iter().find(|write| write.id.0 == seq).unwrap();
    assert_eq!(
        (odd.kind, &odd.state),
        (WriteKind::Other, &WriteState::Locked(Lock::NewerVersion))
    );
    assert_eq!(
        (bench.status(&ids[1]).as_str(), bench.status(&ids[0]).as_str()),
        ("ic", "sourcing"),
        "order is kept for its own record"
    );
    engine.submit(vec![Effect::Discard(odd.id)]);
    wait(&engine, "what came after it", |s| applied_count(s) == 2);
    assert_eq!(bench.status(&ids[0]), "closing");
}

#[test]
fn an_engine_that_is_left_sends_nothing_more_and_keeps_every_hold() {
    let bench = TestHarness::fast(24);
    let engine = bench.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    let hold = Duration::from_mins(1);
    submit(&engine, vec![move_effect(&ids[0], "sourcing", "ic", hold)]);
    let left = engine.close_for_switch(hold);
    assert_eq!((left.waiting, left.blocked), (1, 0));
    assert_eq!(bench.status(&ids[0]), "sourcing");
    {
        let store = Store::open(&bench.profile(), Timestamp::now()).unwrap();
        let who = Identity::new(bench.base_url(), "key_engine_tests", None);
        store.outbox().set_identity(&who).unwrap();
        let rows = store.outbox().entries().unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].state, EntryState::Scheduled, "and undo is still real");
        assert!(!rows[0].ever_sent);
    }
    // The next engine finds the write and sends it.
    let engine = bench.engine();
    let s = wait(&engine, "the write that stayed", |s| s.writes.len() == 1);
    submit(&engine, vec![Effect::Retry(s.writes[0].id)]);
    wait(&engine, "it leaves", |s| applied_count(s) == 1);
    assert_eq!(bench.status(&ids[0]), "ic");
}

#[test]
fn whoever_has_a_store_of_this_key_here_or_is_configured_can_be_acted_for() {
    let bench = TestHarness::fast(24);
    let mut settings = bench.settings_for_profile("own");
    settings.users = vec![UserId::new("u-named").unwrap(), UserId::new("u-store").unwrap()];
    let who = settings.identity();
    let beside = |name: &str, key: &str, user: Option<&str>, rows: &[NewOutboxEntry]| {
        let dir = settings.dir.parent().unwrap().join(name);
        let store = Store::open(&dir, Timestamp::now()).unwrap();
        let other = Identity::new(&who.base_url, key, user);
        store.outbox().set_identity(&other).unwrap();
        store.outbox().enqueue(rows).unwrap();
    };
    let id = "11111111-2222-4333-8444-555555555555";
    beside("a", &who.key_id, Some("u-store"), &[outbox_entry(id)]);
    beside("b", &who.key_id, Some("u-empty"), &[]);
    beside("c", "another-key", Some("u-other"), &[outbox_entry(id)]);
    let engine = start_engine(settings);
    let s = wait(&engine, "who is there", |s| !s.storage.users.is_empty());
    let known = |user: &str, rows, named| KnownUser {
        user: user.to_owned(),
        pending_writes: rows,
        is_configured: named,
    };
    assert_eq!(
        s.storage.users[..],
        [
            known("u-empty", 0, false),
            known("u-store", 1, true),
            known("u-named", 0, true)
        ]
    );
    // The queue of another key is reported, but its user cannot be selected.
    assert_eq!(s.storage.siblings.len(), 2);
}

#[test]
fn what_one_watches_and_moves_for_a_user_is_ones_own_as_the_key() {
    let bench = TestHarness::fast(24);
    let own = bench.settings();
    let mut acting = bench.settings_for_profile("user");
    acting.user_dir = Some(own.dir.clone());
    acting.client.delegated_user = Some(DelegatedUser::new(UserId::new("u-1").unwrap()));
    let read = |settings: &Settings| {
        let engine = start_engine(settings.clone());
        wait(&engine, "the first reading", |s| {
            s.coverage.complete_at.is_some() && !s.coverage.syncing
        });
        engine
    };
    let engine = read(&own);
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    engine.close(Duration::ZERO);

    let engine = read(&acting);
    let watch = Effect::Watch {
        family: ResourceKind::Tasks,
        ids: vec!["t-1".into()],
    };
    submit(&engine, vec![watch, move_effect(&ids[0], "sourcing", "ic", NOW)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    engine.close(Duration::ZERO);
    bench.move_by_another(&ids[1], "lost");

    let engine = read(&own);
    let both = |s: &Snapshot| {
        let of = |id: &String| {
            s.history
                .changes_since_visit
                .iter()
                .any(|entry| entry.deal == *id && entry.is_change_of("status"))
        };
        of(&ids[0]) && of(&ids[1])
    };
    let s = wait(&engine, "what changed meanwhile", both);
    for entry in s
        .history
        .changes_since_visit
        .iter()
        .filter(|entry| entry.is_change_of("status"))
    {
        assert_eq!(entry.is_ours, entry.deal == ids[0], "{entry:?}");
    }
    let s = submit(&engine, vec![Effect::LoadResources(ResourceKind::Tasks)]);
    let watched = &s.resources[&ResourceKind::Tasks].watched;
    assert!(watched.iter().any(|one| one.id == "t-1"), "{watched:?}");
    let gone = Effect::Unwatch {
        family: ResourceKind::Tasks,
        ids: vec!["t-1".into()],
    };
    submit(&engine, vec![gone]);
    engine.close(Duration::ZERO);
    let engine = read(&acting);
    let s = submit(&engine, vec![Effect::LoadResources(ResourceKind::Tasks)]);
    assert!(
        s.resources[&ResourceKind::Tasks]
            .watched
            .iter()
            .all(|one| one.id != "t-1")
    );
}
