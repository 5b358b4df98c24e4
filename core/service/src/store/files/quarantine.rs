//! Quarantined files, and notes about missing files. They stay next to their replacements until the user moves or
//! deletes them, which acknowledges the loss. The number of rows recovered from a file is stored as a setting of the
//! profile.

use crate::model::storage_health::{DbFile, QuarantinedFile};
use crate::store::files::quarantine_marks::{
    MISSING_MARK, QUARANTINE_MARK, RECOVERED_PREFIX, file_size, has_content,
};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::private_dir;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::store::settings::backups;
use crate::store::{Settings, StoreError};

/// Returns the irreplaceable files that a used store lacks or that are empty. The cache is created last, so its
/// presence proves that the others existed.
pub(crate) fn missing_parts(dir: &Path) -> Result<Vec<DbFile>, StoreError> {
    let is_used = has_content(dir, DbFile::Cache)?;
    let mut missing = Vec::new();
    // An empty outbox is recovered instead, which tells more.
    if is_used && is_missing(&dir.join(DbFile::Outbox.file_name()))? {
        missing.push(DbFile::Outbox);
    }
    if is_used && !has_content(dir, DbFile::History)? {
        missing.push(DbFile::History);
    }
    if are_settings_missing(dir)? {
        missing.push(DbFile::Settings);
    }
    Ok(missing)
}

fn is_missing(file: &Path) -> Result<bool, StoreError> {
    let exists = file.try_exists().map_err(|error| StoreError::io(file, error))?;
    Ok(!exists)
}

/// Returns whether the settings are missing; their copies exist once anything was stored.
pub(in crate::store) fn are_settings_missing(dir: &Path) -> Result<bool, StoreError> {
    Ok(!has_content(dir, DbFile::Settings)?
        && (has_content(dir, DbFile::Cache)? || !backups::list(dir).is_empty()))
}

