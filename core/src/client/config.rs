//! What a client needs to know.

use std::sync::Arc;
use std::time::Duration;

use http::HeaderName;
use http::header::HeaderValue;
use secrecy::SecretString;
use tokio::time::Instant;

use super::auth::keyring::KeyringEntry;
use super::auth::secret_file::SecretFile;
use super::http::clock_skew::ClockKeeper;
use super::http::rate_limit_store::GateKeeper;
use super::http::transport::proxy::Route;
use crate::contract::base_url::BaseUrl;
use crate::contract::ids::{RequestId, UserId};
use crate::error::Error;

/// Where the right to call comes from.
#[derive(Debug, Clone)]
pub enum SecretSource {
    /// The raw secret, from the environment or standard input.
    Fixed(Arc<SecretString>),
    /// A command that prints a token response, so that the secret can stay on a server.
    Command(String),
    /// The raw secret, in the system keyring.
    Keyring(KeyringEntry),
    /// The raw secret, in a file that a passphrase opens.
    File(SecretFile),
}

impl SecretSource {
    /// A raw secret that is known.
    pub fn fixed(secret: impl Into<SecretString>) -> Self {
        Self::Fixed(Arc::new(secret.into()))
    }
}

/// The user that `/users/me/...` routes act for. Exactly one header names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delegated {
    /// Name of the header.
    pub header: String,
    /// Identifier of the user.
    pub id: UserId,
}

impl Delegated {
    /// The header the contract names.
    pub const HEADER: &'static str = "X-Service-Delegated-User-Id";

    /// A delegated user under the header the contract names.
    pub fn new(id: UserId) -> Self {
        Self {
            header: Self::HEADER.to_owned(),
            id,
        }
    }

    pub(super) fn header(&self) -> Result<(HeaderName, HeaderValue), Error> {
        let bad = || Error::usage(format!("`{}` cannot be the delegated-user header", self.header));
        let name: HeaderName = self.header.parse().map_err(|_| bad())?;
        // The contract's own name is reserved for this very use.
        if super::http::build_request::is_reserved(&name) && name != Self::HEADER {
            return Err(bad());
        }
        let value = HeaderValue::from_bytes(self.id.as_str().as_bytes()).map_err(|_| bad())?;
        Ok((name, value))
    }
}

/// Delays between tries: a random time up to `base · 2ⁿ`, at most `cap` (full jitter).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Most before the second try.
    pub base: Duration,
    /// Most before any try.
    pub cap: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            base: Duration::from_millis(250),
            cap: Duration::from_secs(20),
        }
    }
}

/// The set-up of a [`Client`](super::Client).
#[derive(Debug, Clone)]
pub struct ClientConfig {
    /// Where the service is.
    pub base_url: BaseUrl,
    /// Public key identifier.
    pub key_id: String,
    /// Where the right to call comes from.
    pub secret: SecretSource,
    /// Who `/users/me/...` routes act for.
    pub delegated_user: Option<Delegated>,
    /// Bound of a whole call with its retries, unless the call sets its own.
    pub timeout: Duration,
    /// Whether that bounds all calls together, from the first on: for a program that does one thing and ends.
    pub bounds_all: bool,
    /// When that bound began, where it was before the first call.
    pub began: Option<Instant>,
    /// Request id of every call, instead of a fresh one for each.
    pub request_id: Option<RequestId>,
    /// Most tries of one call that fail for a passing reason.
    pub max_tries: u32,
    /// Most requests under way at once. A service with a progressive ban counts every one that was already
    /// sent when the first is refused.
    pub max_in_flight: usize,
    /// Whether nothing may leave this machine: every call fails at once, and is known not to have been sent.
    pub withheld: bool,
    /// Delays between tries.
    pub backoff: Backoff,
    /// Whether timestamps follow the service's clock where this machine's is off.
    pub correct_clock: bool,
    /// Which way requests take. To loopback it is always the direct one.
    pub route: Route,
    /// Certificates, PEM, trusted in addition to the platform's.
    pub extra_roots: Vec<Vec<u8>>,
    /// Where the gate of the rate limit is kept for every program that uses the key; without, each keeps its own.
    pub gate: Option<Arc<dyn GateKeeper>>,
    /// Where the difference between the clocks is remembered; without one each client measures it anew.
    pub clock: Option<Arc<dyn ClockKeeper>>,
}

impl ClientConfig {
    /// A set-up with defaults for all but what has none.
    pub fn new(base_url: BaseUrl, key_id: impl Into<String>, secret: SecretSource) -> Self {
        Self {
            base_url,
            key_id: key_id.into(),
            secret,
            delegated_user: None,
            timeout: Duration::from_secs(30),
            bounds_all: false,
            began: None,
            request_id: None,
            max_tries: 3,
            max_in_flight: 8,
            withheld: false,
            backoff: Backoff::default(),
            correct_clock: true,
            route: Route::System,
            extra_roots: Vec::new(),
            gate: None,
            clock: None,
        }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        // A line feed would let one key id sign for another timestamp.
        if self.key_id.is_empty() || self.key_id.chars().any(char::is_control) {
            return Err(Error::usage(
                "the key identifier is empty or contains a control character",
            ));
        }
        self.delegated_user
            .as_ref()
            .map(Delegated::header)
            .transpose()
            .map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(name: &str) -> Result<(HeaderName, HeaderValue), Error> {
        Delegated {
            header: name.to_owned(),
            id: UserId::new("u-1").unwrap(),
        }
        .header()
    }

    #[test]
    fn the_delegated_user_has_the_contracts_header_or_an_own_one_but_none_of_the_clients() {
        assert!(header(Delegated::HEADER).is_ok());
        assert!(header("X-Partner-User-Ref").is_ok());
        for taken in ["Authorization", "Idempotency-Key", "X-Request-ID", "host"] {
            assert!(header(taken).is_err(), "{taken}");
        }
    }
}
