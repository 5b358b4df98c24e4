//! The file names that mark a damaged or a missing file.

use crate::model::storage_health::Part;
use crate::store::StoreError;
use crate::store::files::companion_files::beside;
use std::path::{Path, PathBuf};

/// Separator between a file name and its quarantine time in Unix seconds.
pub(crate) const MARK: &str = ".damaged-";

/// The same separator for an empty file that notes a missing or empty file.
pub(crate) const GONE: &str = ".gone-";

/// Prefix of the settings with recovery results.
pub(crate) const SAVED: &str = "set-aside/";

/// Returns whether a file of the store, or its log, has content.
pub(crate) fn holds(dir: &Path, part: Part) -> Result<bool, StoreError> {
    let file = dir.join(part.file());
    Ok(length(&file)? + length(&beside(&file, "-wal"))? > 0)
}

/// Returns whether a database is missing or empty while its log has content.
pub(crate) fn only_the_log_is_left(file: &Path) -> Result<bool, StoreError> {
    Ok(length(file)? == 0 && length(&beside(file, "-wal"))? > 0)
}

/// Returns the size of a file; 0 if it is missing. Any other error does not count as missing.
pub(crate) fn length(file: &Path) -> Result<u64, StoreError> {
    match file.metadata() {
        Ok(found) => Ok(found.len()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(StoreError::io(file, error)),
    }
}

/// Returns whether a loss of the settings in `dir` is not yet acknowledged.
pub(crate) fn tells_of_settings(dir: &Path) -> bool {
    let mut entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let marks = [MARK, GONE].map(|mark| format!("{}{mark}", Part::Settings.file()));
    entries.any(|entry| {
        let name = entry.file_name();
        marks.iter().any(|mark| name.to_string_lossy().starts_with(mark))
    })
}

/// New name of a damaged file, with the numbers of recovered and lost rows.
pub(in crate::store) type SetAsideRows = (PathBuf, (usize, usize));
