//! Profile: one configured key.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::error::ConfigError;

/// Profile used by default if it exists.
pub const DEFAULT_PROFILE: &str = "default";

/// Name of a profile. It is also a directory name, so only safe characters are allowed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileName(String);

impl ProfileName {
    /// Returns the name.
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

/// Content of `[profiles.NAME]`; never includes the secret.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// Base URL of the service, ending with `/v1`.
    pub base_url: Option<String>,
    /// Public key identifier.
    pub key_id: Option<String>,
    /// Delegated user of `/users/me/...`.
    pub as_user: Option<String>,
    /// Header that carries the delegated user; default: the contract's header.
    pub delegated_header: Option<String>,
    /// Command line that prints a token response, run by the system shell.
    ///
    /// With it, the secret can stay on a server.
    pub credential_command: Option<String>,
    /// PEM files of certificate authorities trusted in addition to the platform's.
    ///
    /// A relative path starts at the directory of the configuration file.
    pub extra_roots: Vec<std::path::PathBuf>,
    /// Proxy that replaces the system's, such as `http://proxy.example.com:3128`. Never used for loopback.
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
        for bad in ["", ".", "..", ".hidden", "a/b", "a\\b", "é", "a b", "a\0", &"a".repeat(65)] {
            assert!(bad.parse::<ProfileName>().is_err(), "{bad:?}");
        }
    }
}
