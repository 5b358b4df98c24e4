//! Errors that prevent the sandbox from starting.

use std::path::PathBuf;

/// The reason why the sandbox did not start. No request was served, and an existing state file is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The loopback port could not be opened.
    #[error(
        "port {port} of 127.0.0.1 could not be opened: {source}. Choose another port, or 0 for any free one"
    )]
    Listen {
        /// The requested port.
        port: u16,
        /// The system's error.
        source: std::io::Error,
    },
    /// The service's thread or its runtime could not be started.
    #[error("the service's thread could not be started: {0}")]
    Thread(std::io::Error),
    /// The state could not be read or written.
    #[error("the sandbox's state could not be opened: {0}")]
    State(#[from] rusqlite::Error),
    /// The state file could not be opened, or created with private permissions.
    #[error("the state file {path} could not be opened: {source}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file holds something else, or was written by another version.
    #[error("{path} is not a state file this version can read ({found}). Give another file", path = path.display())]
    NotStateFile {
        /// The file.
        path: PathBuf,
        /// A description of the file's contents.
        found: String,
    },
    /// Another sandbox has locked the file.
    #[error("{path} is in use by another sandbox. Stop that one, or give another file", path = path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file was generated for another profile, whose records have other fields.
    #[error("{path} holds the data of the profile `{found}`. Start it with that profile, or give another file", path = path.display())]
    OtherProfile {
        /// The file.
        path: PathBuf,
        /// The profile it was generated for.
        found: String,
    },
    /// A setting has a value that the service cannot use.
    #[error("the setting `{setting}` cannot be used: {reason}")]
    Setting {
        /// The field of [`crate::Config`].
        setting: &'static str,
        /// The reason why it is rejected.
        reason: String,
    },
    /// The system failed to provide random bytes for the secret.
    #[error("no random bytes for the secret: {0}")]
    Random(getrandom::Error),
}

/// A command-line value that is not a known profile, fault or setting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(pub(crate) String);
