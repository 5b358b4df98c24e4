//! Client of the service, with one pipeline for every call.
//!
//! A call gets a request id and a deadline. Each attempt then passes the rate limiter, gets a bearer, is sent, and is
//! read under a size cap. Retries follow the operation's [`Safety`], never the HTTP method alone. The secret is used
//! only to sign token exchanges. The bearer is kept in memory only.
//!
//! [`Safety`]: crate::contract::operation::RetrySafety

mod api;
pub mod auth;
mod client;
mod config;
mod http;

#[cfg(test)]
mod tests;

pub use self::http::clock_skew::ClockSkewStore;
pub use self::http::rate_limit_store::{RateLimitStatus, RateLimitStore};
pub use self::http::request::{Call, Response};
pub use self::http::request_log::{LogEntry, RequestLog};
pub use self::http::transport::local::{LocalResponse, LocalTransport};
pub use self::http::transport::proxy::{Proxy, ProxyError, ProxyRoute, is_no_proxy_host};
pub use crate::client::auth::secret_source::SecretSource;
pub use crate::client::auth::secret_text::parse_secret;
pub use api::DealsQuery;
pub use client::Client;
pub use config::{Backoff, ClientConfig, DelegatedUser};
