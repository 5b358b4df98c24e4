//! Faults of a server that is reachable but does not answer properly.

use crate::error::{Error, ErrorKind, NetworkError};

/// Kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionFault {
    /// An intermediary answers in place of the server.
    Intercepted,
    /// The response ended early.
    Cut,
    /// The response violates the contract.
    NotUnderstood,
    /// The server itself reports a failure.
    Failed,
}

impl ConnectionFault {
    /// Classifies an error. The details are shown with the request.
    pub(crate) fn from_error(error: &Error) -> Self {
        match error.kind() {
            _ if error.is_intercepted() => Self::Intercepted,
            ErrorKind::Protocol => Self::NotUnderstood,
            ErrorKind::Unreachable if error.fault() == Some(NetworkError::Cut) => Self::Cut,
            _ => Self::Failed,
        }
    }

    /// Returns the locale key of its text on the status line.
    pub(crate) fn status_key(self) -> &'static str {
        match self {
            Self::Intercepted => "status-intercepted",
            Self::Cut => "status-cut",
            Self::NotUnderstood => "status-not-understood",
            Self::Failed => "status-failing",
        }
    }

    /// Returns the locale key of the reason why a write waits.
    pub(crate) fn waiting_key(self) -> &'static str {
        match self {
            Self::Intercepted => "write-waiting-intercepted",
            Self::Cut => "write-waiting-cut",
            Self::NotUnderstood => "write-waiting-not-understood",
            Self::Failed => "write-waiting-failing",
        }
    }
}
