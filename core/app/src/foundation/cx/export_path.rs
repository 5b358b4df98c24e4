//! Checks of the path and ending of an export.

/// Message for a file ending that no export writes.
pub(crate) const WRONG_EXTENSION: &str = "form-path-ending";

/// Returns the lower-case extension of a path; `None` without one. A path that ends in a separator names no file. A
/// part with spaces or only digits is part of the name.
pub(crate) fn extension_of(path: &str) -> Option<String> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, ending) = name.rsplit_once('.')?;
    let word = ending.len() <= 8
        && ending.chars().all(|c| c.is_ascii_alphanumeric())
        && ending.chars().any(|c| c.is_ascii_alphabetic());
    (!stem.is_empty() && word).then(|| ending.to_lowercase())
}

/// Returns the form's error for a path that could not be written.
pub(crate) fn path_error(said: &str) -> Option<&'static str> {
    Some(match said {
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
