//! Daily copies of `settings.db`, in a directory beside it: what a person wrote is nowhere else.
//! Rule: a day's copy is what was there when it was left last, whole and private or not at all. The newest seven are kept,
//! and four weeks of them for as long as a loss is told.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::Connection;

use super::super::StoreError;
use super::super::files::{private_dir, quarantine, sums, temp_cleanup};

/// The directory, of whose name a pattern for the file itself takes nothing.
const DIR: &str = "copies";
const BEGIN: &str = "settings-";
const END: &str = ".db";
/// How many are kept.
const KEPT: usize = 7;
/// How many are kept while a loss is told: those from before it are wanted.
const KEPT_AFTER_LOSS: usize = 28;

/// A copy of the settings as they were at the end of a day, or before a loss or an exchange.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SettingsCopy {
    /// Its day in UTC; with a time where it is none of the daily ones.
    pub label: String,
    /// The file.
    pub path: PathBuf,
}

/// The label of the copy of a day.
pub(super) fn day(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

/// The label of a copy that no later one of its day replaces.
pub(super) fn apart(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H%M%SZ").to_string()
}

fn file(dir: &Path, label: &str) -> PathBuf {
    dir.join(DIR).join(format!("{BEGIN}{label}{END}"))
}

/// The copies beside the settings in `dir`, the newest first.
pub(in super::super) fn list(dir: &Path) -> Vec<SettingsCopy> {
    let entries = fs::read_dir(dir.join(DIR)).into_iter().flatten().flatten();
    let mut found: Vec<SettingsCopy> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let label = name.strip_prefix(BEGIN)?.strip_suffix(END)?.to_owned();
            Some(SettingsCopy {
                label,
                path: entry.path(),
            })
        })
        .collect();
    found.sort_unstable_by(|one, other| other.cmp(one));
    found
}

/// Copies the settings in `dir` as they are, in the place of another copy of that label.
pub(super) fn make(db: &Connection, dir: &Path, label: &str) -> Result<(), StoreError> {
    let copies = dir.join(DIR);
    if !dir.is_dir() {
        // What was made for as long as the program runs is gone already.
        return Ok(());
    }
    private_dir::prepare(&copies)?;
    let to = file(dir, label);
    // A copy that is whole gives way to none of a damaged file.
    if to.exists() && !sums::broken(db)?.is_empty() {
        return Err(StoreError::damaged("a setting is not as it was written"));
    }
    let made = to.with_added_extension(uuid::Uuid::new_v4().simple().to_string());
    private_dir::private_file(&made)?;
    let copied = db
        .execute("VACUUM INTO ?1", [&*made.to_string_lossy()])
        .map_err(StoreError::from)
        .and_then(|_| {
            let on_disk = fs::File::open(&made).and_then(|copy| copy.sync_all());
            let placed = on_disk.and_then(|()| fs::rename(&made, &to));
            placed.map_err(|error| StoreError::io(&to, error))
        });
    if copied.is_err() {
        // The first error says why; what is left of the copy goes with the next start.
        let _left = fs::remove_file(&made);
    }
    copied?;
    let kept = if quarantine::tells_of_settings(dir) {
        KEPT_AFTER_LOSS
    } else {
        KEPT
    };
    for old in list(dir).iter().skip(kept) {
        fs::remove_file(&old.path).map_err(|error| StoreError::io(&old.path, error))?;
    }
    Ok(())
}

/// Keeps today's copy from being replaced by one of what a loss has left.
pub(in super::super) fn keep_before_loss(dir: &Path, at: Timestamp) -> Result<(), StoreError> {
    let today = file(dir, &day(at));
    match fs::rename(&today, file(dir, &apart(at))) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(&today, error)),
        _ => Ok(()),
    }
}

/// Removes what a killed program has left half made among them.
pub(in super::super) fn sweep(dir: &Path) -> Result<(), StoreError> {
    let copies = dir.join(DIR);
    if copies.is_dir() {
        temp_cleanup::sweep(&copies)
    } else {
        Ok(())
    }
}
