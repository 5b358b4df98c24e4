//! `settings.db`: the user's own data by name: saved views, private notes, the last position. It is never deleted and
//! never sent. Each name is independent, so two open front ends can store different settings without conflict; for the
//! same name, the later value wins. A copy is made every day.

pub(super) mod backups;
pub(super) mod raised;
pub(super) mod shared_settings;
pub(super) mod sibling_journals;
pub(super) mod sibling_profiles;

use crate::store::files::schema::STEPS;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::files::open;
use super::files::open::OpenCheck;
use super::files::private_dir::{private_file, quarantine};
use super::files::quarantine_marks::QuarantineResult;
use super::{StoreError, recovery};
use crate::model::storage_health::StorageFailure;

/// File name.
const FILE: &str = "settings.db";

/// The settings of a profile.
#[derive(Debug)]
pub struct Settings {
    db: Mutex<Connection>,
    dir: PathBuf,
    storage_failure: OnceLock<StorageFailure>,
    /// Time of the last change that is not yet in a copy.
    uncopied: Mutex<Option<Timestamp>>,
}

impl Settings {
    /// Opens the file in `dir`, which is created if missing. A damaged file is quarantined under a name with `stamp`,
    /// and readable settings are recovered. Then the second value is the quarantined file, the number of recovered
    /// settings, and that of lost ones. `alone`: no other process is creating the file.
    ///
    /// # Errors
    /// The disk fails, or a newer version wrote the file.
    pub(super) fn open(
        dir: &Path,
        alone: bool,
        open_check: OpenCheck,
        stamp: Timestamp,
    ) -> Result<(Self, Option<QuarantineResult>), StoreError> {
        let file = dir.join(FILE);
        // SQLite deletes the log of a missing or empty file, so read the log first.
        let emptied = alone && crate::store::files::quarantine_marks::has_only_log(&file)?;
        let opened = if emptied {
            private_file(&file)?;
            Err(StoreError::damaged("the file holds nothing"))
        } else {
            open::open_with_retries(open_check, || Self::open_checked(&file, open_check))
        };
        match opened {
            Ok(settings) => {
                settings.copy_daily(stamp);
                Ok((settings, None))
            }
            Err(error) if error.is_damage() => {
                let (recovered, lost) = recovery::recover_settings(&file);
                let quarantined = quarantine(&file, stamp)?;
                backups::preserve_before_loss(dir, stamp)?;
                let settings = Self::open_checked(&file, OpenCheck::default())?;
                for (name, (value, at)) in &recovered {
                    let at = Timestamp::from_microsecond(*at).unwrap_or(stamp);
                    settings.write(&[(name.clone(), Some(value.clone()))], at)?;
                }
                for table in ["rule", "rule_match", "raised"] {
                    recovery::copy_table(&settings.db(), &quarantined, table)?;
                }
                Ok((settings, Some((quarantined, (recovered.len(), lost)))))
            }
            Err(error) => Err(error),
        }
    }

    fn open_checked(file: &Path, open_check: OpenCheck) -> Result<Self, StoreError> {
        let filled = open::is_filled(file);
        let db = open::open(file, STEPS, true)?;
        if filled {
            open::run_requested_check(&db, STEPS, open_check)?;
        }
        Ok(Self {
            db: Mutex::new(db),
            dir: file.parent().map(Path::to_owned).unwrap_or_default(),
            storage_failure: OnceLock::new(),
            uncopied: Mutex::default(),
        })
    }

    /// Returns the directory of the file.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns whether all settings are lost: the file has no rows, but copies exist.
    ///
    /// # Errors
    /// The disk fails.
    pub(super) fn is_emptied(&self) -> Result<bool, StoreError> {
        Ok(self.all()?.is_empty() && !backups::list(&self.dir).is_empty())
    }

    /// Makes the daily copy, unless today's exists.
    fn copy_daily(&self, now: Timestamp) {
        let newest = backups::list(&self.dir).into_iter().next();
        if newest.is_none_or(|newest| newest.label < backups::day_label(now)) {
            self.copy(&backups::day_label(now));
        }
    }

