//! The kinds of failure, with the names and exit statuses that scripts rely on.

/// What kind of failure it is; fixes name and exit status for scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// Anything else; 5xx after retries.
    Unexpected,
    /// Bad arguments or configuration; nothing was sent.
    Usage,
    /// 401 after a refresh, token exchange refused, no secret found.
    Auth,
    /// 403: scope, route, IP, delegated user or capability.
    Forbidden,
    /// 404.
    NotFound,
    /// 409.
    Conflict,
    /// 400, 422, 428.
    Invalid,
    /// The write is kept in the outbox.
    Queued,
    /// 429 whose `Retry-After` lies beyond the deadline.
    RateLimited,
    /// No connection, TLS failure, timeout.
    Unreachable,
    /// The answer was not what the contract allows.
    Protocol,
    /// A file that is kept on this machine could not be read or written, or is damaged; the service has no part in it.
    Storage,
    /// Interrupted by the user.
    Interrupted,
}

impl ErrorKind {
    /// The name scripts see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unexpected => "unexpected",
            Self::Usage => "usage",
            Self::Auth => "auth",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::Invalid => "invalid",
            Self::Queued => "queued",
            Self::RateLimited => "rate_limited",
            Self::Unreachable => "unreachable",
            Self::Protocol => "protocol",
            Self::Storage => "storage",
            Self::Interrupted => "interrupted",
        }
    }

    /// The exit status of the command line.
    pub const fn exit_status(self) -> u8 {
        match self {
            Self::Unexpected => 1,
            Self::Usage => 2,
            Self::Auth => 3,
            Self::Forbidden => 4,
            Self::NotFound => 5,
            Self::Conflict => 6,
            Self::Invalid => 7,
            Self::Queued => 8,
            Self::RateLimited => 9,
            Self::Unreachable => 10,
            Self::Protocol => 11,
            Self::Storage => 12,
            Self::Interrupted => 130,
        }
    }

    /// The kind an HTTP status stands for.
    pub const fn of_status(status: u16) -> Self {
        match status {
            401 => Self::Auth,
            403 => Self::Forbidden,
            404 | 410 => Self::NotFound,
            409 => Self::Conflict,
            400 | 422 | 428 => Self::Invalid,
            429 => Self::RateLimited,
            // Success where none is allowed, or a redirect: not what the contract states.
            100..=399 => Self::Protocol,
            _ => Self::Unexpected,
        }
    }
}

/// Where a call that got no answer failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The host name could not be resolved.
    Dns,
    /// No connection.
    Connect,
    /// The connection is not secure: certificate or handshake.
    Tls,
    /// The proxy on the way does not take the name and the password given for it, or wants some.
    ProxySignIn,
    /// No answer in time.
    Timeout,
    /// The connection ended before an answer began.
    Reset,
    /// The answer began, and ended before it was whole: somebody is there.
    Cut,
}

/// How this machine failed to keep what it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Local {
    /// No space is left.
    Full,
    /// A file may not grow so large.
    Limited,
    /// Writing is not allowed.
    Closed,
    /// A file of ours is broken.
    Damaged,
    /// The disk did not give what a file of ours holds.
    Unread,
    /// Anything else about the files kept here.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_exit_statuses_are_those_of_the_command_line() {
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
            assert_eq!(ErrorKind::of_status(status), kind, "{status}");
        }
    }
}
