//! Checks of codes against vocabularies.

use super::problem::ApiProblem;
use crate::{
    SpecGaps,
    data::vocabulary::Vocabulary,
    json::{JsonKind, kind},
};

/// Answers 422 unless the code belongs to the vocabulary, or unknown codes are accepted.
pub(crate) fn check_code(
    name: &str,
    code: &str,
    vocabulary: Vocabulary,
    spec_gaps: &SpecGaps,
) -> Result<(), ApiProblem> {
    let is_well_formed = !code.is_empty()
        && code.len() <= 64
        && code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if vocabulary.iter().any(|entry| entry.code == code) || (spec_gaps.accept_unknown_codes && is_well_formed)
    {
        return Ok(());
    }
    let codes: Vec<&str> = vocabulary.iter().map(|entry| entry.code).collect();
    Err(ApiProblem::invalid(format!("`{name}` must be one of {}", codes.join(", ")))
        .with_reason("unknown_code"))
}

/// Parses a field that must be a string.
pub(crate) fn parse_text(name: &str, json: &str) -> Result<String, ApiProblem> {
    (kind(json) == JsonKind::Text).then(|| serde_json::from_str(json).ok()).flatten().ok_or_else(|| {
        ApiProblem::invalid(format!("`{name}` must be a string")).with_reason("invalid_payload")
    })
}

/// Parses a field that must be a code of the vocabulary.
pub(crate) fn parse_code(
    name: &str,
    json: &str,
    vocabulary: Vocabulary,
    spec_gaps: &SpecGaps,
) -> Result<String, ApiProblem> {
    let code = parse_text(name, json)?;
    check_code(name, &code, vocabulary, spec_gaps)?;
    Ok(code)
}

/// Parses a field that must be a code of the vocabulary, unless `accept_any` is set.
pub(crate) fn parse_code_or_text(
    name: &str,
    json: &str,
    vocabulary: Vocabulary,
    accept_any: bool,
    spec_gaps: &SpecGaps,
) -> Result<String, ApiProblem> {
    let code = parse_text(name, json)?;
    if !accept_any {
        check_code(name, &code, vocabulary, spec_gaps)?;
    } else if code.trim().is_empty() || code.chars().count() > spec_gaps.longest_text {
        let detail =
            format!("`{name}` must have 1 to {} characters, not only spaces", spec_gaps.longest_text);
        return Err(ApiProblem::invalid(detail).with_reason("invalid_payload"));
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::vocabulary::DEAL_STATUS;

    #[test]
    fn unknown_codes_are_refused_unless_the_point_is_open() {
        let strict = SpecGaps::default();
        let spec_gaps = SpecGaps { accept_unknown_codes: true, ..SpecGaps::default() };
        assert_eq!(check_code("status", "ic", DEAL_STATUS, &strict), Ok(()));
        assert_eq!(check_code("status", "signed", DEAL_STATUS, &strict).unwrap_err().status, 422);
        assert_eq!(check_code("status", "signed", DEAL_STATUS, &spec_gaps), Ok(()));
        assert_eq!(check_code("status", "", DEAL_STATUS, &spec_gaps).unwrap_err().status, 422);
        assert_eq!(check_code("status", "En cours", DEAL_STATUS, &spec_gaps).unwrap_err().status, 422);
    }

    #[test]
    fn strings_are_strings() {
        assert_eq!(parse_text("name", "\"\\u00cele\"").unwrap(), "Île");
        for json in ["1", "null", "true", "[]", "{}"] {
            assert_eq!(parse_text("name", json).unwrap_err().status, 422, "{json}");
        }
    }
}
