//! Full disks, directories of other users, and read-only directories.
//!
//! The problem is reported, and every accepted change is preserved.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::harness::test_harness::{
    LONG, TestHarness, fields, ids_with_status, move_effect, start_engine, submit, wait, wait_until_drained,
};
use crate::storage::killed::Driver;
use encours_core::contract::Fields;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteKind;
use encours_core::model::snapshot::{ConnectionState, EventKind, Snapshot};
use encours_core::model::storage_health::{DbFile, QuarantinedFile, StorageFailureKind};
use encours_core::store::Store;
use jiff::Timestamp;

/// A small file system, mounted until it is dropped.
pub struct MountedDisk(std::path::PathBuf);

impl MountedDisk {
    /// Mounts it; `None` if the system does not allow this.
    pub fn mount(at: &Path, kilobytes: u32) -> Option<Self> {
        fs::create_dir(at).unwrap();
        let size = format!("size={kilobytes}k,mode=0700");
        let output = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(at).output();
        output.is_ok_and(|output| output.status.success()).then(|| Self(at.to_owned()))
    }
}

impl Drop for MountedDisk {
    fn drop(&mut self) {
        let status = Command::new("umount").arg("-l").arg(&self.0).status();
        assert!(status.is_ok_and(|gone| gone.success()), "{} stays mounted", self.0.display());
    }
}

fn large_fields(name: &str) -> Fields {
    let mut large = fields("name", name);
    large.set_text("note", &"x".repeat(40_000));
    large
}

pub fn create_effect(name: &str, fields: Fields) -> Effect {
    Effect::Create { fields, label: name.into() }
}

pub fn not_stored_count(s: &Snapshot) -> usize {
    let is_not_kept = |event: &&encours_core::model::snapshot::Event| {
        matches!(event.kind, EventKind::WriteNotStored { .. })
    };
    s.events.iter().filter(is_not_kept).count()
}

/// Writes until the store is full; returns the number of accepted writes.
fn fill_store(engine: &Engine) -> usize {
    for n in 0..500 {
        let name = format!("large {n}");
        let s = submit(engine, vec![create_effect(&name, large_fields(&name))]);
        if not_stored_count(&s) > 0 {
            return s.writes.len();
        }
    }
    panic!("the disk did not become full");
}

#[test]
fn process_with_a_full_disk_loses_no_acknowledged_write() {
    let mut harness = TestHarness::new(24);
    harness.stop_server();
    let mut driver = Driver::start_on_a_full_disk(&harness, "full", 1024 * 1024);
    let mut acknowledged = Vec::new();
    loop {
        let line = driver.line();
        if let Some(name) = line.strip_prefix("ack create ") {
            acknowledged.push(name.to_owned());
        }
        if line.starts_with("nak ") {
            break;
        }
    }
    driver.kill();
    assert!(acknowledged.len() > 10, "{} are too few to tell", acknowledged.len());
    harness.start_server();
    let engine = harness.synced_engine();
    wait_until_drained(&engine);
    let names = harness.names();
    for name in &acknowledged {
        assert_eq!(names.iter().filter(|held| *held == name).count(), 1, "{name}");
    }
    assert!(names.len() <= 24 + acknowledged.len() + 1);
}

