//! Atomic file writes: a temporary file in the same directory replaces the target when complete.
//!
//! Readers see the old file or the new one.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::files;
use crate::model::worksheet::ExportError;
use crate::temp_artifacts::{TempArtifact, UNFINISHED_PREFIX};

/// Returns the typed path, with a leading `~` expanded.
#[must_use]
pub fn expand_path(typed: &str) -> PathBuf {
    match (typed.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => Path::new(typed).to_owned(),
    }
}

/// Returns the directory of a file.
pub(super) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    }
}

/// Most symbolic links followed for a path.
const MAX_LINKS: usize = 40;

/// Returns the target of a path, following links. The links themselves stay.
fn follow_links(path: &Path) -> std::io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match std::fs::read_link(&target) {
            Ok(to) => target = directory(&target).join(to),
            Err(_) => return Ok(target),
        }
    }
    Err(ErrorKind::InvalidFilename.into())
}

/// Writes `bytes` to `path`, readable only by its owner.
///
/// Without `replace`, a file that has appeared meanwhile stays.
///
/// # Errors
/// The target is not writable, or exists and may not be replaced; nothing was changed.
pub fn write(path: &Path, bytes: &[u8], replace: bool) -> Result<(), Error> {
    write_atomically(path, replace, |file, _| Ok(file.write_all(bytes)?))
}

/// Lets `fill` write a private temporary file, which replaces `path` when complete.
///
/// `fill` also gets the directory, for temporary data.
fn write_atomically<T>(
    path: &Path,
    replace: bool,
    fill: impl FnOnce(&mut File, &Path) -> Result<T, ExportError>,
) -> Result<T, Error> {
    let failed = |error: std::io::Error| write_error(path, &error);
    let target = &follow_links(path).map_err(failed)?;
    files::check_regular(target).map_err(failed)?;
    let dir = directory(target);
    let name = format!("{UNFINISHED_PREFIX}{}", crate::host::uuid().simple());
    // Dropped last: until the file is renamed or removed, the next start removes it after a crash.
    let _unfinished = TempArtifact::for_file(&dir.join(&name));
    let mut file = tempfile::Builder::new().prefix(&name).rand_bytes(0).tempfile_in(dir).map_err(failed)?;
    let made = fill(file.as_file_mut(), dir).map_err(|error| match error {
        ExportError::Io(error) => failed(error),
        ExportError::Format(error) => error,
    })?;
    file.as_file().sync_all().map_err(failed)?;
    if replace {
        file.persist(target).map_err(|error| failed(error.error))?;
    } else {
        file.persist_noclobber(target).map_err(|error| failed(error.error))?;
    }
    Ok(made)
}

