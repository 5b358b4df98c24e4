//! Remembering. Rule of the room: what the service said is kept as the bytes it sent, what a person wrote is on disk
//! before anything is sent, what was observed is kept, and the three never share a file: `cache.db` can always be
//! rebuilt, `outbox.db` and `history.db` are never thrown away. Nothing here talks to the network or reads a clock; the
//! one socket is a bell on loopback, by which the windows of a profile tell each other to look at the files.

pub(crate) mod cache;
pub(crate) mod files;
pub mod history;
mod outbox;
pub(crate) mod recovery;
mod settings;
mod shared;

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread::{self, ScopedJoinHandle};

pub use crate::model::discovery::Lesson;
pub use crate::model::identity::Identity;
use crate::model::storage_health::{Hindrance, Part, SetAside};
use crate::temp_artifacts::{self, Unfinished};
use cache::Replaced;
pub use cache::changes_since::Revision;
pub use cache::types::{Bound, Incoming, Kept, Kind, Leaf, Listed, Received, Stored, Swept};
pub use cache::write_seq::Change;
pub use cache::{Cache, DEALS_COMPLETE, FirstReading};
pub use files::atomic_file::Draft;
pub use files::error::StoreError;
pub use files::examine::Examined;
pub use files::profile::profile_dir;
pub use history::journal::{NewJournalEntry, NewRequest, RequestEntry};
pub use history::{History, Source};
pub use outbox::Outbox;
pub use outbox::cancel::Rewritten;
pub use outbox::discarded::Dropped;
pub use outbox::entry::{NewRow, Row, RowState, Sealed};
pub use recovery::{FOUND_IN_REMAINS, Salvaged};
pub use settings::Settings;
pub use settings::copies::SettingsCopy;
pub use settings::shared_settings::is_personal;
pub use settings::sibling_journals::{Done, done_beside, earliest};
pub use settings::sibling_profiles::{others, stores_beside};
pub use shared::clock_skew::KeptClock;
pub use shared::peer_signal::{Bell, Ring};
pub use shared::shared_rate_limit::{GateState, SharedGate};

use files::process_lock::Presence;
use files::seal::Seal;

/// Everything one profile remembers, in one directory of its own.
#[derive(Debug)]
pub struct Store {
    cache: Cache,
    settings: Settings,
    /// The settings that are shared with the key's own profile, where this store is a delegated user's.
    person: Option<Settings>,
    history: Arc<History>,
    dir: PathBuf,
    set_aside: Option<PathBuf>,
    history_set_aside: Option<PathBuf>,
    salvaged: Option<Salvaged>,
    damaged_now: Vec<SetAside>,
    hindrance: Option<Hindrance>,
    // Closed after the other files: with it goes the sign that they are open, and whoever waits for that is rung.
    outbox: Outbox,
    // Put when all of them are closed.
    _seal: Seal,
    // Dropped last: it goes when nothing of it is open any more.
    copied: Option<Unfinished>,
}

impl Store {
    /// Opens the store in `dir`, which is made if it is missing: the directory for its owner alone (0700), the files
    /// too (0600), before a byte is written to them. `stamp` names a damaged file that has to be set aside.
    ///
    /// # Errors
    /// The directory is not a plain one or belongs to someone else; a file was written by a newer version, in which case
    /// neither is touched; nothing can be written there ([`StoreError::Hindered`]); the disk fails; the outbox is
    /// damaged while another store has it open.
    pub fn open(dir: &Path, stamp: jiff::Timestamp) -> Result<Self, StoreError> {
        Self::open_to_write(dir, stamp).map_err(|error| files::storage_error::diagnose(dir, error))
    }

