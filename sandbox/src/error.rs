//! What can keep the sandbox from starting.

use std::path::PathBuf;

/// Why the sandbox did not start. Nothing was served; a state file was left as it was found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The loopback port could not be taken.
    #[error(
        "port {port} of 127.0.0.1 could not be opened: {source}. Choose another port, or 0 for any free one"
    )]
    Listen {
        /// The port asked for.
        port: u16,
        /// What the system said.
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
        /// What the system said.
        source: std::io::Error,
    },
    /// The file holds something else, or was written by another version.
    #[error("{path} is not a state file this version can read ({found}). Give another file", path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What was found in it.
        found: String,
    },
    /// Another sandbox has the file.
    #[error("{path} is in use by another sandbox. Stop that one, or give another file", path = path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file was generated for another profile, whose records carry other fields.
    #[error("{path} holds the data of the profile `{found}`. Start it with that profile, or give another file", path = path.display())]
    OtherProfile {
        /// The file.
        path: PathBuf,
        /// The profile it was generated for.
        found: String,
    },
    /// A setting has a value the service cannot hold to.
    #[error("the setting `{setting}` cannot be used: {reason}")]
    Setting {
        /// The field of [`crate::Config`].
        setting: &'static str,
        /// Why not.
        reason: String,
    },
    /// The system gave no random bytes for the secret.
    #[error("no random bytes for the secret: {0}")]
    Random(getrandom::Error),
}

/// A word on the command line that names no profile or no fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(pub(crate) String);
