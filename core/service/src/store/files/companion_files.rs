//! Paths of the files beside a database, such as its log.

use std::path::{Path, PathBuf};

pub(crate) fn companion_path(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