/// Returns whether a used store has lost its cache. The cache is created last.
pub(in crate::store) fn is_cache_missing(dir: &Path) -> Result<bool, StoreError> {
    for part in DbFile::ALL {
        if (file_size(&dir.join(part.file_name()))? == 0) != (part == DbFile::Cache) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the report of a missing cache. It is shown once, because the data is fetched again.
pub(in crate::store) fn missing_cache_report(dir: &Path, at: Timestamp) -> QuarantinedFile {
    let path = dir.join(DbFile::Cache.file_name());
    QuarantinedFile { was_missing: true, ..report(DbFile::Cache, path, at) }
}

/// Returns the report of a damaged file.
fn report(file: DbFile, path: PathBuf, detected_at: Timestamp) -> QuarantinedFile {
    QuarantinedFile {
        file,
        path,
        was_missing: false,
        is_newer_version: false,
        detected_at,
        recovered_rows: None,
        lost_rows: 0,
    }
}

/// Creates a note that a file was missing, shown until the user removes the note.
pub(in crate::store) fn mark_missing(dir: &Path, part: DbFile, at: Timestamp) -> Result<PathBuf, StoreError> {
    if part == DbFile::Settings {
        backups::preserve_before_loss(dir, at)?;
    }
    let note = dir.join(format!("{}{MISSING_MARK}{}", part.file_name(), at.as_second()));
    private_dir::private_file(&note)?;
    Ok(note)
}

/// Returns the report of a newer version's cache that was renamed. That version rebuilds its own from it.
pub(in crate::store) fn newer_cache_report(path: PathBuf, at: Timestamp) -> QuarantinedFile {
    QuarantinedFile { is_newer_version: true, ..report(DbFile::Cache, path, at) }
}

/// Returns the quarantined files in `dir`, the most important first, then the newest.
pub(in crate::store) fn list(dir: &Path, settings: &Settings) -> Result<Vec<QuarantinedFile>, StoreError> {
    let mut quarantined: Vec<QuarantinedFile> = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|error| StoreError::io(dir, error))? {
        let path = entry.map_err(|error| StoreError::io(dir, error))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let damaged = name.split_once(QUARANTINE_MARK).map(|quarantined| (quarantined, false));
        let missing_mark = || name.split_once(MISSING_MARK).map(|quarantined| (quarantined, true));
        let Some(((file, at), missing_mark)) = damaged.or_else(missing_mark) else {
            continue;
        };
        // Companion files of a database are not listed separately.
        let at = at.parse().ok().and_then(|at| Timestamp::from_second(at).ok());
        let part = DbFile::ALL.into_iter().find(|part| part.file_name() == file);
        if let (Some(part), Some(at)) = (part, at) {
            quarantined.push(QuarantinedFile { was_missing: missing_mark, ..report(part, path, at) });
        }
    }
    quarantined.sort_by_key(|item| (item.file, std::cmp::Reverse(item.detected_at)));
    if quarantined.is_empty() {
        return Ok(quarantined);
    }
    let saved = settings.all()?;
    for item in &mut quarantined {
        let recovery_record = saved
            .get(&file_name(&item.path))
            .and_then(|recovery_record| Record::parse(recovery_record.as_str()).ok());
        if let Some(recovery_record) = recovery_record {
            let number = |name| recovery_record.integer(name).and_then(|number| u64::try_from(number).ok());
            (item.recovered_rows, item.lost_rows) = (number("kept"), number("lost").unwrap_or_default());
        }
    }
    Ok(quarantined)
}

/// Stores how much was recovered from the file at `path`.
pub(crate) fn record_recovery(
    settings: &Settings,
    path: &Path,
    (recovered, lost): (usize, usize),
    now: Timestamp,
) -> Result<(), StoreError> {
    let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let mut recovery_record = Fields::new();
    recovery_record.set_integer("kept", number(recovered)).set_integer("lost", number(lost));
    settings.set(&file_name(path), Some(&recovery_record.to_body()), now)
}

/// Removes the recovery records of files that no longer exist.
pub(in crate::store) fn forget_acknowledged(
    settings: &Settings,
    existing: &[QuarantinedFile],
    now: Timestamp,
) -> Result<(), StoreError> {
    let saved = settings.all()?;
    let obsolete = saved.keys().filter(|saved| {
        saved.starts_with(RECOVERED_PREFIX) && !existing.iter().any(|item| file_name(&item.path) == **saved)
    });
    for name in obsolete {
        settings.set(name, None, now)?;
    }
    Ok(())
}

pub(crate) fn file_name(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{RECOVERED_PREFIX}{file}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn missing_file_is_reported_until_its_note_is_removed() {
        let now = Timestamp::from_second(7).unwrap();
        for (part, emptied) in [
            (DbFile::Outbox, false),
            (DbFile::History, false),
            (DbFile::History, true),
            (DbFile::Settings, false),
            (DbFile::Settings, true),
        ] {
            let tmp = tempfile::tempdir().unwrap();
            let dir = tmp.path().join("profile");
            let store = Store::open(&dir, now).unwrap();
            assert!(store.damaged().unwrap().is_empty(), "a store that begins lacks nothing");
            drop(store);
            assert!(Store::open(&dir, now).unwrap().damaged().unwrap().is_empty());
            let file = dir.join(part.file_name());
            std::fs::remove_file(&file).unwrap();
            if emptied {
                std::fs::write(&file, "").unwrap();
            }
            let store = Store::open(&dir, now).unwrap();
            let reported = store.damaged_at_open().to_vec();
            assert_eq!(reported.len(), 1, "{reported:?}");
            assert!(reported[0].file == part && reported[0].was_missing, "{reported:?}");
            drop(store);
            let later = Store::open(&dir, Timestamp::from_second(9).unwrap()).unwrap();
            assert_eq!(later.damaged().unwrap(), reported, "told again, and not twice");
            assert!(later.damaged_at_open().is_empty());
            std::fs::remove_file(&reported[0].path).unwrap();
            assert!(later.damaged().unwrap().is_empty());
        }
    }

    #[test]
    fn missing_cache_is_reported_once() {
        let now = Timestamp::UNIX_EPOCH;
        for emptied in [false, true] {
            let tmp = tempfile::tempdir().unwrap();
            assert!(Store::open(tmp.path(), now).unwrap().damaged_at_open().is_empty());
            let file = tmp.path().join(DbFile::Cache.file_name());
            std::fs::remove_file(&file).unwrap();
            if emptied {
                std::fs::write(&file, "").unwrap();
            }
            let store = Store::open(tmp.path(), now).unwrap();
            let reported = store.damaged_at_open();
            assert!(
                reported.len() == 1 && reported[0].file == DbFile::Cache && reported[0].was_missing,
                "{reported:?}"
            );
            assert!(store.damaged().unwrap().is_empty(), "it can be read again");
            drop(store);
            assert!(Store::open(tmp.path(), now).unwrap().damaged_at_open().is_empty());
        }
    }

    #[test]
    fn settings_created_by_a_delegated_user_report_no_damage() {
        let tmp = tempfile::tempdir().unwrap();
        let (key, user) = (tmp.path().join("key"), tmp.path().join("user"));
        let mut acting = Store::open(&user, Timestamp::UNIX_EPOCH).unwrap();
        acting.share_settings(&key, Timestamp::UNIX_EPOCH).unwrap();
        acting.set_setting("note/a", Some("x"), Timestamp::UNIX_EPOCH).unwrap();
        let own = Store::open(&key, Timestamp::UNIX_EPOCH).unwrap();
        assert!(own.damaged().unwrap().is_empty());
    }
}
