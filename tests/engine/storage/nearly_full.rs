//! A disk with room for only a part of a write's data.
//!
//! A write that the service applied is shown once and recorded as soon as there is room. A write that could not be
//! stored was never sent.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_core::store::Store;
use jiff::Timestamp;

use crate::harness::test_harness::{
    TestHarness, applied_count, fields, start_engine, submit, wait, wait_until_drained,
};
use crate::storage::disk::{MountedDisk, create_effect, not_stored_count};

/// Fills the file system of `at` until that many kilobytes are free.
fn fill_until(at: &Path, kilobytes: usize) {
    let output = Command::new("df").args(["-k", "--output=avail"]).arg(at).output();
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    let free_kilobytes: usize = output.lines().last().unwrap().trim().parse().unwrap();
    fs::write(at.join("filler"), vec![0; (free_kilobytes - kilobytes) << 10]).unwrap();
}

/// Creates a deal and waits for its outcome.
fn create_and_wait(engine: &Engine) -> Arc<Snapshot> {
    submit(engine, vec![create_effect("Neuf", fields("name", "Neuf"))]);
    wait(engine, "what became of it", |s| {
        not_stored_count(s) > 0 || applied_count(s) > 0 || s.storage.failure.is_some() && !s.writes.is_empty()
    })
}

#[test]
fn outcome_on_a_nearly_full_disk_is_journalled_later() {
    let mut applied_runs = 0;
    for kilobytes in (32..=320).step_by(32) {
        let harness = TestHarness::fast(24);
        let temp_dir = tempfile::tempdir().unwrap();
        let at = temp_dir.path().join("small");
        let Some(_small) = MountedDisk::mount(&at, 2_048) else {
            return failed_journal_line_is_written_with_the_next_one();
        };
        let mut settings = harness.settings();
        settings.dir = at.join("profile");
        let engine = start_engine(settings.clone());
        wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
        fill_until(&at, kilobytes);
        let s = create_and_wait(&engine);
        let context = format!("{kilobytes} KB: {:?}", s.events.last());
        if not_stored_count(&s) > 0 {
            assert_eq!(harness.total(), 24, "{context}");
        }
        if applied_count(&s) > 0 {
            applied_runs += 1;
            assert_eq!(harness.total(), 25, "{context}");
            assert!(s.writes.is_empty(), "{context}");
            // A count that was running when the service applied the creation may be outdated.
            submit(&engine, vec![Effect::Refresh]);
            wait(&engine, "it, counted once", |s| {
                (s.coverage.fetched, s.coverage.total, s.deals.len()) == (25, Some(25), 25)
            });
        }
        let expected = u64::from(not_stored_count(&s) == 0);
        fs::remove_file(at.join("filler")).unwrap();
        wait(&engine, "room again", |s| s.storage.failure.is_none());
        wait_until_drained(&engine);
        drop(engine);
        assert_eq!(harness.total(), 24 + expected, "{context}");
        let store = Store::open(&settings.dir, Timestamp::now()).unwrap();
        let lines = store.history().journal(100).unwrap();
        let lines = lines.iter().filter(|line| line.outcome == WriteOutcome::Applied);
        assert_eq!(lines.count() as u64, expected, "{context}");
        assert!(store.outbox().entries().unwrap().is_empty(), "{context}");
    }
    assert!(applied_runs > 0, "in one of them the service has applied it");
}

#[test]
fn failed_journal_line_is_written_with_the_next_one() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let history = rusqlite::Connection::open(harness.profile().join("history.db")).unwrap();
    history.execute_batch(&encours_tests::encrypted_profile::key_statement()).unwrap();
    history
        .execute_batch("CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'full'); END")
        .unwrap();
    submit(&engine, vec![create_effect("one", fields("name", "one"))]);
    let s = wait(&engine, "the creation", |s| applied_count(s) == 1);
    let events = s.events.iter();
    assert_eq!(events.filter(|event| matches!(event.kind, EventKind::StoreFailed { .. })).count(), 1);
    history.execute_batch("DROP TRIGGER full").unwrap();
    submit(&engine, vec![create_effect("two", fields("name", "two"))]);
    let s = wait(&engine, "both", |s| applied_count(s) == 2);
    let lines = s.history.journal.iter().map(|line| &*line.label);
    assert_eq!(lines.collect::<Vec<_>>(), ["one", "two"]);
}
