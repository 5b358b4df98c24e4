//! The open store of a profile: its databases, and how they open together.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread::{self, ScopedJoinHandle};

use super::cache::types::Kind;
use super::cache::{Cache, Replaced};
use super::files::atomic_file::Draft;
use super::files::error::StoreError;
use super::files::process_lock::Presence;
use super::files::quarantine_marks::{self, SetAsideRows};
use super::files::seal::Seal;
use super::history::History;
use super::outbox::Outbox;
use super::recovery::Salvaged;
use super::settings::Settings;
use super::{files, recovery, settings};
use crate::model::storage_health::{Hindrance, Part, SetAside};
use crate::temp_artifacts::{self, Unfinished};

/// The local data of a profile, in its own directory.
#[derive(Debug)]
pub struct Store {
    pub(super) cache: Cache,
    pub(super) settings: Settings,
    /// Settings shared with the key's own profile, if this store is a delegated user's.
    pub(super) person: Option<Settings>,
    pub(super) history: Arc<History>,
    pub(super) dir: PathBuf,
    pub(super) set_aside: Option<PathBuf>,
    pub(super) history_set_aside: Option<PathBuf>,
    pub(super) salvaged: Option<Salvaged>,
    pub(super) damaged_now: Vec<SetAside>,
    pub(super) hindrance: Option<Hindrance>,
    // Closed after the other files: closing it removes the presence file and signals waiting peers.
    pub(super) outbox: Outbox,
    // Written when all files are closed.
    pub(super) _seal: Seal,
    // Dropped last: it deletes the copied files.
    pub(super) copied: Option<Unfinished>,
}

impl Store {
    /// Opens the store in `dir`, which is created if missing. The directory (0700) and the files (0600) are private to
    /// their owner before any data is written. `stamp` names a quarantined file.
    ///
    /// # Errors
    /// The directory is not a plain one or belongs to another user; a file is of a newer version, in which case neither
    /// is touched; nothing can be written there ([`StoreError::Hindered`]); the disk fails; the outbox is damaged while
    /// another store has it open.
    pub fn open(dir: &Path, stamp: jiff::Timestamp) -> Result<Self, StoreError> {
        Self::open_to_write(dir, stamp).map_err(|error| files::storage_error::diagnose(dir, error))
    }

    pub(super) fn open_to_write(dir: &Path, stamp: jiff::Timestamp) -> Result<Self, StoreError> {
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
        // Read the journal before anything new is written to it.
        let missed = if gone.contains(&Part::Outbox) {
            recovery::known_to_wait(&dir.join("history.db"))
        } else {
            0
        };
        temp_artifacts::sweep();
        // The user's files and the cached files are opened in parallel, because creating a file waits for the disk.
        // Only a new cache waits for the others: an existing cache proves that all of them exist.
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

    /// Returns the quarantined files, the most important first. A file is no longer listed once the user has moved or
    /// deleted it.
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

    /// Returns those of [`damaged`](Self::damaged) that were found when this store was opened.
    pub fn damaged_now(&self) -> &[SetAside] {
        &self.damaged_now
    }

    /// Refills a discarded or incomplete cache from the history. A new history takes over the cached deals.
    pub(super) fn reconcile(&self, now: jiff::Timestamp) -> Result<(), StoreError> {
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

    /// Returns the cache of server responses.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Signals to the other processes of the profile that the cache has changed.
    pub fn ring(&self) {
        self.outbox.ring();
    }

    /// Returns the outbox of pending writes.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Returns the settings of this profile: saved views, private notes, the last position.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the history of observed changes and own writes.
    pub fn history(&self) -> &Arc<History> {
        &self.history
    }

    /// Prunes entries from before `before`; returns how many were removed.
    ///
    /// # Errors
    /// The disk fails; nothing is pruned.
    pub fn prune_history(&self, before: jiff::Timestamp, now: jiff::Timestamp) -> Result<usize, StoreError> {
        if self.history.prune_rewrites(before)? {
            self.cache.unfold()?;
        }
        self.history.prune(before, now)
    }

    /// Prunes entries older than `retention`, once a day. Returns how many were removed, if pruning was due.
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

    /// Notes that the cache, or the history behind it, may be damaged. Both are checked at the next opening, and
    /// quarantined if necessary.
    ///
    /// # Errors
    /// The disk fails.
    pub fn suspect_cache(&self) -> Result<(), StoreError> {
        Self::suspect_cache_in(&self.dir)
    }

    /// Does the same for the store in `dir`, which could not be opened.
    ///
    /// # Errors
    /// The disk fails.
    pub fn suspect_cache_in(dir: &Path) -> Result<(), StoreError> {
        Cache::suspect(dir)
    }

    /// Requests a check at the next opening, and releases the files for it. This store must then be dropped.
    ///
    /// # Errors
    /// The disk fails.
    pub fn let_go_damaged(&self) -> Result<(), StoreError> {
        self.suspect_cache()?;
        self.abandon()
    }

    /// Releases the files of cache and history for a new opening.
    pub(crate) fn abandon(&self) -> Result<(), StoreError> {
        self.history.abandon()?;
        self.cache.abandon()
    }

    /// Replaces a file of the store atomically, private to its owner.
    ///
    /// # Errors
    /// The disk fails; the old file remains.
    pub fn replace_file(
        &self,
        name: &str,
        write: impl FnOnce(&mut std::fs::File) -> std::io::Result<()>,
    ) -> Result<(), StoreError> {
        files::private_dir::replace(&self.dir, name, write)
    }

    /// Begins a replacement file and returns the result of `write`. It takes its place when it is ended.
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

    /// Returns the directory of the store.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the new name of a damaged cache quarantined when this store was opened.
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }

    /// Returns the new name of a damaged history quarantined when this store was opened.
    pub fn history_set_aside(&self) -> Option<&Path> {
        self.history_set_aside.as_deref()
    }

    /// Returns the result of recovering a damaged outbox when this store was opened.
    pub fn salvaged(&self) -> Option<&Salvaged> {
        self.salvaged.as_ref()
    }
}

/// An opened file, with information on the file that it replaced.
type Opened<T, Was = PathBuf> = (T, Option<Was>);
/// The opened history and cache.
type OpenedRead = (Opened<Arc<History>, SetAsideRows>, Opened<Cache, Replaced>);

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Opens the history, then the cache, which depends on it.
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
    if !quarantine_marks::holds(dir, Part::Cache)? {
        // The senders only disconnect, once their files are created.
        let _made = others.recv();
    }
    let history = Arc::new(history);
    let cache = Cache::open(dir, alone, how(Part::Cache), stamp, &history)?;
    Ok(((history, aside), cache))
}
