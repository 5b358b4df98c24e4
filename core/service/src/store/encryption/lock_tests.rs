//! The locks that SQLite has on the files of an open store.

use std::fs;
use std::os::unix::fs::MetadataExt as _;

use crate::model::storage_health::DbFile;
use crate::store::Store;
use crate::store::damage_tests::{at, filled};

use super::is_encrypted;

/// First byte of the range that every connection locks, by the file format of SQLite.
const SHARED_RANGE: &str = " 1073741826 ";

#[test]
fn open_store_keeps_its_locks() {
    let tmp = tempfile::tempdir().unwrap();
    filled(tmp.path());
    let store = Store::open(tmp.path(), at(50)).unwrap();
    store.set_setting("note/d3", Some("changed"), at(51)).unwrap();
    assert!(!store.is_encrypted() && !is_encrypted(tmp.path()));
    let locks = fs::read_to_string("/proc/locks").unwrap();
    for part in [DbFile::Outbox, DbFile::History, DbFile::Settings] {
        let inode = format!(":{} ", fs::metadata(tmp.path().join(part.file_name())).unwrap().ino());
        let is_locked = locks.lines().any(|line| line.contains(&inode) && line.contains(SHARED_RANGE));
        assert!(is_locked, "{part:?} in {locks}");
    }
}