    fn open_to_write(dir: &Path, stamp: jiff::Timestamp) -> Result<Self, StoreError> {
        files::private_dir::prepare(dir)?;
        files::private_dir::refuse_foreign(dir)?;
        files::private_dir::refuse_odd(dir)?;
        files::private_dir::close(dir)?;
        let presence = Presence::enter(dir)?;
        let alone = presence.alone();
        let seal = Seal::look(dir, alone);
        for (file, steps) in [
            ("outbox.db", files::schema::OUTBOX),
            ("history.db", files::schema::HISTORY),
        ] {
            files::open::check(&dir.join(file), steps)?;
        }
        seal.break_open()?;
        if alone {
            files::temp_cleanup::sweep(dir)?;
            settings::copies::sweep(dir)?;
        }
        let mut gone = if alone {
            files::quarantine::gone(dir)?
        } else {
            Vec::new()
        };
        let cache_gone = alone && files::quarantine::is_cache_gone(dir)?;
        // The journal is asked before anything new is written to it.
        let missed = if gone.contains(&Part::Outbox) {
            recovery::known_to_wait(&dir.join("history.db"))
        } else {
            0
        };
        temp_artifacts::sweep();
        // What a person wrote and what was read lie in files of their own, and are opened side by side: where they are made,
        // each waits for the disk. Only a cache that is made waits for them: where there is one, there were all of them.
        let (made, others) = mpsc::channel::<()>();
        let (outbox_look, settings_look) = (seal.how(Part::Outbox), seal.how(Part::Settings));
        let (outbox, settings, read) = thread::scope(|scope| {
            let outbox_made = made.clone();
            let outbox = scope.spawn(move || {
                let _made = outbox_made;
                Outbox::open(dir, presence, outbox_look, stamp)
            });
            let settings = scope.spawn(move || {
                let _made = made;
                Settings::open(dir, alone, settings_look, stamp)
            });
            let read = open_read(dir, alone, &seal, stamp, &others);
            (joined(outbox), joined(settings), read)
        });
        let (outbox, salvaged) = outbox?;
        let (settings, settings_aside) = settings?;
        let ((history, history_set_aside), (cache, replaced)) = read?;
        let (set_aside, newer) = match replaced {
            Some(Replaced::Damaged(path)) => (Some(path), None),
            Some(Replaced::Newer(path)) => (None, Some(files::quarantine::made_room(path, stamp))),
            None => (None, None),
        };
        if let Some(saved) = &salvaged {
            files::quarantine::note(&settings, &saved.aside, (saved.rows, saved.lost), stamp)?;
        }
        for (path, saved) in settings_aside.iter().chain(&history_set_aside) {
            files::quarantine::note(&settings, path, *saved, stamp)?;
        }
        let renumbers = salvaged.is_some() || gone.contains(&Part::Outbox) || seal.is_changed(Part::Outbox);
        if alone && !gone.contains(&Part::Settings) && settings.is_emptied()? {
            gone.push(Part::Settings);
        }
        let noted: Result<Vec<PathBuf>, StoreError> = gone
            .into_iter()
            .map(|part| {
                if part == Part::Settings {
                    return settings.note_gone(stamp);
                }
                let note = files::quarantine::note_gone(dir, part, stamp)?;
                if part == Part::Outbox && missed > 0 {
                    files::quarantine::note(&settings, &note, (0, missed), stamp)?;
                }
                Ok(note)
            })
            .collect();
        let noted = noted?;
        let damaged = files::quarantine::list(dir, &settings)?;
        files::quarantine::forget_acknowledged(&settings, &damaged, stamp)?;
        let found_now = [
            salvaged.as_ref().map(|saved| &saved.aside),
            settings_aside.as_ref().map(|(path, _)| path),
            history_set_aside.as_ref().map(|(path, _)| path),
            set_aside.as_ref(),
        ];
        let damaged_now = damaged
            .into_iter()
            .filter(|one| found_now.contains(&Some(&one.path)) || noted.contains(&one.path))
            .chain(newer)
            .chain(cache_gone.then(|| files::quarantine::cache_gone(dir, stamp)))
            .collect();
        let store = Self {
            cache,
            outbox,
            settings,
            person: None,
            history,
            dir: dir.to_owned(),
            set_aside,
            salvaged,
            history_set_aside: history_set_aside.map(|(path, _)| path),
            damaged_now,
            hindrance: None,
            _seal: seal.opened(),
            copied: None,
        };
        if renumbers {
            store.outbox.number_above(store.history.highest_write()?)?;
        }
        store.reconcile(stamp)?;
        Ok(store)
    }

    /// The damaged files that lie beside those that took their place, the most precious one first. One is gone from
    /// here when the person has moved or deleted it.
    ///
    /// # Errors
    /// The disk fails.
    pub fn damaged(&self) -> Result<Vec<SetAside>, StoreError> {
        let mut found = files::quarantine::list(&self.dir, &self.settings)?;
        if let Some(person) = &self.person {
            let theirs = files::quarantine::list(person.dir(), person)?.into_iter();
            found.extend(theirs.filter(|one| one.part == Part::Settings));
        }
        Ok(found)
    }

    /// Those of [`damaged`](Self::damaged) that were found when this store was opened.
    pub fn damaged_now(&self) -> &[SetAside] {
        &self.damaged_now
    }

    /// A cache that was discarded, or whose pages were, is filled again from the history; a history that begins takes over
    /// what the cache holds.
    fn reconcile(&self, now: jiff::Timestamp) -> Result<(), StoreError> {
        let lacks = self.cache.follow_history()?;
        match (self.cache.has_no_deals()?, self.history.latest()?) {
            (nothing, 1..) if nothing || lacks => {
                let deals = self.history.rebuild(jiff::Timestamp::MAX)?;
                self.cache.seed(&deals, self.history.last_whole()?)
            }
            (false, 0) => {
                let mut deals = Vec::new();
                self.cache.each(Kind::Deal, "", |stored| deals.push(stored))?;
                self.history.adopt(&deals, self.cache.deals_read()?, now)
            }
            _ => Ok(()),
        }
    }

