//! Damaged files that were set aside. They lie beside the files that took their place for as long as the person leaves
//! them there: moving one away, or deleting it, is how they say that they have seen it. What was saved of one is a
//! setting of the profile.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::{Settings, StoreError};
use crate::contract::patch::Fields;
use crate::contract::record::Record;

/// Between the name of a file and the moment at which it was set aside, in seconds of Unix time.
pub(super) const MARK: &str = ".damaged-";
/// What the names of the settings begin with that say what was saved.
pub(super) const SAVED: &str = "set-aside/";

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
}

/// A damaged file that lies beside the one that took its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Which file it was.
    pub part: Part,
    /// Where it is now.
    pub path: PathBuf,
    /// When that was found.
    pub at: Timestamp,
    /// How many rows were saved of it; `None` where that is not known, or none could be.
    pub kept: Option<u64>,
    /// How many more are known to have been there and are lost.
    pub lost: u64,
}

/// The files set aside in `dir`, the most precious one first and of each the newest.
pub(super) fn list(dir: &Path, settings: &Settings) -> Result<Vec<SetAside>, StoreError> {
    let mut found: Vec<SetAside> = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|error| StoreError::io(dir, error))? {
        let path = entry.map_err(|error| StoreError::io(dir, error))?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let Some((file, at)) = name.split_once(MARK) else {
            continue;
        };
        // The companions of a database go with it.
        let at = at.parse().ok().and_then(|at| Timestamp::from_second(at).ok());
        let part = Part::ALL.into_iter().find(|part| part.file() == file);
        if let (Some(part), Some(at)) = (part, at) {
            let (kept, lost) = (None, 0);
            found.push(SetAside {
                part,
                path,
                at,
                kept,
                lost,
            });
        }
    }
    found.sort_by_key(|one| (one.part, std::cmp::Reverse(one.at)));
    if found.is_empty() {
        return Ok(found);
    }
    let saved = settings.all()?;
    for one in &mut found {
        let told = saved
            .get(&name(&one.path))
            .and_then(|told| Record::parse(told.as_str()).ok());
        if let Some(told) = told {
            let number = |name| told.integer(name).and_then(|number| u64::try_from(number).ok());
            (one.kept, one.lost) = (number("kept"), number("lost").unwrap_or_default());
        }
    }
    Ok(found)
}

/// Notes what was saved of the file at `path`.
pub(super) fn note(
    settings: &Settings,
    path: &Path,
    (kept, lost): (usize, usize),
    now: Timestamp,
) -> Result<(), StoreError> {
    let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let mut told = Fields::new();
    told.set_integer("kept", number(kept))
        .set_integer("lost", number(lost));
    settings.set(&name(path), Some(&told.to_body()), now)
}

/// Forgets what was saved of files that are no longer there.
pub(super) fn forget_acknowledged(
    settings: &Settings,
    there: &[SetAside],
    now: Timestamp,
) -> Result<(), StoreError> {
    let saved = settings.all()?;
    let gone = saved
        .keys()
        .filter(|saved| saved.starts_with(SAVED) && !there.iter().any(|one| name(&one.path) == **saved));
    for name in gone {
        settings.set(name, None, now)?;
    }
    Ok(())
}

fn name(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{SAVED}{file}")
}
