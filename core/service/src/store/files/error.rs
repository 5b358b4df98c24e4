//! The errors of the store, each with the state of the data and the remedy.

use crate::files;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::DiskError;
use crate::model::storage_health::{DbFile, StorageFailure};
use crate::store::files::encryption_problem::EncryptionProblem;

/// System error for an unreadable disk sector: `EIO`, or `ERROR_CRC` on Windows.
const DISK_READ_ERROR: i32 = if cfg!(windows) { 23 } else { 5 };

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system refused an operation on a file.
    #[error("cannot use {}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A directory, named pipe or device is in the place of a file. Nothing was changed.
    #[error("{} cannot be used ({source}). Nothing was changed: move it away", path.display())]
    NotAFile {
        /// The expected file.
        path: PathBuf,
        /// The error that describes the actual object.
        source: std::io::Error,
    },
    /// A symbolic link or file in the place of the directory.
    #[error("{} is not a plain folder. Move it away or choose another one", .0.display())]
    NotADirectory(PathBuf),
    /// A directory that belongs to another user of this computer.
    #[error("{} belongs to another user of this device. Choose another folder", .0.display())]
    WrongOwner(PathBuf),
    /// A file from a newer version. Nothing was changed.
    #[error(
        "{} was written by a newer version (format {found}, this version knows {known}). Nothing was changed: \
         install that version again",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format found.
        found: i64,
        /// The newest format that this version knows.
        known: i64,
    },
    /// A file with the content of another file of the store. Nothing was changed.
    #[error(
        "{} contains data that belongs in {}. Nothing was changed: give the files their own names again",
        path.display(),
        content.file_name()
    )]
    Misplaced {
        /// The file.
        path: PathBuf,
        /// The file that its content belongs to.
        content: DbFile,
    },
    /// A damaged outbox that another process is using. Nothing was changed.
    #[error(
        "the pending changes in {} cannot be read ({reason}). Nothing was changed: close every other window of this \
         profile and start again, what can be read is recovered",
        path.display()
    )]
    OutboxDamaged {
        /// The file.
        path: PathBuf,
        /// The kind of damage.
        reason: String,
    },
    /// A profile whose encryption prevents the operation. Nothing was changed.
    #[error("{}: {problem}", path.display())]
    Encryption {
        /// The directory of the profile.
        path: PathBuf,
        /// The reason.
        problem: EncryptionProblem,
    },
    /// Storage that cannot be written: no space or no permission. Existing data is unchanged.
    #[error("{0}")]
    Unavailable(StorageFailure),
    /// An error from SQLite.
    #[error("the store failed: {0}")]
    Sql(#[from] rusqlite::Error),
    /// A row that this version cannot read; it was left unchanged.
    #[error("the store holds a row that cannot be read: {0}")]
    Unreadable(String),
}

impl StoreError {
    /// Returns the error for damage found by a check.
    pub fn damaged(reason: &str) -> Self {
        let corrupt = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        Self::Sql(rusqlite::Error::SqliteFailure(corrupt, Some(reason.to_owned())))
    }

    /// Returns the error for a profile whose encryption prevents an operation.
    pub(crate) fn encryption(dir: &Path, problem: EncryptionProblem) -> Self {
        Self::Encryption { path: dir.to_owned(), problem }
    }

    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    /// Returns whether the disk is full.
    pub(in crate::store) fn is_full(&self) -> bool {
        match self {
            Self::Io { source, .. } => crate::store::files::error::is_full(source),
            Self::Sql(rusqlite::Error::SqliteFailure(failed, _)) => {
                failed.code == rusqlite::ErrorCode::DiskFull
            }
            _ => false,
        }
    }

    /// Treats SQLite errors as damage, for a file known to be changed by others.
    pub(super) fn into_damage(self) -> Self {
        use rusqlite::ErrorCode::{
            ConstraintViolation, InternalMalfunction, ReadOnly, TypeMismatch, Unknown,
        };
        let Self::Sql(failed) = &self else { return self };
        let is_garbled = failed.sqlite_error_code().is_none_or(|code| {
            matches!(code, Unknown | InternalMalfunction | ConstraintViolation | TypeMismatch | ReadOnly)
        });
        if is_garbled { Self::damaged(&self.to_string()) } else { self }
    }

    /// Returns whether the disk failed to read data; the file may be intact.
    pub fn is_read_failure(&self) -> bool {
        match self {
            Self::Io { source, .. } => source.raw_os_error() == Some(DISK_READ_ERROR),
            // A file that could not grow is a different error.
            Self::Sql(error) => error.sqlite_error().is_some_and(|failed| {
                failed.code == rusqlite::ErrorCode::SystemIoFailure
                    && !crate::store::files::error::is_size_limited(*failed)
            }),
            _ => false,
        }
    }

