//! Private files, readable only by this account and written atomically.
//!
//! After a crash, the old or the new file is complete.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Replaces a file with `bytes` and creates its private directory if needed.
///
/// # Errors
/// The system refuses; the old file is intact.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    crate::files::check_regular(path)?;
    let directory = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    make_private_dir(directory)?;
    let temp_path = path.with_added_extension(format!("{}.new", std::process::id()));
    let temp_name = temp_path.file_name().unwrap_or_default();
    let mut file = tempfile::Builder::new().prefix(temp_name).rand_bytes(0).tempfile_in(directory)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}

/// Opens a file for appending; a new one is private to this account.
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

/// Creates a private directory and its parents; existing ones stay unchanged.
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
