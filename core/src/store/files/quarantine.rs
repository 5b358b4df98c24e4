//! Damaged files that were set aside, and notes of files that were gone. They lie beside the files that took their place
//! for as long as the person leaves them there: moving one away, or deleting it, is how they say that they have seen it.
//! What was saved of one is a setting of the profile.

use crate::model::storage_health::{Part, SetAside};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::private_dir;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::store::recovery::beside;
use crate::store::settings::copies;
use crate::store::{Settings, StoreError};

/// Between the name of a file and the moment at which it was set aside, in seconds of Unix time.
pub(in crate::store) const MARK: &str = ".damaged-";
/// The same of an empty file that notes that there was none, or nothing in it.
const GONE: &str = ".gone-";
/// What the names of the settings begin with that say what was saved.
pub(in crate::store) const SAVED: &str = "set-aside/";

/// Whether a file of the store, or its log, holds anything.
pub(in crate::store) fn holds(dir: &Path, part: Part) -> Result<bool, StoreError> {
    let file = dir.join(part.file());
    Ok(length(&file)? + length(&beside(&file, "-wal"))? > 0)
}

/// Whether a database is not there or holds nothing, and its log does.
pub(in crate::store) fn only_the_log_is_left(file: &Path) -> Result<bool, StoreError> {
    Ok(length(file)? == 0 && length(&beside(file, "-wal"))? > 0)
}

