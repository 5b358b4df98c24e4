//! Removal of unfinished files left by a killed process. It runs when the next store opens the directory alone.
//! Complete files are never touched.

use std::fs;
use std::path::Path;

use crate::store::StoreError;
use crate::store::files::companion_files::MOVING;

/// Removes unfinished files from `dir`, which no other process has open.
pub(in crate::store) fn sweep(dir: &Path) -> Result<(), StoreError> {
    for entry in fs::read_dir(dir).map_err(|error| StoreError::io(dir, error))? {
        let entry = entry.map_err(|error| StoreError::io(dir, error))?;
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_file())
            && entry.file_name().to_str().is_some_and(is_unfinished)
            && let Err(error) = fs::remove_file(&path)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            return Err(StoreError::io(&path, error));
        }
    }
    Ok(())
}

/// Returns whether a name is that of an unfinished file: a recovered outbox, a replacement, a disk test.
fn is_unfinished(name: &str) -> bool {
    let probe_prefix = [".owner-", ".room-"].iter().any(|prefix| name.starts_with(prefix));
    let recovery_prefix = [".building", MOVING].iter().any(|suffix| {
        ["", "-journal", "-wal", "-shm"]
            .iter()
            .any(|companion| name.ends_with(&format!("{suffix}{companion}")))
    });
    let replacement_prefix = name
        .rsplit_once('.')
        .is_some_and(|(_, suffix)| suffix.len() == 32 && suffix.bytes().all(|byte| byte.is_ascii_hexdigit()));
    probe_prefix || recovery_prefix || replacement_prefix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn temporary_files_of_killed_processes_are_removed_at_start() {
        let tmp = tempfile::tempdir().unwrap();
        let now = jiff::Timestamp::UNIX_EPOCH;
        drop(Store::open(tmp.path(), now).unwrap());
        let id = uuid::Uuid::new_v4();
        let left = [
            "outbox.db.building".to_owned(),
            "outbox.db.building-journal".to_owned(),
            format!("deals.columns.{}", id.simple()),
            format!(".owner-{}", id.simple()),
            format!(".room-{id}"),
        ];
        let permanent = ["outbox.db.damaged-5", "cache.db.newer", "deals.columns", "outbox.db.format-1"];
        for name in left.iter().map(String::as_str).chain(permanent) {
            fs::write(tmp.path().join(name), "x").unwrap();
        }
        let store = Store::open(tmp.path(), now).unwrap();
        for name in &left {
            assert!(!tmp.path().join(name).exists(), "{name}");
        }
        for name in permanent {
            assert!(tmp.path().join(name).exists(), "{name}");
        }
        // A file that another process is creating must stay.
        let building = tmp.path().join(&left[0]);
        fs::write(&building, "x").unwrap();
        let second = Store::open(tmp.path(), now).unwrap();
        assert!(building.exists());
        drop((store, second));
    }
}
