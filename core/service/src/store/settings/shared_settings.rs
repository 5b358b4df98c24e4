//! The user's settings for a key: notes, stars, snoozes, saved views, names, watched ids. They belong to the user for
//! every delegated user. A delegated user has its own store and outbox, and shares these settings with the key's own
//! profile. Settings that an earlier version stored in the delegated user's store are still read there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::backups::{self, SettingsBackup};
use crate::model::storage_health::DbFile;
use crate::model::watched::Origin;
use crate::store::files::{open, private_dir, quarantine};
use crate::store::{Settings, Store, StoreError, recovery};

/// Name of the setting that notes a restart after a loss of the settings.
pub(super) const RESTARTED: &str = "began-again";

/// Name of the setting that says that the user removed all others.
pub(super) const ALL_REMOVED: &str = "all-removed";

/// Returns whether a setting is the user's own. The others are notes of the store about its files.
#[must_use]
pub fn is_personal(name: &str) -> bool {
    ![RESTARTED, ALL_REMOVED].contains(&name)
        && !name.starts_with(crate::store::files::quarantine_marks::RECOVERED_PREFIX)
}

/// Returns whether a setting is shared. The last position belongs to a single store.
fn is_shared(name: &str) -> bool {
    name != "session" && is_personal(name)
}

impl Settings {
    /// Notes that the settings are lost.
    pub(in crate::store) fn mark_missing(&self, stamp: Timestamp) -> Result<PathBuf, StoreError> {
        self.set(RESTARTED, Some(&stamp.to_string()), stamp)?;
        quarantine::mark_missing(self.dir(), DbFile::Settings, stamp)
    }
}

impl Store {
    /// Shares the user's settings with the profile in `dir`, which is created if missing. A read-only store shares
    /// nothing: its settings are shown, and none are stored.
    ///
    /// # Errors
    /// Those of [`Store::open`], for the settings alone.
    pub fn share_settings(&mut self, dir: &Path, stamp: Timestamp) -> Result<(), StoreError> {
        if dir == self.dir || self.storage_failure.is_some() {
            return Ok(());
        }
        private_dir::prepare(dir)?;
        private_dir::refuse_foreign(dir)?;
        private_dir::refuse_special_parts(dir)?;
        let is_missing = quarantine::are_settings_missing(dir)?;
        let open_check = open::OpenCheck { full: true, changed: false };
        let (settings, damaged) = Settings::open(dir, false, open_check, stamp)?;
        let mut damaged_paths = Vec::new();
        if let Some((path, saved)) = damaged {
            quarantine::record_recovery(&settings, &path, saved, stamp)?;
            damaged_paths.push(path);
        }
        if is_missing || settings.is_emptied()? {
            damaged_paths.push(settings.mark_missing(stamp)?);
        }
        if !damaged_paths.is_empty() {
            let quarantined = quarantine::list(dir, &settings)?.into_iter();
            self.damaged_at_open.extend(quarantined.filter(|item| damaged_paths.contains(&item.path)));
        }
        self.shared_settings = Some(settings);
        Ok(())
    }

    /// Returns the user's settings: those of the key's own profile for a delegated user.
    pub(super) fn user_settings(&self) -> &Settings {
        self.shared_settings.as_ref().unwrap_or(&self.settings)
    }

    /// Returns the daily copies of the user's settings, newest first.
    pub fn settings_backups(&self) -> Vec<SettingsBackup> {
        backups::list(self.user_settings().dir())
    }

    /// Returns the settings in a copy by name. For a delegated user, the copy of its own store from that day is
    /// included.
    pub fn settings_in_copy(&self, copy: &SettingsBackup) -> BTreeMap<String, String> {
        let acting = self.shared_settings.is_some();
        let recover_file = |path: &Path, shared: bool| {
            let (all, lost) = recovery::recover_settings(path);
            if lost > 0 {
                tracing::warn!(copy = %path.display(), lost, "some settings of a copy are damaged");
            }
            let all = all.into_iter();
            let personal =
                all.filter(move |(name, _)| is_personal(name) && (!acting || is_shared(name) == shared));
            personal.map(|(name, (value, _))| (name, value))
        };
        let mut all: BTreeMap<String, String> = recover_file(&copy.path, true).collect();
        let day = |copy: &SettingsBackup| copy.label.chars().take("2026-11-28".len()).collect::<String>();
        let own = backups::list(self.settings.dir());
        if let Some(own) = own.iter().find(|own| acting && day(own) <= day(copy)) {
            all.extend(recover_file(&own.path, false));
        }
        all
    }

