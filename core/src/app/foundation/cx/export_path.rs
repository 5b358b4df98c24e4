//! What may be wrong with the place of an export.


/// That the name asks for a kind of file that is not written here.
pub(in crate::app) const WRONG_ENDING: &str = "form-path-ending";

/// The ending that says what a file is, in small letters; `None` where a name has none. A place that ends in a separator
/// names no file, and a part with a space or of digits alone is no ending but a word.
pub(in crate::app) fn ending_of(path: &str) -> Option<String> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, ending) = name.rsplit_once('.')?;
    let word = ending.len() <= 8
        && ending.chars().all(|c| c.is_ascii_alphanumeric())
        && ending.chars().any(|c| c.is_ascii_alphabetic());
    (!stem.is_empty() && word).then(|| ending.to_lowercase())
}

/// What the form says of a place that the file could not be written to.
pub(in crate::app) fn wrong_place(said: &str) -> Option<&'static str> {
    Some(match said {
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
