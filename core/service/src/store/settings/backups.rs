//! Daily copies of `settings.db`, in a directory next to it. They exist because the user's data is stored nowhere else.
//! A day's copy is the last state of that day, complete and private. The newest seven are stored, and four weeks of
//! them while a loss is not acknowledged.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::Connection;

use crate::store::StoreError;
use crate::store::files::companion_files::COPIES;
use crate::store::files::{private_dir, sums, temp_cleanup};

const BEGIN: &str = "settings-";
const END: &str = ".db";
/// Number of copies stored.
const MAX_COPIES: usize = 7;
/// Number of copies stored while a loss is not acknowledged; the earlier ones are needed.
const MAX_AFTER_LOSS: usize = 28;

/// A copy of the settings, from the end of a day or before a loss. A copy is also made before the settings are
/// replaced.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SettingsBackup {
    /// Its day in UTC; with a time, if it is not a daily copy.
    pub label: String,
    /// The file.
    pub path: PathBuf,
}

/// Returns the label of a daily copy.
pub(super) fn day_label(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

/// Returns the label of a copy that no later copy of the day replaces.
pub(super) fn separate_label(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H%M%SZ").to_string()
}

fn file(dir: &Path, label: &str) -> PathBuf {
    dir.join(COPIES).join(format!("{BEGIN}{label}{END}"))
}

/// Returns the copies for the settings in `dir`, newest first.
pub(in crate::store) fn list(dir: &Path) -> Vec<SettingsBackup> {
    let entries = fs::read_dir(dir.join(COPIES)).into_iter().flatten().flatten();
    let mut copies: Vec<SettingsBackup> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let label = name.strip_prefix(BEGIN)?.strip_suffix(END)?.to_owned();
            Some(SettingsBackup { label, path: entry.path() })
        })
        .collect();
    copies.sort_unstable_by(|a, b| b.cmp(a));
    copies
}

/// Copies the settings in `dir`, replacing a copy of the same label.
pub(super) fn make(db: &Connection, dir: &Path, label: &str) -> Result<(), StoreError> {
    let copies = dir.join(COPIES);
    if !dir.is_dir() {
        // A temporary store is already deleted.
        return Ok(());
    }
    private_dir::prepare(&copies)?;
    let target = file(dir, label);
    // An intact copy is never replaced by one of a damaged file.
    if target.exists() && !sums::count_damaged(db)?.is_empty() {
        return Err(StoreError::damaged("settings.db has a row with a wrong checksum"));
    }
    let temp_path = target.with_added_extension(crate::host::uuid().simple().to_string());
    private_dir::private_file(&temp_path)?;
    let copied = db
        .execute("VACUUM INTO ?1", [&*temp_path.to_string_lossy()])
        .map_err(StoreError::from)
        .and_then(|_| {
            let on_disk = fs::File::open(&temp_path).and_then(|copy| copy.sync_all());
            let placed = on_disk.and_then(|()| fs::rename(&temp_path, &target));
            placed.map_err(|error| StoreError::io(&target, error))
        });
    if copied.is_err() {
        // The first error is the cause; the next start removes the remains.
        let _left = fs::remove_file(&temp_path);
    }
    copied?;
    let max_copies = if crate::store::files::quarantine_marks::is_loss_unacknowledged(dir) {
        MAX_AFTER_LOSS
    } else {
        MAX_COPIES
    };
    for old in list(dir).iter().skip(max_copies) {
        fs::remove_file(&old.path).map_err(|error| StoreError::io(&old.path, error))?;
    }
    Ok(())
}

/// Renames today's copy, so that the state after a loss does not replace it.
pub(in crate::store) fn preserve_before_loss(dir: &Path, at: Timestamp) -> Result<(), StoreError> {
    let today = file(dir, &day_label(at));
    match fs::rename(&today, file(dir, &separate_label(at))) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(&today, error)),
        _ => Ok(()),
    }
}