#[test]
fn full_disk_is_reported_and_the_typed_text_returned() {
    let mut harness = TestHarness::new(24);
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path().join("small");
    let Some(_small) = MountedDisk::mount(&at, 2_048) else {
        // Only root may mount. Otherwise run the test above, which uses a process and needs no such right.
        return process_with_a_full_disk_loses_no_acknowledged_write();
    };
    let mut settings = harness.settings();
    settings.dir = at.join("profile");
    let engine = start_engine(settings.clone());
    wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    harness.stop_server();
    let stored_count = fill_store(&engine);
    assert!(stored_count > 0);
    // Each of several simultaneous changes reports its own failure, and nothing else changes.
    let before = not_stored_count(&engine.snapshot());
    let effects = ["one more", "and another"].map(|name| create_effect(name, large_fields(name)));
    let s = submit(&engine, effects.to_vec());
    assert_eq!((not_stored_count(&s) - before, s.writes.len()), (2, stored_count));
    let s = engine.snapshot();
    let not_stored_event = s.events.iter().rev().find_map(|event| match &event.kind {
        EventKind::WriteNotStored { kind, fields, .. } => Some((*kind, fields.clone())),
        _ => None,
    });
    let (kind, typed_fields) = not_stored_event.expect("the event is published");
    assert_eq!(kind, WriteKind::Create);
    assert!(typed_fields.touches("note"), "what was typed is given back");
    let is_reason_reported = s.events.iter().any(|event| match &event.kind {
        EventKind::StoreFailed { error } => error.message().contains("is full"),
        _ => false,
    });
    assert!(is_reason_reported, "and why: {:?}", s.events.last());
    assert_eq!(s.writes.len(), stored_count, "only what is on disk is shown");
    // Local notes fail in the same way.
    let note = ("note/d".to_owned(), Some("x".repeat(60_000)));
    let s = submit(&engine, vec![Effect::SaveSettings(vec![note.clone()])]);
    let not_stored_event = s.events.iter().any(|event| match &event.kind {
        EventKind::SettingsNotStored { settings } => *settings == [note.clone()],
        _ => false,
    });
    assert!(not_stored_event, "{:?}", s.events.last());
    let shown = s.settings.as_ref().and_then(|settings| settings.get("note/d"));
    assert_eq!(shown, None, "only what is on disk is shown");
    // Simulate a crash on the full disk, then make room.
    drop(engine);
    let remount = Command::new("mount").args(["-o", "remount,size=32m"]).arg(&at).status();
    assert!(remount.unwrap().success());
    harness.start_server();
    let engine = start_engine(settings);
    wait(&engine, "the next reading", |s| s.coverage.total.is_some() && !s.coverage.syncing);
    wait_until_drained(&engine);
    assert_eq!(harness.total(), 24 + stored_count as u64);
}

#[test]
fn a_directory_that_belongs_to_another_is_refused() {
    let temp_dir = tempfile::tempdir().unwrap();
    let dir = temp_dir.path().join("theirs");
    fs::create_dir(&dir).unwrap();
    let chown_result = std::os::unix::fs::chown(&dir, Some(12_345), Some(12_345));
    if chown_result.is_err() {
        // Only root may change the owner. Otherwise the root directory serves as a directory of another user.
        let rejected = Store::open(Path::new("/"), Timestamp::now()).unwrap_err();
        assert!(!rejected.to_string().is_empty());
        return;
    }
    let rejected = Store::open(&dir, Timestamp::now()).unwrap_err();
    assert!(rejected.to_string().contains("belongs to another user"), "{rejected}");
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 0, "nothing is left in it");
}

/// A profile that is readable but not writable, until it is dropped.
struct UnwritableProfile {
    disk: Option<MountedDisk>,
    at: std::path::PathBuf,
    fills_disk: bool,
}

impl UnwritableProfile {
    fn remount(&self, options: &str) {
        let status = Command::new("mount").args(["-o", options]).arg(&self.at).status();
        assert!(status.unwrap().success());
    }

    fn make_unwritable(&self) {
        match &self.disk {
            Some(_) if self.fills_disk => {
                use std::io::Write as _;
                let mut file = fs::File::create(self.at.join("filler")).unwrap();
                while file.write_all(&[0; 512]).is_ok() {}
            }
            Some(_) => self.remount("remount,ro"),
            // Without the right to mount we are not root, so file permissions apply.
            None => fs::set_permissions(self.at.join("profile"), fs::Permissions::from_mode(0o500)).unwrap(),
        }
    }

    fn make_writable(&self) {
        match &self.disk {
            Some(_) if self.fills_disk => fs::remove_file(self.at.join("filler")).unwrap(),
            Some(_) => self.remount("remount,rw"),
            None => fs::set_permissions(self.at.join("profile"), fs::Permissions::from_mode(0o700)).unwrap(),
        }
    }
}

