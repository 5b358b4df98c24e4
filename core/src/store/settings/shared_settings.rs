//! What a person keeps for themselves about the deals and notifications of a key: notes, stars, snoozes, saved views, names,
//! the identifiers that they watch.
//! Rule: it is the person's, whoever they act for. A delegated user has a store and a queue of their own, and shares these
//! settings with the key's own profile; what an earlier version kept in the user's store is still read there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::model::storage_health::Part;
use crate::model::watched::Origin;
use crate::store::files::{open, private_dir, quarantine};
use crate::store::{Settings, Store, StoreError, recovery};

use super::copies::{self, SettingsCopy};

/// The name under which is kept that the settings began again after they were lost.
pub(super) const BEGAN_AGAIN: &str = "began-again";

/// Whether a setting is what a person arranged or wrote, and not what a store notes of its own files.
#[must_use]
pub fn is_personal(name: &str) -> bool {
    name != BEGAN_AGAIN && !name.starts_with(quarantine::SAVED)
}

/// Whether a setting is the person's, and not that of one store: where they left off is.
fn is_shared(name: &str) -> bool {
    name != "session" && is_personal(name)
}

impl Settings {
    /// Notes that there were settings and are none any more.
    pub(in crate::store) fn note_gone(&self, stamp: Timestamp) -> Result<PathBuf, StoreError> {
        self.set(BEGAN_AGAIN, Some(&stamp.to_string()), stamp)?;
        quarantine::note_gone(self.dir(), Part::Settings, stamp)
    }
}

impl Store {
    /// Shares the person's settings with the profile in `dir`, which is made if it is missing. A store that cannot be
    /// written shares nothing: what it holds is shown, and nothing is kept.
    ///
    /// # Errors
    /// Those of [`Store::open`], for the settings alone.
    pub fn share_settings(&mut self, dir: &Path, stamp: Timestamp) -> Result<(), StoreError> {
        if dir == self.dir || self.hindrance.is_some() {
            return Ok(());
        }
        private_dir::prepare(dir)?;
        private_dir::refuse_foreign(dir)?;
        private_dir::refuse_odd_parts(dir)?;
        let gone = quarantine::are_settings_gone(dir)?;
        let look = open::Look {
            whole: true,
            changed: false,
        };
        let (settings, damaged) = Settings::open(dir, false, look, stamp)?;
        let mut found = Vec::new();
        if let Some((path, saved)) = damaged {
            quarantine::note(&settings, &path, saved, stamp)?;
            found.push(path);
        }
        if gone || settings.is_emptied()? {
            found.push(settings.note_gone(stamp)?);
        }
        if !found.is_empty() {
            let told = quarantine::list(dir, &settings)?.into_iter();
            self.damaged_now
                .extend(told.filter(|one| found.contains(&one.path)));
        }
        self.person = Some(settings);
        Ok(())
    }

    /// The settings with what the person keeps in them: those of the key's own profile, where somebody is acted for.
    pub(super) fn own_settings(&self) -> &Settings {
        self.person.as_ref().unwrap_or(&self.settings)
    }

    /// The daily copies of what the person keeps, the newest first.
    pub fn settings_copies(&self) -> Vec<SettingsCopy> {
        copies::list(self.own_settings().dir())
    }

    /// What a copy holds, by name; where somebody is acted for, with what their own store had on that day.
    pub fn copied_settings(&self, copy: &SettingsCopy) -> BTreeMap<String, String> {
        let acting = self.person.is_some();
        let read = |path: &Path, shared: bool| {
            let (all, lost) = recovery::settings(path);
            if lost > 0 {
                tracing::warn!(copy = %path.display(), lost, "some settings of a copy are damaged");
            }
            let all = all.into_iter();
            let here =
                all.filter(move |(name, _)| is_personal(name) && (!acting || is_shared(name) == shared));
            here.map(|(name, (value, _))| (name, value))
        };
        let mut all: BTreeMap<String, String> = read(&copy.path, true).collect();
        let day = |copy: &SettingsCopy| copy.label.chars().take("2026-11-28".len()).collect::<String>();
        let own = copies::list(self.settings.dir());
        if let Some(own) = own.iter().find(|own| acting && day(own) <= day(copy)) {
            all.extend(read(&own.path, false));
        }
        all
    }