/// Removes unfinished copies left by a killed process.
pub(in crate::store) fn sweep(dir: &Path) -> Result<(), StoreError> {
    let copies = dir.join(COPIES);
    if copies.is_dir() { temp_cleanup::sweep(&copies) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn separate_copies_of_a_day_stay_beside_the_daily_one() {
        let tmp = tempfile::tempdir().unwrap();
        let now = at("2026-11-28T09:08:07Z");
        let store = Store::open(tmp.path(), now).unwrap();
        store.copy_settings_separately(now);
        assert_eq!(store.settings_backups(), [], "nothing to copy");
        store.set_setting("note/a", Some("first"), now).unwrap();
        store.copy_settings_separately(now);
        store.set_setting("note/a", Some("second"), now).unwrap();
        drop(store);
        let store = Store::open(tmp.path(), at("2026-11-29T00:00:00Z")).unwrap();
        let copies = store.settings_backups();
        let labels: Vec<_> = copies.iter().map(|copy| copy.label.as_str()).collect();
        assert!(labels.contains(&"2026-11-28T090807Z"), "{labels:?}");
        let separate = copies.iter().find(|copy| copy.label.contains('T')).unwrap();
        assert_eq!(store.settings_in_copy(separate)["note/a"], "first");
        preserve_before_loss(tmp.path(), now).unwrap();
        assert_eq!(day_label(now), "2026-11-28");
    }

    #[test]
    fn copy_for_a_delegated_user_has_both_parts() {
        let tmp = tempfile::tempdir().unwrap();
        let (key, user) = (tmp.path().join("key"), tmp.path().join("user"));
        let now = at("2026-11-28T09:08:07Z");
        let own = Store::open(&key, now).unwrap();
        own.set_setting("note/a", Some("shared"), now).unwrap();
        own.set_setting("session", Some("the key's"), now).unwrap();
        let mut acting = Store::open(&user, now).unwrap();
        acting.share_settings(&key, now).unwrap();
        acting.set_setting("session", Some("the user's"), now).unwrap();
        own.copy_settings_separately(now);
        acting.settings.copy_separately(now);
        let copy = &acting.settings_backups()[0];
        let settings = acting.settings_in_copy(copy);
        assert_eq!((&*settings["note/a"], &*settings["session"]), ("shared", "the user's"));
        let later = at("2026-11-29T00:00:01Z");
        fs::remove_dir_all(user.join(COPIES)).unwrap();
        acting.settings.copy_separately(later);
        let settings = acting.settings_in_copy(copy);
        assert_eq!(settings.get("session"), None, "the only copy of the user is younger");
        assert_eq!(own.settings_in_copy(copy)["session"], "the key's");
    }

    #[test]
    fn settings_versions_change_only_for_writes_of_others() {
        let tmp = tempfile::tempdir().unwrap();
        let (key, user) = (tmp.path().join("key"), tmp.path().join("user"));
        let now = at("2026-11-28T09:08:07Z");
        let own = Store::open(&key, now).unwrap();
        let mut acting = Store::open(&user, now).unwrap();
        acting.share_settings(&key, now).unwrap();
        let (own_before, before) = (own.settings_versions().unwrap(), acting.settings_versions().unwrap());
        assert_eq!((own_before.1, before.1.is_some()), (None, true));
        acting.set_setting("note/a", Some("mine"), now).unwrap();
        acting.set_setting("session", Some("here"), now).unwrap();
        assert_eq!(acting.settings_versions().unwrap(), before, "its own writes are known");
        assert_ne!(own.settings_versions().unwrap(), own_before);
        own.set_setting("note/b", Some("the key's"), now).unwrap();
        let after = acting.settings_versions().unwrap();
        assert_eq!(after.0, before.0);
        assert_ne!(after.1, before.1);
        let second = Store::open(&user, now).unwrap();
        second.set_setting("session", Some("there"), now).unwrap();
        assert_ne!(acting.settings_versions().unwrap().0, before.0);
    }
}