    /// Copies the user's settings, so that a following replacement can be undone.
    pub fn copy_settings_separately(&self, now: Timestamp) {
        self.user_settings().copy_separately(now);
    }

    /// Removes the notice of lost settings after the user has restored them.
    ///
    /// # Errors
    /// The disk fails.
    pub fn acknowledge_restored(&self) -> Result<(), StoreError> {
        let settings = self.user_settings();
        for quarantined in quarantine::list(settings.dir(), settings)? {
            if quarantined.file == DbFile::Settings && quarantined.was_missing {
                std::fs::remove_file(&quarantined.path)
                    .map_err(|error| StoreError::io(&quarantined.path, error))?;
            }
        }
        Ok(())
    }

    /// Returns every setting by name; shared ones override those of this store.
    ///
    /// # Errors
    /// The disk fails.
    pub fn all_settings(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut all = self.settings.all()?;
        if let Some(shared_settings) = &self.shared_settings {
            all.extend(shared_settings.all()?.into_iter().filter(|(name, _)| is_shared(name)));
        }
        Ok(all)
    }

    /// Returns numbers that change only when another process writes own or shared settings.
    ///
    /// # Errors
    /// The disk fails.
    pub fn settings_versions(&self) -> Result<(i64, Option<i64>), StoreError> {
        let shared_settings = self.shared_settings.as_ref().map(Settings::data_version).transpose()?;
        Ok((self.settings.data_version()?, shared_settings))
    }

    /// Returns a setting, as in [`all_settings`](Self::all_settings).
    ///
    /// # Errors
    /// The disk fails.
    pub fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        if let Some(shared_settings) = self.shared_settings.as_ref().filter(|_| is_shared(name))
            && let Some(value) = shared_settings.get(name)?
        {
            return Ok(Some(value));
        }
        self.settings.get(name)
    }

    /// Moves the settings of a temporary id to the server's id; returns the changes. They are read from disk, because
    /// another process may have stored them.
    ///
    /// # Errors
    /// The disk fails.
    pub fn rename_settings(
        &self,
        temporary: &str,
        server_id: &str,
        now: Timestamp,
    ) -> Result<Vec<(String, Option<String>)>, StoreError> {
        let mut to_rename: BTreeMap<String, String> =
            self.settings.of_record(temporary)?.into_iter().collect();
        if let Some(shared_settings) = &self.shared_settings {
            let shared = shared_settings.of_record(temporary)?.into_iter();
            to_rename.extend(shared.filter(|(name, _)| is_shared(name)));
        }
        let mut changed = Vec::new();
        for (name, value) in to_rename {
            if let Some((prefix, _)) = name.rsplit_once('/') {
                changed.push((format!("{prefix}/{server_id}"), Some(value)));
                changed.push((name, None));
            }
        }
        if !changed.is_empty() {
            self.set_settings(&changed, now)?;
        }
        Ok(changed)
    }

    /// Stores a setting in its file, or removes it with `None`.
    ///
    /// # Errors
    /// The disk fails.
    pub fn set_setting(&self, name: &str, value: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        self.set_settings(&[(name.to_owned(), value.map(str::to_owned))], now)
    }

    /// Stores settings in their files, or removes them with `None`. Those of a file are stored all or none.
    ///
    /// # Errors
    /// The disk fails.
    pub fn set_settings(
        &self,
        changed: &[(String, Option<String>)],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_settings(changed, now)?;
        // The last position is irrelevant to other processes.
        if changed.iter().any(|(name, _)| is_shared(name)) {
            self.signal_peers();
        }
        Ok(())
    }

    fn write_settings(&self, changed: &[(String, Option<String>)], now: Timestamp) -> Result<(), StoreError> {
        let Some(shared_settings) = &self.shared_settings else {
            return self.settings.set_all(changed, now);
        };
        let (shared, mut private): (Vec<_>, Vec<_>) =
            changed.iter().cloned().partition(|(name, _)| is_shared(name));
        shared_settings.set_all(&shared, now)?;
        // Otherwise a value stored only in this store would reappear.
        private.extend(shared.into_iter().filter(|(_, value)| value.is_none()));
        self.settings.set_all(&private, now)
    }
}

