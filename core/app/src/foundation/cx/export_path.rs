//! Checks of the path and ending of an export.

/// Message for a file ending that no export writes.
pub(crate) const WRONG_EXTENSION: &str = "form-path-ending";

/// Returns the lower-case extension of a path; `None` without one. A path that ends in a separator names no file. A
/// part with spaces or only digits is part of the name.
pub(crate) fn extension_of(path: &str) -> Option<String> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, extension) = name.rsplit_once('.')?;
    let is_extension = extension.len() <= 8
        && extension.chars().all(|c| c.is_ascii_alphanumeric())
        && extension.chars().any(|c| c.is_ascii_alphabetic());
    (!stem.is_empty() && is_extension).then(|| extension.to_lowercase())
}

/// Returns the form's error for a path that could not be written.
pub(crate) fn path_error(key: &str) -> Option<&'static str> {
    Some(match key {
        WRONG_EXTENSION => WRONG_EXTENSION,
        "usage-unwritable-no-folder" => "form-path-no-folder",
        "usage-unwritable-not-a-folder" => "form-path-not-a-folder",
        "usage-unwritable-is-a-folder" => "form-path-is-a-folder",
        "usage-unwritable-denied" => "form-path-denied",
        "usage-unwritable-full" => "form-path-full",
        "usage-unwritable-read-only" => "form-path-read-only",
        "usage-unwritable-name" => "form-path-name",
        _ => return None,
    })
}