    /// Copies what the person keeps, so that what is about to take its place can be taken back.
    pub fn copy_settings_apart(&self, now: Timestamp) {
        self.own_settings().copy_apart(now);
    }

    /// Tells no more that the settings were gone: the person has brought them back.
    ///
    /// # Errors
    /// The disk fails.
    pub fn settings_are_back(&self) -> Result<(), StoreError> {
        let settings = self.own_settings();
        for told in quarantine::list(settings.dir(), settings)? {
            if told.part == Part::Settings && told.gone {
                std::fs::remove_file(&told.path).map_err(|error| StoreError::io(&told.path, error))?;
            }
        }
        Ok(())
    }

    /// Every setting by name: those of this store, and over them the person's.
    ///
    /// # Errors
    /// The disk fails.
    pub fn kept_settings(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut all = self.settings.all()?;
        if let Some(person) = &self.person {
            all.extend(person.all()?.into_iter().filter(|(name, _)| is_shared(name)));
        }
        Ok(all)
    }

    /// What changes when another program keeps something among the settings of this store or of the person, and only then.
    ///
    /// # Errors
    /// The disk fails.
    pub fn foreign_settings(&self) -> Result<(i64, Option<i64>), StoreError> {
        let person = self.person.as_ref().map(Settings::foreign).transpose()?;
        Ok((self.settings.foreign()?, person))
    }

    /// One setting, as [`kept_settings`](Self::kept_settings) has it.
    ///
    /// # Errors
    /// The disk fails.
    pub fn kept_setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        if let Some(person) = self.person.as_ref().filter(|_| is_shared(name))
            && let Some(value) = person.get(name)?
        {
            return Ok(Some(value));
        }
        self.settings.get(name)
    }

    /// Gives what is kept of a record that only this machine knew to the identifier that the service gave it; what has
    /// changed. It is looked for on the disk: another program may have kept it.
    ///
    /// # Errors
    /// The disk fails.
    pub fn rename_settings(
        &self,
        temporary: &str,
        born: &str,
        now: Timestamp,
    ) -> Result<Vec<(String, Option<String>)>, StoreError> {
        let mut kept: BTreeMap<String, String> = self.settings.of_record(temporary)?.into_iter().collect();
        if let Some(person) = &self.person {
            let shared = person.of_record(temporary)?.into_iter();
            kept.extend(shared.filter(|(name, _)| is_shared(name)));
        }
        let mut changed = Vec::new();
        for (name, value) in kept {
            if let Some((of, _)) = name.rsplit_once('/') {
                changed.push((format!("{of}/{born}"), Some(value)));
                changed.push((name, None));
            }
        }
        if !changed.is_empty() {
            self.keep_settings(&changed, now)?;
        }
        Ok(changed)
    }

    /// Keeps a setting where it belongs, or with `None` forgets it.
    ///
    /// # Errors
    /// The disk fails.
    pub fn keep_setting(&self, name: &str, value: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        self.keep_settings(&[(name.to_owned(), value.map(str::to_owned))], now)
    }

    /// Keeps settings where they belong, or with `None` forgets them: those of one file all together or not at all.
    ///
    /// # Errors
    /// The disk fails.
    pub fn keep_settings(
        &self,
        changed: &[(String, Option<String>)],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_settings(changed, now)?;
        // Where one left off is no news to anybody else.
        if changed.iter().any(|(name, _)| is_shared(name)) {
            self.ring();
        }
        Ok(())
    }

    fn write_settings(&self, changed: &[(String, Option<String>)], now: Timestamp) -> Result<(), StoreError> {
        let Some(person) = &self.person else {
            return self.settings.set_all(changed, now);
        };
        let (shared, mut own): (Vec<_>, Vec<_>) =
            changed.iter().cloned().partition(|(name, _)| is_shared(name));
        person.set_all(&shared, now)?;
        // What was kept in this store alone would come back otherwise.
        own.extend(shared.into_iter().filter(|(_, value)| value.is_none()));
        self.settings.set_all(&own, now)
    }
}

