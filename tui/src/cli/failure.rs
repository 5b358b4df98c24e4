//! How a command ends when it does not end well.

use std::io;

use encours_core::config::ConfigError;
use encours_core::contract::shape::ShapeError;
use encours_core::error::{Error, ErrorKind};
use encours_core::store::StoreError;

/// Why a command did not do all it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Something to be told.
    Error(Error),
    /// Everything has been told already; only the exit status is left.
    Reported(ErrorKind),
    /// Standard output does not take the result.
    Output(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::Error(Error::usage(error.to_string()))
    }
}

impl From<io::Error> for Failure {
    /// Input and output errors of a command are those of standard output; others are made errors where they occur.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Error(error.into())
    }
}

impl From<ShapeError> for Failure {
    fn from(error: ShapeError) -> Self {
        Self::Error(error.into())
    }
}