/// Prefix of the settings for watched ids, before the resource kind.
const WATCHED: &str = "watched/";
/// Values for an id that is watched, and for one that is no longer watched.
const ENTERED: &str = "given";
const UNWATCHED: &str = "dropped";

fn watched_name(kind: &str, id: &str) -> String {
    format!("{WATCHED}{kind}/{id}")
}

impl Store {
    /// Watches ids that the user entered; returns how many are new. With `shared` they are records of the key, and are
    /// watched for every delegated user.
    ///
    /// # Errors
    /// The disk fails.
    pub fn watch_entered(
        &self,
        kind: &str,
        ids: &[String],
        shared: bool,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        let new = self.outbox().watch(kind, ids, Origin::Entered, now)?;
        for id in ids.iter().filter(|_| shared) {
            self.set_setting(&watched_name(kind, id), Some(ENTERED), now)?;
        }
        Ok(new)
    }

    /// Stops watching ids; returns those that were watched.
    ///
    /// # Errors
    /// The disk fails.
    pub fn unwatch_entered(
        &self,
        kind: &str,
        ids: &[String],
        shared: bool,
        now: Timestamp,
    ) -> Result<Vec<String>, StoreError> {
        let removed = self.outbox().unwatch(kind, ids)?;
        for id in removed.iter().filter(|_| shared) {
            self.set_setting(&watched_name(kind, id), Some(UNWATCHED), now)?;
        }
        Ok(removed)
    }