    /// What the service said.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Tells the other programs of the profile that there is something new in the cache.
    pub fn ring(&self) {
        self.outbox.ring();
    }

    /// What the person wrote and the service has not confirmed.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// The settings of this profile: saved views, private notes, where one left off.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What was observed and what was written.
    pub fn history(&self) -> &Arc<History> {
        &self.history
    }

    /// Forgets what was observed and written before `before`; how many entries went.
    ///
    /// # Errors
    /// The disk fails; then nothing is forgotten.
    pub fn prune_history(&self, before: jiff::Timestamp, now: jiff::Timestamp) -> Result<usize, StoreError> {
        if self.history.prune_rewrites(before)? {
            self.cache.unfold()?;
        }
        self.history.prune(before, now)
    }

    /// Forgets what is older than `retention`, once a day: how many entries went, if it was due.
    ///
    /// # Errors
    /// See [`Store::prune_history`].
    pub fn prune_history_daily(
        &self,
        retention: std::time::Duration,
        now: jiff::Timestamp,
    ) -> Result<Option<usize>, StoreError> {
        let due = self.history.prune_due(retention, now)?;
        due.map(|before| self.prune_history(before, now)).transpose()
    }

    /// Says that the cache, or the history it stands on, met damage: both are checked, and set aside if need be, when they
    /// are opened next.
    ///
    /// # Errors
    /// The disk fails.
    pub fn suspect_cache(&self) -> Result<(), StoreError> {
        Self::suspect_cache_in(&self.dir)
    }

    /// The same of the store in `dir`, which could not even be opened.
    ///
    /// # Errors
    /// The disk fails.
    pub fn suspect_cache_in(dir: &Path) -> Result<(), StoreError> {
        Cache::suspect(dir)
    }

    /// Has what was read checked when the store is opened next, and gives the files up to whoever does: this one is to be
    /// dropped.
    ///
    /// # Errors
    /// The disk fails.
    pub fn let_go_damaged(&self) -> Result<(), StoreError> {
        self.suspect_cache()?;
        self.abandon()
    }

    /// Gives the files of what was read up to whoever opens them next.
    pub(crate) fn abandon(&self) -> Result<(), StoreError> {
        self.history.abandon()?;
        self.cache.abandon()
    }

    /// Puts a file of the store in place of another, whole or not at all; for its owner alone, as all are.
    ///
    /// # Errors
    /// The disk fails; then the old file stays.
    pub fn replace_file(
        &self,
        name: &str,
        write: impl FnOnce(&mut std::fs::File) -> std::io::Result<()>,
    ) -> Result<(), StoreError> {
        files::private_dir::replace(&self.dir, name, write)
    }

    /// Begins such a file, which takes its place when it is ended; with what writing it gave.
    ///
    /// # Errors
    /// The disk fails.
    pub fn draft_file<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut std::fs::File) -> std::io::Result<T>,
    ) -> Result<(Draft, T), StoreError> {
        Draft::begin(&self.dir, name, write)
    }

    /// Where the store is.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where a damaged cache was set aside when this store was opened, if one was.
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }

    /// Where a damaged history was set aside when this store was opened, if one was.
    pub fn history_set_aside(&self) -> Option<&Path> {
        self.history_set_aside.as_deref()
    }

    /// What was saved from a damaged outbox when this store was opened, if it was damaged.
    pub fn salvaged(&self) -> Option<&Salvaged> {
        self.salvaged.as_ref()
    }
}

/// A file of the store, and what became of one that it took the place of.
type Opened<T, Was = PathBuf> = (T, Option<Was>);
/// The files of what was read.
type OpenedRead = (Opened<Arc<History>, SetAsideRows>, Opened<Cache, Replaced>);
/// Where a damaged file is now; how many rows were saved of it, and how many more are known to be lost.
type SetAsideRows = (PathBuf, (usize, usize));

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// The files of what was read: the cache stands on the history.
fn open_read(
    dir: &Path,
    alone: bool,
    seal: &Seal,
    stamp: jiff::Timestamp,
    others: &mpsc::Receiver<()>,
) -> Result<OpenedRead, StoreError> {
    let suspect = Cache::is_suspect(dir);
    let how = |part| {
        let look = seal.how(part);
        files::open::Look {
            whole: look.whole || suspect,
            ..look
        }
    };
    let (history, aside) = History::open(dir, how(Part::History), stamp)?;
    if !files::quarantine::holds(dir, Part::Cache)? {
        // They say nothing: their ends are gone when they are made.
        let _made = others.recv();
    }
    let history = Arc::new(history);
    let cache = Cache::open(dir, alone, how(Part::Cache), stamp, &history)?;
    Ok(((history, aside), cache))
}

#[cfg(test)]
#[path = "damage_tests.rs"]
mod damage_tests;
