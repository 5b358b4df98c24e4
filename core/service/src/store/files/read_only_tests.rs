use std::path::PathBuf;

use super::*;
use crate::contract::OperationId;
use crate::model::storage_health::StorageFailureKind;
use crate::store::{NewOutboxEntry, ReceivedRecord, RecordKind, RecordOrigin};

fn row(record: &str) -> NewOutboxEntry {
    NewOutboxEntry {
        operation: OperationId::DealsDelete,
        record: record.into(),
        body: String::new(),
        key: uuid::Uuid::new_v4().into(),
        base: "{}".into(),
        label: record.into(),
        created_at: Timestamp::UNIX_EPOCH,
        not_before: Timestamp::UNIX_EPOCH,
        scheduled: false,
    }
}

fn filled(dir: &Path) -> Store {
    let store = Store::open(dir, Timestamp::UNIX_EPOCH).unwrap();
    store.outbox().enqueue(&[row("a")]).unwrap();
    store.settings().set("view/x", Some("1"), Timestamp::UNIX_EPOCH).unwrap();
    let received = ReceivedRecord {
        id: "a".into(),
        body: r#"{"id":"a","status":"ic"}"#.into(),
        position: 0,
        status: Some("ic".into()),
    };
    let (cache, now) = (store.cache(), Timestamp::UNIX_EPOCH);
    let request_seq = cache.write_seq().unwrap();
    cache.confirm(RecordKind::Deal, "", now, &received, RecordOrigin::Fetched { request_seq }).unwrap();
    store
}

fn open_copy(dir: &Path, kind: StorageFailureKind) -> Store {
    let dir = dir.to_owned();
    Store::open_copy(&dir.clone(), StorageFailure { kind, dir }, Timestamp::UNIX_EPOCH).unwrap()
}

fn bytes(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && path.extension().is_some_and(|end| end == "db"))
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn read_only_store_rejects_writes_with_a_reason() {
    let tmp = tempfile::tempdir().unwrap();
    drop(filled(tmp.path()));
    let before = bytes(tmp.path());
    let store = open_copy(tmp.path(), StorageFailureKind::DiskFull);
    assert_eq!(store.outbox().entries().unwrap().len(), 1);
    assert!(store.cache().get(RecordKind::Deal, "", "a").unwrap().is_some());
    assert_eq!(store.settings().all().unwrap().len(), 1);
    let place = tmp.path().display().to_string();
    for refused in [
        store.outbox().enqueue(&[row("b")]).map(|_| ()),
        store.outbox().discard(&[1], true).map(|_| ()),
        store.settings().set("view/x", None, Timestamp::UNIX_EPOCH),
        store.outbox().lease(Timestamp::UNIX_EPOCH, std::time::Duration::from_secs(1), true).map(|_| ()),
    ] {
        let said = crate::error::Error::from(refused.unwrap_err());
        assert_eq!(said.disk_error(), Some(crate::error::DiskError::DiskFull), "{said}");
        assert!(said.message().contains("is full") && said.message().contains(&place), "{said}");
    }
    assert_eq!(store.outbox().entries().unwrap().len(), 1, "nothing was changed by it");
    // Data fetched meanwhile is cached until the store is closed.
    store.cache().put_single("entity", "{}", Timestamp::UNIX_EPOCH).unwrap();
    assert!(store.cache().single("entity").unwrap().is_some());
    let copy = store.dir().to_owned();
    assert!(copy.is_dir() && copy != tmp.path());
    drop(store);
    assert!(!copy.exists(), "the copy goes with the store");
    assert!(bytes(tmp.path()) == before, "not a byte was changed");
}

#[test]
fn read_only_store_includes_data_of_the_log() {
    let tmp = tempfile::tempdir().unwrap();
    let open = filled(tmp.path());
    let log = fs::metadata(tmp.path().join("outbox.db-wal")).unwrap();
    assert!(log.len() > 0, "or this shows nothing");
    let store = open_copy(tmp.path(), StorageFailureKind::ReadOnly);
    assert_eq!(store.outbox().entries().unwrap().len(), 1);
    let said = store.outbox().enqueue(&[row("b")]).unwrap_err().to_string();
    assert!(said.contains("is read-only"), "{said}");
    drop(open);
}

#[test]
fn a_store_that_was_never_made_is_shown_empty() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open_copy(&tmp.path().join("never-made"), StorageFailureKind::ReadOnly);
    assert!(store.outbox().entries().unwrap().is_empty());
    assert!(!tmp.path().join("never-made").exists());
}
