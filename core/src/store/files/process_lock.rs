//! Who is here. Every open store holds a lock on a file of its own; the system drops the lock when the process ends,
//! however it ends. So a lease whose owner is gone can be taken over at once instead of after its time. The file's name
//! says at which door the store can be rung ([`Bell`]).

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::private_dir::{open_private, prepare};
use crate::files;
use crate::store::StoreError;
use crate::store::shared::peer_signal::{Bell, Ring};

/// This store's own sign that it is open.
#[derive(Debug)]
pub(in crate::store) struct Presence {
    name: String,
    dir: PathBuf,
    file: Option<File>,
    bell: Bell,
    alone: bool,
}

impl Presence {
    /// Enters: makes and locks a file of our own, and sweeps those that the dead left behind.
    pub(in crate::store) fn enter(dir: &Path) -> Result<Self, StoreError> {
        // One at a time: a file that is made but not locked yet would look like one that the dead left behind.
        let door_path = dir.join("door");
        let io = |error| StoreError::io(&door_path, error);
        let door = open_private(&door_path, false).map_err(io)?;
        door.lock().map_err(io)?;
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
        let bell = Bell::hang();
        let name = bell.name();
        let path = dir.join(&name);
        let file = open_private(&path, true).map_err(|error| StoreError::io(&path, error))?;
        file.lock().map_err(|error| StoreError::io(&path, error))?;
        Ok(Self {
            name,
            dir,
            file: Some(file),
            bell,
            alone,
        })
    }

    /// Keeps everybody out of `dir` for as long as the answer is held, if no store is open there.
    pub(super) fn shut_door(dir: &Path) -> Result<Option<File>, StoreError> {
        let path = dir.join("door");
        let io = |error| StoreError::io(&path, error);
        let door = open_private(&path, false).map_err(io)?;
        door.lock().map_err(io)?;
        let open = fs::read_dir(dir.join("open")).map_err(io)?;
        let in_use = open.flatten().any(|entry| is_locked(&entry.path()));
        Ok((!in_use).then_some(door))
    }

    /// Where this store hears the others.
    pub(in crate::store) fn bell(&self) -> &Bell {
        &self.bell
    }

    /// Rings at every other store that is open here: something has changed.
    pub(in crate::store) fn ring(&self) {
        self.say(Ring::Look);
    }

    /// Says something at the door of every other store that is open here.
    pub(in crate::store) fn say(&self, ring: Ring) {
        let Ok(entries) = fs::read_dir(&self.dir) else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if let Some(name) = name.to_str().filter(|name| *name != self.name) {
                self.bell.ring(name, ring);
            }
        }
    }

    /// The directory of the store.
    pub(in crate::store) fn store(&self) -> &Path {
        self.dir.parent().unwrap_or(&self.dir)
    }

    /// The name under which this store holds leases.
    pub(in crate::store) fn name(&self) -> &str {
        &self.name
    }

    /// Whether no other store was open on this directory when this one entered.
    pub(in crate::store) fn alone(&self) -> bool {
        self.alone
    }

    /// Whether another store is open on this directory now.
    pub(in crate::store) fn in_company(&self) -> bool {
        let Ok(entries) = fs::read_dir(&self.dir) else {
            return false;
        };
        entries
            .flatten()
            .any(|entry| entry.file_name().to_str() != Some(&self.name) && is_locked(&entry.path()))
    }

    /// Whether the store called `name` is still open somewhere.
    pub(in crate::store) fn is_here(&self, name: &str) -> bool {
        name == self.name || is_locked(&self.dir.join(name))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        // The lock goes with the file handle. A file that stays is swept by the next store to open.
        drop(self.file.take());
        let _swept_later = fs::remove_file(self.dir.join(&self.name));
        // What this program read and wrote is there to be seen, and what it was sending is anybody's.
        self.ring();
    }
}

/// Whether someone holds a lock on the file. One that is missing is held by nobody; one whose lock can't be asked for
/// is taken as held, so that in doubt a lease runs its time.
fn is_locked(path: &Path) -> bool {
    match files::open(path) {
        Ok(file) => file.try_lock().is_err(),
        Err(_) => files::is_there(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_living_are_here_and_the_gone_are_not() {
        let tmp = tempfile::tempdir().unwrap();
        let first = Presence::enter(tmp.path()).unwrap();
        let second = Presence::enter(tmp.path()).unwrap();
        assert!(first.alone() && !second.alone());
        assert!(first.in_company() && second.in_company());
        assert!(first.is_here(second.name()) && second.is_here(first.name()));
        let gone = second.name().to_owned();
        drop(second);
        assert!(!first.is_here(&gone) && !first.in_company());
        assert!(!first.is_here("never-was"));
    }

    #[test]
    fn what_the_dead_left_is_swept() {
        let tmp = tempfile::tempdir().unwrap();
        drop(Presence::enter(tmp.path()).unwrap());
        fs::write(tmp.path().join("open/left-by-a-crash"), "").unwrap();
        assert!(Presence::enter(tmp.path()).unwrap().alone());
        assert_eq!(fs::read_dir(tmp.path().join("open")).unwrap().count(), 0);
    }
}
