//! Opens files that only the user may read.

use std::fs;
use std::fs::OpenOptions;
use std::path::Path;

/// Opens `file` for writing with mode 0600; with `new`, it must not exist yet.
pub(crate) fn open_private(file: &Path, new: bool) -> std::io::Result<fs::File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    if new {
        options.create_new(true);
    } else {
        options.create(true).truncate(false);
    }
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}
