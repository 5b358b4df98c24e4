//! The disk of the simulation as SQLite calls it.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlite_vfs::wip::{WalIndex, WalIndexLock};
use sqlite_vfs::{DatabaseHandle, LockKind, OpenAccess, OpenOptions as SqliteOptions, Vfs};

use crate::disk::{Node, Operation, REGION, with};

/// The file system of SQLite. Threads without a disk of the simulation use plain files.
pub struct Files;

/// An open file.
pub struct OpenFile {
    file: File,
    path: PathBuf,
    inode: u64,
    id: u64,
    owner: usize,
}

/// The shared memory of a database file, for one connection.
pub struct SharedMemory {
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
            let begun = disk.begin(Operation::Write, self.owner);
            if !matches!(begun, Ok(None)) {
                disk.nodes.entry(self.inode).or_default().has_failed = true;
            }
            let fault = begun?;
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
            node.has_failed = begun.is_err() || ignores_sync;
            if !node.has_failed {
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
    fn with_region<T>(&self, region: u32, work: impl FnOnce(&mut Vec<u8>) -> T) -> Option<T> {
        with(|disk| {
            let node = disk.nodes.entry(self.inode).or_default();
            while node.shm.len() <= region as usize {
                node.shm.push(vec![0; REGION]);
            }
            node.shm.get_mut(region as usize).map(work)
        })
        .flatten()
    }
}

impl WalIndex for SharedMemory {
    fn map(&mut self, region: u32) -> io::Result<[u8; REGION]> {
        let bytes = self.with_region(region, |bytes| bytes.as_slice().try_into().ok());
        bytes.flatten().ok_or_else(|| io::Error::other("no shared memory"))
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
        self.with_region(region, |bytes| data.copy_from_slice(bytes));
        Ok(())
    }

    fn push(&mut self, region: u32, data: &[u8; REGION]) -> io::Result<()> {
        // A killed program has no more influence on the memory that it shares.
        if !with(|disk| disk.is_dead(disk.current)).unwrap_or_default() {
            self.with_region(region, |bytes| bytes.copy_from_slice(data));
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
