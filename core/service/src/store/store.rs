//! The open store of a profile: its databases, and how they open together.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;

use super::cache::types::RecordKind;
use super::cache::{Cache, ReplacedCache};
use super::files::atomic_file::Draft;
use super::files::error::StoreError;
use super::files::process_lock::Presence;
use super::files::quarantine_marks::{self, QuarantineResult};
use super::files::seal::Seal;
use super::history::History;
use super::outbox::Outbox;
use super::recovery::RecoveredOutbox;
use super::settings::Settings;
use super::{encryption, files, recovery, settings};
use crate::host::{self, ScopedWork};
use crate::model::storage_health::{DbFile, QuarantinedFile, StorageFailure};
use crate::temp_artifacts::{self, TempArtifact};

/// The local data of a profile, in its own directory.
#[derive(Debug)]
pub struct Store {
    pub(super) cache: Cache,
    pub(super) settings: Settings,
    /// Settings shared with the key's own profile, if this store is a delegated user's.
    pub(super) shared_settings: Option<Settings>,
    pub(super) history: Arc<History>,
    pub(super) dir: PathBuf,
    pub(super) quarantined_cache: Option<PathBuf>,
    pub(super) quarantined_history: Option<PathBuf>,
    pub(super) recovered_outbox: Option<RecoveredOutbox>,
    pub(super) damaged_at_open: Vec<QuarantinedFile>,
    pub(super) storage_failure: Option<StorageFailure>,
    // Closed after the other files: closing it removes the presence file and signals waiting peers.
    pub(super) outbox: Outbox,
    // Written when all files are closed.
    pub(super) _seal: Seal,
    // Dropped last: it deletes the copied files.
    pub(super) copy_dir: Option<TempArtifact>,
}

impl Store {
    /// Opens the store in `dir`, which is created if missing. The directory (0700) and the files (0600) are private to
    /// their owner before any data is written. `stamp` names a quarantined file.
    ///
    /// # Errors
    /// The directory is not a plain one or belongs to another user; a file is of a newer version, in which case neither
    /// is touched; nothing can be written there ([`StoreError::Unavailable`]); the disk fails; the outbox is damaged
    /// while another store has it open.
    pub fn open(dir: &Path, stamp: jiff::Timestamp) -> Result<Self, StoreError> {
        Self::open_to_write(dir, stamp).map_err(|error| files::storage_error::diagnose(dir, error))
    }

