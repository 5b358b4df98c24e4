//! Presence of processes. Every open store has a lock on a file of its own, which the system releases when the process
//! ends, even in a crash. The lease of a dead process can therefore be taken over at once. The file's name also tells
//! how to signal the store ([`PeerListener`]).

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::private_dir::prepare;
use crate::files;
use crate::store::StoreError;
use crate::store::files::open_private::open_private;
use crate::store::shared::peer_signal::{PeerListener, PeerSignal};

/// This store's presence file.
#[derive(Debug)]
pub(in crate::store) struct Presence {
    name: String,
    dir: PathBuf,
    file: Option<File>,
    listener: PeerListener,
    was_alone: bool,
}

impl Presence {
    /// Creates and locks a presence file, and removes those of dead processes.
    pub(in crate::store) fn register(dir: &Path) -> Result<Self, StoreError> {
        // One process at a time: a new file without a lock would look like that of a dead process.
        let lock_path = dir.join("door");
        let io = |error| StoreError::io(&lock_path, error);
        let lock_file = open_private(&lock_path, false).map_err(io)?;
        lock_file.lock().map_err(io)?;
        let dir = dir.join("open");
        prepare(&dir)?;
        let mut alone = true;
        for entry in fs::read_dir(&dir).map_err(|error| StoreError::io(&dir, error))? {
            let path = entry.map_err(|error| StoreError::io(&dir, error))?.path();
            if is_locked(&path) {
                alone = false;
            } else if let Err(error) = fs::remove_file(&path)
                && error.kind() != std::io::ErrorKind::NotFound
            {
                return Err(StoreError::io(&path, error));
            }
        }
        let listener = PeerListener::bind();
        let name = listener.name();
        let path = dir.join(&name);
        let file = open_private(&path, true).map_err(|error| StoreError::io(&path, error))?;
        file.lock().map_err(|error| StoreError::io(&path, error))?;
        Ok(Self { name, dir, file: Some(file), listener, was_alone: alone })
    }

    /// Locks other processes out of `dir`, if no store is open there. The lock lasts as long as the returned file.
    pub(in crate::store) fn lock_out_others(dir: &Path) -> Result<Option<File>, StoreError> {
        let path = dir.join("door");
        let io = |error| StoreError::io(&path, error);
        let lock_file = open_private(&path, false).map_err(io)?;
        lock_file.lock().map_err(io)?;
        let open = fs::read_dir(dir.join("open")).map_err(io)?;
        let in_use = open.flatten().any(|entry| is_locked(&entry.path()));
        Ok((!in_use).then_some(lock_file))
    }

    /// Returns the endpoint on which this store receives signals.
    pub(in crate::store) fn listener(&self) -> &PeerListener {
        &self.listener
    }

    /// Signals a change to every other store that is open on this directory.
    pub(in crate::store) fn signal_change(&self) {
        self.signal(PeerSignal::FilesChanged);
    }

    /// Sends a signal to every other store that is open on this directory.
    pub(in crate::store) fn signal(&self, peer_signal: PeerSignal) {
        let Ok(entries) = fs::read_dir(&self.dir) else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if let Some(name) = name.to_str().filter(|name| *name != self.name) {
                self.listener.send(name, peer_signal);
            }
        }
    }

    /// Returns the directory of the store.
    pub(in crate::store) fn store(&self) -> &Path {
        self.dir.parent().unwrap_or(&self.dir)
    }

    /// Returns the name under which this store acquires leases.
    pub(in crate::store) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether no other store was open on this directory at the start.
    pub(in crate::store) fn was_alone(&self) -> bool {
        self.was_alone
    }

    /// Returns whether another store is open on this directory now.
    pub(in crate::store) fn has_peers(&self) -> bool {
        let Ok(entries) = fs::read_dir(&self.dir) else {
            return false;
        };
        entries
            .flatten()
            .any(|entry| entry.file_name().to_str() != Some(&self.name) && is_locked(&entry.path()))
    }

    /// Returns whether the store called `name` is still open in any process.
    pub(in crate::store) fn is_alive(&self, name: &str) -> bool {
        name == self.name || is_locked(&self.dir.join(name))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        // The lock ends with the file handle. A remaining file is removed by the next store that opens.
        drop(self.file.take());
        let _swept_later = fs::remove_file(self.dir.join(&self.name));
        // Peers can now read its changes, and take over what it was sending.
        self.signal_change();
    }
}

/// Returns whether any process has a lock on the file. False for a missing file. If the lock cannot be tested it counts
/// as locked, so that a lease runs its full time.
fn is_locked(path: &Path) -> bool {
    match files::open(path) {
        Ok(file) => file.try_lock().is_err(),
        Err(_) => files::exists(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_running_processes_count_as_peers() {
        let tmp = tempfile::tempdir().unwrap();
        let first = Presence::register(tmp.path()).unwrap();
        let second = Presence::register(tmp.path()).unwrap();
        assert!(first.was_alone() && !second.was_alone());
        assert!(first.has_peers() && second.has_peers());
        assert!(first.is_alive(second.name()) && second.is_alive(first.name()));
        let gone = second.name().to_owned();
        drop(second);
        assert!(!first.is_alive(&gone) && !first.has_peers());
        assert!(!first.is_alive("never-was"));
    }

    #[test]
    fn presence_files_of_crashed_processes_are_removed() {
        let tmp = tempfile::tempdir().unwrap();
        drop(Presence::register(tmp.path()).unwrap());
        fs::write(tmp.path().join("open/left-by-a-crash"), "").unwrap();
        assert!(Presence::register(tmp.path()).unwrap().was_alone());
        assert_eq!(fs::read_dir(tmp.path().join("open")).unwrap().count(), 0);
    }
}