fn check_read_only_recovery(fills_disk: bool) {
    let mut harness = TestHarness::new(24);
    let temp_dir = tempfile::tempdir().unwrap();
    let at = temp_dir.path().join("small");
    let disk = MountedDisk::mount(&at, 4_096);
    let fills_disk = fills_disk && disk.is_some();
    let unwritable = UnwritableProfile { disk, at: at.clone(), fills_disk };
    fs::create_dir_all(&at).unwrap();
    let mut settings = harness.settings();
    settings.dir = at.join("profile");
    let engine = start_engine(settings.clone());
    let s = wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let id = ids_with_status(&s, "sourcing").remove(0);
    harness.stop_server();
    submit(&engine, vec![create_effect("waits", fields("name", "waits"))]);
    drop(engine);
    harness.start_server();
    unwritable.make_unwritable();

    let engine = start_engine(settings);
    let s = wait(&engine, "what is stored, and why it cannot be added to", |s| {
        s.storage.failure.is_some() && s.deals.len() == 25 && s.writes.len() == 1
    });
    let failure = s.storage.failure.clone().unwrap();
    assert_eq!(failure.dir, at.join("profile"));
    assert_eq!(failure.kind == StorageFailureKind::DiskFull, fills_disk, "{failure}");
    // The service works, and its data is shown.
    harness.move_by_another(&id, "closing");
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "what somebody else did", |s| {
        let row = s.deals.find(id.as_str()).and_then(|ix| s.deals.row(ix));
        row.is_some_and(|row| row.status == "closing") && matches!(s.connection, ConnectionState::Online)
    });
    let s = submit(&engine, vec![create_effect("refused", fields("name", "refused"))]);
    assert_eq!(not_stored_count(&s), 1, "it is refused in so many words");
    assert_eq!(s.writes.len(), 1);
    assert_eq!(harness.total(), 24, "nothing is sent whose outcome could not be written down");

    unwritable.make_writable();
    wait(&engine, "room again", |s| s.storage.failure.is_none());
    wait_until_drained(&engine);
    assert_eq!(harness.total(), 25, "the pending write was sent automatically");
    let s = submit(&engine, vec![create_effect("again", fields("name", "again"))]);
    assert_eq!(not_stored_count(&s), 1, "and new ones are taken");
    wait_until_drained(&engine);
    drop(engine);
}

#[test]
fn full_disk_allows_only_reads_until_space_is_freed() {
    check_read_only_recovery(true);
}

#[test]
fn unwritable_directory_allows_only_reads_until_writable_again() {
    check_read_only_recovery(false);
}

#[test]
fn unwritable_directory_is_reported() {
    let temp_dir = tempfile::tempdir().unwrap();
    let at = temp_dir.path().join("small");
    let unwritable =
        UnwritableProfile { disk: MountedDisk::mount(&at, 1_024), at: at.clone(), fills_disk: false };
    let dir = at.join("profile");
    drop(Store::open(&dir, Timestamp::now()).unwrap());
    unwritable.make_unwritable();
    let rejected = Store::open(&dir, Timestamp::now()).unwrap_err();
    unwritable.make_writable();
    let text = rejected.to_string();
    assert!(text.contains("is read-only") && text.contains(&dir.display().to_string()), "{text}");
}

#[test]
fn every_file_of_a_profile_is_its_owners_alone() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", LONG)]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&harness.profile()), 0o700);
    let mut names = Vec::new();
    for entry in fs::read_dir(harness.profile()).unwrap() {
        let path = entry.unwrap().path();
        let expected_mode = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), expected_mode, "{}", path.display());
        names.push(path.file_name().unwrap().to_str().unwrap().to_owned());
    }
    for name in ["outbox.db", "outbox.db-wal", "outbox.db-shm", "cache.db", "cache.db-wal"] {
        assert!(names.iter().any(|there| there == name), "{name}: {names:?}");
    }
    drop(engine);
}

