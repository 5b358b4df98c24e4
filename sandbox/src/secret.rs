//! A secret that `Debug` output and logs never show.

use std::fmt;

/// The raw secret of the sandbox's API key.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub(crate) fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    /// Returns the secret itself, for signing or for writing to a private file.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

impl From<String> for Secret {
    fn from(raw: String) -> Self {
        Self(raw)
    }
}

impl From<&str> for Secret {
    fn from(raw: &str) -> Self {
        Self(raw.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_never_shows_the_secret() {
        let debug_text = format!("{:?}", Secret::new("canary-7f3a"));
        assert!(!debug_text.contains("canary"), "{debug_text}");
    }
}
