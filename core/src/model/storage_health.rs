//! The state of the files of a profile: damage, loss, lack of room, other profiles.

use crate::store::Identity;
use jiff::SignedDuration;
use jiff::Timestamp;
use std::path::PathBuf;
use std::sync::Arc;

/// Which file of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The writes that wait.
    Outbox,
    /// What was observed, and the journal.
    History,
    /// What the person arranged and wrote for themselves.
    Settings,
    /// What the service said, which can be read again.
    Cache,
}

impl Part {
    /// Every file, the most precious one first.
    pub const ALL: [Self; 4] = [Self::Outbox, Self::History, Self::Settings, Self::Cache];

    /// The name of the file.
    pub fn file(self) -> &'static str {
        match self {
            Self::Outbox => "outbox.db",
            Self::History => "history.db",
            Self::Settings => "settings.db",
            Self::Cache => "cache.db",
        }
    }

    /// The table that this file alone has.
    pub(crate) fn table(self) -> &'static str {
        match self {
            Self::Outbox => "outbox",
            Self::History => "entry",
            Self::Settings => "setting",
            Self::Cache => "record",
        }
    }
}

/// A damaged file that lies beside the one that took its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Which file it was.
    pub part: Part,
    /// Where it is now; of one that was gone, the note that says so.
    pub path: PathBuf,
    /// Whether it was not there at all, or held nothing.
    pub gone: bool,
    /// Whether it is not damaged, but of a newer version of the program: told once, when it makes room.
    pub newer: bool,
    /// When that was found.
    pub at: Timestamp,
    /// How many rows were saved of it; `None` where that is not known, or none could be.
    pub kept: Option<u64>,
    /// How many more are known to have been there and are lost.
    pub lost: u64,
}

/// What is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindered {
    /// No space is left.
    Full,
    /// A file would grow beyond what one may be here (`ulimit -f`).
    Limited,
    /// Writing is not allowed: a read-only file system, or rights of the directory.
    Closed,
}

/// Why nothing can be kept, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hindrance {
    /// What is in the way.
    pub what: Hindered,
    /// The directory of the store.
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

/// The store of another identity, and the writes that wait there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// Who wrote them.
    pub who: Identity,
    /// How many there are.
    pub rows: usize,
}

/// How well this machine keeps what it should.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keeping {
    /// Damaged files that lie beside those that took their place; told until the person takes them away.
    pub damaged: Arc<[SetAside]>,
    /// Why nothing can be kept at present.
    pub hindered: Option<Hindrance>,
    /// Whether a damaged file is made anew as soon as no other program has it open.
    pub waits_to_mend: bool,
    /// Since when another program has had the right to send, if that is longer than it should be.
    pub queue_taken_since: Option<Timestamp>,
    /// Writes that wait on this machine under other identities, which this one may not send.
    pub elsewhere: Arc<[Elsewhere]>,
    /// The service's clock minus this machine's, where that is more than a minute.
    pub clock_off: Option<SignedDuration>,
    /// For whom else this key can act, as far as this machine knows: users with a store here, and those the
    /// configuration names. The one who is at work is not among them.
    pub users: Arc<[KnownUser]>,
}

/// Somebody to act for with the key in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownUser {
    /// The user's identifier; empty for the key itself.
    pub user: String,
    /// How many writes wait in the outbox kept for them here.
    pub rows: usize,
    /// Whether the configuration names them.
    pub named: bool,
}