    pub(super) fn open_to_write(dir: &Path, stamp: jiff::Timestamp) -> Result<Self, StoreError> {
        files::private_dir::prepare(dir)?;
        files::private_dir::refuse_foreign(dir)?;
        files::private_dir::refuse_special_files(dir)?;
        files::private_dir::make_private(dir)?;
        encryption::convert::prepare(dir)?;
        let presence = Presence::register(dir)?;
        let alone = presence.was_alone();
        let seal = Seal::check(dir, alone);
        for (file, steps) in [("outbox.db", files::schema::OUTBOX), ("history.db", files::schema::HISTORY)] {
            files::open::refuse_newer_file(&dir.join(file), steps)?;
        }
        seal.remove()?;
        if alone {
            files::temp_cleanup::sweep(dir)?;
            settings::backups::sweep(dir)?;
        }
        let mut missing_parts = if alone { files::quarantine::missing_parts(dir)? } else { Vec::new() };
        let cache_gone = alone && files::quarantine::is_cache_missing(dir)?;
        // Read the journal before anything new is written to it.
        let lost_writes = if missing_parts.contains(&DbFile::Outbox) {
            recovery::count_waiting(&dir.join("history.db"))
        } else {
            0
        };
        temp_artifacts::remove_leftovers();
        // The user's files and the cached files are opened in parallel, because creating a file waits for the disk.
        // Only a new cache waits for the others: an existing cache proves that all of them exist.
        let (created, created_signal) = mpsc::channel::<()>();
        let (outbox_look, settings_look) =
            (seal.open_check(DbFile::Outbox), seal.open_check(DbFile::Settings));
        let (outbox, settings, read) = thread::scope(|scope| {
            let outbox_created = created.clone();
            let outbox = host::spawn_scoped(scope, move || {
                let _created = outbox_created;
                Outbox::open(dir, presence, outbox_look, stamp)
            });
            let settings = host::spawn_scoped(scope, move || {
                let _created = created;
                Settings::open(dir, alone, settings_look, stamp)
            });
            let read = open_history_and_cache(dir, alone, &seal, stamp, &created_signal);
            (join(outbox), join(settings), read)
        });
        let (outbox, recovered) = outbox?;
        let (settings, settings_aside) = settings?;
        let ((history, history_set_aside), (cache, replaced)) = read?;
        let (set_aside, newer) = match replaced {
            Some(ReplacedCache::Damaged(path)) => (Some(path), None),
            Some(ReplacedCache::Newer(path)) => {
                (None, Some(files::quarantine::newer_cache_report(path, stamp)))
            }
            None => (None, None),
        };
        if let Some(saved) = &recovered {
            files::quarantine::record_recovery(
                &settings,
                &saved.quarantined,
                (saved.entries, saved.lost),
                stamp,
            )?;
        }
        for (path, saved) in settings_aside.iter().chain(&history_set_aside) {
            files::quarantine::record_recovery(&settings, path, *saved, stamp)?;
        }
        let renumbers =
            recovered.is_some() || missing_parts.contains(&DbFile::Outbox) || seal.is_changed(DbFile::Outbox);
        if alone && !missing_parts.contains(&DbFile::Settings) && settings.is_emptied()? {
            missing_parts.push(DbFile::Settings);
        }
        let marks: Result<Vec<PathBuf>, StoreError> = missing_parts
            .into_iter()
            .map(|part| {
                if part == DbFile::Settings {
                    return settings.mark_missing(stamp);
                }
                let note = files::quarantine::mark_missing(dir, part, stamp)?;
                if part == DbFile::Outbox && lost_writes > 0 {
                    files::quarantine::record_recovery(&settings, &note, (0, lost_writes), stamp)?;
                }
                Ok(note)
            })
            .collect();
        let marks = marks?;
        let damaged = files::quarantine::list(dir, &settings)?;
        files::quarantine::forget_acknowledged(&settings, &damaged, stamp)?;
        let quarantined_now = [
            recovered.as_ref().map(|saved| &saved.quarantined),
            settings_aside.as_ref().map(|(path, _)| path),
            history_set_aside.as_ref().map(|(path, _)| path),
            set_aside.as_ref(),
        ];
        let damaged_now = damaged
            .into_iter()
            .filter(|item| quarantined_now.contains(&Some(&item.path)) || marks.contains(&item.path))
            .chain(newer)
            .chain(cache_gone.then(|| files::quarantine::missing_cache_report(dir, stamp)))
            .collect();
        let store = Self {
            cache,
            outbox,
            settings,
            shared_settings: None,
            history,
            dir: dir.to_owned(),
            quarantined_cache: set_aside,
            recovered_outbox: recovered,
            quarantined_history: history_set_aside.map(|(path, _)| path),
            damaged_at_open: damaged_now,
            storage_failure: None,
            _seal: seal.mark_opened(),
            copy_dir: None,
        };
        if renumbers {
            store.outbox.raise_sequence(store.history.highest_outbox_seq()?)?;
        }
        store.reconcile(stamp)?;
        Ok(store)
    }

    /// Returns the quarantined files, the most important first. A file is no longer listed once the user has moved or
    /// deleted it.
    ///
    /// # Errors
    /// The disk fails.
    pub fn damaged(&self) -> Result<Vec<QuarantinedFile>, StoreError> {
        let mut quarantined = files::quarantine::list(&self.dir, &self.settings)?;
        if let Some(shared_settings) = &self.shared_settings {
            let shared_damage = files::quarantine::list(shared_settings.dir(), shared_settings)?.into_iter();
            quarantined.extend(shared_damage.filter(|item| item.file == DbFile::Settings));
        }
        Ok(quarantined)
    }

