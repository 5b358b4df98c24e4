//! Checks of codes against vocabularies.

use super::problem::Problem;
use crate::{
    OpenPoints,
    data::vocabulary::Vocabulary,
    json::{Kind, kind},
};

/// Answers 422 unless the code belongs to the vocabulary, or unknown codes are accepted.
pub(crate) fn known(name: &str, code: &str, words: Vocabulary, open: &OpenPoints) -> Result<(), Problem> {
    let shaped = !code.is_empty()
        && code.len() <= 64
        && code
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if words.iter().any(|word| word.code == code) || (open.accept_unknown_codes && shaped) {
        return Ok(());
    }
    let codes: Vec<&str> = words.iter().map(|word| word.code).collect();
    Err(Problem::invalid(format!("`{name}` must be one of {}", codes.join(", "))).reason("unknown_code"))
}

/// Parses a field that must be a string.
pub(crate) fn text(name: &str, json: &str) -> Result<String, Problem> {
    (kind(json) == Kind::Text)
        .then(|| serde_json::from_str(json).ok())
        .flatten()
        .ok_or_else(|| Problem::invalid(format!("`{name}` must be a string")).reason("invalid_payload"))
}

/// Parses a field that must be a code of the vocabulary.
pub(crate) fn code(name: &str, json: &str, words: Vocabulary, open: &OpenPoints) -> Result<String, Problem> {
    let code = text(name, json)?;
    known(name, &code, words, open)?;
    Ok(code)
}

/// Parses a field that must be a code of the vocabulary, unless `any` is set.
pub(crate) fn word(
    name: &str,
    json: &str,
    words: Vocabulary,
    any: bool,
    open: &OpenPoints,
) -> Result<String, Problem> {
    let word = text(name, json)?;
    if !any {
        known(name, &word, words, open)?;
    } else if word.trim().is_empty() || word.chars().count() > open.longest_text {
        let detail = format!(
            "`{name}` must have 1 to {} characters, not only spaces",
            open.longest_text
        );
        return Err(Problem::invalid(detail).reason("invalid_payload"));
    }
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::vocabulary::DEAL_STATUS;

    #[test]
    fn unknown_codes_are_refused_unless_the_point_is_open() {
        let strict = OpenPoints::default();
        let open = OpenPoints {
            accept_unknown_codes: true,
            ..OpenPoints::default()
        };
        assert_eq!(known("status", "ic", DEAL_STATUS, &strict), Ok(()));
        assert_eq!(
            known("status", "signed", DEAL_STATUS, &strict)
                .unwrap_err()
                .status,
            422
        );
        assert_eq!(known("status", "signed", DEAL_STATUS, &open), Ok(()));
        assert_eq!(known("status", "", DEAL_STATUS, &open).unwrap_err().status, 422);
        assert_eq!(
            known("status", "En cours", DEAL_STATUS, &open)
                .unwrap_err()
                .status,
            422
        );
    }

    #[test]
    fn strings_are_strings() {
        assert_eq!(text("name", "\"\\u00cele\"").unwrap(), "Île");
        for json in ["1", "null", "true", "[]", "{}"] {
            assert_eq!(text("name", json).unwrap_err().status, 422, "{json}");
        }
    }
}
