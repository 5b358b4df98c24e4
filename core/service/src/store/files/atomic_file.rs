//! Atomic replacement of a file: the new one is complete and on disk, or does not appear. A mere copy with its own
//! checksum need not wait for the disk.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::store::StoreError;

/// The new file under a temporary name. Dropping it deletes the file.
#[derive(Debug)]
pub struct Draft {
    file: NamedTempFile,
    target: PathBuf,
}

impl Draft {
    /// Creates file `name` in `dir`, readable only by its owner; also returns the result of `write`.
    pub(in crate::store) fn create<T>(
        dir: &Path,
        name: &str,
        write: impl FnOnce(&mut fs::File) -> std::io::Result<T>,
    ) -> Result<(Self, T), StoreError> {
        let temp_name = format!("{name}.{}", crate::host::uuid().simple());
        let file = tempfile::Builder::new().prefix(&temp_name).rand_bytes(0).tempfile_in(dir);
        let file = file.map_err(|error| StoreError::io(&dir.join(&temp_name), error))?;
        let mut draft = Self { file, target: dir.join(name) };
        let written = draft.write_more(write)?;
        Ok((draft, written))
    }

    /// Continues writing and returns the result of `write`.
    ///
    /// # Errors
    /// The disk fails.
    pub fn write_more<T>(
        &mut self,
        write: impl FnOnce(&mut fs::File) -> std::io::Result<T>,
    ) -> Result<T, StoreError> {
        write(self.file.as_file_mut()).map_err(|error| StoreError::io(self.file.path(), error))
    }

    /// Writes the rest and renames the file to its final name.
    ///
    /// # Errors
    /// The disk fails; the old file remains.
    pub fn commit(self, write: impl FnOnce(&mut fs::File) -> std::io::Result<()>) -> Result<(), StoreError> {
        self.commit_unsynced(|file| {
            write(file)?;
            // Sync to disk before the rename: after a power cut, one of the two files is complete.
            file.sync_all()
        })
    }

    /// Does the same without a sync to disk, for a file with its own checksum. After a power cut, it may be incomplete.
    ///
    /// # Errors
    /// It cannot be written; the old file remains.
    pub fn commit_unsynced(
        mut self,
        write: impl FnOnce(&mut fs::File) -> std::io::Result<()>,
    ) -> Result<(), StoreError> {
        self.write_more(write)?;
        let renamed = self.file.persist(&self.target);
        renamed.map(drop).map_err(|failed| StoreError::io(failed.file.path(), failed.error))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn old_file_stays_until_the_new_file_is_complete() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("f");
        fs::write(&file, "old").unwrap();
        let begun =
            |text: &'static str| Draft::create(tmp.path(), "f", move |file| file.write_all(text.as_bytes()));
        drop(begun("given up").unwrap().0);
        let failing = begun("half").unwrap().0.commit(|_| Err(std::io::Error::other("no")));
        assert!(failing.is_err());
        assert!(Draft::create(tmp.path(), "f", |_| Err::<(), _>(std::io::Error::other("no"))).is_err());
        let (new, ()) = begun("new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"old");
        new.commit(|file| file.write_all(b"er")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"newer");
        let failing = begun("half").unwrap().0.commit_unsynced(|_| Err(std::io::Error::other("no")));
        assert!(failing.is_err());
        assert_eq!(fs::read(&file).unwrap(), b"newer");
        begun("newe").unwrap().0.commit_unsynced(|file| file.write_all(b"st")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"newest");
        assert_eq!(fs::read_dir(tmp.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
