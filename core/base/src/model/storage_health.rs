//! Health of a profile's files: damage, loss, unavailable storage, other profiles.

use crate::error::{DiskError, Error};
use crate::model::identity::Identity;
use jiff::{SignedDuration, Timestamp};
use std::path::PathBuf;
use std::sync::Arc;

/// A store file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DbFile {
    /// Pending writes.
    Outbox,
    /// Observed history and the journal.
    History,
    /// The user's settings and private data.
    Settings,
    /// Server data, which can be loaded again.
    Cache,
}

impl DbFile {
    /// All files, the most valuable one first.
    pub const ALL: [Self; 4] = [Self::Outbox, Self::History, Self::Settings, Self::Cache];

    /// Returns the file name.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Outbox => "outbox.db",
            Self::History => "history.db",
            Self::Settings => "settings.db",
            Self::Cache => "cache.db",
        }
    }

    /// Returns the name of a table that only this file has.
    pub fn marker_table(self) -> &'static str {
        match self {
            Self::Outbox => "outbox",
            Self::History => "entry",
            Self::Settings => "setting",
            Self::Cache => "record",
        }
    }
}

/// A damaged file, moved away and replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuarantinedFile {
    /// The file.
    pub file: DbFile,
    /// Present path; for a missing file, the path of a note about it.
    pub path: PathBuf,
    /// True if the file was missing or empty.
    pub was_missing: bool,
    /// True if the file is intact but from a newer program version; reported once, when it is replaced.
    pub is_newer_version: bool,
    /// Time of the detection.
    pub detected_at: Timestamp,
    /// Number of recovered rows, if known.
    pub recovered_rows: Option<u64>,
    /// Number of rows known to be lost.
    pub lost_rows: u64,
}

/// Reason why storage is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageFailureKind {
    /// The disk is full.
    DiskFull,
    /// A file would exceed the size limit (`ulimit -f`).
    FileTooLarge,
    /// Writing is not permitted: a read-only file system, or directory permissions.
    ReadOnly,
}

/// Unavailable storage: reason and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageFailure {
    /// Reason.
    pub kind: StorageFailureKind,
    /// Directory of the store.
    pub dir: PathBuf,
}

impl std::fmt::Display for StorageFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dir = self.dir.display();
        match self.kind {
            StorageFailureKind::DiskFull => write!(f, "the disk with {dir} is full"),
            StorageFailureKind::FileTooLarge => {
                write!(f, "files in {dir} have reached the size limit (ulimit -f)")
            }
            StorageFailureKind::ReadOnly => write!(f, "the folder {dir} is read-only"),
        }
    }
}

/// Store of another identity with pending writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiblingProfile {
    /// Identity that wrote them.
    pub identity: Identity,
    /// Number of writes.
    pub pending_writes: usize,
}

/// Health of the local storage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StorageHealth {
    /// Damaged files that were moved away; reported until the user removes them.
    pub quarantined: Arc<[QuarantinedFile]>,
    /// Unavailable storage, if any.
    pub failure: Option<StorageFailure>,
    /// True if a damaged file will be rebuilt once no other process has it open.
    pub repair_pending: bool,
    /// Time since which another process has had the send lease, if it is overdue.
    pub lease_taken_since: Option<Timestamp>,
    /// Pending writes of other identities on this device, which this one may not send.
    pub siblings: Arc<[SiblingProfile]>,
    /// The service's clock minus this device's, if it is more than a minute.
    pub clock_skew: Option<SignedDuration>,
    /// Other users that this key can act for, as far as known on this device.
    ///
    /// They are users with a store here and those in the configuration, without the current one.
    pub users: Arc<[KnownUser]>,
}

/// A user that the key can act for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownUser {
    /// Identifier of the user; empty for the key itself.
    pub user: String,
    /// Number of pending writes in the user's local outbox.
    pub pending_writes: usize,
    /// True if the configuration names the user.
    pub is_configured: bool,
}

impl From<&StorageFailure> for Error {
    fn from(failure: &StorageFailure) -> Self {
        let dir = failure.dir.to_string_lossy();
        match failure.kind {
            StorageFailureKind::DiskFull => Self::unexpected(format!("{failure}. Free some space"))
                .with_message_ref("store-full", &[("dir", &dir)])
                .with_disk_error(DiskError::DiskFull),
            StorageFailureKind::FileTooLarge => Self::unexpected(format!("{failure}. Raise the limit"))
                .with_message_ref("store-limited", &[("dir", &dir)])
                .with_disk_error(DiskError::FileTooLarge),
            StorageFailureKind::ReadOnly => Self::usage(format!(
                "{failure}. Make it writable, or choose another one with --data-dir (or ENCOURS_DATA_DIR)"
            ))
            .with_message_ref("store-closed", &[("dir", &dir)])
            .with_disk_error(DiskError::NotWritable),
        }
    }
}
