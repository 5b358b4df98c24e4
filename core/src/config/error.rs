//! What can be wrong with a configuration.

use std::path::PathBuf;

/// Why a configuration cannot be used. Nothing was sent, and no file was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The platform names no home directory.
    #[error("this account has no home directory. Set the directories with --config-dir and --data-dir")]
    NoHome,
    /// The file is there but cannot be read.
    #[error("{path} could not be read: {source}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file, or a directory above it, is a link that leads nowhere.
    #[error("{link} is a link to {to}, which does not exist. Restore that file or remove the link", link = link.display(), to = to.display())]
    Link {
        /// The link.
        link: PathBuf,
        /// Its target.
        to: PathBuf,
    },
    /// The file cannot be written. What it held is still there.
    #[error("{path} could not be written: {source}. It is unchanged", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not what it should be; where and why.
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
        /// The name asked for.
        name: String,
        /// The file that was read.
        path: PathBuf,
        /// The names there are.
        known: Vec<String>,
    },
    /// A name that cannot be a profile's.
    #[error(
        "`{0}` is not a valid profile name: use letters, digits, `-`, `_` and `.`, at most 64, not starting with `.`"
    )]
    ProfileName(String),
    /// Neither option, variable nor profile says where the service is.
    #[error(
        "no server is configured. Give --base-url (or ENCOURS_BASE_URL), save a key with `encours login`, or \
         explore with --demo"
    )]
    NoBaseUrl,
    /// Neither option, variable nor profile says which key to use.
    #[error("no key is configured. Give --key-id (or ENCOURS_KEY_ID), or save a key with `encours login`")]
    NoKeyId,
    /// The variable of the secret holds what can be none.
    #[error(
        "ENCOURS_SECRET cannot be used: it is not text, or contains only line breaks. Set it again or unset it"
    )]
    Secret,
    /// The address is not one this program may send to.
    ///
    /// The address is not shown: it may hold a password, or be a secret put in the wrong place.
    #[error("the server address is not valid: {0}")]
    BaseUrl(#[from] crate::contract::base_url::BaseUrlError),
    /// What should name a proxy names none; by where it is set, since the text may hold a password.
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
        /// What the system said.
        source: std::io::Error,
    },
    /// A path that begins with the home directory of another account, or of one that has none.
    #[error("{0} cannot be used: only ~/ is expanded, to your own home directory. Write the path in full")]
    Home(String),
    /// A value of an option, a variable or a setting that means nothing.
    #[error("{name} cannot be `{value}`: {expected}")]
    Value {
        /// Where it was given: `--lang`, `ENCOURS_LANG`, `lang`.
        name: String,
        /// What was given.
        value: String,
        /// What may be given.
        expected: String,
    },
}

impl ConfigError {
    /// The key of the sentence that says it in the locales, where it needs nothing but words: what happened (`-what`)
    /// and what to do (`-do`).
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

fn known_profiles(known: &[String]) -> String {
    if known.is_empty() {
        ", which has none yet".to_owned()
    } else {
        format!(". Available: {}", known.join(", "))
    }
}
