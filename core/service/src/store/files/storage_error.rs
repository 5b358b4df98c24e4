//! Reasons for unavailable storage: no space, or a read-only directory. They are distinguished from damage and from
//! each other, because each has another remedy for the user.

use crate::model::storage_health::{StorageFailure, StorageFailureKind};
use crate::store::files::error::{is_full, is_size_limited};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use rusqlite::ErrorCode;

use crate::store::StoreError;
use crate::store::files::open_private::open_private;

/// Number of bytes that a store needs to be writable. It covers each file's log index and the pages of a transaction.
/// With less, only some files can be written.
const NEEDED_BYTES: usize = 512 << 10;

/// Tests whether `dir` is writable, with a test file.
pub(super) fn check_writable(dir: &Path) -> Result<(), StoreError> {
    let path = dir.join(format!(".room-{}", crate::host::uuid()));
    let result = open_private(&path, true).and_then(|mut file| {
        file.write_all(&vec![0; NEEDED_BYTES])?;
        file.sync_all()
    });
    let removed = match std::fs::remove_file(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    };
    result.and(removed).map_err(|error| StoreError::io(dir, error))
}

/// Converts a failure in `dir` that is caused by unavailable storage. SQLite does not always distinguish a full disk
/// from a broken one, so the directory is tested if unclear.
pub(in crate::store) fn diagnose(dir: &Path, error: StoreError) -> StoreError {
    let probe_result = || match check_writable(dir) {
        Err(StoreError::Io { source, .. }) => failure_kind(&source),
        _ => None,
    };
    let failure = match &error {
        StoreError::Io { source, .. } => failure_kind(source),
        StoreError::Sql(rusqlite::Error::SqliteFailure(failed, _)) => match failed.code {
            ErrorCode::DiskFull => Some(StorageFailureKind::DiskFull),
            ErrorCode::SystemIoFailure if is_size_limited(*failed) => Some(StorageFailureKind::FileTooLarge),
            ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied
            | ErrorCode::SystemIoFailure => probe_result(),
            _ => None,
        },
        _ => None,
    };
    match failure {
        Some(failure) => StoreError::Unavailable(StorageFailure { kind: failure, dir: dir.to_owned() }),
        None => error,
    }
}

fn failure_kind(error: &std::io::Error) -> Option<StorageFailureKind> {
    match error.kind() {
        _ if is_full(error) => Some(StorageFailureKind::DiskFull),
        ErrorKind::FileTooLarge => Some(StorageFailureKind::FileTooLarge),
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Some(StorageFailureKind::ReadOnly),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sqlite_error(code: i32) -> StoreError {
        let failed = rusqlite::ffi::Error::new(code);
        StoreError::Sql(rusqlite::Error::SqliteFailure(failed, None))
    }

    #[test]
    fn full_disk_and_unwritable_directory_differ_from_damage() {
        let dir = tempfile::tempdir().unwrap();
        let said = |error| diagnose(dir.path(), error).to_string();
        let place = dir.path().display().to_string();
        let full = said(sqlite_error(rusqlite::ffi::SQLITE_FULL));
        assert!(full.contains("is full") && full.contains(&place), "{full}");
        let full = StoreError::io(dir.path(), ErrorKind::StorageFull.into());
        assert!(said(full).contains("is full"));
        let met = crate::error::Error::from(sqlite_error(rusqlite::ffi::SQLITE_FULL));
        assert_eq!(met.disk_error(), Some(crate::error::DiskError::DiskFull));
        assert!(met.to_string().contains("is full"), "{met}");
        let closed = StoreError::io(dir.path(), ErrorKind::ReadOnlyFilesystem.into());
        assert!(said(closed).contains("is read-only"));
        let damaged = diagnose(dir.path(), StoreError::damaged("a page"));
        assert!(damaged.is_damage(), "{damaged}");
        // The directory is writable, so it is another failure.
        let broken = diagnose(dir.path(), sqlite_error(rusqlite::ffi::SQLITE_IOERR));
        assert!(matches!(broken, StoreError::Sql(_)), "{broken}");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "nothing stays");
    }
}
