//! Failures of commands.

use std::io;

use encours_core::config::ConfigError;
use encours_core::contract::json::schema_error::ShapeError;
use encours_core::error::{DiskError, Error, ErrorKind};
use encours_core::store::StoreError;

use super::{config_error, error_message};

/// Reason why a command did not complete.
#[derive(Debug)]
pub enum CommandFailure {
    /// An error with the texts of its kind.
    Error(Error),
    /// An error with the texts of its own name.
    Named(&'static str, Error),
    /// Several errors in order, printed as one object for scripts.
    Several(Vec<Error>),
    /// Everything has been printed already; only the exit status is left.
    Reported(ErrorKind),
    /// Standard output failed.
    Output(io::Error),
}

/// Result of a command or of a part of it.
pub type CommandResult<T = ()> = Result<T, CommandFailure>;

impl CommandFailure {
    /// Marks a failure caused by damage after some output was `printed`.
    ///
    /// A partial list must not pass for a full one.
    #[must_use]
    pub fn after_output(self, printed: bool) -> Self {
        match self {
            Self::Error(error) if printed && error.disk_error() == Some(DiskError::Damaged) => {
                Self::Named("local-damaged-partly", error)
            }
            other => other,
        }
    }
}

impl From<Error> for CommandFailure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<ConfigError> for CommandFailure {
    fn from(error: ConfigError) -> Self {
        Self::Error(from_config(&error))
    }
}

/// Converts a configuration error into one with localised text.
pub(super) fn from_config(error: &ConfigError) -> Error {
    use ConfigError as C;
    let cause = |source: &io::Error| source.to_string();
    let file = |path: &std::path::Path| path.display().to_string();
    match error {
        C::NoHome => error_message::usage("usage-no-home", &[]),
        C::Read { path, source } => {
            error_message::usage("usage-config-read", &[("file", &file(path)), ("why", &cause(source))])
        }
        C::Write { path, source } => {
            error_message::usage("usage-config-write", &[("file", &file(path)), ("why", &cause(source))])
        }
        C::Link { link, to } => {
            error_message::usage("usage-config-link", &[("file", &file(link)), ("to", &file(to))])
        }
        C::Home(path) => error_message::usage("usage-home", &[("path", path)]),
        C::Syntax { path, reason } => config_error::syntax(&file(path), reason),
        C::UnknownProfile { name, path, known } if known.is_empty() => {
            error_message::usage("usage-no-profile-yet", &[("name", name), ("file", &file(path))])
        }
        C::UnknownProfile { name, path, known } => error_message::usage(
            "usage-no-profile",
            &[("name", name), ("file", &file(path)), ("known", &known.join(", "))],
        ),
        C::ProfileName(name) => error_message::usage("usage-profile-name", &[("name", name)]),
        C::NoBaseUrl => error_message::usage("usage-no-base-url", &[]),
        C::NoKeyId => error_message::usage("usage-no-key-id", &[]),
        C::Secret => error_message::usage("usage-secret-variable", &[]),
        C::BaseUrl(error) => error_message::usage(error.key(), &[]),
        C::Proxy(from) => error_message::usage("usage-proxy", &[("from", from)]),
        C::Certificate { path, source } => {
            error_message::usage("usage-certificate", &[("file", &file(path)), ("why", &cause(source))])
        }
        C::Value { name, value, expected } => {
            error_message::usage("usage-value", &[("name", name), ("value", value), ("expected", expected)])
        }
        other => Error::usage(other.to_string()),
    }
}

impl From<io::Error> for CommandFailure {
    /// Converts an I/O error, which in commands always concerns standard output.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<StoreError> for CommandFailure {
    fn from(error: StoreError) -> Self {
        Self::Error(error.into())
    }
}

impl From<ShapeError> for CommandFailure {
    fn from(error: ShapeError) -> Self {
        Self::Error(error.into())
    }
}
