//! Remembering. Rule of the room: what the service said is kept as the bytes it sent, what a person wrote is on disk
//! before anything is sent, and the two never share a file: `cache.db` can always be rebuilt, `outbox.db` is never
//! thrown away. Nothing here talks to the network or reads a clock.

mod cache;
mod change;
mod connect;
mod error;
mod gate;
mod lease;
mod lessons;
mod outbox;
mod place;
mod presence;
mod profile;
mod records;
mod row;
mod schema;
mod settings;
mod shared_gate;
mod stage;
mod watch;
mod writing;

use std::path::{Path, PathBuf};

pub use cache::Cache;
pub use change::Change;
pub use error::StoreError;
pub use lessons::Lesson;
pub use outbox::Outbox;
pub use profile::profile_dir;
pub use records::{Kept, Kind, Listed, Received, Stored};
pub use row::{NewRow, Row, RowState};
pub use settings::Settings;
pub use shared_gate::{GateState, SharedGate};
pub use stage::Stage;
pub use watch::{Origin, Watched};

use presence::Presence;

/// Everything one profile remembers, in one directory of its own.
#[derive(Debug)]
pub struct Store {
    cache: Cache,
    outbox: Outbox,
    settings: Settings,
    dir: PathBuf,
    set_aside: Option<PathBuf>,
}

impl Store {
    /// Opens the store in `dir`, which is made if it is missing: the directory for its owner alone (0700), the files
    /// too (0600), before a byte is written to them. `stamp` names a damaged cache that has to be set aside.
    ///
    /// # Errors
    /// The directory is not a plain one or belongs to someone else; a file was written by a newer version; the disk
    /// fails; the outbox is damaged, in which case nothing is touched.
    pub fn open(dir: &Path, stamp: jiff::Timestamp) -> Result<Self, StoreError> {
        place::prepare(dir)?;
        let presence = Presence::enter(dir)?;
        let alone = presence.alone();
        let outbox = Outbox::open(dir, presence)?;
        let settings = Settings::open(dir)?;
        let (cache, set_aside) = Cache::open(dir, alone, stamp)?;
        Ok(Self {
            cache,
            outbox,
            settings,
            dir: dir.to_owned(),
            set_aside,
        })
    }

    /// What the service said.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// What the person wrote and the service has not confirmed.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// The settings of this profile: saved views, private notes, where one left off.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Says that the cache met damage: it is checked, and set aside if need be, when it is opened next.
    pub fn suspect_cache(&self) -> Result<(), StoreError> {
        Cache::suspect(&self.dir)
    }

    /// Where the store is.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where a damaged cache was set aside when this store was opened, if one was.
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }
}
