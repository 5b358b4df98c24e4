//! Directories and files that only their owner can access. Permissions are set when a file is created, before it has
//! content.

use crate::private_file::make_private_dir;
use crate::store::files::companion_files::companion_path;
use crate::store::files::open_private::open_private;
use crate::store::files::quarantine_marks::QUARANTINE_MARK;
use std::fs::{self};
use std::path::{Path, PathBuf};

use crate::model::storage_health::DbFile;
use crate::store::StoreError;

use super::atomic_file::Draft;

/// Creates `dir`, or checks that it is a plain directory of this user. Removes the access of others.
pub(in crate::store) fn prepare(dir: &Path) -> Result<(), StoreError> {
    refuse_linked_profiles(dir)?;
    match fs::symlink_metadata(dir) {
        Ok(metadata) if !metadata.is_dir() => return Err(StoreError::NotADirectory(dir.to_owned())),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            make_private_dir(dir).map_err(|error| StoreError::io(dir, error))?;
        }
        Err(error) => return Err(StoreError::io(dir, error)),
    }
    check_owner(dir)?;
    restrict(dir, 0o700)
}

/// Rejects a store with a file of another account, which this program did not write.
pub(in crate::store) fn refuse_foreign(dir: &Path) -> Result<(), StoreError> {
    match find_foreign_file(dir, |foreign_file| foreign_file) {
        Ok(None) => Ok(()),
        Ok(Some(file)) => Err(StoreError::WrongOwner(file)),
        Err(error) => Err(StoreError::io(dir, error)),
    }
}