    /// Synchronises the watched ids of `kinds` in this store with the shared ones. The user may have added or
    /// removed ids while acting for another delegated user. Ids known only here are shared.
    ///
    /// # Errors
    /// The disk fails.
    pub fn share_watched(&self, kinds: &[&str], now: Timestamp) -> Result<(), StoreError> {
        if self.storage_failure.is_some() {
            return Ok(());
        }
        let settings = self.all_settings()?;
        for kind in kinds {
            let watched = self.outbox().watched(kind)?;
            let prefix = watched_name(kind, "");
            let ids_with = |origin_name: &str| -> Vec<String> {
                let of_kind =
                    settings.iter().filter_map(|(name, value)| Some((name.strip_prefix(&prefix)?, value)));
                of_kind.filter(|(_, value)| *value == origin_name).map(|(id, _)| id.to_owned()).collect()
            };
            let is_entered = |id: &String| {
                watched.iter().any(|watched| watched.id == *id && watched.origin == Origin::Entered)
            };
            let (mut new, mut unwatched) = (ids_with(ENTERED), ids_with(UNWATCHED));
            new.retain(|id| !is_entered(id));
            unwatched.retain(|id| watched.iter().any(|watched| watched.id == *id));
            if !new.is_empty() {
                self.outbox().watch(kind, &new, Origin::Entered, now)?;
            }
            if !unwatched.is_empty() {
                self.outbox().unwatch(kind, &unwatched)?;
            }
            for entered in watched.iter().filter(|entered| entered.origin == Origin::Entered) {
                let name = watched_name(kind, &entered.id);
                if !settings.contains_key(&name) {
                    self.set_setting(&name, Some(ENTERED), now)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    #[test]
    fn notes_and_stars_are_shared_by_all_delegated_users() {
        let tmp = tempfile::tempdir().unwrap();
        let (key, user) = (tmp.path().join("key"), tmp.path().join("user"));
        let own = Store::open(&key, NOW).unwrap();
        own.set_setting("note/a", Some("mine"), NOW).unwrap();
        own.set_setting("session", Some("the key's"), NOW).unwrap();
        let earlier = Store::open(&user, NOW).unwrap();
        earlier.set_setting("note/b", Some("of before"), NOW).unwrap();
        drop(earlier);
        let mut acting = Store::open(&user, NOW).unwrap();
        acting.share_settings(&key, NOW).unwrap();
        let all = acting.all_settings().unwrap();
        assert_eq!(all.get("note/a").map(String::as_str), Some("mine"));
        assert_eq!(all.get("note/b").map(String::as_str), Some("of before"));
        assert_eq!(all.get("session"), None, "where one left off is each store's own");
        acting.set_setting("star/n", Some("1"), NOW).unwrap();
        acting.set_setting("note/b", None, NOW).unwrap();
        acting.set_setting("session", Some("the user's"), NOW).unwrap();
        assert_eq!(acting.all_settings().unwrap().get("note/b"), None, "it is gone for good");
        let all = own.all_settings().unwrap();
        assert_eq!(all.get("star/n").map(String::as_str), Some("1"));
        assert_eq!(all.get("session").map(String::as_str), Some("the key's"));
    }

    #[test]
    fn lost_settings_are_reported_and_restored_from_the_copy() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let tmp = tempfile::tempdir().unwrap();
        let (key, user) = (tmp.path().join("key"), tmp.path().join("user"));
        let open = |acting: bool, second| {
            let mut store = Store::open(if acting { &user } else { &key }, at(second)).unwrap();
            if acting {
                store.share_settings(&key, at(second)).unwrap();
            }
            store
        };
        for acting in [false, true] {
            let store = open(acting, 1);
            store.set_setting("note/a", Some("mine"), at(1)).unwrap();
            store.set_setting("session", Some("here"), at(1)).unwrap();
            drop(store);
            drop(open(true, 2));
            let file = key.join(DbFile::Settings.file_name());
            let by_rows = || {
                let db = rusqlite::Connection::open(&file).unwrap();
                db.execute("DELETE FROM setting", []).unwrap();
            };
            for lose in [&|| std::fs::remove_file(&file).unwrap(), &by_rows as &dyn Fn()] {
                lose();
                let store = open(acting, 3);
                let told = store.damaged().unwrap();
                assert!(
                    told.len() == 1 && told[0].file == DbFile::Settings && told[0].was_missing,
                    "{told:?}"
                );
                assert_eq!(store.damaged_at_open(), told);
                store.set_setting("note/b", Some("new"), at(3)).unwrap();
                drop(store);
                let store = open(acting, 4);
                assert!(store.damaged_at_open().is_empty(), "reported once");
                let copies = store.settings_backups();
                let copied_settings: Vec<_> =
                    copies.iter().map(|copy| store.settings_in_copy(copy)).collect();
                let whole = copied_settings
                    .iter()
                    .find(|settings| settings.contains_key("note/a"))
                    .expect("today's copy was not replaced");
                assert_eq!(whole.get("session").map(String::as_str), Some("here"));
                store.set_setting("note/a", Some("mine"), at(4)).unwrap();
                store.set_setting("session", Some("here"), at(4)).unwrap();
                store.acknowledge_restored().unwrap();
                assert!(store.damaged().unwrap().is_empty());
            }
        }
    }

    #[test]
    fn watched_ids_are_shared_across_delegated_users() {
        let tmp = tempfile::tempdir().unwrap();
        let (key, user) = (tmp.path().join("key"), tmp.path().join("user"));
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let watched = |store: &Store| -> Vec<String> {
            let all = store.outbox().watched("tasks").unwrap();
            all.into_iter().map(|one| one.id).collect()
        };
        let open = |dir: &Path| {
            let mut store = Store::open(dir, NOW).unwrap();
            store.share_settings(&key, NOW).unwrap();
            store.share_watched(&["tasks"], NOW).unwrap();
            store
        };
        let own = open(&key);
        own.watch_entered("tasks", &ids(&["a", "b"]), true, NOW).unwrap();
        own.watch_entered("views", &ids(&["v"]), false, NOW).unwrap();
        drop(own);
        // Ids that an earlier version stored only in the delegated user's store are the user's too.
        let earlier = Store::open(&user, NOW).unwrap();
        earlier.outbox().watch("tasks", &ids(&["c"]), Origin::Entered, NOW).unwrap();
        earlier.outbox().watch("tasks", &ids(&["met"]), Origin::Discovered, NOW).unwrap();
        drop(earlier);
        let acting = open(&user);
        assert_eq!(watched(&acting), ["c", "met", "a", "b"]);
        assert!(acting.outbox().watched("views").unwrap().is_empty(), "a user's own stay theirs");
        assert_eq!(acting.unwatch_entered("tasks", &ids(&["a", "x"]), true, NOW).unwrap(), ["a"]);
        drop(acting);
        let own = open(&key);
        assert_eq!(watched(&own), ["b", "c"], "what was only met stays where it was");
        own.watch_entered("tasks", &ids(&["a"]), true, NOW).unwrap();
        drop(own);
        assert_eq!(watched(&open(&user)), ["c", "met", "b", "a"]);
    }
}