/// Lets `fill` write `path` and returns the number of rows.
///
/// Returns `None` if the file exists and may not be replaced. `fill` also gets the directory of the file.
///
/// # Errors
/// Those of `fill` or [`write()`]; nothing was changed.
pub fn write_export(
    path: &Path,
    replace: bool,
    fill: impl FnOnce(&mut File, &Path) -> Result<usize, ExportError>,
) -> Result<Option<usize>, Error> {
    let target = follow_links(path).map_err(|error| write_error(path, &error))?;
    let taken = || !replace && target.symlink_metadata().is_ok();
    if taken() {
        return Ok(None);
    }
    match write_atomically(path, replace, fill) {
        Ok(rows) => Ok(Some(rows)),
        // It appeared between the check and the write.
        Err(_) if taken() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the error for a file that could not be written. Nothing was written.
#[must_use]
pub fn write_error(path: &Path, error: &std::io::Error) -> Error {
    let key = match error.kind() {
        ErrorKind::NotFound => "usage-unwritable-no-folder",
        ErrorKind::NotADirectory => "usage-unwritable-not-a-folder",
        ErrorKind::IsADirectory => "usage-unwritable-is-a-folder",
        ErrorKind::PermissionDenied => "usage-unwritable-denied",
        ErrorKind::FileTooLarge => "usage-unwritable-limit",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "usage-unwritable-full",
        ErrorKind::ReadOnlyFilesystem => "usage-unwritable-read-only",
        ErrorKind::InvalidFilename => "usage-unwritable-name",
        _ => "usage-unwritable",
    };
    let (file, why) = (path.display().to_string(), error_text(error));
    Error::localized(crate::error::ErrorKind::Usage, key, &[("file", &file), ("why", &why)])
}

/// Returns the text of another error, without OS error number and temporary file name.
fn error_text(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::Other => error.to_string(),
        kind => kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_file_is_complete_and_overwrites_only_on_request() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.csv");
        write(&path, b"one", false).unwrap();
        assert!(write(&path, b"two", false).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        write(&path, b"two", true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left beside it");
        assert!(write(&dir.path().join("none/x.csv"), b"", false).is_err());
    }

    #[test]
    fn unwritable_export_paths_are_explained() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("file"), "").unwrap();
        std::fs::create_dir(dir.path().join("folder")).unwrap();
        for (name, key, why) in [
            ("none/x.csv", "usage-unwritable-no-folder", "its folder doesn’t exist"),
            ("file/x.csv", "usage-unwritable-not-a-folder", "part of its path is not a folder"),
            ("folder", "usage-unwritable-is-a-folder", "it is a folder"),
        ] {
            let error = write(&dir.path().join(name), b"", true).unwrap_err();
            assert_eq!(error.message_ref().map(|said| said.key), Some(key));
            let text = error.message();
            assert!(text.contains(why), "{text}");
            assert!(!text.contains("os error") && !text.contains(UNFINISHED_PREFIX), "{text}");
        }
        // Without a message of our own, only the error kind is shown: the system's text includes its number.
        let other = write_error(Path::new("x.csv"), &std::io::Error::from_raw_os_error(40));
        assert!(!other.message().contains("os error"), "{other}");
    }

    #[test]
    fn existing_file_is_checked_before_and_after_an_export() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.csv");
        let made = |file: &mut File, _: &Path| {
            file.write_all(b"one")?;
            Ok(3)
        };
        assert_eq!(write_export(&path, false, made).unwrap(), Some(3));
        assert_eq!(write_export(&path, false, |_, _| unreachable!()).unwrap(), None);
        assert_eq!(write_export(&path, true, made).unwrap(), Some(3));
        let late = dir.path().join("late.csv");
        let appears = |file: &mut File, _: &Path| {
            std::fs::write(&late, b"theirs").unwrap();
            made(file, dir.path())
        };
        assert_eq!(write_export(&late, false, appears).unwrap(), None);
        assert_eq!(std::fs::read(&late).unwrap(), b"theirs");
        let half = |file: &mut File, beside: &Path| {
            assert_eq!(beside, dir.path());
            file.write_all(b"half")?;
            Err(Error::unexpected("no rows".to_owned()).into())
        };
        assert!(write_export(&dir.path().join("none.csv"), false, half).is_err());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2, "no half file stays");
    }

    #[cfg(unix)]
    #[test]
    fn link_stays_and_its_target_is_replaced() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::create_dir(at("kept")).unwrap();
        std::fs::write(at("kept/x.csv"), "old").unwrap();
        symlink("kept/x.csv", at("link")).unwrap();
        symlink("link", at("far")).unwrap();
        symlink("kept/new.csv", at("dangling")).unwrap();
        symlink("round", at("round")).unwrap();
        assert!(write(&at("link"), b"one", false).is_err());
        write(&at("far"), b"two", true).unwrap();
        assert_eq!(std::fs::read(at("kept/x.csv")).unwrap(), b"two");
        let three = |file: &mut File, _: &Path| {
            file.write_all(b"three")?;
            Ok(3)
        };
        assert_eq!(write_export(&at("link"), false, three).unwrap(), None);
        assert_eq!(write_export(&at("dangling"), false, three).unwrap(), Some(3));
        assert_eq!(std::fs::read(at("kept/new.csv")).unwrap(), b"three");
        for link in ["link", "far", "dangling", "round"] {
            assert!(at(link).symlink_metadata().unwrap().is_symlink(), "{link}");
        }
        assert!(write(&at("round"), b"", true).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn export_never_replaces_a_special_file() {
        let dir = tempfile::tempdir().unwrap();
        let socket = dir.path().join("x.csv");
        let _listens = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink("/dev/null", dir.path().join("null.csv")).unwrap();
        for path in [socket, dir.path().join("null.csv")] {
            let error = write(&path, b"one", true).unwrap_err();
            assert!(error.to_string().contains("not a file"), "{error}");
        }
        assert!(Path::new("/dev/null").symlink_metadata().is_ok_and(|kept| !kept.is_file()));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        write(&path, b"[]", false).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