/// What the name of a watched identifier begins with among the settings, before its family.
const WATCHED: &str = "watched/";
/// What is kept of an identifier that is watched, and of one that is not any more.
const GIVEN: &str = "given";
const DROPPED: &str = "dropped";

fn watched_name(family: &str, id: &str) -> String {
    format!("{WATCHED}{family}/{id}")
}

impl Store {
    /// Watches identifiers that a person gave; how many are new. With `shared` they are the key's records, and the person
    /// watches them whoever they act for.
    ///
    /// # Errors
    /// The disk fails.
    pub fn watch_given(
        &self,
        family: &str,
        ids: &[String],
        shared: bool,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        let new = self.outbox().watch(family, ids, Origin::Given, now)?;
        for id in ids.iter().filter(|_| shared) {
            self.keep_setting(&watched_name(family, id), Some(GIVEN), now)?;
        }
        Ok(new)
    }

    /// Stops watching identifiers; those that were watched.
    ///
    /// # Errors
    /// The disk fails.
    pub fn unwatch_given(
        &self,
        family: &str,
        ids: &[String],
        shared: bool,
        now: Timestamp,
    ) -> Result<Vec<String>, StoreError> {
        let gone = self.outbox().unwatch(family, ids)?;
        for id in gone.iter().filter(|_| shared) {
            self.keep_setting(&watched_name(family, id), Some(DROPPED), now)?;
        }
        Ok(gone)
    }

