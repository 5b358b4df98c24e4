//! Probability of closing in percent, by status.
//!
//! The contract defines no probability. Weighted values therefore always use your organisation's own.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::de::{Deserialize, DeserializeSeed as _, Deserializer};

use super::decimal::DecimalSeed;

/// Error text for an invalid value. The command line recognises this text and translates it.
pub const EXPECTED_PERCENT: &str = "a probability in percent, from 0 to 100";

/// A probability in percent, with the digits as written.
struct Percent(Decimal);

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fits = |value: &Decimal| (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(value);
        let read = |text: &str| text.parse().ok();
        DecimalSeed { expected: EXPECTED_PERCENT, read, fits }.deserialize(deserializer).map(Self)
    }
}

/// Reads a table of probabilities by status code.
pub(super) fn deserialize_probabilities<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Decimal>, D::Error> {
    let read = BTreeMap::<String, Percent>::deserialize(deserializer)?;
    Ok(read.into_iter().map(|(status, percent)| (status, percent.0)).collect())
}

#[cfg(test)]
mod tests {
    use crate::config::ConfigFile;

    #[test]
    fn probability_keeps_the_exact_configured_value() {
        let text = "[pipeline.probability]\nic = 40\nclosing = 87.5\nterm_sheet = \"60.10\"\nlost = 0\nclosed = 100\n";
        let file = ConfigFile::parse("c.toml".as_ref(), text).unwrap();
        let read: Vec<(String, String)> = file
            .probabilities()
            .iter()
            .map(|(status, percent)| (status.clone(), percent.to_string()))
            .collect();
        let expected =
            [("closed", "100"), ("closing", "87.5"), ("ic", "40"), ("lost", "0"), ("term_sheet", "60.10")];
        assert_eq!(read, expected.map(|(status, percent)| (status.to_owned(), percent.to_owned())));
    }

    #[test]
    fn invalid_probabilities_are_reported_with_their_line() {
        for wrong in ["101", "-1", "100.01", "nan", "true", "\"half\"", "[40]"] {
            let text = format!("[settings]\nlang = \"fr\"\n[pipeline.probability]\nic = {wrong}\n");
            let error = ConfigFile::parse("c.toml".as_ref(), &text).unwrap_err().to_string();
            assert!(error.contains("line 4") && error.contains(super::EXPECTED_PERCENT), "{wrong}: {error}");
        }
    }
}