    /// Returns whether another connection has the file locked.
    pub(in crate::store) fn is_busy(&self) -> bool {
        let Self::Sql(error) = self else { return false };
        error.sqlite_error().is_some_and(|failed| failed.code == rusqlite::ErrorCode::DatabaseBusy)
    }

    /// Returns whether the file itself is damaged, as opposed to busy, full or inaccessible.
    pub fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        matches!(self, Self::Sql(rusqlite::Error::SqliteFailure(e, _)) if matches!(e.code, DatabaseCorrupt | NotADatabase))
    }
}

/// Returns the error for an unusable directory, which is a configuration error.
fn unusable(error: &StoreError) -> crate::error::Error {
    let message = error.to_string();
    crate::error::Error::usage(format!(
        "local data cannot be saved: {message}. Choose another folder with --data-dir (or ENCOURS_DATA_DIR)"
    ))
    .with_message_ref("usage-store", &[("why", &message)])
}

impl From<StoreError> for crate::error::Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(failure) => Self::from(&failure),
            StoreError::Newer {
                ref path,
                found,
                known,
            } => Self::usage(error.to_string())
                .with_message_ref(
                    "store-newer",
                    &[
                        ("file", &path.to_string_lossy()),
                        ("found", &found.to_string()),
                        ("known", &known.to_string()),
                    ],
                )
                .with_disk_error(DiskError::Other),
            StoreError::Misplaced { ref path, content: holds } => Self::storage(error.to_string())
                .with_message_ref(
                    "store-misplaced",
                    &[("file", &path.to_string_lossy()), ("holds", holds.file_name())],
                )
                .with_disk_error(DiskError::Other),
            StoreError::Encryption { ref path, ref problem } => {
                let (key, why) = problem.message();
                Self::storage(error.to_string())
                    .with_message_ref(key, &[("dir", &path.to_string_lossy()), ("why", why)])
                    .with_disk_error(DiskError::Other)
            }
            StoreError::NotAFile { ref path, ref source } => Self::storage(error.to_string())
                .with_message_ref(
                    "store-odd",
                    &[("file", &path.to_string_lossy()), ("why", &source.to_string())],
                )
                .with_disk_error(DiskError::Other),
            _ if error.is_read_failure() => Self::storage(format!(
                "the data on this device could not be read from the disk ({error}). Nothing was changed"
            ))
            .with_message_ref("store-unread", &[("why", &error.to_string())])
            .with_disk_error(DiskError::Unreadable),
            StoreError::WrongOwner(ref dir) => Self::usage(error.to_string())
                .with_message_ref("store-not-ours", &[("dir", &dir.to_string_lossy())])
                .with_disk_error(DiskError::Other),
            StoreError::NotADirectory(ref dir) => Self::usage(error.to_string())
                .with_message_ref("store-not-a-directory", &[("dir", &dir.to_string_lossy())])
                .with_disk_error(DiskError::Other),
            // A full disk is a machine problem; other file errors concern the location.
            StoreError::Io { .. } if !error.is_full() => {
                unusable(&error).with_disk_error(DiskError::Other)
            }
            StoreError::Sql(rusqlite::Error::SqliteFailure(refused, _))
                if matches!(
                    refused.code,
                    rusqlite::ErrorCode::CannotOpen
                        | rusqlite::ErrorCode::ReadOnly
                        | rusqlite::ErrorCode::PermissionDenied
                ) =>
            {
                unusable(&error).with_disk_error(DiskError::Other)
            }
            _ if error.is_full() => Self::unexpected(format!(
                "the disk with the local data is full ({error}). Free some space"
            ))
            .with_message_ref("store-full-here", &[])
            .with_disk_error(DiskError::DiskFull),
            StoreError::Sql(rusqlite::Error::SqliteFailure(failed, _)) if crate::store::files::error::is_size_limited(failed) => {
                Self::unexpected(
                    "a local data file has reached the size limit (ulimit -f). Raise the limit".to_owned(),
                )
                .with_message_ref("store-limited-here", &[])
                .with_disk_error(DiskError::FileTooLarge)
            }
            _ if error.is_damage() => Self::storage(format!(
                "a file of this profile is damaged ({error}). The next start moves it aside, and its contents are recovered \
                 or loaded again"
            ))
                .with_message_ref("store-damaged", &[])
                .with_disk_error(DiskError::Damaged),
            _ => Self::storage(error.to_string()).with_disk_error(DiskError::Other),
        }
    }
}

