//! Cleanup of temporary data after a crash.
//!
//! Examples are a private copy of a store and an unfinished file. Each has a directory in the system's temporary
//! directory, with a file that its process locks. The system releases the lock when the process ends. The next process
//! finds the directory unlocked and removes it, together with the file that it names. Such directories are public
//! places: entries of other accounts are left alone.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Once;

use tempfile::TempDir;

use crate::files;

/// Prefix of the directory names.
const DIR_PREFIX: &str = "encours-unfinished-";
/// Name of the locked file. Its single line is the path of an unfinished file, or empty.
const LOCK_NAME: &str = "held";
/// Prefix of an unfinished file: no other file outside our own directories is ever removed.
pub const UNFINISHED_PREFIX: &str = ".encours-export-";
/// Longest path that is read.
const MAX_PATH_LEN: u64 = 64 << 10;

/// A temporary directory of this process, removed on drop.
#[derive(Debug)]
pub struct TempArtifact {
    // Dropped first: some systems cannot remove a directory with an open file.
    _held: File,
    dir: TempDir,
}

impl TempArtifact {
    /// Creates a private directory in `dir`.
    ///
    /// # Errors
    /// The directory cannot be created.
    pub fn create_in(dir: &Path) -> io::Result<Self> {
        Self::create_for(dir, None)
    }

    /// Records an unfinished file while this value exists; `None` if no place is writable.
    #[must_use]
    pub fn for_file(file: &Path) -> Option<Self> {
        let file = std::path::absolute(file).ok()?;
        temp_roots().find_map(|root| {
            Self::create_for(&root, Some(&file))
                .map_err(|error| tracing::debug!(%error, "failed to record an unfinished file"))
                .ok()
        })
    }

    fn create_for(root: &Path, file: Option<&Path>) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(DIR_PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let dir = builder.tempdir_in(root)?;
        let mut lock_file = File::create_new(dir.path().join(LOCK_NAME))?;
        lock_file.lock()?;
        // The sweep treats an empty file as one that is about to be locked.
        lock_file.write_all(file.map_or(&[], |file| file.as_os_str().as_encoded_bytes()))?;
        lock_file.write_all(b"\n")?;
        Ok(Self { _held: lock_file, dir })
    }

    /// Returns the path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.dir.path()
    }
}

/// Iterates over the places for temporary data: the temporary directory, then memory.
pub fn temp_roots() -> impl Iterator<Item = PathBuf> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let memory = PathBuf::from("/dev/shm");
    let fallbacks = [runtime, Some(memory)].into_iter().flatten();
    std::iter::once(tempfile::env::temp_dir()).chain(fallbacks.filter(|root| root.is_absolute()))
}

/// Removes leftovers of crashed processes in the background, once per process.
///
/// Nothing waits for it; remaining leftovers are removed by the next process.
pub fn remove_leftovers() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let spawned =
            std::thread::Builder::new().name("encours-sweep".to_owned()).spawn(remove_all_leftovers);
        if let Err(error) = spawned {
            tracing::debug!(%error, "failed to start the cleanup of leftovers");
        }
    });
}

/// Removes leftovers of crashed processes now.
pub fn remove_all_leftovers() {
    temp_roots().for_each(|root| remove_leftovers_in(&root));
}

fn remove_leftovers_in(root: &Path) {
    let Ok(entries) = fs::read_dir(root) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(DIR_PREFIX);
        // Symbolic links are not followed.
        let ours =
            || entry.metadata().is_ok_and(|metadata| metadata.is_dir() && files::is_private(&metadata));
        if is_ours
            && ours()
            && let Some(file) = leftover_file(&entry.path())
        {
            remove(&entry.path(), &file);
        }
    }
}

/// Returns the file that an unlocked directory names; empty for none.
fn leftover_file(dir: &Path) -> Option<PathBuf> {
    let lock_file = files::open_owned_by_account(&dir.join(LOCK_NAME)).ok()?;
    lock_file.try_lock().ok()?;
    let mut bytes = Vec::new();
    lock_file.take(MAX_PATH_LEN).read_to_end(&mut bytes).ok()?;
    bytes.strip_suffix(b"\n").map(path_from_bytes)
}

