//! The file names that mark a damaged or a missing file.

use crate::model::storage_health::DbFile;
use crate::store::StoreError;
use crate::store::files::companion_files::companion_path;
use std::path::{Path, PathBuf};

/// Separator between a file name and its quarantine time in Unix seconds.
pub(crate) const QUARANTINE_MARK: &str = ".damaged-";

/// The same separator for an empty file that notes a missing or empty file.
pub(crate) const MISSING_MARK: &str = ".gone-";

/// Prefix of the settings with recovery results.
pub(crate) const RECOVERED_PREFIX: &str = "set-aside/";

/// Returns whether a file of the store, or its log, has content.
pub(crate) fn has_content(dir: &Path, part: DbFile) -> Result<bool, StoreError> {
    let file = dir.join(part.file_name());
    Ok(file_size(&file)? + file_size(&companion_path(&file, "-wal"))? > 0)
}

/// Returns whether a database is missing or empty while its log has content.
pub(crate) fn has_only_log(file: &Path) -> Result<bool, StoreError> {
    Ok(file_size(file)? == 0 && file_size(&companion_path(file, "-wal"))? > 0)
}

/// Returns the size of a file; 0 if it is missing. Any other error does not count as missing.
pub(crate) fn file_size(file: &Path) -> Result<u64, StoreError> {
    match file.metadata() {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(StoreError::io(file, error)),
    }
}

/// Returns whether a loss of the settings in `dir` is not yet acknowledged.
pub(crate) fn is_loss_unacknowledged(dir: &Path) -> bool {
    let mut entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let marks = [QUARANTINE_MARK, MISSING_MARK].map(|mark| format!("{}{mark}", DbFile::Settings.file_name()));
    entries.any(|entry| {
        let name = entry.file_name();
        marks.iter().any(|mark| name.to_string_lossy().starts_with(mark))
    })
}

/// New name of a damaged file, with the numbers of recovered and lost rows.
pub(in crate::store) type QuarantineResult = (PathBuf, (usize, usize));
