//! Paths of the files beside a database, such as its log.

use std::path::{Path, PathBuf};

/// Directory of the copies of the settings; its name does not match patterns for the settings file.
pub(crate) const COPIES: &str = "copies";

/// Ending of a new database that is about to replace one, in a conversion of the encryption.
pub(crate) const MOVING: &str = ".moving";

pub(crate) fn companion_path(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