#[test]
fn outbox_damaged_in_a_crash_is_recovered_and_reported() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    harness.stop_server();
    for n in 0..40 {
        let name = format!("created {n}");
        submit(&engine, vec![create_effect(&name, fields("name", &name))]);
    }
    drop(engine);
    let file = harness.profile().join("outbox.db");
    let mut bytes = fs::read(&file).unwrap();
    bytes[..100].fill(0);
    fs::write(&file, bytes).unwrap();
    harness.start_server();
    let engine = harness.engine();
    let s = wait(&engine, "what was saved", |s| {
        s.events.iter().any(
            |event| matches!(&event.kind, EventKind::Damaged { file } if file.recovered_rows == Some(40)),
        )
    });
    assert!(s.events.len() < 100);
    wait_until_drained(&engine);
    assert_eq!(harness.total(), 64, "every write that was saved is in effect once");
    assert_eq!(engine.close(Duration::ZERO).blocked, 0);
}

/// Overwrites the open cache.
fn corrupt_cache(harness: &TestHarness) {
    for name in ["cache.db", "cache.db-wal"] {
        let path = harness.profile().join(name);
        let len = fs::metadata(&path).unwrap().len();
        let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        std::io::Write::write_all(&mut file, &vec![0x5a; usize::try_from(len).unwrap()]).unwrap();
    }
}

/// Returns the quarantined cache, if it was reported.
fn quarantined_cache(s: &Snapshot) -> Option<QuarantinedFile> {
    let damage = s.events.iter().find_map(|event| match &event.kind {
        EventKind::Damaged { file: damage } => Some(damage.clone()),
        _ => None,
    });
    damage.filter(|damage| damage.file == DbFile::Cache)
}

#[test]
fn cache_damaged_in_use_is_rebuilt_without_outbox_loss() {
    let harness = TestHarness::new(120);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let s = submit(&engine, vec![move_effect(&id, "sourcing", "ic", LONG)]);
    assert_eq!(s.writes.len(), 1);
    corrupt_cache(&harness);
    submit(&engine, vec![Effect::Refresh]);
    let s = wait(&engine, "the damage, told", |s| quarantined_cache(s).is_some());
    assert!(quarantined_cache(&s).is_some_and(|found| found.path.exists()), "it lies beside");
    let s = wait(&engine, "everything, read again", |s| {
        s.deals.len() == 120 && s.coverage.complete_at.is_some() && !s.coverage.syncing
    });
    assert_eq!(s.writes.len(), 1, "the outbox is unchanged");
    assert_eq!(harness.status(&id), "sourcing", "what is held is held");
    let other = ids_with_status(&s, "screening").remove(0);
    submit(&engine, vec![move_effect(&other, "screening", "ic", Duration::ZERO)]);
    wait(&engine, "another write, sent", |_| harness.status(&other) == "ic");
    engine.close(LONG);
    let engine = harness.engine();
    let s = wait(&engine, "the store's picture", |s| s.deals.len() == 120);
    let is_damaged_again = s.events.iter().any(|event| matches!(event.kind, EventKind::Damaged { .. }));
    assert!(!is_damaged_again, "the new one is whole");
}

#[test]
fn damaged_shared_cache_is_rebuilt_after_one_process_exits() {
    let harness = TestHarness::new(120);
    let (stays, leaves) = (harness.synced_engine(), harness.synced_engine());
    corrupt_cache(&harness);
    submit(&stays, vec![Effect::Refresh]);
    let s = wait(&stays, "what is waited for", |s| s.storage.repair_pending);
    assert!(quarantined_cache(&s).is_none(), "the other has it open");
    assert_eq!(s.deals.len(), 120, "what is shown stays");
    drop(leaves);
    let s = wait(&stays, "the damage, told", |s| quarantined_cache(s).is_some());
    assert!(!s.storage.repair_pending);
    wait(&stays, "everything, read again", |s| {
        s.deals.len() == 120 && s.coverage.complete_at.is_some() && !s.coverage.syncing
    });
    stays.close(LONG);
    let next_engine = harness.engine();
    let s = wait(&next_engine, "the store's picture", |s| s.deals.len() == 120);
    assert!(
        s.events.iter().all(|event| !matches!(event.kind, EventKind::Damaged { .. })),
        "the new one is whole"
    );
}
