//! Configuration errors.

use std::path::PathBuf;

/// Reason why a configuration is unusable. Nothing was sent, and no file was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The platform reports no home directory.
    #[error("this account has no home folder. Set the folders with --config-dir and --data-dir")]
    NoHome,
    /// The file exists but cannot be read.
    #[error("{path} could not be read: {source}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// I/O error of the system.
        source: std::io::Error,
    },
    /// The file, or a directory above it, is a dangling link.
    #[error("{link} is a link to {to}, which does not exist. Restore that file or remove the link", link = link.display(), to = to.display())]
    Link {
        /// The link.
        link: PathBuf,
        /// Target of the link.
        to: PathBuf,
    },
    /// The file cannot be written. Its old content is intact.
    #[error("{path} could not be written: {source}. It is unchanged", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// I/O error of the system.
        source: std::io::Error,
    },
    /// The file has a syntax error or an invalid value.
    #[error("{path}: {reason}", path = path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Line, column and reason, in one line.
        reason: String,
    },
    /// No profile has that name.
    #[error("there is no profile `{name}` in {path}{known}", path = path.display(), known = known_profiles(known))]
    UnknownProfile {
        /// Requested name.
        name: String,
        /// Configuration file.
        path: PathBuf,
        /// Names of the existing profiles.
        known: Vec<String>,
    },
    /// The text is not a valid profile name.
    #[error(
        "`{0}` is not a valid profile name: use letters, digits, `-`, `_` and `.`, at most 64, not starting with `.`"
    )]
    ProfileName(String),
    /// No option, variable or profile gives the server.
    #[error(
        "no server is configured. Give --base-url (or ENCOURS_BASE_URL), save a key with `encours login`, or \
         explore with --demo"
    )]
    NoBaseUrl,
    /// No option, variable or profile gives the key.
    #[error("no key is configured. Give --key-id (or ENCOURS_KEY_ID), or save a key with `encours login`")]
    NoKeyId,
    /// The variable of the secret is unusable.
    #[error(
        "ENCOURS_SECRET cannot be used: it is not text, or contains only line breaks. Set it again or unset it"
    )]
    Secret,
    /// The address is not a valid base URL.
    ///
    /// It is not shown, because it may contain a password or a misplaced secret.
    #[error("the server address is not valid: {0}")]
    BaseUrl(#[from] crate::contract::base_url::BaseUrlError),
    /// Invalid proxy address, with the place where it is configured. The text may contain a password.
    #[error(
        "the proxy in {0} is not valid: expected http://HOST:PORT, with USER:PASSWORD@ before the host if it needs \
         that"
    )]
    Proxy(String),
    /// A certificate file of the profile cannot be read.
    #[error("the certificate {path} could not be read: {source}", path = path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// I/O error of the system.
        source: std::io::Error,
    },
    /// The path needs a home directory of another account, or one that does not exist.
    #[error("{0} cannot be used: only ~/ is expanded, to your own home folder. Write the path in full")]
    Home(String),
    /// An option, a variable or a setting has an invalid value.
    #[error("{name} cannot be `{value}`: {expected}")]
    Value {
        /// Place of the value: `--lang`, `ENCOURS_LANG`, `lang`.
        name: String,
        /// Given value.
        value: String,
        /// Allowed values.
        expected: String,
    },
}

impl ConfigError {
    /// Returns the message key, if the message needs no arguments.
    ///
    /// The key has two messages: what happened (`-what`) and what to do (`-do`).
    #[must_use]
    pub fn key(&self) -> Option<&'static str> {
        match self {
            Self::NoHome => Some("start-no-home"),
            Self::NoBaseUrl => Some("start-no-base-url"),
            Self::NoKeyId => Some("start-no-key-id"),
            Self::BaseUrl(_) => Some("start-base-url"),
            _ => None,
        }
    }
}

fn known_profiles(names: &[String]) -> String {
    if names.is_empty() {
        ", which has none yet".to_owned()
    } else {
        format!(". Available: {}", names.join(", "))
    }
}
