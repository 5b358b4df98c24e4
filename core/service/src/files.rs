//! Safe opening of files named by the user or replaceable by others.
//!
//! Only regular files up to a size limit are read. A named pipe blocks until another process writes to it, and a device
//! may supply bytes without end. Neither is opened here. If a file is replaced between check and open, opening does not
//! block.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Largest file written by the user for this program, in bytes: configuration, certificates, secret.
pub const MAX_USER_FILE: u64 = 4 << 20;
/// Largest input file in bytes: a request body, views, identifiers.
pub const MAX_INPUT_FILE: u64 = 16 << 20;

/// Opens a regular file for reading.
///
/// # Errors
/// The system refuses, or it is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Opens a regular file with `options`, which may create it.
///
/// # Errors
/// The system refuses, or it is not a regular file.
pub fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Check by name first: opening a device may already trigger an action.
    check_regular(path)?;
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, OPEN_FLAGS);
    let file = options.open(path)?;
    require_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file of this account in a directory that others may write to.
///
/// Links are not followed.
///
/// # Errors
/// The system refuses, it is not a regular file, or it belongs to another account.
pub fn open_owned_by_account(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, OPEN_FLAGS | NO_FOLLOW);
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    require_regular(&metadata)?;
    if is_own(&metadata) { Ok(file) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

/// Reads a regular file of at most `max` bytes.
///
/// # Errors
/// The system refuses, it is not a regular file, or it is longer.
pub fn read(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    read_limited(open(path)?, max)
}

/// Reads a regular file of at most `max` bytes as text.
///
/// # Errors
/// The system refuses, it is not a regular file, it is longer, or not UTF-8.
pub fn read_text(path: &Path, max: u64) -> io::Result<String> {
    into_text(read(path, max)?)
}

/// Reads a file named on the command line.
///
/// A pipe that the shell has opened for this process is allowed (`<(…)`, `/dev/stdin`).
///
/// # Errors
/// Those of [`read`].
pub fn read_argument_file(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    let handed_over = ["/dev/fd/", "/dev/stdin", "/proc/self/fd/"];
    let pipe = handed_over.iter().any(|prefix| path.to_string_lossy().starts_with(prefix));
    if pipe && matches!(check_regular(path), Err(error) if is_error(&error, NotAFile::Pipe)) {
        return read_limited(File::open(path)?, max);
    }
    read(path, max)
}

/// Reads to the end, at most `max` bytes.
///
/// # Errors
/// The system refuses, or there are more bytes.
pub fn read_limited(source: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::other(NotAFile::TooLong(max)));
    }
    Ok(bytes)
}

/// Converts the bytes to text.
///
/// # Errors
/// They are not UTF-8.
pub fn into_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}

/// Rejects an existing path that is not a regular file, without opening it. A missing file is accepted.
///
/// # Errors
/// The system refuses, or it is not a regular file.
pub fn check_regular(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(file_metadata) => require_regular(&file_metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns whether a regular file exists.
#[must_use]
pub fn exists(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|file_metadata| file_metadata.is_file())
}

/// Returns whether the system limits the file size (`ulimit -f`).
#[cfg(unix)]
pub(crate) fn is_file_size_limited() -> bool {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current.is_some()
}

#[cfg(not(unix))]
pub(crate) fn is_file_size_limited() -> bool {
    false
}

/// Returns whether this account owns the file and other accounts have no access.
#[cfg(unix)]
#[must_use]
pub fn is_private(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let of_others = metadata.permissions().mode() & 0o077;
    is_own(metadata) && of_others == 0
}

/// Returns whether this account owns the file and other accounts have no access.
#[cfg(not(unix))]
#[must_use]
pub fn is_private(_: &Metadata) -> bool {
    true
}

/// Flags for an open that does not block and acquires no controlling terminal.
#[cfg(unix)]
const OPEN_FLAGS: i32 = rustix::fs::OFlags::NONBLOCK.union(rustix::fs::OFlags::NOCTTY).bits().cast_signed();
#[cfg(unix)]
const NO_FOLLOW: i32 = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();

#[cfg(unix)]
fn is_own(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(metadata) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    true
}

/// Reason why a path cannot be read as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum NotAFile {
    #[error("it is a named pipe, not a file")]
    Pipe,
    #[error("it is a device, not a file")]
    Device,
    #[error("it is a socket, not a file")]
    Socket,
    #[error("it is a directory, not a file")]
    Directory,
    #[error("it is longer than {} MiB", .0 >> 20)]
    TooLong(u64),
}

fn is_error(error: &io::Error, expected: NotAFile) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<NotAFile>());
    inner == Some(&expected)
}

fn require_regular(metadata: &Metadata) -> io::Result<()> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return Ok(());
    }
    if kind.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, NotAFile::Directory));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return Err(io::Error::other(NotAFile::Pipe));
        }
        if kind.is_socket() {
            return Err(io::Error::other(NotAFile::Socket));
        }
    }
    Err(io::Error::other(NotAFile::Device))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Returns other objects in place of a file, also through a link.
    fn non_files(dir: &Path) -> Vec<(std::path::PathBuf, &'static str)> {
        let pipe = dir.join("pipe");
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
        let socket = dir.join("socket");
        drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
        let places = [
            (pipe, "named pipe"),
            (socket, "socket"),
            ("/dev/zero".into(), "device"),
            (dir.to_owned(), "directory"),
        ];
        let linked = places.clone().into_iter().enumerate().map(|(at, (to, said))| {
            let link = dir.join(format!("link-{at}"));
            symlink(to, &link).unwrap();
            (link, said)
        });
        let linked: Vec<_> = linked.collect();
        places.into_iter().chain(linked).collect()
    }

    #[test]
    fn special_files_are_rejected_by_kind_without_blocking() {
        let dir = tempfile::tempdir().unwrap();
        for (path, said) in non_files(dir.path()) {
            let mut append = OpenOptions::new();
            let tries = [
                open(&path).map(drop),
                open_with(&path, append.append(true).create(true)).map(drop),
                read(&path, 8).map(drop),
                read_argument_file(&path, 8).map(drop),
                check_regular(&path),
            ];
            for tried in tries {
                let error = tried.unwrap_err().to_string();
                assert!(error.contains(said), "{}: {error}", path.display());
            }
            assert!(open_owned_by_account(&path).is_err() && !exists(&path));
        }
    }

    #[test]
    fn file_size_limit_is_enforced_and_links_are_foreign() {
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        assert!(check_regular(&file).is_ok() && !exists(&file));
        std::fs::write(&file, "1234").unwrap();
        symlink(&file, &link).unwrap();
        assert_eq!(read_text(&link, 4).unwrap(), "1234");
        let longer = read(&file, 3).unwrap_err();
        assert!(longer.to_string().contains("longer than"), "{longer}");
        assert!(open_owned_by_account(&file).is_ok() && open_owned_by_account(&link).is_err());
        std::fs::write(&file, [0xff]).unwrap();
        assert_eq!(read_text(&file, 4).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