    /// Watches in this store what the person watches of `families`, and no more of what they do not any more, since they
    /// may have acted for somebody else when they said so. What only this store knows is told to the others.
    ///
    /// # Errors
    /// The disk fails.
    pub fn share_watched(&self, families: &[&str], now: Timestamp) -> Result<(), StoreError> {
        if self.hindrance.is_some() {
            return Ok(());
        }
        let kept = self.kept_settings()?;
        for family in families {
            let own = self.outbox().watched(family)?;
            let prefix = watched_name(family, "");
            let said = |wanted: &str| -> Vec<String> {
                let of_family = kept
                    .iter()
                    .filter_map(|(name, value)| Some((name.strip_prefix(&prefix)?, value)));
                of_family
                    .filter(|(_, value)| *value == wanted)
                    .map(|(id, _)| id.to_owned())
                    .collect()
            };
            let given = |id: &String| own.iter().any(|own| own.id == *id && own.origin == Origin::Given);
            let (mut new, mut dropped) = (said(GIVEN), said(DROPPED));
            new.retain(|id| !given(id));
            dropped.retain(|id| own.iter().any(|own| own.id == *id));
            if !new.is_empty() {
                self.outbox().watch(family, &new, Origin::Given, now)?;
            }
            if !dropped.is_empty() {
                self.outbox().unwatch(family, &dropped)?;
            }
            for one in own.iter().filter(|one| one.origin == Origin::Given) {
                let name = watched_name(family, &one.id);
                if !kept.contains_key(&name) {
                    self.keep_setting(&name, Some(GIVEN), now)?;
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
    fn notes_and_stars_are_the_persons_whoever_they_act_for() {
        let tmp = tempfile::tempdir().unwrap();
        let (key, user) = (tmp.path().join("key"), tmp.path().join("user"));
        let own = Store::open(&key, NOW).unwrap();
        own.keep_setting("note/a", Some("mine"), NOW).unwrap();
        own.keep_setting("session", Some("the key's"), NOW).unwrap();
        let earlier = Store::open(&user, NOW).unwrap();
        earlier.keep_setting("note/b", Some("of before"), NOW).unwrap();
        drop(earlier);
        let mut acting = Store::open(&user, NOW).unwrap();
        acting.share_settings(&key, NOW).unwrap();
        let all = acting.kept_settings().unwrap();
        assert_eq!(all.get("note/a").map(String::as_str), Some("mine"));
        assert_eq!(all.get("note/b").map(String::as_str), Some("of before"));
        assert_eq!(all.get("session"), None, "where one left off is each store's own");
        acting.keep_setting("star/n", Some("1"), NOW).unwrap();
        acting.keep_setting("note/b", None, NOW).unwrap();
        acting.keep_setting("session", Some("the user's"), NOW).unwrap();
        assert_eq!(
            acting.kept_settings().unwrap().get("note/b"),
            None,
            "it is gone for good"
        );
        let all = own.kept_settings().unwrap();
        assert_eq!(all.get("star/n").map(String::as_str), Some("1"));
        assert_eq!(all.get("session").map(String::as_str), Some("the key's"));
    }

    #[test]
    fn what_was_lost_is_told_and_comes_back_from_the_copy() {
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
            store.keep_setting("note/a", Some("mine"), at(1)).unwrap();
            store.keep_setting("session", Some("here"), at(1)).unwrap();
            drop(store);
            drop(open(true, 2));
            let file = key.join(Part::Settings.file());
            let by_rows = || {
                let db = rusqlite::Connection::open(&file).unwrap();
                db.execute("DELETE FROM setting", []).unwrap();
            };
            for lose in [&|| std::fs::remove_file(&file).unwrap(), &by_rows as &dyn Fn()] {
                lose();
                let store = open(acting, 3);
                let told = store.damaged().unwrap();
                assert!(
                    told.len() == 1 && told[0].part == Part::Settings && told[0].gone,
                    "{told:?}"
                );
                assert_eq!(store.damaged_now(), told);
                store.keep_setting("note/b", Some("new"), at(3)).unwrap();
                drop(store);
                let store = open(acting, 4);
                assert!(store.damaged_now().is_empty(), "it is told once");
                let copies = store.settings_copies();
                let kept: Vec<_> = copies.iter().map(|copy| store.copied_settings(copy)).collect();
                let whole = kept
                    .iter()
                    .find(|kept| kept.contains_key("note/a"))
                    .expect("today's copy was not replaced");
                assert_eq!(whole.get("session").map(String::as_str), Some("here"));
                store.keep_setting("note/a", Some("mine"), at(4)).unwrap();
                store.keep_setting("session", Some("here"), at(4)).unwrap();
                store.settings_are_back().unwrap();
                assert!(store.damaged().unwrap().is_empty());
            }
        }
    }

    #[test]
    fn what_a_person_watches_goes_with_them_and_what_they_drop_is_dropped_everywhere() {
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
        own.watch_given("tasks", &ids(&["a", "b"]), true, NOW).unwrap();
        own.watch_given("views", &ids(&["v"]), false, NOW).unwrap();
        drop(own);
        // What an earlier version kept in the user's store alone is the person's too.
        let earlier = Store::open(&user, NOW).unwrap();
        earlier
            .outbox()
            .watch("tasks", &ids(&["c"]), Origin::Given, NOW)
            .unwrap();
        earlier
            .outbox()
            .watch("tasks", &ids(&["met"]), Origin::Met, NOW)
            .unwrap();
        drop(earlier);
        let acting = open(&user);
        assert_eq!(watched(&acting), ["c", "met", "a", "b"]);
        assert!(
            acting.outbox().watched("views").unwrap().is_empty(),
            "a user's own stay theirs"
        );
        assert_eq!(
            acting
                .unwatch_given("tasks", &ids(&["a", "x"]), true, NOW)
                .unwrap(),
            ["a"]
        );
        drop(acting);
        let own = open(&key);
        assert_eq!(watched(&own), ["b", "c"], "what was only met stays where it was");
        own.watch_given("tasks", &ids(&["a"]), true, NOW).unwrap();
        drop(own);
        assert_eq!(watched(&open(&user)), ["c", "met", "b", "a"]);
    }
}
