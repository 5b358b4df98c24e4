//! Files that only this account may read, written in one step: a crash leaves the old file or the new one, whole.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Puts `bytes` in the place of a file, making its private directory where needed.
///
/// # Errors
/// The system refuses; the old file is whole.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    crate::files::check(path)?;
    let directory = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    make_private_dir(directory)?;
    let beside = path.with_added_extension(format!("{}.new", std::process::id()));
    let written = write_new(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The rename did not happen, so this half-file is ours; if it cannot go either, the first error says why.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Opens a file to be written on at its end; one that is made is private to this account.
///
/// # Errors
/// The system refuses.
pub fn append(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    crate::files::open_with(path, &mut options)
}

/// Makes a directory, and those above it, that only this account may enter; one that exists is left as it is.
///
/// # Errors
/// The system refuses.
pub fn make_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
