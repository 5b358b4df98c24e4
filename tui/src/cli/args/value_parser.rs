//! Errors of argument values, in the language of the user.

use std::fmt;
use std::str::FromStr;

use encours_core::text::{Lang, Messages};
use jiff::SignedDuration;

/// The key of the message that says what is expected. Its own text is English, as all that scripts read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectedKey(pub &'static str);

impl fmt::Display for ExpectedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Messages::new(Lang::En).get(self.0))
    }
}

impl std::error::Error for ExpectedKey {}

/// A whole number, as large as its type holds.
pub(super) fn parse_integer<T: FromStr>(text: &str) -> Result<T, ExpectedKey> {
    text.parse().map_err(|_| ExpectedKey("cli-line-expected-number"))
}

/// A query. What begins with two dashes is the next option, and the query before it is missing.
pub(super) fn query(text: &str) -> Result<String, ExpectedKey> {
    if text.starts_with("--") {
        return Err(ExpectedKey("cli-line-expected-query"));
    }
    Ok(text.to_owned())
}

/// The name of a field.
pub(super) fn field(text: &str) -> Result<String, ExpectedKey> {
    let name = text.trim();
    if name.is_empty() {
        return Err(ExpectedKey("cli-line-expected-field"));
    }
    Ok(name.to_owned())
}

/// A duration.
pub(super) fn duration(text: &str) -> Result<SignedDuration, ExpectedKey> {
    text.parse()
        .ok()
        .filter(|it| !SignedDuration::is_negative(it))
        .ok_or(ExpectedKey("cli-line-expected-duration"))
}

/// A port of this device.
pub(super) fn port(text: &str) -> Result<u16, ExpectedKey> {
    text.parse().map_err(|_| ExpectedKey("cli-line-expected-port"))
}
