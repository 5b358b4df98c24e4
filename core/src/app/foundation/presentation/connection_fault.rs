//! What is wrong with a service that is there and does not answer as it should, in few words.

use crate::error::{Error, ErrorKind, Fault};

/// How it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failing {
    /// Something on the way answers in its place.
    Intercepted,
    /// Its answer ended before it was whole.
    Cut,
    /// Its answer is none that the contract allows.
    NotUnderstood,
    /// It says itself that it failed.
    Failed,
}

impl Failing {
    /// How the service failed with this error. What exactly was wrong is told with the request.
    pub(crate) fn of(error: &Error) -> Self {
        match error.kind() {
            _ if error.is_intercepted() => Self::Intercepted,
            ErrorKind::Protocol => Self::NotUnderstood,
            ErrorKind::Unreachable if error.fault() == Some(Fault::Cut) => Self::Cut,
            _ => Self::Failed,
        }
    }

    /// The key of its words on the status line.
    pub(in crate::app) fn status_key(self) -> &'static str {
        match self {
            Self::Intercepted => "status-intercepted",
            Self::Cut => "status-cut",
            Self::NotUnderstood => "status-not-understood",
            Self::Failed => "status-failing",
        }
    }

    /// The key of why a write waits.
    pub(in crate::app) fn waiting_key(self) -> &'static str {
        match self {
            Self::Intercepted => "write-waiting-intercepted",
            Self::Cut => "write-waiting-cut",
            Self::NotUnderstood => "write-waiting-not-understood",
            Self::Failed => "write-waiting-failing",
        }
    }
}
