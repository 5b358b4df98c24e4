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
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;

use crate::world::OBSERVER;
use sqlite_vfs::wip::{WalIndex, WalIndexLock};
use sqlite_vfs::{DatabaseHandle, LockKind, OpenAccess, OpenOptions as SqliteOptions, Vfs};

/// Unit in which unsynced data is lost, in bytes.
const SECTOR: u64 = 512;
/// Size of a region of the shared memory, in bytes.
const REGION: usize = 32_768;
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
enum Operation {
    Read,
    Write,
    Sync,
}

/// State of one file, by its inode.
#[derive(Default)]
struct Node {
    name: String,
    /// Former content of each unsynced sector.
    unsynced: BTreeMap<u64, Vec<u8>>,
    /// Length before the unsynced changes.
    synced_len: Option<u64>,
    /// True after a failed sync: what it left unsynced belongs to no transaction.
    is_sync_failed: bool,
    locks: BTreeMap<u64, LockKind>,
    shm: Vec<Box<[u8; REGION]>>,
    shm_users: u64,
    shm_locks: [BTreeMap<u64, WalIndexLock>; SHM_LOCKS],
}

/// A file of a frozen directory.
struct FrozenFile {
    path: PathBuf,
    link: PathBuf,
    bytes: Vec<u8>,
}

