//! One configured key.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::error::ConfigError;

/// The profile used when none is named and it exists.
pub const DEFAULT_PROFILE: &str = "default";

/// The name of a profile. It is also a directory's name, so only harmless characters are allowed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileName(String);

impl ProfileName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ProfileName {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if text.is_empty() || text.len() > 64 || text.starts_with('.') || !text.chars().all(allowed) {
            return Err(ConfigError::ProfileName(
                text.chars().filter(|c| !c.is_control()).take(64).collect(),
            ));
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What `[profiles.NAME]` holds. The secret is never among it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// Address of the service, ending with `/v1`.
    pub base_url: Option<String>,
    /// Public key identifier.
    pub key_id: Option<String>,
    /// Delegated user of `/users/me/...`.
    pub as_user: Option<String>,
    /// Name of the header that carries the delegated user; the contract's own if not given.
    pub delegated_header: Option<String>,
    /// A command line that prints a token response, so that the secret can stay on a server. The system shell
    /// runs it.
    pub credential_command: Option<String>,
    /// PEM files with certificate authorities to trust besides the platform's own.
    ///
    /// A relative path is taken from the directory of the configuration file.
    pub extra_roots: Vec<std::path::PathBuf>,
    /// Proxy to use instead of the system's, such as `http://proxy.example.com:3128`. Never used for loopback.
    pub proxy: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_directories() {
        for good in ["default", "acme-1", "Fonds_2.live", "a"] {
            assert_eq!(good.parse::<ProfileName>().unwrap().as_str(), good);
        }
        for bad in [
            "",
            ".",
            "..",
            ".hidden",
            "a/b",
            "a\\b",
            "é",
            "a b",
            "a\0",
            &"a".repeat(65),
        ] {
            assert!(bad.parse::<ProfileName>().is_err(), "{bad:?}");
        }
    }
}
