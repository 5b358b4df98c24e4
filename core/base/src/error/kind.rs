//! Error kinds, with the names and exit statuses that scripts rely on.

/// Kind of a failure; determines name and exit status for scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ErrorKind {
    /// Any other failure; 5xx after retries.
    Unexpected = 1,
    /// Bad arguments or configuration; nothing was sent.
    Usage = 2,
    /// 401 after a refresh, token exchange rejected, no secret found.
    Auth = 3,
    /// 403: scope, route, IP, delegated user or capability.
    Forbidden = 4,
    /// 404.
    NotFound = 5,
    /// 409.
    Conflict = 6,
    /// 400, 422, 428.
    Invalid = 7,
    /// The write stays in the outbox.
    Queued = 8,
    /// 429 whose `Retry-After` lies beyond the deadline.
    RateLimited = 9,
    /// No connection, TLS failure, timeout.
    Unreachable = 10,
    /// The response violates the contract.
    Protocol = 11,
    /// A local file is unreadable, unwritable or damaged; the service is not involved.
    Storage = 12,
    /// Interrupted by the user.
    Interrupted = 130,
}

impl ErrorKind {
    /// Returns the name for scripts.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the exit status of the command line.
    pub const fn exit_status(self) -> u8 {
        self as u8
    }

    /// Returns the kind of an HTTP status.
    pub const fn from_status(status: u16) -> Self {
        match status {
            401 => Self::Auth,
            403 => Self::Forbidden,
            404 | 410 => Self::NotFound,
            409 => Self::Conflict,
            400 | 422 | 428 => Self::Invalid,
            429 => Self::RateLimited,
            // An unexpected success status or a redirect violates the contract.
            100..=399 => Self::Protocol,
            _ => Self::Unexpected,
        }
    }
}

/// Step at which a call without response failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NetworkError {
    /// The host name could not be resolved.
    Dns,
    /// No connection.
    Connect,
    /// The connection is not secure: certificate or handshake.
    Tls,
    /// The proxy requires credentials or rejects the given ones.
    ProxySignIn,
    /// No response in time.
    Timeout,
    /// The connection ended before a response began.
    Reset,
    /// The connection ended within the response: the service is reachable.
    Cut,
}

/// Kind of a local storage failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiskError {
    /// The disk is full.
    DiskFull,
    /// A file exceeds the system's size limit.
    FileTooLarge,
    /// Writing is not permitted.
    NotWritable,
    /// A local file is damaged.
    Damaged,
    /// The disk could not read a local file.
    Unreadable,
    /// Any other failure with local files.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_names_and_exit_statuses_match_the_command_line() {
        for (kind, name, status) in [
            (ErrorKind::Unexpected, "unexpected", 1),
            (ErrorKind::Usage, "usage", 2),
            (ErrorKind::Auth, "auth", 3),
            (ErrorKind::Forbidden, "forbidden", 4),
            (ErrorKind::NotFound, "not_found", 5),
            (ErrorKind::Conflict, "conflict", 6),
            (ErrorKind::Invalid, "invalid", 7),
            (ErrorKind::Queued, "queued", 8),
            (ErrorKind::RateLimited, "rate_limited", 9),
            (ErrorKind::Unreachable, "unreachable", 10),
            (ErrorKind::Protocol, "protocol", 11),
            (ErrorKind::Storage, "storage", 12),
            (ErrorKind::Interrupted, "interrupted", 130),
        ] {
            assert_eq!((kind.name(), kind.exit_status()), (name, status));
        }
    }

    #[test]
    fn statuses_have_kinds() {
        for (status, kind) in [
            (400, ErrorKind::Invalid),
            (401, ErrorKind::Auth),
            (403, ErrorKind::Forbidden),
            (404, ErrorKind::NotFound),
            (409, ErrorKind::Conflict),
            (422, ErrorKind::Invalid),
            (428, ErrorKind::Invalid),
            (429, ErrorKind::RateLimited),
            (302, ErrorKind::Protocol),
            (418, ErrorKind::Unexpected),
            (500, ErrorKind::Unexpected),
            (503, ErrorKind::Unexpected),
        ] {
            assert_eq!(ErrorKind::from_status(status), kind, "{status}");
        }
    }
}