/// Rejects a store with special files: opening a named pipe or device would block.
pub(in crate::store) fn refuse_special_files(dir: &Path) -> Result<(), StoreError> {
    refuse_special_parts(dir)?;
    for entry in fs::read_dir(dir).map_err(|error| StoreError::io(dir, error))? {
        let path = entry.map_err(|error| StoreError::io(dir, error))?.path();
        match crate::files::check_regular(&path) {
            Err(source) if source.kind() == std::io::ErrorKind::Other => {
                return Err(StoreError::NotAFile { path, source });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Rejects a store with a special file or directory in place of a database file.
pub(in crate::store) fn refuse_special_parts(dir: &Path) -> Result<(), StoreError> {
    use std::io::ErrorKind::{IsADirectory, Other};
    for part in DbFile::ALL {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let path = dir.join(format!("{}{suffix}", part.file_name()));
            match crate::files::check_regular(&path) {
                Err(source) if matches!(source.kind(), Other | IsADirectory) => {
                    return Err(StoreError::NotAFile { path, source });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Removes others' access to all files in `dir`, and to its parent directories. Parents are included only if they are
/// used only for stores, and files even if quarantined. Access that was opened by accident is thus closed at the next
/// start.
pub(in crate::store) fn make_private(dir: &Path) -> Result<(), StoreError> {
    for entry in fs::read_dir(dir).map_err(|error| StoreError::io(dir, error))? {
        let entry = entry.map_err(|error| StoreError::io(dir, error))?;
        let kind = entry.file_type();
        // A link's target does not belong to the store.
        if kind.is_ok_and(|kind| kind.is_file()) {
            match remove_other_access(&entry.path(), 0o600) {
                // Another process of this program has just removed it.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                result => result.map_err(|error| StoreError::io(&entry.path(), error))?,
            }
        }
    }
    if let Some(profiles) = dir.parent().filter(|parent| parent.ends_with("profiles")) {
        let data = profiles.parent().filter(|data| has_only_stores(data));
        for parents in [Some(profiles), data].into_iter().flatten() {
            // The directories may belong to another user who grants access.
            let _closed_if_ours = remove_other_access(parents, 0o700);
        }
    }
    Ok(())
}

/// Returns whether a directory contains only this program's entries. Otherwise the user may have chosen an existing
/// directory.
fn has_only_stores(data_dir: &Path) -> bool {
    fs::read_dir(data_dir).is_ok_and(|mut entries| {
        entries.all(|entry| {
            entry.is_ok_and(|entry| {
                ["profiles", "gates", "clocks"].iter().any(|name| entry.file_name() == *name)
            })
        })
    })
}

/// Sets `mode` if others have any access.
#[cfg(unix)]
fn remove_other_access(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let other_bits = fs::metadata(path)?.permissions().mode() & 0o077;
    if other_bits == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn remove_other_access(_path: &Path, _mode: u32) -> std::io::Result<()> {
    Ok(())
}

/// Returns the first file in `dir` whose owner differs from the directory's. `map_owner` maps owner ids, for tests.
#[cfg(unix)]
fn find_foreign_file(dir: &Path, map_owner: impl Fn(u32) -> u32) -> std::io::Result<Option<PathBuf>> {
    use std::os::unix::fs::MetadataExt;
    let owner_id = fs::metadata(dir)?.uid();
    let mut files: Vec<_> = fs::read_dir(dir)?.collect::<std::io::Result<_>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files {
        match file.metadata() {
            Ok(metadata) if map_owner(metadata.uid()) != owner_id => return Ok(Some(file.path())),
            // Another process of this program has just removed its file.
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(None)
}

#[cfg(not(unix))]
fn find_foreign_file(_dir: &Path, _as_if: impl Fn(u32) -> u32) -> std::io::Result<Option<PathBuf>> {
    Ok(None)
}

/// Rejects a link in place of the `profiles` directory. The data directory itself may be a link, by the user's choice.
fn refuse_linked_profiles(dir: &Path) -> Result<(), StoreError> {
    let Some(profiles) = dir.parent().filter(|parent| parent.ends_with("profiles")) else {
        return Ok(());
    };
    match fs::symlink_metadata(profiles) {
        Ok(metadata) if !metadata.is_dir() => Err(StoreError::NotADirectory(profiles.to_owned())),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(profiles, error)),
        _ => Ok(()),
    }
}

/// Creates `file` empty with mode 0600 if missing; otherwise removes others' access.
pub(in crate::store) fn private_file(file: &Path) -> Result<(), StoreError> {
    match open_private(file, true) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => match fs::symlink_metadata(file) {
            Ok(metadata) if metadata.is_file() => restrict(file, 0o600),
            Ok(_) => Err(StoreError::io(file, std::io::Error::other("not a plain file"))),
            Err(error) => Err(StoreError::io(file, error)),
        },
        Err(error) => Err(StoreError::io(file, error)),
    }
}

/// Replaces the file `name` in `dir` atomically.
pub(in crate::store) fn replace(
    dir: &Path,
    name: &str,
    write: impl FnOnce(&mut fs::File) -> std::io::Result<()>,
) -> Result<(), StoreError> {
    let (draft, ()) = Draft::create(dir, name, write)?;
    draft.commit(|_| Ok(()))
}

/// Checks that the directory has the owner of a file that we create.
#[cfg(unix)]
fn check_owner(dir: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt;
    let owner = fs::metadata(dir).map_err(|error| StoreError::io(dir, error))?.uid();
    let probe = dir.join(format!(".owner-{}", crate::host::uuid().simple()));
    let created = open_private(&probe, true).and_then(|file| file.metadata());
    let owner_id = match created {
        Ok(created) => created.uid(),
        Err(error) => return Err(StoreError::io(dir, error)),
    };
    match fs::remove_file(&probe) {
        // Another process that opens the directory may have swept it.
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(StoreError::io(&probe, error));
        }
        _ => {}
    }
    if owner == owner_id { Ok(()) } else { Err(StoreError::WrongOwner(dir.to_owned())) }
}

/// Rejects an unwritable directory with another owner than `ours`, a new directory.
#[cfg(unix)]
pub(super) fn check_same_owner(dir: &Path, ours: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| fs::symlink_metadata(path).map(|metadata| metadata.uid());
    match owner(dir) {
        // No directory, so there is nothing to read.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StoreError::io(dir, error)),
        Ok(metadata) => match owner(ours) {
            Ok(owner_id) if owner_id == metadata => refuse_foreign(dir),
            Ok(_) => Err(StoreError::WrongOwner(dir.to_owned())),
            Err(error) => Err(StoreError::io(ours, error)),
        },
    }
}

#[cfg(not(unix))]
pub(super) fn check_same_owner(_dir: &Path, _ours: &Path) -> Result<(), StoreError> {
    Ok(())
}

#[cfg(not(unix))]
fn check_owner(_dir: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Renames a database of a newer version and returns the new name. An earlier file of that name is replaced.
pub(in crate::store) fn rename_newer(file: &Path) -> Result<PathBuf, StoreError> {
    rename_with_companions(file, ".newer")
}

/// Renames a damaged database and its companions; returns the new name of the file.
pub(in crate::store) fn quarantine(file: &Path, stamp: jiff::Timestamp) -> Result<PathBuf, StoreError> {
    rename_with_companions(file, &format!("{QUARANTINE_MARK}{}", stamp.as_second()))
}

/// Renames a database and its companions to names with `mark`; returns the new name of the file.
fn rename_with_companions(file: &Path, mark: &str) -> Result<PathBuf, StoreError> {
    for suffix in ["-wal", "-shm", ""] {
        let (from, to) = (companion_path(file, suffix), companion_path(file, &format!("{mark}{suffix}")));
        match fs::rename(&from, to) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::io(&from, error));
            }
            _ => {}
        }
    }
    Ok(companion_path(file, mark))
}

#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::metadata(path).map_err(|error| StoreError::io(path, error))?.permissions();
    if metadata.mode() & 0o777 == mode {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|error| StoreError::io(path, error))
}

#[cfg(not(unix))]
fn restrict(_path: &Path, _mode: u32) -> Result<(), StoreError> {
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn new_and_existing_directories_become_private() {
        let tmp = tempfile::tempdir().unwrap();
        let dir = tmp.path().join("a/b");
        prepare(&dir).unwrap();
        assert_eq!(mode(&dir), 0o700);
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
        prepare(&dir).unwrap();
        assert_eq!(mode(&dir), 0o700);
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 0);
    }

    #[test]
    fn owner_is_checked_while_another_process_sweeps() {
        let tmp = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let checks = scope.spawn(|| (0..500).try_for_each(|_| check_owner(tmp.path())));
            while !checks.is_finished() {
                crate::store::files::temp_cleanup::sweep(tmp.path()).unwrap();
            }
            checks.join().unwrap().unwrap();
        });
    }

    #[test]
    fn public_data_directories_become_private_with_their_content() {
        let tmp = tempfile::tempdir().unwrap();
        let data = tmp.path().join("data");
        let dir = data.join("profiles/p");
        prepare(&dir).unwrap();
        let names = ["deals.columns", "door", "cache.db.damaged-5"];
        for name in names {
            private_file(&dir.join(name)).unwrap();
        }
        let outside = tmp.path().join("outside");
        fs::write(&outside, "theirs").unwrap();
        std::os::unix::fs::symlink(&outside, dir.join("link")).unwrap();
        let open = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        open(&outside, 0o666);
        let open_all = || {
            for name in names {
                open(&dir.join(name), 0o666);
            }
            for above in [&dir, dir.parent().unwrap(), &data] {
                open(above, 0o777);
            }
        };
        let modes = || [&dir, dir.parent().unwrap(), &*data].map(mode);
        open_all();
        prepare(&dir).unwrap();
        make_private(&dir).unwrap();
        assert_eq!(modes(), [0o700; 3]);
        assert_eq!(names.map(|name| mode(&dir.join(name))), [0o600; 3]);
        assert_eq!(mode(&outside), 0o666);
        // A directory with other content belongs to the user.
        fs::write(data.join("thesis.txt"), "").unwrap();
        open_all();
        prepare(&dir).unwrap();
        make_private(&dir).unwrap();
        assert_eq!(modes(), [0o700, 0o700, 0o777]);
    }

    #[test]
    fn store_rejects_a_link_to_a_device() {
        let tmp = tempfile::tempdir().unwrap();
        private_file(&tmp.path().join("cache.db")).unwrap();
        prepare(&tmp.path().join("open")).unwrap();
        refuse_special_files(tmp.path()).unwrap();
        std::os::unix::fs::symlink("/dev/zero", tmp.path().join("outbox.db-wal")).unwrap();
        let error = refuse_special_files(tmp.path()).unwrap_err().to_string();
        assert!(error.contains("outbox.db-wal cannot be used (it is a device"), "{error}");
    }

    #[test]
    fn file_of_another_account_is_found_under_any_name() {
        let tmp = tempfile::tempdir().unwrap();
        for name in ["cache.db", "outbox.db-wal"] {
            private_file(&tmp.path().join(name)).unwrap();
        }
        refuse_foreign(tmp.path()).unwrap();
        let found = find_foreign_file(tmp.path(), |owner| owner + 1).unwrap();
        assert_eq!(found, Some(tmp.path().join("cache.db")));
    }

    #[test]
    fn link_is_rejected_as_a_directory() {
        let tmp = tempfile::tempdir().unwrap();
        let link = tmp.path().join("link");
        std::os::unix::fs::symlink(tmp.path(), &link).unwrap();
        assert!(matches!(prepare(&link), Err(StoreError::NotADirectory(_))));
    }

    #[test]
    fn linked_profiles_are_refused() {
        let tmp = tempfile::tempdir().unwrap();
        let real = tmp.path().join("real");
        prepare(&real).unwrap();
        let profiles = tmp.path().join("profiles");
        std::os::unix::fs::symlink(&real, &profiles).unwrap();
        assert!(matches!(prepare(&profiles.join("p")), Err(StoreError::NotADirectory(_))));
        fs::remove_file(&profiles).unwrap();
        prepare(&profiles.join("p")).unwrap();
    }

    #[test]
    fn new_and_existing_files_become_private() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("f");
        private_file(&file).unwrap();
        assert_eq!(mode(&file), 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        private_file(&file).unwrap();
        assert_eq!(mode(&file), 0o600);
    }

    #[test]
    fn special_files_of_a_store_are_refused() {
        let tmp = tempfile::tempdir().unwrap();
        let dir = tmp.path();
        fs::write(dir.join("outbox.db"), "").unwrap();
        refuse_special_files(dir).unwrap();
        let refused = |result: Result<(), StoreError>| match result {
            Err(StoreError::NotAFile { path, .. }) => path,
            other => panic!("{other:?}"),
        };
        for name in ["settings.db", "cache.db-wal", "history.db-journal"] {
            let path = dir.join(name);
            fs::create_dir(&path).unwrap();
            assert_eq!(refused(refuse_special_parts(dir)), path);
            fs::remove_dir(&path).unwrap();
        }
        let socket = dir.join("any-name");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        refuse_special_parts(dir).unwrap();
        assert_eq!(refused(refuse_special_files(dir)), socket);
    }

    #[test]
    fn private_file_replaces_nothing_but_plain_files() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("file");
        fs::write(&file, "kept").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        private_file(&file).unwrap();
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), mode(&file)), ("kept", 0o600));
        let link = tmp.path().join("link");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        for other in [link.as_path(), tmp.path()] {
            let error = private_file(other).unwrap_err();
            assert!(error.to_string().contains("not a plain file"), "{error}");
        }
    }
}
