//! Files deleted while a program has them open: acknowledged changes survive.

use encours_core::model::snapshot::EventKind;
use encours_core::store::Store;
use jiff::Timestamp;

use crate::harness::test_harness::{TestHarness, fields, submit, wait, wait_until_drained};
use crate::storage::disk::create_effect;

fn delete_outbox(harness: &TestHarness) {
    for suffix in ["", "-wal", "-shm"] {
        let file = harness.profile().join(format!("outbox.db{suffix}"));
        if file.exists() {
            std::fs::remove_file(file).unwrap();
        }
    }
}

#[test]
fn deleted_outbox_is_restored_by_the_running_process() {
    let mut harness = TestHarness::new(12);
    let engine = harness.synced_engine();
    harness.stop_server();
    submit(&engine, vec![create_effect("before", fields("name", "before"))]);
    delete_outbox(&harness);
    // Opening the store signals the first program, which restores the outbox without any user action.
    let names = |store: &Store| {
        let rows = store.outbox().entries().unwrap();
        rows.into_iter().map(|row| row.label).collect::<Vec<_>>()
    };
    let other_store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    assert_eq!(names(&other_store), ["before"]);
    drop(other_store);
    delete_outbox(&harness);
    submit(&engine, vec![create_effect("after", fields("name", "after"))]);
    wait(&engine, "both", |s| s.writes.len() == 2);
    let other_store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    assert_eq!(names(&other_store), ["before", "after"]);
    drop(other_store);
    harness.start_server();
    let s = wait_until_drained(&engine);
    let applied_events = s.events.iter().filter(|event| matches!(event.kind, EventKind::Applied { .. }));
    assert_eq!(applied_events.count(), 2);
    let all = harness.names();
    for name in ["before", "after"] {
        assert_eq!(all.iter().filter(|one| *one == name).count(), 1, "{name}: {all:?}");
    }
}

#[test]
fn write_is_rejected_while_the_profile_directory_is_missing() {
    let mut harness = TestHarness::new(12);
    let engine = harness.synced_engine();
    harness.stop_server();
    let moved_dir = harness.profile().with_extension("away");
    std::fs::rename(harness.profile(), &moved_dir).unwrap();
    engine.submit(vec![create_effect("lost", fields("name", "lost"))]);
    wait(&engine, "the rejection", |s| crate::storage::disk::not_stored_count(s) == 1);
    std::fs::rename(&moved_dir, harness.profile()).unwrap();
    submit(&engine, vec![create_effect("kept", fields("name", "kept"))]);
    wait(&engine, "the other", |s| s.writes.len() == 1);
}
