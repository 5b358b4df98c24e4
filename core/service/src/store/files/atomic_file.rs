//! Atomic replacement of a file: the new one is complete and on disk, or does not appear. A mere copy with its own
//! checksum need not wait for the disk.

use std::fs;
use std::path::{Path, PathBuf};

use crate::store::StoreError;

use crate::store::files::open_private::open_private;

/// The new file under a temporary name. Dropping it deletes the file.
#[derive(Debug)]
pub struct Draft {
    file: fs::File,
    temp_path: PathBuf,
    target: PathBuf,
    exists: bool,
}

impl Draft {
    /// Creates file `name` in `dir`, readable only by its owner; also returns the result of `write`.
    pub(in crate::store) fn create<T>(
        dir: &Path,
        name: &str,
        write: impl FnOnce(&mut fs::File) -> std::io::Result<T>,
    ) -> Result<(Self, T), StoreError> {
        let temp_path = dir.join(format!("{name}.{}", uuid::Uuid::new_v4().simple()));
        let file = open_private(&temp_path, true).map_err(|error| StoreError::io(&temp_path, error))?;
        let mut draft = Self { file, temp_path, target: dir.join(name), exists: false };
        match write(&mut draft.file) {
            Ok(written) => Ok((draft, written)),
            Err(error) => Err(StoreError::io(&draft.temp_path, error)),
        }
    }

    /// Continues writing and returns the result of `write`.
    ///
    /// # Errors
    /// The disk fails.
    pub fn write_more<T>(
        &mut self,
        write: impl FnOnce(&mut fs::File) -> std::io::Result<T>,
    ) -> Result<T, StoreError> {
        write(&mut self.file).map_err(|error| StoreError::io(&self.temp_path, error))
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
        let result = write(&mut self.file).and_then(|()| fs::rename(&self.temp_path, &self.target));
        self.exists = result.is_ok();
        result.map_err(|error| StoreError::io(&self.temp_path, error))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.exists
            && let Err(failure) = fs::remove_file(&self.temp_path)
            && failure.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(error = %failure, file = %self.temp_path.display(), "failed to remove an unfinished file");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
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
