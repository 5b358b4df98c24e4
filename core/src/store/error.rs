//! Why the store could not do something, what was kept and what to do.

use std::path::{Path, PathBuf};

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
    /// The writes that wait can't be read. Nothing was changed.
    #[error(
        "the writes that wait in {} cannot be read ({reason}); nothing was changed, keep a copy of the file",
        path.display()
    )]
    OutboxDamaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// SQLite failed.
    #[error("the store failed: {0}")]
    Sql(#[from] rusqlite::Error),
    /// A row holds what this version can't read; it was left as it is.
    #[error("the store holds a row that cannot be read: {0}")]
    Unreadable(String),
}

impl StoreError {
    /// That a file is broken, where SQLite found it so without failing.
    pub(super) fn damaged() -> Self {
        Self::Sql(rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
            None,
        ))
    }

    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// Whether the file itself is broken, as opposed to busy, full or refused.
    pub fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        matches!(self, Self::Sql(rusqlite::Error::SqliteFailure(e, _)) if matches!(e.code, DatabaseCorrupt | NotADatabase))
    }
}

impl From<StoreError> for crate::error::Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotADirectory(_) | StoreError::NotOurs(_) | StoreError::Newer { .. } => {
                Self::usage(error.to_string())
            }
            _ => Self::unexpected(error.to_string()),
        }
    }
}