/// The bytes of a file, none where it is not there. One that cannot be asked is not taken for one that is gone.
fn length(file: &Path) -> Result<u64, StoreError> {
    match file.metadata() {
        Ok(found) => Ok(found.len()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(StoreError::io(file, error)),
    }
}

/// Which of the files that nothing can bring back are missing from a store that had them, or hold nothing. The cache is
/// made after all the others.
pub(crate) fn gone(dir: &Path) -> Result<Vec<Part>, StoreError> {
    let had = holds(dir, Part::Cache)?;
    let mut gone = Vec::new();
    // An outbox that is there and empty is salvaged, which tells more.
    if had && is_missing(&dir.join(Part::Outbox.file()))? {
        gone.push(Part::Outbox);
    }
    if had && !holds(dir, Part::History)? {
        gone.push(Part::History);
    }
    if are_settings_gone(dir)? {
        gone.push(Part::Settings);
    }
    Ok(gone)
}

fn is_missing(file: &Path) -> Result<bool, StoreError> {
    let there = file.try_exists().map_err(|error| StoreError::io(file, error))?;
    Ok(!there)
}

/// The same of the settings alone, of which there are copies as soon as anything was kept.
pub(in crate::store) fn are_settings_gone(dir: &Path) -> Result<bool, StoreError> {
    Ok(!holds(dir, Part::Settings)? && (holds(dir, Part::Cache)? || !copies::list(dir).is_empty()))
}

/// Whether a loss of the settings in `dir` is told still.
pub(in crate::store) fn tells_of_settings(dir: &Path) -> bool {
    let mut entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let marks = [MARK, GONE].map(|mark| format!("{}{mark}", Part::Settings.file()));
    entries.any(|entry| {
        let name = entry.file_name();
        marks.iter().any(|mark| name.to_string_lossy().starts_with(mark))
    })
}

/// Whether a store that had a cache has none any more, or one that holds nothing. The cache is made after all the others.
pub(in crate::store) fn is_cache_gone(dir: &Path) -> Result<bool, StoreError> {
    for part in Part::ALL {
        if (length(&dir.join(part.file()))? == 0) != (part == Part::Cache) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A cache that was gone: told once, for what it held is read again, and only so much of it is missing until then.
pub(in crate::store) fn cache_gone(dir: &Path, at: Timestamp) -> SetAside {
    SetAside {
        part: Part::Cache,
        path: dir.join(Part::Cache.file()),
        gone: true,
        newer: false,
        at,
        kept: None,
        lost: 0,
    }
}

/// Notes that a file was gone when the store was opened, so that it is told until the person takes the note away.
pub(in crate::store) fn note_gone(dir: &Path, part: Part, at: Timestamp) -> Result<PathBuf, StoreError> {
    if part == Part::Settings {
        copies::keep_before_loss(dir, at)?;
    }
    let note = dir.join(format!("{}{GONE}{}", part.file(), at.as_second()));
    private_dir::private_file(&note)?;
    Ok(note)
}

/// A cache that a newer version wrote, and that has just made room: that version makes its own anew from it.
pub(in crate::store) fn made_room(path: PathBuf, at: Timestamp) -> SetAside {
    SetAside {
        part: Part::Cache,
        path,
        gone: false,
        newer: true,
        at,
        kept: None,
        lost: 0,
    }
}

/// The files set aside in `dir`, the most precious one first and of each the newest.
pub(in crate::store) fn list(dir: &Path, settings: &Settings) -> Result<Vec<SetAside>, StoreError> {
    let mut found: Vec<SetAside> = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|error| StoreError::io(dir, error))? {
        let path = entry.map_err(|error| StoreError::io(dir, error))?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let damaged = name.split_once(MARK).map(|found| (found, false));
        let gone = || name.split_once(GONE).map(|found| (found, true));
        let Some(((file, at), gone)) = damaged.or_else(gone) else {
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
                gone,
                newer: false,
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
pub(crate) fn note(
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
pub(in crate::store) fn forget_acknowledged(
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

pub(crate) fn name(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{SAVED}{file}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn a_file_that_is_gone_is_told_until_its_note_is_taken_away() {
        let now = Timestamp::from_second(7).unwrap();
        for (part, emptied) in [
            (Part::Outbox, false),
            (Part::History, false),
            (Part::History, true),
            (Part::Settings, false),
            (Part::Settings, true),
        ] {
            let tmp = tempfile::tempdir().unwrap();
            let dir = tmp.path().join("profile");
            let store = Store::open(&dir, now).unwrap();
            assert!(
                store.damaged().unwrap().is_empty(),
                "a store that begins lacks nothing"
            );
            drop(store);
            assert!(Store::open(&dir, now).unwrap().damaged().unwrap().is_empty());
            let file = dir.join(part.file());
            std::fs::remove_file(&file).unwrap();
            if emptied {
                std::fs::write(&file, "").unwrap();
            }
            let store = Store::open(&dir, now).unwrap();
            let told = store.damaged_now().to_vec();
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].part == part && told[0].gone, "{told:?}");
            drop(store);
            let later = Store::open(&dir, Timestamp::from_second(9).unwrap()).unwrap();
            assert_eq!(later.damaged().unwrap(), told, "told again, and not twice");
            assert!(later.damaged_now().is_empty());
            std::fs::remove_file(&told[0].path).unwrap();
            assert!(later.damaged().unwrap().is_empty());
        }
    }

    #[test]
    fn a_cache_that_is_gone_is_told_once() {
        let now = Timestamp::UNIX_EPOCH;
        for emptied in [false, true] {
            let tmp = tempfile::tempdir().unwrap();
            assert!(Store::open(tmp.path(), now).unwrap().damaged_now().is_empty());
            let file = tmp.path().join(Part::Cache.file());
            std::fs::remove_file(&file).unwrap();
            if emptied {
                std::fs::write(&file, "").unwrap();
            }
            let store = Store::open(tmp.path(), now).unwrap();
            let told = store.damaged_now();
            assert!(
                told.len() == 1 && told[0].part == Part::Cache && told[0].gone,
                "{told:?}"
            );
            assert!(store.damaged().unwrap().is_empty(), "it can be read again");
            drop(store);
            assert!(Store::open(tmp.path(), now).unwrap().damaged_now().is_empty());
        }
    }

    #[test]
    fn the_settings_that_a_user_acted_for_has_made_are_no_loss() {
        let tmp = tempfile::tempdir().unwrap();
        let (key, user) = (tmp.path().join("key"), tmp.path().join("user"));
        let mut acting = Store::open(&user, Timestamp::UNIX_EPOCH).unwrap();
        acting.share_settings(&key, Timestamp::UNIX_EPOCH).unwrap();
        acting
            .keep_setting("note/a", Some("x"), Timestamp::UNIX_EPOCH)
            .unwrap();
        let own = Store::open(&key, Timestamp::UNIX_EPOCH).unwrap();
        assert!(own.damaged().unwrap().is_empty());
    }
}
