//! What a person keeps for themselves about the deals and notifications of a key: notes, stars, snoozes, saved views, names.
//! Rule: it is the person's, whoever they act for. A delegated user has a store and a queue of their own, and shares these
//! settings with the key's own profile; what an earlier version kept in the user's store is still read there.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;

use super::{Settings, Store, StoreError, aside, place};

/// Whether a setting is the person's, and not that of one store: where they left off, and which files were damaged, is.
fn is_shared(name: &str) -> bool {
    name != "session" && !name.starts_with(aside::SAVED)
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
        place::prepare(dir)?;
        place::refuse_foreign(dir)?;
        let (settings, damaged) = Settings::open(dir, stamp)?;
        if let Some((path, saved)) = &damaged {
            aside::note(&settings, path, (*saved, 0), stamp)?;
        }
        self.person = Some(settings);
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

    /// Keeps a setting where it belongs, or with `None` forgets it.
    ///
    /// # Errors
    /// The disk fails.
    pub fn keep_setting(&self, name: &str, value: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        let Some(person) = self.person.as_ref().filter(|_| is_shared(name)) else {
            return self.settings.set(name, value, now);
        };
        person.set(name, value, now)?;
        if value.is_none() {
            // What was kept in this store alone would come back otherwise.
            self.settings.set(name, None, now)?;
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
}
