//! Why the store could not do something, what was kept and what to do.

use std::path::{Path, PathBuf};

use super::{Hindered, Hindrance, hindrance};
use crate::error::Local;

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system refused an operation on a file.
    #[error("cannot use {}: {source}", path.display())]
    Io {
        /// Which file or directory.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A symbolic link or a file stands where the directory should.
    #[error("{} is not a plain directory; move it away or choose another one", .0.display())]
    NotADirectory(PathBuf),
    /// The directory belongs to another user of this computer.
    #[error("{} belongs to another user of this computer; choose another directory", .0.display())]
    NotOurs(PathBuf),
    /// A newer version wrote the file. Nothing was changed.
    #[error(
        "{} was written by a newer version (format {found}, this one knows {known}); nothing was changed, \
         install that version again",
        path.display()
    )]
    Newer {
        /// Which file.
        path: PathBuf,
        /// The format found.
        found: i64,
        /// The newest format known here.
        known: i64,
    },
    /// The file of the writes that wait is damaged, and in use by another window. Nothing was changed.
    #[error(
        "the writes that wait in {} cannot be read ({reason}); nothing was changed: close every other window of this \
         profile and start again, what can be read will be saved",
        path.display()
    )]
    OutboxDamaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Nothing can be written: no space, or no right. What was kept before is as it was.
    #[error("{0}")]
    Hindered(Hindrance),
    /// SQLite failed.
    #[error("the store failed: {0}")]
    Sql(#[from] rusqlite::Error),
    /// A row holds what this version can't read; it was left as it is.
    #[error("the store holds a row that cannot be read: {0}")]
    Unreadable(String),
}

impl StoreError {
    /// Damage that was found by looking for it.
    pub(crate) fn damaged(reason: &str) -> Self {
        let corrupt = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        Self::Sql(rusqlite::Error::SqliteFailure(corrupt, Some(reason.to_owned())))
    }

    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// Whether the disk has no room left.
    fn is_full(&self) -> bool {
        match self {
            Self::Io { source, .. } => hindrance::is_full(source),
            Self::Sql(rusqlite::Error::SqliteFailure(failed, _)) => {
                failed.code == rusqlite::ErrorCode::DiskFull
            }
            _ => false,
        }
    }

    /// Whether the file itself is broken, as opposed to busy, full or refused.
    pub fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        matches!(self, Self::Sql(rusqlite::Error::SqliteFailure(e, _)) if matches!(e.code, DatabaseCorrupt | NotADatabase))
    }
}

impl crate::error::Error {
    /// The place of the store is none: a matter of the configuration.
    fn unusable(error: &StoreError) -> Self {
        let why = error.to_string();
        Self::usage(format!(
            "the local data cannot be kept: {why}. Name another directory with --data-dir (or ENCOURS_DATA_DIR)"
        ))
        .with_said("usage-store", &[("why", &why)])
    }
}

impl From<&Hindrance> for crate::error::Error {
    fn from(hindrance: &Hindrance) -> Self {
        let dir = hindrance.dir.to_string_lossy();
        match hindrance.what {
            Hindered::Full => Self::unexpected(format!("{hindrance}; free some"))
                .with_said("store-full", &[("dir", &dir)])
                .with_local(Local::Full),
            Hindered::Closed => Self::usage(format!(
                "{hindrance}; make it writable, or name another one with --data-dir (or ENCOURS_DATA_DIR)"
            ))
            .with_said("store-closed", &[("dir", &dir)])
            .with_local(Local::Closed),
        }
    }
}

impl From<StoreError> for crate::error::Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Hindered(hindrance) => Self::from(&hindrance),
            StoreError::Newer {
                ref path,
                found,
                known,
            } => Self::usage(error.to_string())
                .with_said(
                    "store-newer",
                    &[
                        ("file", &path.to_string_lossy()),
                        ("found", &found.to_string()),
                        ("known", &known.to_string()),
                    ],
                )
                .with_local(Local::Other),
            StoreError::NotOurs(ref dir) => Self::usage(error.to_string())
                .with_said("store-not-ours", &[("dir", &dir.to_string_lossy())])
                .with_local(Local::Other),
            StoreError::NotADirectory(ref dir) => Self::usage(error.to_string())
                .with_said("store-not-a-directory", &[("dir", &dir.to_string_lossy())])
                .with_local(Local::Other),
            // A full disk is the machine's trouble; whatever else stands against a file is a matter of where it is.
            StoreError::Io { .. } if !error.is_full() => {
                Self::unusable(&error).with_local(Local::Other)
            }
            StoreError::Sql(rusqlite::Error::SqliteFailure(refused, _))
                if matches!(
                    refused.code,
                    rusqlite::ErrorCode::CannotOpen
                        | rusqlite::ErrorCode::ReadOnly
                        | rusqlite::ErrorCode::PermissionDenied
                ) =>
            {
                Self::unusable(&error).with_local(Local::Other)
            }
            _ if error.is_full() => Self::unexpected(format!(
                "no space is left on the disk that holds what is kept here ({error}); free some"
            ))
            .with_said("store-full-here", &[])
            .with_local(Local::Full),
            _ if error.is_damage() => Self::unexpected(format!(
                "a file of this profile is damaged ({error}); the next start sets it aside, and what it held is saved or \
                 read again"
            ))
                .with_said("store-damaged", &[])
                .with_local(Local::Damaged),
            _ => Self::unexpected(error.to_string()).with_local(Local::Other),
        }
    }
}