#[cfg(unix)]
fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    std::ffi::OsString::from_vec(bytes.to_vec()).into()
}

#[cfg(not(unix))]
fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

fn remove(dir: &Path, file: &Path) {
    if is_unfinished(file, dir)
        && let Err(error) = fs::remove_file(file)
    {
        // The directory has the file's name, so keep it for another attempt.
        tracing::debug!(%error, file = %file.display(), "failed to remove an unfinished file");
        return;
    }
    if let Err(error) = fs::remove_dir_all(dir) {
        tracing::debug!(%error, dir = %dir.display(), "failed to remove a temporary directory");
    }
}

/// Returns whether a file has the prefix of unfinished files and the directory's owner.
fn is_unfinished(file: &Path, dir: &Path) -> bool {
    let has_prefix =
        file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED_PREFIX));
    let (Ok(file_metadata), Ok(dir_metadata)) = (fs::symlink_metadata(file), fs::symlink_metadata(dir))
    else {
        return false;
    };
    has_prefix && file_metadata.is_file() && same_owner(&file_metadata, &dir_metadata)
}

#[cfg(unix)]
fn same_owner(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    a.uid() == b.uid()
}

#[cfg(not(unix))]
fn same_owner(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::private_file::make_private_dir;

    /// Simulates a killed process: files exist, but nothing is locked.
    fn kill(unfinished: TempArtifact) -> PathBuf {
        let TempArtifact { _held, dir } = unfinished;
        dir.keep()
    }

    #[test]
    fn locked_temp_directories_stay_and_leftovers_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let alive = TempArtifact::create_in(place.path()).unwrap();
        let dead = kill(TempArtifact::create_in(place.path()).unwrap());
        fs::write(dead.join("copy.db"), "x").unwrap();
        fs::create_dir(place.path().join("encours-other")).unwrap();
        remove_leftovers_in(place.path());
        assert!(alive.path().exists() && !dead.exists());
        assert!(place.path().join("encours-other").exists());
        let gone = alive.path().to_owned();
        drop(alive);
        assert!(!gone.exists());
    }

    #[test]
    fn leftover_cleanup_removes_only_half_written_files() {
        let (place, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let half = there.path().join(".encours-export-x");
        let whole = there.path().join("deals.csv");
        for file in [&half, &whole] {
            fs::write(file, "x").unwrap();
            kill(TempArtifact::create_for(place.path(), Some(file)).unwrap());
        }
        remove_leftovers_in(place.path());
        assert!(!half.exists() && whole.exists());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn temp_directory_under_creation_is_not_removed() {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join(format!("{DIR_PREFIX}x"));
        make_private_dir(&dir).unwrap();
        remove_leftovers_in(place.path());
        File::create_new(dir.join(LOCK_NAME)).unwrap();
        remove_leftovers_in(place.path());
        assert!(dir.exists());
    }

    #[cfg(unix)]
    #[test]
    fn foreign_temp_entries_are_neither_opened_nor_removed() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let (place, other_dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let dir = |name: &str| place.path().join(format!("{DIR_PREFIX}{name}"));
        let pipe = |dir: &Path| {
            let mode = rustix::fs::Mode::from_raw_mode(0o644);
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, dir.join(LOCK_NAME), kind, mode, 0).unwrap();
        };
        let foreign = other_dir.path().join("held");
        fs::write(&foreign, "\n").unwrap();
        for name in ["open", "pipe", "linked-file"] {
            make_private_dir(&dir(name)).unwrap();
        }
        fs::write(dir("open").join(LOCK_NAME), "\n").unwrap();
        fs::set_permissions(dir("open"), fs::Permissions::from_mode(0o755)).unwrap();
        pipe(&dir("pipe"));
        symlink(&foreign, dir("linked-file").join(LOCK_NAME)).unwrap();
        symlink(other_dir.path(), dir("linked")).unwrap();
        fs::write(dir("file"), "").unwrap();
        remove_leftovers_in(place.path());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 5);
        assert!(foreign.exists());
    }
}