/// Returns whether a file could not grow because of a size limit. SQLite does not report the reason.
pub(crate) fn is_size_limited(failed: rusqlite::ffi::Error) -> bool {
    use rusqlite::ffi::{
        SQLITE_IOERR_SHMMAP, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE,
    };
    let is_write_error =
        [SQLITE_IOERR_WRITE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_SHMMAP];
    is_write_error.contains(&failed.extended_code) && files::is_file_size_limited()
}

/// Returns whether the system reports a full disk.
pub(crate) fn is_full(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, ErrorKind as Kind};

    fn io(error: impl Into<std::io::Error>) -> StoreError {
        StoreError::io(Path::new("/data/outbox.db"), error.into())
    }

    fn sql(extended_code: i32) -> StoreError {
        StoreError::Sql(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(extended_code), None))
    }

    #[test]
    fn each_failure_has_its_kind_message_and_remedy() {
        use rusqlite::ffi;
        let path = PathBuf::from("/data/outbox.db");
        let other = || std::io::Error::other("a folder");
        let cases = [
            (
                StoreError::Newer { path: path.clone(), found: 9, known: 3 },
                Kind::Usage,
                DiskError::Other,
                "store-newer",
            ),
            (
                StoreError::Misplaced { path: path.clone(), content: DbFile::Cache },
                Kind::Storage,
                DiskError::Other,
                "store-misplaced",
            ),
            (
                StoreError::encryption(&path, EncryptionProblem::KeyMissing),
                Kind::Storage,
                DiskError::Other,
                "store-encryption-key",
            ),
            (
                StoreError::NotAFile { path: path.clone(), source: other() },
                Kind::Storage,
                DiskError::Other,
                "store-odd",
            ),
            (
                io(std::io::Error::from_raw_os_error(DISK_READ_ERROR)),
                Kind::Storage,
                DiskError::Unreadable,
                "store-unread",
            ),
            (sql(ffi::SQLITE_IOERR_READ), Kind::Storage, DiskError::Unreadable, "store-unread"),
            (StoreError::WrongOwner(path.clone()), Kind::Usage, DiskError::Other, "store-not-ours"),
            (StoreError::NotADirectory(path), Kind::Usage, DiskError::Other, "store-not-a-directory"),
            (io(ErrorKind::PermissionDenied), Kind::Usage, DiskError::Other, "usage-store"),
            (sql(ffi::SQLITE_CANTOPEN), Kind::Usage, DiskError::Other, "usage-store"),
            (sql(ffi::SQLITE_READONLY), Kind::Usage, DiskError::Other, "usage-store"),
            (io(ErrorKind::StorageFull), Kind::Unexpected, DiskError::DiskFull, "store-full-here"),
            (io(ErrorKind::QuotaExceeded), Kind::Unexpected, DiskError::DiskFull, "store-full-here"),
            (sql(ffi::SQLITE_FULL), Kind::Unexpected, DiskError::DiskFull, "store-full-here"),
            (StoreError::damaged("a page"), Kind::Storage, DiskError::Damaged, "store-damaged"),
            (sql(ffi::SQLITE_NOTADB), Kind::Storage, DiskError::Damaged, "store-damaged"),
            (sql(ffi::SQLITE_BUSY), Kind::Storage, DiskError::Other, ""),
            (StoreError::Unreadable("a row".into()), Kind::Storage, DiskError::Other, ""),
        ];
        for (error, kind, disk_error, key) in cases {
            let text = error.to_string();
            let error = Error::from(error);
            assert_eq!((error.kind(), error.disk_error()), (kind, Some(disk_error)), "{text}");
            assert_eq!(error.message_ref().map_or("", |message| message.key), key, "{text}");
            assert!(
                error.message().contains(&text) || key == "store-encryption-key",
                "{}: {text}",
                error.message()
            );
        }
    }

    #[test]
    fn only_full_disks_and_quotas_count_as_full() {
        assert!(io(ErrorKind::StorageFull).is_full() && io(ErrorKind::QuotaExceeded).is_full());
        assert!(sql(rusqlite::ffi::SQLITE_FULL).is_full());
        for error in
            [io(ErrorKind::PermissionDenied), sql(rusqlite::ffi::SQLITE_BUSY), StoreError::damaged("")]
        {
            assert!(!error.is_full(), "{error}");
        }
    }

    #[test]
    fn write_error_is_a_size_limit_only_with_a_limit() {
        use rusqlite::ffi;
        let limited = |code| is_size_limited(ffi::Error::new(code));
        assert!(!limited(ffi::SQLITE_IOERR_READ) && !limited(ffi::SQLITE_FULL));
        let is_limited = files::is_file_size_limited();
        assert_eq!(limited(ffi::SQLITE_IOERR_WRITE), is_limited);
    }
}
