//! File system of the simulation, for SQLite. Files lie in a private directory, so that the store's other file accesses
//! see them, too. Each write is remembered until it is synced, and a power cut loses any part of what was not.
//!
//! Faults hit reads, writes and syncs by number. A killed program changes nothing any more: the directory is recorded
//! at that operation and restored when the rest of the program has been dropped.
//!
//! Not simulated: the loss of directory entries, and faults of the few files that are not databases.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Once;

use crate::world::OBSERVER;
use sqlite_vfs::LockKind;
use sqlite_vfs::wip::WalIndexLock;

use crate::sqlite_files::Files;

/// Unit in which unsynced data is lost, in bytes.
const SECTOR: u64 = 512;
/// Size of a region of the shared memory, in bytes.
pub const REGION: usize = 32_768;
/// Locks of the shared memory.
const SHM_LOCKS: usize = 8;

/// A fault that hits the disk once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskFault {
    /// A read fails.
    Read,
    /// A write fails.
    Write,
    /// A write stops halfway.
    ShortWrite,
    /// The disk is full.
    Full,
    /// A sync fails.
    Sync,
    /// The program is killed before the operation.
    Kill,
}

impl DiskFault {
    fn hits(self, operation: Operation) -> bool {
        match self {
            Self::Kill => true,
            Self::Read => operation == Operation::Read,
            Self::Write | Self::ShortWrite | Self::Full => operation == Operation::Write,
            Self::Sync => operation == Operation::Sync,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Read,
    Write,
    Sync,
}

/// State of one file, by its inode.
#[derive(Default)]
pub struct Node {
    pub name: String,
    /// Former content of each unsynced sector.
    pub unsynced: BTreeMap<u64, Vec<u8>>,
    /// Length before the unsynced changes.
    pub synced_len: Option<u64>,
    /// True after a failed write or sync: what it left unsynced belongs to no transaction.
    pub has_failed: bool,
    pub locks: BTreeMap<u64, LockKind>,
    pub shm: Vec<Vec<u8>>,
    pub shm_users: u64,
    pub shm_locks: [BTreeMap<u64, WalIndexLock>; SHM_LOCKS],
}

/// A file of a recorded directory: its path, a second link to it, and its content.
type FrozenFile = (PathBuf, PathBuf, Vec<u8>);

/// The disk of one simulation.
pub struct Disk {
    pub root: PathBuf,
    pub nodes: BTreeMap<u64, Node>,
    pub handles: u64,
    /// Program whose operations arrive now.
    pub current: usize,
    dead: Vec<bool>,
    fault: Option<(DiskFault, u64)>,
    fired: Vec<DiskFault>,
    frozen: Vec<FrozenFile>,
    /// True for a disk that forgets to sync: a planted bug.
    pub ignores_sync: bool,
    /// Operations so far.
    pub operations: u64,
}

thread_local! {
    static DISK: RefCell<Option<Disk>> = const { RefCell::new(None) };
}

/// Gives this thread a disk in `root` for `programs` programs, and makes SQLite use it.
pub fn install(root: &Path, programs: usize) {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let registered = sqlite_vfs::register("simulation", Files, true);
        debug_assert!(registered.is_ok(), "{registered:?}");
    });
    DISK.set(Some(Disk {
        root: root.to_owned(),
        nodes: BTreeMap::new(),
        handles: 0,
        current: 0,
        dead: vec![false; programs],
        fault: None,
        fired: Vec::new(),
        frozen: Vec::new(),
        ignores_sync: false,
        operations: 0,
    }));
}

/// Removes the disk of this thread.
pub fn remove() {
    DISK.set(None);
}

/// Uses the disk of this thread.
pub fn with<T>(use_disk: impl FnOnce(&mut Disk) -> T) -> Option<T> {
    DISK.with_borrow_mut(|disk| disk.as_mut().map(use_disk))
}

impl Disk {
    /// Sets the program whose operations follow.
    pub fn set_current(&mut self, program: usize) {
        self.current = program;
    }

    /// Lets `fault` hit the operation number `nth` that it can hit, counted from 0.
    pub fn arm(&mut self, fault: Option<(DiskFault, u64)>) {
        self.fault = fault;
    }

    /// Returns the faults since the last call.
    pub fn take_fired(&mut self) -> Vec<DiskFault> {
        std::mem::take(&mut self.fired)
    }

    /// Returns whether `program` was killed and not yet buried.
    pub fn is_dead(&self, program: usize) -> bool {
        self.dead.get(program).is_some_and(|dead| *dead)
    }