    /// Copies the settings, if there are any. A failure is only logged.
    fn copy(&self, label: &str) {
        let has_personal =
            |names: &BTreeMap<String, String>| names.keys().any(|name| super::is_personal(name));
        let result = match self.all() {
            Ok(all) if !has_personal(&all) => Ok(()),
            Ok(_) => backups::make(&self.db(), &self.dir, label),
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            tracing::warn!(%error, "failed to copy the settings");
        }
    }

    /// Makes a copy that no later copy of the day replaces.
    pub(super) fn copy_separately(&self, now: Timestamp) {
        self.copy(&backups::separate_label(now));
    }

    /// Rejects all later changes, because they cannot be stored.
    pub(super) fn disable(&self, failure: &StorageFailure) {
        self.storage_failure.get_or_init(|| failure.clone());
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        // Each change is one transaction, so a panic elsewhere cannot leave half of it.
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` on the open file.
    pub(super) fn read<T>(&self, work: impl FnOnce(&Connection) -> T) -> T {
        work(&self.db())
    }

    /// Returns a number that changes only when another process writes to the file.
    ///
    /// # Errors
    /// The disk fails.
    pub(super) fn data_version(&self) -> Result<i64, StoreError> {
        Ok(self.db().pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Returns every setting by name.
    ///
    /// # Errors
    /// The disk fails.
    pub fn all(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let db = self.db();
        let mut select = db.prepare_cached("SELECT name, value FROM setting")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns a setting by its name.
    ///
    /// # Errors
    /// The disk fails.
    pub fn get(&self, name: &str) -> Result<Option<String>, StoreError> {
        let db = self.db();
        let mut select = db.prepare_cached("SELECT value FROM setting WHERE name = ?1")?;
        Ok(select.query_row([name], |row| row.get(0)).optional()?)
    }

    /// Returns the settings of a record: those whose names end with its id.
    ///
    /// # Errors
    /// The disk fails.
    pub fn of_record(&self, id: &str) -> Result<Vec<(String, String)>, StoreError> {
        let db = self.db();
        let mut select = db.prepare_cached(
            "SELECT name, value FROM setting WHERE substr(name, -length(?1) - 1) = '/' || ?1 ORDER BY name",
        )?;
        let rows = select.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Stores a setting, or removes it with `None`.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn set(&self, name: &str, value: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        self.set_all(&[(name.to_owned(), value.map(str::to_owned))], now)
    }

    /// Stores settings, or removes them with `None`, all or none.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn set_all(&self, changed: &[(String, Option<String>)], now: Timestamp) -> Result<(), StoreError> {
        if let Some(failure) = self.storage_failure.get() {
            return Err(StoreError::Unavailable(failure.clone()));
        }
        if changed.is_empty() {
            return Ok(());
        }
        let mut uncopied = self.uncopied.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = uncopied.filter(|before| backups::day_label(*before) != backups::day_label(now))
        {
            self.copy(&backups::day_label(before));
        }
        *uncopied = Some(now);
        self.write(changed, now)
    }

    fn write(&self, changed: &[(String, Option<String>)], now: Timestamp) -> Result<(), StoreError> {
        let mut db = self.db();
        let tx = db.transaction()?;
        for (name, value) in changed {
            match value {
                Some(value) => tx
                    .prepare_cached(
                        "INSERT INTO setting (name, value, changed_at) VALUES (?1, ?2, ?3)
                     ON CONFLICT (name) DO UPDATE SET value = ?2, changed_at = ?3",
                    )?
                    .execute(params![name, value, now.as_microsecond()])?,
                None => tx.prepare_cached("DELETE FROM setting WHERE name = ?1")?.execute([name])?,
            };
        }
        // A file without rows counts as lost at the next start.
        tx.prepare_cached(
            "INSERT INTO setting (name, value, changed_at) SELECT ?1, '', ?2 WHERE NOT EXISTS (SELECT 1 FROM setting)",
        )?
        .execute(params![shared_settings::ALL_REMOVED, now.as_microsecond()])?;
        Ok(tx.commit()?)
    }
}

impl Drop for Settings {
    fn drop(&mut self) {
        let changed = *self.uncopied.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = changed {
            self.copy(&backups::day_label(at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: OpenCheck = OpenCheck { full: true, changed: false };

    fn opened(dir: &Path) -> Settings {
        let (settings, quarantined) = Settings::open(dir, true, WHOLE, Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(quarantined, None);
        settings
    }

    /// Creates a file of 60 settings, some of which span several pages.
    fn filled(dir: &Path) -> Vec<u8> {
        let settings = opened(dir);
        for n in 0..60 {
            let value = format!("{n} {}", "é".repeat(n % 5 * 700));
            settings.set(&format!("note/{n}"), Some(&value), Timestamp::UNIX_EPOCH).unwrap();
        }
        drop(settings);
        std::fs::read(dir.join(FILE)).unwrap()
    }

    #[test]
    fn damaged_settings_are_recovered_and_the_file_quarantined() {
        let tmp = tempfile::tempdir().unwrap();
        let whole = filled(tmp.path());
        let stamp = Timestamp::from_second(7).unwrap();
        let pages = whole.len() / 4096;
        let mut damages: Vec<(Vec<u8>, usize)> = vec![(whole[..1000].to_vec(), 0)];
        for page in 0..pages {
            let mut bytes = whole.clone();
            bytes[page * 4096..(page + 1) * 4096].fill(0);
            damages.push((bytes, 30));
        }
        damages.push((whole[..whole.len() - 4096].to_vec(), 30));
        for (bytes, least) in damages {
            std::fs::write(tmp.path().join(FILE), &bytes).unwrap();
            let (settings, quarantined) = Settings::open(tmp.path(), true, WHOLE, stamp).unwrap();
            let Some((quarantined, saved)) = quarantined else {
                assert_eq!(names(&settings).len(), 60, "what is lost is said");
                continue;
            };
            assert_eq!(std::fs::read(&quarantined).unwrap(), bytes, "the old file is kept as it was");
            let stored = settings.all().unwrap();
            assert_eq!(saved.0, stored.len());
            assert!(saved.0 >= least, "{saved:?} of 60");
            for (name, value) in stored {
                let n: usize = name.strip_prefix("note/").unwrap().parse().unwrap();
                assert_eq!(value, format!("{n} {}", "é".repeat(n % 5 * 700)), "nothing is made up");
            }
        }
    }

    fn names(settings: &Settings) -> Vec<String> {
        settings.all().unwrap().into_keys().collect()
    }

    #[test]
    fn settings_are_recovered_page_by_page_without_the_file_header() {
        let tmp = tempfile::tempdir().unwrap();
        let mut bytes = filled(tmp.path());
        let whole = recovery::recover_settings(&tmp.path().join(FILE)).0;
        bytes[..100].fill(0);
        std::fs::write(tmp.path().join(FILE), &bytes).unwrap();
        let (recovered, lost) = recovery::recover_settings(&tmp.path().join(FILE));
        assert_eq!((recovered.len(), lost), (60, 0));
        assert_eq!(recovered, whole, "with the entries of inner pages and the long values");
    }

    #[test]
    fn a_setting_outlives_the_program_until_it_is_forgotten() {
        let tmp = tempfile::tempdir().unwrap();
        let settings = opened(tmp.path());
        settings.set("view/é", Some("a"), Timestamp::UNIX_EPOCH).unwrap();
        settings.set("view/é", Some("b"), Timestamp::UNIX_EPOCH).unwrap();
        settings.set("note/1", Some("x\ny"), Timestamp::UNIX_EPOCH).unwrap();
        drop(settings);
        let settings = opened(tmp.path());
        assert_eq!(settings.all().unwrap().get("view/é").map(String::as_str), Some("b"));
        settings.set("view/é", None, Timestamp::UNIX_EPOCH).unwrap();
        settings.set("never", None, Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(names(&settings), ["note/1"]);
    }

    #[test]
    fn settings_that_the_user_removed_are_not_lost() {
        let tmp = tempfile::tempdir().unwrap();
        let settings = opened(tmp.path());
        settings.set("note/1", Some("x"), Timestamp::UNIX_EPOCH).unwrap();
        drop(settings);
        let settings = opened(tmp.path());
        assert_eq!(backups::list(tmp.path()).len(), 1);
        settings.set("note/1", None, Timestamp::UNIX_EPOCH).unwrap();
        drop(settings);
        let settings = opened(tmp.path());
        assert!(!settings.is_emptied().unwrap());
        assert!(!names(&settings).iter().any(|name| super::super::is_personal(name)));
    }

    #[test]
    fn daily_copies_are_limited_to_the_newest_seven() {
        let tmp = tempfile::tempdir().unwrap();
        let labels =
            || -> Vec<String> { backups::list(tmp.path()).into_iter().map(|copy| copy.label).collect() };
        let day = |day: i64| Timestamp::from_second(day * 86_400 + 60).unwrap();
        let open = |at| Settings::open(tmp.path(), true, WHOLE, at).unwrap().0;
        drop(open(day(0)));
        assert_eq!(labels(), [] as [&str; 0], "nothing is there to be copied");
        let settings = open(day(0));
        settings.set("note/a", Some("0"), day(0)).unwrap();
        // A process that is open for days makes a copy for each.
        settings.set("note/a", Some("1"), day(1)).unwrap();
        assert_eq!(labels(), ["1970-01-01"]);
        settings.set("note/b", Some("1"), day(1)).unwrap();
        drop(settings);
        assert_eq!(labels(), ["1970-01-02", "1970-01-01"]);
        let copied = |at: usize| recovery::recover_settings(&backups::list(tmp.path())[at].path).0;
        assert_eq!(copied(1)["note/a"].0, "0");
        assert_eq!(copied(0).len(), 2);
        for at in 2..12 {
            drop(open(day(at)));
        }
        assert_eq!(labels().len(), 7);
        assert_eq!(labels()[0], "1970-01-12");
        assert!(copied(6).contains_key("note/b"));
        let beside = std::fs::read_dir(tmp.path().join("copies")).unwrap().count();
        assert_eq!(beside, 7, "nothing lies beside them");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(&tmp.path().join("copies")), 0o700);
            assert_eq!(mode(&backups::list(tmp.path())[0].path), 0o600);
        }
    }

    #[test]
    fn log_of_an_emptied_settings_file_is_recovered() {
        for missing in [false, true] {
            let tmp = tempfile::tempdir().unwrap();
            let file = tmp.path().join(FILE);
            let settings = opened(tmp.path());
            settings.set("note/a", Some("x"), Timestamp::UNIX_EPOCH).unwrap();
            let log = std::fs::read(tmp.path().join("settings.db-wal")).unwrap();
            drop(settings);
            std::fs::remove_dir_all(tmp.path().join("copies")).unwrap();
            if missing {
                std::fs::remove_file(&file).unwrap();
            } else {
                std::fs::write(&file, "").unwrap();
            }
            std::fs::write(tmp.path().join("settings.db-wal"), log).unwrap();
            let (settings, quarantined) =
                Settings::open(tmp.path(), true, WHOLE, Timestamp::from_second(7).unwrap()).unwrap();
            assert_eq!(quarantined.map(|(_, saved)| saved), Some((1, 0)));
            assert_eq!(names(&settings), ["note/a"]);
        }
    }

    #[test]
    fn two_that_are_open_at_once_keep_different_things() {
        let tmp = tempfile::tempdir().unwrap();
        let (one, other) = (opened(tmp.path()), opened(tmp.path()));
        one.set("view/a", Some("a"), Timestamp::UNIX_EPOCH).unwrap();
        other.set("view/b", Some("b"), Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(names(&one), ["view/a", "view/b"]);
    }

    #[cfg(unix)]
    #[test]
    fn settings_file_is_readable_by_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let tmp = tempfile::tempdir().unwrap();
        let _settings = opened(tmp.path());
        let mode = std::fs::metadata(tmp.path().join(FILE)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
