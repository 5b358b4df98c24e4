//! What keeps this machine from keeping anything: a disk without space, a directory that is read-only. Both
//! are told apart from damage and from each other, because the person has something else to do about each.

use crate::model::storage_health::{Hindered, Hindrance};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use rusqlite::ErrorCode;

use super::private_dir::open_private;
use crate::files;
use crate::store::StoreError;

/// What the files of a store need at least to be written at all: for each of them the index of its log and the pages of
/// what is under way. With less, some take what they are given and others do not.
static ROOM: [u8; 512 << 10] = [0; 512 << 10];

/// Whether something can be written to `dir` now, found out by doing it.
pub(super) fn room(dir: &Path) -> Result<(), StoreError> {
    let path = dir.join(format!(".room-{}", uuid::Uuid::new_v4()));
    let written = open_private(&path, true).and_then(|mut file| {
        file.write_all(&ROOM)?;
        file.sync_all()
    });
    let removed = match std::fs::remove_file(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    };
    written.and(removed).map_err(|error| StoreError::io(dir, error))
}

/// Says of a failure in `dir` whether it is a hindrance. SQLite does not always tell a full disk from a broken one, so
/// in doubt the directory is tried.
pub(in crate::store) fn diagnose(dir: &Path, error: StoreError) -> StoreError {
    let tried = || match room(dir) {
        Err(StoreError::Io { source, .. }) => of_system(&source),
        _ => None,
    };
    let what = match &error {
        StoreError::Io { source, .. } => of_system(source),
        StoreError::Sql(rusqlite::Error::SqliteFailure(failed, _)) => match failed.code {
            ErrorCode::DiskFull => Some(Hindered::Full),
            ErrorCode::SystemIoFailure if is_limited(*failed) => Some(Hindered::Limited),
            ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied
            | ErrorCode::SystemIoFailure => tried(),
            _ => None,
        },
        _ => None,
    };
    match what {
        Some(what) => StoreError::Hindered(Hindrance {
            what,
            dir: dir.to_owned(),
        }),
        None => error,
    }
}

/// Whether SQLite could not make a file larger, where the system limits how large one may be. It does not say why it could
/// not.
pub(super) fn is_limited(failed: rusqlite::ffi::Error) -> bool {
    use rusqlite::ffi::{
        SQLITE_IOERR_SHMMAP, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE,
    };
    let growing = [
        SQLITE_IOERR_WRITE,
        SQLITE_IOERR_TRUNCATE,
        SQLITE_IOERR_SHMSIZE,
        SQLITE_IOERR_SHMMAP,
    ];
    growing.contains(&failed.extended_code) && files::are_limited()
}

/// Whether the system says that there is no room left.
pub(super) fn is_full(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

fn of_system(error: &std::io::Error) -> Option<Hindered> {
    match error.kind() {
        _ if is_full(error) => Some(Hindered::Full),
        ErrorKind::FileTooLarge => Some(Hindered::Limited),
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Some(Hindered::Closed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sqlite(code: i32) -> StoreError {
        let failed = rusqlite::ffi::Error::new(code);
        StoreError::Sql(rusqlite::Error::SqliteFailure(failed, None))
    }

    #[test]
    fn a_full_disk_and_a_closed_directory_are_named_and_damage_is_neither() {
        let dir = tempfile::tempdir().unwrap();
        let said = |error| diagnose(dir.path(), error).to_string();
        let place = dir.path().display().to_string();
        let full = said(sqlite(rusqlite::ffi::SQLITE_FULL));
        assert!(full.contains("is full") && full.contains(&place), "{full}");
        let full = StoreError::io(dir.path(), ErrorKind::StorageFull.into());
        assert!(said(full).contains("is full"));
        let met = crate::error::Error::from(sqlite(rusqlite::ffi::SQLITE_FULL));
        assert_eq!(met.local(), Some(crate::error::Local::Full));
        assert!(met.to_string().contains("is full"), "{met}");
        let closed = StoreError::io(dir.path(), ErrorKind::ReadOnlyFilesystem.into());
        assert!(said(closed).contains("is read-only"));
        let damaged = diagnose(dir.path(), StoreError::damaged("a page"));
        assert!(damaged.is_damage(), "{damaged}");
        // There is room, so it is a failure of another kind.
        let broken = diagnose(dir.path(), sqlite(rusqlite::ffi::SQLITE_IOERR));
        assert!(matches!(broken, StoreError::Sql(_)), "{broken}");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "nothing stays");
    }
}