    /// Kills `program`: from now on it changes nothing.
    pub fn kill(&mut self, program: usize) -> io::Result<()> {
        let shadow = self.root.with_extension("frozen");
        fs::create_dir_all(&shadow)?;
        self.frozen.clear();
        for (number, path) in files_below(&self.root)?.into_iter().enumerate() {
            let link = shadow.join(number.to_string());
            fs::hard_link(&path, &link)?;
            let bytes = fs::read(&path)?;
            self.frozen.push((path, link, bytes));
        }
        if let Some(dead) = self.dead.get_mut(program) {
            *dead = true;
        }
        Ok(())
    }

    /// Restores the directory as it was when `program` was killed.
    pub fn bury(&mut self, program: usize) -> io::Result<()> {
        for path in files_below(&self.root)? {
            fs::remove_file(path)?;
        }
        for (path, link, bytes) in std::mem::take(&mut self.frozen) {
            if fs::read(&link)? != bytes {
                fs::write(&link, &bytes)?;
            }
            fs::rename(&link, &path)?;
        }
        if let Some(dead) = self.dead.get_mut(program) {
            *dead = false;
        }
        Ok(())
    }

    /// Cuts the power: each unsynced sector is lost or not, as `is_lost` decides. No program may run.
    pub fn cut_power(&mut self, mut is_lost: impl FnMut() -> bool) -> io::Result<()> {
        for path in files_below(&self.root)? {
            let metadata = fs::metadata(&path)?;
            let Some(node) = self.nodes.get_mut(&metadata.ino()) else { continue };
            let (sectors, synced_len) = (std::mem::take(&mut node.unsynced), node.synced_len.take());
            let file = OpenOptions::new().write(true).open(&path)?;
            let mut all_lost = true;
            for (sector, before) in sectors {
                if is_lost() {
                    file.write_all_at(&before, sector * SECTOR)?;
                } else {
                    all_lost = false;
                }
            }
            if let Some(len) = synced_len.filter(|_| all_lost) {
                file.set_len(len)?;
            }
        }
        self.nodes.clear();
        Ok(())
    }

    /// Returns whether every change of a file in the directory is synced.
    pub fn is_synced(&self, name: &str) -> bool {
        let is_unsynced = |node: &Node| !node.unsynced.is_empty() && !node.has_failed;
        let inode = fs::metadata(self.root.join(name)).map(|metadata| metadata.ino());
        !inode.is_ok_and(|inode| self.nodes.get(&inode).is_some_and(is_unsynced))
    }

    /// Returns the first file that contains one of `secrets`.
    pub fn find_secret(&self, secrets: &[String]) -> io::Result<Option<PathBuf>> {
        for path in files_below(&self.root)? {
            let bytes = fs::read(&path)?;
            if secrets.iter().any(|secret| memchr::memmem::find(&bytes, secret.as_bytes()).is_some()) {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// Counts an operation; returns the fault that hits it.
    pub fn begin(&mut self, operation: Operation, owner: usize) -> io::Result<Option<DiskFault>> {
        if self.is_dead(owner) {
            return Err(io::Error::other("the program was killed"));
        }
        if owner == OBSERVER {
            return Ok(None);
        }
        self.operations += 1;
        let Some((fault, left)) = self.fault.filter(|(fault, _)| fault.hits(operation)) else {
            return Ok(None);
        };
        if left > 0 {
            self.fault = Some((fault, left - 1));
            return Ok(None);
        }
        self.fault = None;
        self.fired.push(fault);
        match fault {
            DiskFault::Kill => {
                self.kill(owner)?;
                Err(io::Error::other("the program is killed"))
            }
            DiskFault::ShortWrite => Ok(Some(fault)),
            DiskFault::Full => Err(ErrorKind::WriteZero.into()),
            DiskFault::Read | DiskFault::Write | DiskFault::Sync => Err(io::Error::other("the disk fails")),
        }
    }

    /// Remembers the sectors that are about to change.
    pub fn remember(&mut self, inode: u64, file: &File, changed: Range<u64>) -> io::Result<()> {
        let len = file.metadata()?.len();
        let node = self.nodes.entry(inode).or_default();
        node.synced_len.get_or_insert(len);
        for sector in changed.start / SECTOR..changed.end.div_ceil(SECTOR) {
            if let std::collections::btree_map::Entry::Vacant(entry) = node.unsynced.entry(sector) {
                let mut before = vec![0; SECTOR as usize];
                let old = len.saturating_sub(sector * SECTOR).min(SECTOR) as usize;
                file.read_exact_at(before.get_mut(..old).unwrap_or_default(), sector * SECTOR)?;
                entry.insert(before);
            }
        }
        Ok(())
    }
}

/// Returns the files below `dir`, sorted.
fn files_below(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.extend(files_below(&entry.path())?);
        } else {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}
