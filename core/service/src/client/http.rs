//! Building, sending, retrying and logging of one request.

pub(super) mod build_request;
pub(super) mod clock_skew;
mod error_response;
mod executor;
mod preflight;
pub(super) mod rate_limit;
pub(super) mod rate_limit_store;
mod redact;
pub(super) mod request;
pub(super) mod request_log;
pub mod reserved_headers;
pub(super) mod retry;
pub(super) mod transport;
mod validate_response;
mod verify_retry;