    /// Returns those of [`damaged`](Self::damaged) that were found when this store was opened.
    pub fn damaged_at_open(&self) -> &[QuarantinedFile] {
        &self.damaged_at_open
    }

    /// Refills a discarded or incomplete cache from the history. A new history takes over the cached deals.
    pub(super) fn reconcile(&self, now: jiff::Timestamp) -> Result<(), StoreError> {
        let is_incomplete = self.cache.drop_stale_refs()?;
        match (self.cache.has_no_deals()?, self.history.latest()?) {
            (is_empty, 1..) if is_empty || is_incomplete => {
                let deals = self.history.rebuild(jiff::Timestamp::MAX)?;
                self.cache.seed(&deals, self.history.last_pass()?)
            }
            (false, 0) => {
                let mut deals = Vec::new();
                self.cache.for_each(RecordKind::Deal, "", |stored| deals.push(stored))?;
                self.history.adopt(&deals, self.cache.last_consistent_pass()?, now)
            }
            _ => Ok(()),
        }
    }

    /// Returns the cache of server responses.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Signals to the other processes of the profile that the cache has changed.
    pub fn signal_peers(&self) {
        self.outbox.signal_peers();
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
            self.cache.expand_pages()?;
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
    pub fn mark_cache_suspect(&self) -> Result<(), StoreError> {
        Self::mark_suspect_in(&self.dir)
    }

    /// Does the same for the store in `dir`, which could not be opened.
    ///
    /// # Errors
    /// The disk fails.
    pub fn mark_suspect_in(dir: &Path) -> Result<(), StoreError> {
        Cache::mark_suspect(dir)
    }

    /// Requests a check at the next opening, and releases the files for it. This store must then be dropped.
    ///
    /// # Errors
    /// The disk fails.
    pub fn release_damaged(&self) -> Result<(), StoreError> {
        self.mark_cache_suspect()?;
        self.detach()
    }

    /// Releases the files of cache and history for a new opening.
    pub(crate) fn detach(&self) -> Result<(), StoreError> {
        self.history.detach()?;
        self.cache.detach()
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
        Draft::create(&self.dir, name, write)
    }

    /// Returns whether the databases are encrypted. Data must then not be written to other files.
    pub fn is_encrypted(&self) -> bool {
        encryption::is_encrypted(&self.dir)
    }

    /// Returns the directory of the store.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the new name of a damaged cache quarantined when this store was opened.
    pub fn quarantined_cache(&self) -> Option<&Path> {
        self.quarantined_cache.as_deref()
    }

    /// Returns the new name of a damaged history quarantined when this store was opened.
    pub fn quarantined_history(&self) -> Option<&Path> {
        self.quarantined_history.as_deref()
    }

    /// Returns the result of recovering a damaged outbox when this store was opened.
    pub fn recovered_outbox(&self) -> Option<&RecoveredOutbox> {
        self.recovered_outbox.as_ref()
    }
}

/// An opened file, with information on the file that it replaced.
type OpenedWith<T, Was = PathBuf> = (T, Option<Was>);
/// The opened history and cache.
type HistoryAndCache = (OpenedWith<Arc<History>, QuarantineResult>, OpenedWith<Cache, ReplacedCache>);

fn join<T>(thread: ScopedWork<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Opens the history, then the cache, which depends on it.
fn open_history_and_cache(
    dir: &Path,
    alone: bool,
    seal: &Seal,
    stamp: jiff::Timestamp,
    others: &mpsc::Receiver<()>,
) -> Result<HistoryAndCache, StoreError> {
    let suspect = Cache::is_suspect(dir);
    let open_check_of = |part| {
        let open_check = seal.open_check(part);
        files::open::OpenCheck { full: open_check.full || suspect, ..open_check }
    };
    let (history, quarantined) = History::open(dir, open_check_of(DbFile::History), stamp)?;
    if !quarantine_marks::has_content(dir, DbFile::Cache)? {
        // The senders only disconnect, once their files are created.
        let _made = others.recv();
    }
    let history = Arc::new(history);
    let cache = Cache::open(dir, alone, open_check_of(DbFile::Cache), stamp, &history)?;
    Ok(((history, quarantined), cache))
}
