//! Health of a profile's files: damage, loss, unavailable storage, other profiles.

use crate::error::{Error, Local};
use crate::model::identity::Identity;
use jiff::{SignedDuration, Timestamp};
use std::path::PathBuf;
use std::sync::Arc;

/// A store file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Pending writes.
    Outbox,
    /// Observed history and the journal.
    History,
    /// The user's settings and private data.
    Settings,
    /// Server data, which can be loaded again.
    Cache,
}

impl Part {
    /// All files, the most valuable one first.
    pub const ALL: [Self; 4] = [Self::Outbox, Self::History, Self::Settings, Self::Cache];

    /// Returns the file name.
    pub fn file(self) -> &'static str {
        match self {
            Self::Outbox => "outbox.db",
            Self::History => "history.db",
            Self::Settings => "settings.db",
            Self::Cache => "cache.db",
        }
    }

    /// Returns the name of a table that only this file has.
    pub fn table(self) -> &'static str {
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
pub struct SetAside {
    /// The file.
    pub part: Part,
    /// Present path; for a missing file, the path of a note about it.
    pub path: PathBuf,
    /// True if the file was missing or empty.
    pub gone: bool,
    /// True if the file is intact but from a newer program version; reported once, when it is replaced.
    pub newer: bool,
    /// Time of the detection.
    pub at: Timestamp,
    /// Number of recovered rows, if known.
    pub kept: Option<u64>,
    /// Number of rows known to be lost.
    pub lost: u64,
}

/// Reason why storage is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindered {
    /// The disk is full.
    Full,
    /// A file would exceed the size limit (`ulimit -f`).
    Limited,
    /// Writing is not permitted: a read-only file system, or directory permissions.
    Closed,
}

/// Unavailable storage: reason and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hindrance {
    /// Reason.
    pub what: Hindered,
    /// Directory of the store.
    pub dir: PathBuf,
}

impl std::fmt::Display for Hindrance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dir = self.dir.display();
        match self.what {
            Hindered::Full => write!(f, "the disk with {dir} is full"),
            Hindered::Limited => write!(f, "files in {dir} have reached the size limit (ulimit -f)"),
            Hindered::Closed => write!(f, "the directory {dir} is read-only"),
        }
    }
}

/// Store of another identity with pending writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// Identity that wrote them.
    pub who: Identity,
    /// Number of writes.
    pub rows: usize,
}

/// Health of the local storage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keeping {
    /// Damaged files that were moved away; reported until the user removes them.
    pub damaged: Arc<[SetAside]>,
    /// Unavailable storage, if any.
    pub hindered: Option<Hindrance>,
    /// True if a damaged file will be rebuilt once no other process has it open.
    pub waits_to_mend: bool,
    /// Time since which another process has had the send lease, if it is overdue.
    pub queue_taken_since: Option<Timestamp>,
    /// Pending writes of other identities on this machine, which this one may not send.
    pub elsewhere: Arc<[Elsewhere]>,
    /// The service's clock minus this machine's, if it is more than a minute.
    pub clock_off: Option<SignedDuration>,
    /// Other users that this key can act for, as far as known on this machine.
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
    pub rows: usize,
    /// True if the configuration names the user.
    pub named: bool,
}

impl From<&Hindrance> for Error {
    fn from(hindrance: &Hindrance) -> Self {
        let dir = hindrance.dir.to_string_lossy();
        match hindrance.what {
            Hindered::Full => Self::unexpected(format!("{hindrance}. Free some space"))
                .with_said("store-full", &[("dir", &dir)])
                .with_local(Local::Full),
            Hindered::Limited => Self::unexpected(format!("{hindrance}. Raise the limit"))
                .with_said("store-limited", &[("dir", &dir)])
                .with_local(Local::Limited),
            Hindered::Closed => Self::usage(format!(
                "{hindrance}. Make it writable, or choose another one with --data-dir (or ENCOURS_DATA_DIR)"
            ))
            .with_said("store-closed", &[("dir", &dir)])
            .with_local(Local::Closed),
        }
    }
}
