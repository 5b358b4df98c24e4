//! `settings.db`: what a person arranged and wrote for themselves, by name: saved views, private notes, where they left
//! off. Never thrown away, and never sent. Each name stands alone, so that two front ends that are open at once can
//! keep different things without undoing each other; of the same thing the later one holds.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::StoreError;
use super::connect;

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
pub struct Settings(Mutex<Connection>);

impl Settings {
    /// Opens the file in `dir`, which is made if it is missing.
    ///
    /// # Errors
    /// The disk fails, the file is damaged, or a newer version wrote it.
    pub(super) fn open(dir: &Path) -> Result<Self, StoreError> {
        Ok(Self(Mutex::new(connect::open(&dir.join(FILE), STEPS, true)?)))
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        // Each statement stands alone, so a panic elsewhere can't have left half of one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Keeps a setting, or with `None` forgets it.
    ///
    /// # Errors
    /// The disk fails; then nothing has changed.
    pub fn set(&self, name: &str, value: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        let db = self.db();
        match value {
            Some(value) => db.execute(
                "INSERT INTO setting (name, value, changed_at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (name) DO UPDATE SET value = ?2, changed_at = ?3",
                params![name, value, now.as_microsecond()],
            )?,
            None => db.execute("DELETE FROM setting WHERE name = ?1", params![name])?,
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(settings: &Settings) -> Vec<String> {
        settings.all().unwrap().into_keys().collect()
    }

    #[test]
    fn a_setting_outlives_the_program_until_it_is_forgotten() {
        let tmp = tempfile::tempdir().unwrap();
        let settings = Settings::open(tmp.path()).unwrap();
        settings.set("view/é", Some("a"), Timestamp::UNIX_EPOCH).unwrap();
        settings.set("view/é", Some("b"), Timestamp::UNIX_EPOCH).unwrap();
        settings
            .set("note/1", Some("x\ny"), Timestamp::UNIX_EPOCH)
            .unwrap();
        drop(settings);
        let settings = Settings::open(tmp.path()).unwrap();
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
        let (one, other) = (
            Settings::open(tmp.path()).unwrap(),
            Settings::open(tmp.path()).unwrap(),
        );
        one.set("view/a", Some("a"), Timestamp::UNIX_EPOCH).unwrap();
        other.set("view/b", Some("b"), Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(names(&one), ["view/a", "view/b"]);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let tmp = tempfile::tempdir().unwrap();
        let _settings = Settings::open(tmp.path()).unwrap();
        let mode = std::fs::metadata(tmp.path().join(FILE))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
