//! `settings.db`: what a person arranged and wrote for themselves, by name: saved views, private notes, where they left
//! off. Never thrown away, and never sent. Each name stands alone, so that two front ends that are open at once can
//! keep different things without undoing each other; of the same thing the later one holds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::place::set_aside;
use super::{Hindrance, StoreError, connect, salvage};

/// The name of the file.
const FILE: &str = "settings.db";

/// The format. A step, once released, never changes; a new format is a new step.
const STEPS: &[&str] = &["
CREATE TABLE setting (
    name       TEXT    PRIMARY KEY,
    value      TEXT    NOT NULL,
    changed_at INTEGER NOT NULL   -- whole microseconds of Unix time
) STRICT, WITHOUT ROWID;
"];

/// The settings of one profile.
#[derive(Debug)]
pub struct Settings {
    db: Mutex<Connection>,
    shut: OnceLock<Hindrance>,
}

impl Settings {
    /// Opens the file in `dir`, which is made if it is missing. A damaged one is set aside, named after `stamp`, and
    /// what can be read of it is kept: where it is now, and how many settings were saved.
    ///
    /// # Errors
    /// The disk fails, or a newer version wrote the file.
    pub(super) fn open(dir: &Path, stamp: Timestamp) -> Result<(Self, Option<(PathBuf, usize)>), StoreError> {
        let file = dir.join(FILE);
        match Self::open_sound(&file) {
            Ok(settings) => Ok((settings, None)),
            Err(error) if error.is_damage() => {
                let saved = salvage::settings(&file);
                let aside = set_aside(&file, stamp)?;
                let settings = Self::open_sound(&file)?;
                for (name, (value, at)) in &saved {
                    let at = Timestamp::from_microsecond(*at).unwrap_or(stamp);
                    settings.set(name, Some(value), at)?;
                }
                Ok((settings, Some((aside, saved.len()))))
            }
            Err(error) => Err(error),
        }
    }

    /// Opens the file and reads every page of it: it is small.
    fn open_sound(file: &Path) -> Result<Self, StoreError> {
        let db = connect::open(file, STEPS, true)?;
        match connect::damage(&db)? {
            None => Ok(Self {
                db: Mutex::new(db),
                shut: OnceLock::new(),
            }),
            Some(reason) => Err(StoreError::damaged(&reason)),
        }
    }

    /// Refuses every change from here on: it could not be kept.
    pub(super) fn shut(&self, hindrance: &Hindrance) {
        self.shut.get_or_init(|| hindrance.clone());
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        // Each change is one transaction, so a panic elsewhere can't have left half of one.
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that changes when another program writes to the file, and only then.
    ///
    /// # Errors
    /// The disk fails.
    pub(super) fn foreign(&self) -> Result<i64, StoreError> {
        Ok(self
            .db()
            .pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Every setting by name.
    ///
    /// # Errors
    /// The disk fails.
    pub fn all(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let db = self.db();
        let mut select = db.prepare_cached("SELECT name, value FROM setting")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// One setting by its name.
    ///
    /// # Errors
    /// The disk fails.
    pub fn get(&self, name: &str) -> Result<Option<String>, StoreError> {
        let db = self.db();
        let mut select = db.prepare_cached("SELECT value FROM setting WHERE name = ?1")?;
        Ok(select.query_row([name], |row| row.get(0)).optional()?)
    }

    /// What is kept of one record: the settings whose names end with its identifier.
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

    /// Keeps a setting, or with `None` forgets it.
    ///
    /// # Errors
    /// The disk fails; then nothing has changed.
    pub fn set(&self, name: &str, value: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        self.set_all(&[(name.to_owned(), value.map(str::to_owned))], now)
    }

    /// Keeps settings, or with `None` forgets them, all of them or none.
    ///
    /// # Errors
    /// The disk fails; then nothing has changed.
    pub fn set_all(&self, changed: &[(String, Option<String>)], now: Timestamp) -> Result<(), StoreError> {
        if let Some(why) = self.shut.get() {
            return Err(StoreError::Hindered(why.clone()));
        }
        if changed.is_empty() {
            return Ok(());
        }
        let mut db = self.db();
        let step = db.transaction()?;
        for (name, value) in changed {
            match value {
                Some(value) => step
                    .prepare_cached(
                        "INSERT INTO setting (name, value, changed_at) VALUES (?1, ?2, ?3)
                     ON CONFLICT (name) DO UPDATE SET value = ?2, changed_at = ?3",
                    )?
                    .execute(params![name, value, now.as_microsecond()])?,
                None => step
                    .prepare_cached("DELETE FROM setting WHERE name = ?1")?
                    .execute([name])?,
            };
        }
        Ok(step.commit()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(dir: &Path) -> Settings {
        let (settings, aside) = Settings::open(dir, Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(aside, None);
        settings
    }

    /// A file of 60 settings of which some run over several pages.
    fn filled(dir: &Path) -> Vec<u8> {
        let settings = opened(dir);
        for n in 0..60 {
            let value = format!("{n} {}", "é".repeat(n % 5 * 700));
            settings
                .set(&format!("note/{n}"), Some(&value), Timestamp::UNIX_EPOCH)
                .unwrap();
        }
        drop(settings);
        std::fs::read(dir.join(FILE)).unwrap()
    }

    #[test]
    fn of_a_damaged_file_what_can_be_read_is_kept_and_the_file_is_set_aside() {
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
            let (settings, aside) = Settings::open(tmp.path(), stamp).unwrap();
            let Some((aside, saved)) = aside else {
                assert_eq!(names(&settings).len(), 60, "what is lost is said");
                continue;
            };
            assert_eq!(
                std::fs::read(&aside).unwrap(),
                bytes,
                "the old file is kept as it was"
            );
            let kept = settings.all().unwrap();
            assert_eq!(saved, kept.len());
            assert!(saved >= least, "{saved} of 60");
            for (name, value) in kept {
                let n: usize = name.strip_prefix("note/").unwrap().parse().unwrap();
                assert_eq!(
                    value,
                    format!("{n} {}", "é".repeat(n % 5 * 700)),
                    "nothing is made up"
                );
            }
        }
    }

    fn names(settings: &Settings) -> Vec<String> {
        settings.all().unwrap().into_keys().collect()
    }

    #[test]
    fn a_setting_outlives_the_program_until_it_is_forgotten() {
        let tmp = tempfile::tempdir().unwrap();
        let settings = opened(tmp.path());
        settings.set("view/é", Some("a"), Timestamp::UNIX_EPOCH).unwrap();
        settings.set("view/é", Some("b"), Timestamp::UNIX_EPOCH).unwrap();
        settings
            .set("note/1", Some("x\ny"), Timestamp::UNIX_EPOCH)
            .unwrap();
        drop(settings);
        let settings = opened(tmp.path());
        assert_eq!(
            settings.all().unwrap().get("view/é").map(String::as_str),
            Some("b")
        );
        settings.set("view/é", None, Timestamp::UNIX_EPOCH).unwrap();
        settings.set("never", None, Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(names(&settings), ["note/1"]);
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
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let tmp = tempfile::tempdir().unwrap();
        let _settings = opened(tmp.path());
        let mode = std::fs::metadata(tmp.path().join(FILE))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
