//! `[pipeline] order`: the statuses whose columns come first.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use crate::vocabulary::StatusOrder;

/// Error text for an invalid code. The command line recognises this text and translates it.
pub const EXPECTED_CODE: &str = "the code of a status, each once";

/// A status code. The contract has no list of codes: a service may define its own.
struct StatusCode(String);

impl<'de> Deserialize<'de> for StatusCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Validated during deserialisation, so that an error has its position.
        deserializer.deserialize_str(StatusCodeVisitor)
    }
}

struct StatusCodeVisitor;

impl Visitor<'_> for StatusCodeVisitor {
    type Value = StatusCode;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED_CODE)
    }

    fn visit_str<E: Error>(self, code: &str) -> Result<StatusCode, E> {
        // An empty code, or a display name in place of a code, is a mistake.
        let is_code = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '.');
        if code.is_empty() || !code.chars().all(is_code) {
            return Err(invalid_code(code));
        }
        Ok(StatusCode(code.to_owned()))
    }
}

fn invalid_code<E: Error>(code: &str) -> E {
    E::invalid_value(Unexpected::Str(code), &EXPECTED_CODE)
}

/// Reads the order of the columns.
pub(super) fn deserialize_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StatusOrder, D::Error> {
    let codes: Vec<String> =
        Vec::<StatusCode>::deserialize(deserializer)?.into_iter().map(|code| code.0).collect();
    let mut met = BTreeSet::new();
    if let Some(duplicate) = codes.iter().find(|code| !met.insert(code.as_str())) {
        return Err(invalid_code(duplicate));
    }
    Ok(StatusOrder::starting_with(codes))
}

#[cfg(test)]
mod tests {
    use crate::config::ConfigFile;
    use crate::vocabulary::StatusOrder;

    #[test]
    fn status_order_matches_the_config_file() {
        let read = |text: &str| ConfigFile::parse("c.toml".as_ref(), text).unwrap();
        let file = read("[pipeline]\norder = [\"ic\", \"pre_ic\"]\n");
        let order = StatusOrder::starting_with(vec!["ic".into(), "pre_ic".into()]);
        assert_eq!(file.status_order(), &order);
        assert_eq!(read("").status_order(), &StatusOrder::default());
    }

    #[test]
    fn invalid_or_duplicate_status_is_reported_with_its_line() {
        for (codes, line) in [
            ("[\n  \"ic\",\n  \"Due diligence\",\n]", "line 5, column 3"),
            ("[\"ic\", \"\"]", "line 3"),
            ("[\"ic\", \"lost\", \"ic\"]", "line 3"),
        ] {
            let text = format!("[settings]\n[pipeline]\norder = {codes}\n");
            let error = ConfigFile::parse("c.toml".as_ref(), &text).unwrap_err().to_string();
            assert!(error.contains(line) && error.contains(super::EXPECTED_CODE), "{error}");
        }
    }
}