/// The disk of one simulation.
pub struct Disk {
    root: PathBuf,
    nodes: BTreeMap<u64, Node>,
    handles: u64,
    /// Program whose operations arrive now.
    current: usize,
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
            self.frozen.push(FrozenFile { path, link, bytes });
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
        for file in std::mem::take(&mut self.frozen) {
            if fs::read(&file.link)? != file.bytes {
                fs::write(&file.link, &file.bytes)?;
            }
            fs::rename(&file.link, &file.path)?;
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
        let is_unsynced = |node: &Node| !node.unsynced.is_empty() && !node.is_sync_failed;
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
    fn begin(&mut self, operation: Operation, owner: usize) -> io::Result<Option<DiskFault>> {
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
    fn remember(&mut self, inode: u64, file: &File, changed: Range<u64>) -> io::Result<()> {
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

/// The file system as SQLite calls it. Threads without a disk of the simulation use plain files.
struct Files;

/// An open file.
struct OpenFile {
    file: File,
    path: PathBuf,
    inode: u64,
    id: u64,
    owner: usize,
}

/// The shared memory of a database file, for one connection.
struct SharedMemory {
    inode: u64,
    id: u64,
}

impl Vfs for Files {
    type Handle = OpenFile;

    fn open(&self, path: &str, options: SqliteOptions) -> io::Result<OpenFile> {
        let writes = options.access != OpenAccess::Read;
        let file = OpenOptions::new()
            .read(true)
            .write(writes)
            .create(matches!(options.access, OpenAccess::Create | OpenAccess::CreateNew))
            .create_new(options.access == OpenAccess::CreateNew)
            .mode(0o600)
            .open(path)?;
        let metadata = file.metadata()?;
        let inode = metadata.ino();
        let (id, owner) = with(|disk| {
            if disk.is_dead(disk.current) {
                return Err(io::Error::other("the program was killed"));
            }
            disk.handles += 1;
            let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
            let node = disk.nodes.entry(inode).or_default();
            if node.name != name && metadata.len() == 0 {
                *node = Node::default();
            }
            node.name = name.into_owned();
            Ok((disk.handles, disk.current))
        })
        .unwrap_or(Ok((0, 0)))?;
        Ok(OpenFile { file, path: path.into(), inode, id, owner })
    }

    fn delete(&self, path: &str) -> io::Result<()> {
        if with(|disk| disk.is_dead(disk.current)).unwrap_or_default() {
            return Ok(());
        }
        fs::remove_file(path)
    }

    fn exists(&self, path: &str) -> io::Result<bool> {
        fs::exists(path)
    }

    fn temporary_name(&self) -> String {
        let root = with(|disk| disk.root.clone()).unwrap_or_else(tempfile::env::temp_dir);
        let number = with(|disk| {
            disk.handles += 1;
            disk.handles
        });
        root.join(format!("temporary-{}", number.unwrap_or_default())).display().to_string()
    }

    fn random(&self, buffer: &mut [i8]) {
        buffer.fill(1);
    }

    /// Does not wait: on one thread, the lock that SQLite waits for cannot become free.
    fn sleep(&self, duration: Duration) -> Duration {
        duration
    }
}

impl DatabaseHandle for OpenFile {
    type WalIndex = SharedMemory;

    fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read_exact_at(&mut self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        with(|disk| disk.begin(Operation::Read, self.owner)).transpose()?;
        let mut filled = 0;
        while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            let read = self.file.read_at(rest, offset + filled as u64)?;
            if read == 0 {
                rest.fill(0);
                return Err(ErrorKind::UnexpectedEof.into());
            }
            filled += read;
        }
        Ok(())
    }

    fn write_all_at(&mut self, data: &[u8], offset: u64) -> io::Result<()> {
        let fault = with(|disk| {
            let fault = disk.begin(Operation::Write, self.owner)?;
            disk.remember(self.inode, &self.file, offset..offset + data.len() as u64)?;
            Ok::<_, io::Error>(fault)
        });
        if fault.transpose()?.flatten().is_some() {
            self.file.write_all_at(data.get(..data.len() / 2).unwrap_or_default(), offset)?;
            return Err(io::Error::other("the disk fails"));
        }
        self.file.write_all_at(data, offset)
    }

    fn sync(&mut self, _data_only: bool) -> io::Result<()> {
        with(|disk| {
            let begun = disk.begin(Operation::Sync, self.owner);
            let ignores_sync = disk.ignores_sync;
            let Some(node) = disk.nodes.get_mut(&self.inode) else { return begun.map(|_| ()) };
            node.is_sync_failed = begun.is_err() || ignores_sync;
            if !node.is_sync_failed {
                node.unsynced.clear();
                node.synced_len = None;
            }
            begun.map(|_| ())
        })
        .unwrap_or(Ok(()))
    }

    fn set_len(&mut self, size: u64) -> io::Result<()> {
        let remembered = with(|disk| {
            disk.begin(Operation::Write, self.owner)?;
            let len = self.file.metadata()?.len();
            disk.remember(self.inode, &self.file, size.min(len)..len)
        });
        remembered.transpose()?;
        self.file.set_len(size)
    }

    fn lock(&mut self, lock: LockKind) -> io::Result<bool> {
        let granted = with(|disk| {
            let Some(node) = disk.nodes.get_mut(&self.inode) else { return true };
            let mut others = node.locks.iter().filter(|(id, _)| **id != self.id).map(|(_, held)| *held);
            let is_free = match lock {
                LockKind::None => true,
                LockKind::Shared => !others.any(|held| held >= LockKind::Pending),
                LockKind::Reserved | LockKind::Pending => !others.any(|held| held >= LockKind::Reserved),
                LockKind::Exclusive => !others.any(|held| held >= LockKind::Shared),
            };
            if is_free {
                node.locks.insert(self.id, lock);
            }
            is_free
        });
        Ok(granted.unwrap_or(true))
    }

    fn reserved(&mut self) -> io::Result<bool> {
        let reserved = with(|disk| {
            let node = disk.nodes.get(&self.inode)?;
            Some(node.locks.values().any(|held| *held >= LockKind::Reserved))
        });
        Ok(reserved.flatten().unwrap_or_default())
    }

    fn current_lock(&self) -> io::Result<LockKind> {
        let held = with(|disk| disk.nodes.get(&self.inode)?.locks.get(&self.id).copied());
        Ok(held.flatten().unwrap_or_default())
    }

    fn moved(&self) -> io::Result<bool> {
        Ok(fs::metadata(&self.path).map_or(true, |metadata| metadata.ino() != self.inode))
    }

    fn wal_index(&self, _readonly: bool) -> io::Result<SharedMemory> {
        with(|disk| disk.nodes.entry(self.inode).or_default().shm_users += 1);
        Ok(SharedMemory { inode: self.inode, id: self.id })
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        with(|disk| disk.nodes.get_mut(&self.inode).map(|node| node.locks.remove(&self.id)));
    }
}

impl SharedMemory {
    fn with_region<T>(&self, region: u32, work: impl FnOnce(&mut [u8; REGION]) -> T) -> Option<T> {
        with(|disk| {
            let node = disk.nodes.entry(self.inode).or_default();
            while node.shm.len() <= region as usize {
                node.shm.push(Box::new([0; REGION]));
            }
            node.shm.get_mut(region as usize).map(|bytes| work(bytes))
        })
        .flatten()
    }
}

impl WalIndex for SharedMemory {
    fn map(&mut self, region: u32) -> io::Result<[u8; REGION]> {
        Ok(self.with_region(region, |bytes| *bytes).unwrap_or([0; REGION]))
    }

    fn lock(&mut self, locks: Range<u8>, lock: WalIndexLock) -> io::Result<bool> {
        let granted = with(|disk| {
            let Some(node) = disk.nodes.get_mut(&self.inode) else { return true };
            let Some(slots) = node.shm_locks.get_mut(usize::from(locks.start)..usize::from(locks.end)) else {
                return false;
            };
            let is_held = |slot: &BTreeMap<u64, WalIndexLock>| {
                slot.iter().any(|(id, held)| {
                    *id != self.id && (lock == WalIndexLock::Exclusive || *held == WalIndexLock::Exclusive)
                })
            };
            if lock != WalIndexLock::None && slots.iter().any(is_held) {
                return false;
            }
            for slot in slots {
                match lock {
                    WalIndexLock::None => slot.remove(&self.id),
                    _ => slot.insert(self.id, lock),
                };
            }
            true
        });
        Ok(granted.unwrap_or(true))
    }

    fn delete(self) -> io::Result<()> {
        Ok(())
    }

    fn pull(&mut self, region: u32, data: &mut [u8; REGION]) -> io::Result<()> {
        self.with_region(region, |bytes| *data = *bytes);
        Ok(())
    }

    fn push(&mut self, region: u32, data: &[u8; REGION]) -> io::Result<()> {
        // A killed program has no more influence on the memory that it shares.
        if !with(|disk| disk.is_dead(disk.current)).unwrap_or_default() {
            self.with_region(region, |bytes| *bytes = *data);
        }
        Ok(())
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        with(|disk| {
            let Some(node) = disk.nodes.get_mut(&self.inode) else { return };
            node.shm_locks.iter_mut().for_each(|slot| {
                slot.remove(&self.id);
            });
            node.shm_users = node.shm_users.saturating_sub(1);
            // As SQLite does: the first connection after the last one begins with empty memory.
            if node.shm_users == 0 {
                node.shm.clear();
            }
        });
    }
}
