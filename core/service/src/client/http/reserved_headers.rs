//! Headers that the client sets itself and no caller may.

use http::header::HeaderName;

/// Headers that only the client may set.
///
/// Others could change the recipient or the framing of the message.
pub(crate) const RESERVED: [&str; 14] = [
    "authorization",
    "connection",
    "content-encoding",
    "content-length",
    "expect",
    "host",
    "idempotency-key",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "x-request-id",
    "x-service-delegated-user-id",
];

/// Returns whether only the client may set the header.
pub(crate) fn is_reserved(name: &HeaderName) -> bool {
    RESERVED.contains(&name.as_str())
}
