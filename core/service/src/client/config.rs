//! Configuration of the client.

use crate::client::auth::secret_source::SecretSource;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderName;
use http::header::HeaderValue;
use tokio::time::Instant;

use super::http::clock_skew::ClockSkewStore;
use super::http::rate_limit_store::RateLimitStore;
use super::http::transport::local::LocalTransport;
use super::http::transport::proxy::ProxyRoute;
use crate::contract::base_url::BaseUrl;
use crate::contract::ids::{RequestId, UserId};
use crate::error::Error;

/// User that `/users/me/...` routes act for. Exactly one header names the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelegatedUser {
    /// Name of the header.
    pub header: String,
    /// Identifier of the user.
    pub id: UserId,
}

impl DelegatedUser {
    /// Header that the contract names.
    pub const HEADER: &'static str = "X-Service-Delegated-User-Id";

    /// Creates a delegated user under the header that the contract names.
    pub fn new(id: UserId) -> Self {
        Self { header: Self::HEADER.to_owned(), id }
    }

    pub(super) fn header(&self) -> Result<(HeaderName, HeaderValue), Error> {
        let bad = || Error::usage(format!("`{}` cannot be the delegated-user header", self.header));
        let name: HeaderName = self.header.parse().map_err(|_| bad())?;
        // The contract's own header name is reserved for this use.
        if crate::client::http::reserved_headers::is_reserved(&name) && name != Self::HEADER {
            return Err(bad());
        }
        let value = HeaderValue::from_bytes(self.id.as_str().as_bytes()).map_err(|_| bad())?;
        Ok((name, value))
    }
}

/// Delays between attempts: a random time up to `base · 2ⁿ`, at most `cap` (full jitter).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Longest delay before the second attempt.
    pub base: Duration,
    /// Longest delay before any attempt.
    pub cap: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { base: Duration::from_millis(250), cap: Duration::from_secs(20) }
    }
}

/// Configuration of a [`Client`](super::Client).
#[derive(Debug, Clone)]
pub struct ClientConfig {
    /// Base URL of the service.
    pub base_url: BaseUrl,
    /// Public key identifier.
    pub key_id: String,
    /// Source of the secret or token.
    pub secret: SecretSource,
    /// User that `/users/me/...` routes act for.
    pub delegated_user: Option<DelegatedUser>,
    /// Time limit of a call including retries, unless the call sets its own.
    pub timeout: Duration,
    /// True if `timeout` limits all calls together, for a program that runs once and ends.
    pub is_shared_timeout: bool,
    /// Start of the shared time limit, if it is before the first call.
    pub started_at: Option<Instant>,
    /// Request id for every call, instead of a new one for each.
    pub request_id: Option<RequestId>,
    /// Most attempts of a call that fails for a transient reason.
    pub max_tries: u32,
    /// Most requests in flight at once.
    ///
    /// A service with a progressive ban counts every request that was already sent when the first is rejected.
    pub max_in_flight: usize,
    /// True while sending is forbidden: every call fails at once, and is known to be unsent.
    pub is_offline: bool,
    /// Delays between attempts.
    pub backoff: Backoff,
    /// True if timestamps follow the service's clock when this device's clock is wrong.
    pub corrects_clock: bool,
    /// Route of the requests: direct or through a proxy. Loopback is always direct.
    pub proxy_route: ProxyRoute,
    /// PEM certificates trusted in addition to the platform's.
    pub extra_roots: Vec<Vec<u8>>,
    /// Shared rate-limit state of all programs that use the key. Without it, each client has its own.
    pub rate_limit_store: Option<Arc<dyn RateLimitStore>>,
    /// Stored clock skew. Without it, each client measures the skew again.
    pub clock_store: Option<Arc<dyn ClockSkewStore>>,
    /// Answers requests inside the process, instead of the network.
    pub local_transport: Option<LocalTransport>,
}

impl ClientConfig {
    /// Creates a configuration with defaults for the remaining fields.
    pub fn new(base_url: BaseUrl, key_id: impl Into<String>, secret: SecretSource) -> Self {
        Self {
            base_url,
            key_id: key_id.into(),
            secret,
            delegated_user: None,
            timeout: Duration::from_secs(30),
            is_shared_timeout: false,
            started_at: None,
            request_id: None,
            max_tries: 3,
            max_in_flight: 8,
            is_offline: false,
            backoff: Backoff::default(),
            corrects_clock: true,
            proxy_route: ProxyRoute::System,
            extra_roots: Vec::new(),
            rate_limit_store: None,
            clock_store: None,
            local_transport: None,
        }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        // A line feed would let one key id sign for another timestamp.
        if self.key_id.is_empty() || self.key_id.chars().any(char::is_control) {
            return Err(Error::usage("the key ID is empty or contains a control character"));
        }
        self.delegated_user.as_ref().map(DelegatedUser::header).transpose().map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(name: &str) -> Result<(HeaderName, HeaderValue), Error> {
        DelegatedUser { header: name.to_owned(), id: UserId::new("u-1").unwrap() }.header()
    }

    #[test]
    fn delegated_user_header_cannot_be_a_client_header() {
        assert!(header(DelegatedUser::HEADER).is_ok());
        assert!(header("X-Partner-User-Ref").is_ok());
        for taken in ["Authorization", "Idempotency-Key", "X-Request-ID", "host"] {
            assert!(header(taken).is_err(), "{taken}");
        }
    }
}
