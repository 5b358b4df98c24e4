//! Errors of argument values, in the language of the user.

use std::fmt;
use std::str::FromStr;

use encours_core::text::{Lang, Words};

/// The key of the message that says what is expected. Its own text is English, as all that scripts read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected(pub &'static str);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Words::new(Lang::En).get(self.0))
    }
}

impl std::error::Error for Expected {}

/// A whole number, as large as its type holds.
pub(super) fn whole<T: FromStr>(text: &str) -> Result<T, Expected> {
    text.parse().map_err(|_| Expected("cli-line-expected-number"))
}

/// A query. What begins with two dashes is the next option, and the query before it is missing.
pub(super) fn query(text: &str) -> Result<String, Expected> {
    if text.starts_with("--") {
        return Err(Expected("cli-line-expected-query"));
    }
    Ok(text.to_owned())
}

/// The name of a field.
pub(super) fn field(text: &str) -> Result<String, Expected> {
    let name = text.trim();
    if name.is_empty() {
        return Err(Expected("cli-line-expected-field"));
    }
    Ok(name.to_owned())
}

/// A port of this machine.
pub(super) fn port(text: &str) -> Result<u16, Expected> {
    text.parse().map_err(|_| Expected("cli-line-expected-port"))
}
