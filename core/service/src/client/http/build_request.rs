//! Conversion of a call into a request, checked before anything is sent.
//!
//! It covers the parts that are the same on every attempt.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::Url;

use super::preflight;
use super::request::{Call, CallTarget};
use super::retry::RetryRule;
use crate::client::auth::random_id;
use crate::client::config::ClientConfig;
use crate::contract::base_url::{PathError, query_string};
use crate::contract::ids::{IdempotencyKey, RequestId, find_temporary};
use crate::contract::operation::{BearerRule, Method, OperationId, RetrySafety};
use crate::error::Error;

/// Message for a route that acts for a user when none is configured.
const NO_USER_KEY: &str =
    "this route acts for a delegated user: name one with --as-user, in ENCOURS_AS_USER or in the profile";

/// Returns whether a route outside the table acts for a delegated user, in any encoding.
fn is_delegated_path(path: &str) -> bool {
    let mut segments = path
        .split('/')
        .skip(1)
        .map(|segment| percent_encoding::percent_decode_str(segment).decode_utf8_lossy());
    segments.next().as_deref() == Some("users") && segments.next().as_deref() == Some("me")
}

/// A request, complete except for the parts that change with each attempt.
#[derive(Debug, Clone)]
pub(in crate::client) struct PreparedCall {
    pub(in crate::client) method: Method,
    pub(super) url: Url,
    /// Path under the base URL, for the log.
    pub(in crate::client) route: Arc<str>,
    pub(in crate::client) operation: Option<OperationId>,
    pub(in crate::client) headers: HeaderMap,
    pub(in crate::client) body: Option<Bytes>,
    pub(in crate::client) key: Option<IdempotencyKey>,
    pub(in crate::client) request_id: RequestId,
    pub(in crate::client) needs_bearer: bool,
    pub(in crate::client) retry_rule: RetryRule,
    pub(in crate::client) is_write: bool,
    /// True if the request is attempted only once.
    pub(in crate::client) is_once: bool,
    /// True if the call ends with an error instead of waiting for a rate limit.
    pub(in crate::client) fails_if_rate_limited: bool,
    /// True if the call names an operation; false for a raw route, whose response is passed on unchecked.
    pub(super) is_operation: bool,
}

impl PreparedCall {
    /// Checks a call and builds its request.
    pub(in crate::client) fn new(call: Call, config: &ClientConfig) -> Result<Self, Error> {
        let request_id =
            call.request_id.or_else(|| config.request_id.clone()).unwrap_or_else(random_id::request_id);
        let typed = matches!(call.target, CallTarget::Operation { .. });
        let route = ResolvedTarget::resolve(call.target, config)?;
        let has_header = call.body.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
        if let Some(id) = find_temporary(&route.path, &has_header) {
            return Err(Error::usage(format!(
                "`{id}` is a local ID of a deal that the server has not created yet. Nothing was sent"
            ))
            .with_message_ref("usage-temporary-id", &[("id", id)]));
        }
        let spec = route.operation.map(OperationId::spec);
        let safety = spec.map_or_else(|| raw_safety(route.method, call.key.is_some()), |spec| spec.safety);
        preflight::check(route.operation, &call.query, call.body.as_deref(), call.stored_view.as_ref())?;
        let exchange = route.operation == Some(OperationId::AuthTokenExchange);
        // A write that is unsafe to repeat also gets a key: its outcome matters.
        let write = !exchange && safety != RetrySafety::Read;
        let key = if write { Some(call.key.unwrap_or_else(random_id::idempotency_key)) } else { call.key };

        let mut headers = call.headers;
        headers
            .entry(ACCEPT)
            .or_insert(HeaderValue::from_static("application/json, application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if call.body.is_some() || exchange {
            headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
        }
        headers.insert("x-request-id", visible_header(request_id.as_str())?);
        if let Some(key) = &key {
            headers.insert("idempotency-key", visible_header(key.as_str())?);
        }
        if spec.map_or_else(|| is_delegated_path(&route.path), |spec| spec.delegated) {
            let user = config
                .delegated_user
                .as_ref()
                .ok_or_else(|| Error::usage(NO_USER_KEY).with_message_ref("usage-no-user", &[]))?;
            let (name, value) = user.header()?;
            headers.insert(name, value);
        }

        let text = format!("{}{}", route.url, query_string(call.query));
        let url = Url::parse(&text).map_err(|_| Error::usage("the URL cannot be used"))?;
        // If the URL library normalised the path, the request would address another record.
        if url.as_str() != text {
            return Err(Error::usage("the path would be read as another one"));
        }
        Ok(Self {
            method: route.method,
            url,
            route: route.path.into(),
            operation: route.operation,
            headers,
            body: call.body,
            key,
            request_id,
            needs_bearer: !call.anonymous && spec.is_none_or(|spec| spec.bearer != BearerRule::Never),
            retry_rule: if exchange { RetryRule::Exchange } else { RetryRule::Safety(safety) },
            is_write: write,
            is_once: call.is_once,
            fails_if_rate_limited: call.fails_if_rate_limited,
            is_operation: typed,
        })
    }

    /// Adds the call's operation or route and the request id to an error.
    ///
    /// An error that already has them, such as a failed exchange, keeps its own.
    pub(super) fn annotate_error(&self, error: Error, in_doubt: bool) -> Error {
        let id = error.request_id().cloned().unwrap_or_else(|| self.request_id.clone());
        self.annotate_unsent(error, in_doubt).with_request_id(id)
    }

    /// Like `sign`, but without the request id: nothing was sent, so the server does not know the id.
    pub(super) fn annotate_unsent(&self, error: Error, in_doubt: bool) -> Error {
        let error = match self.operation {
            _ if error.request_id().is_some() || error.is_token_exchange() => error,
            Some(operation) => error.with_operation(operation),
            None => error.with_route(&format!("{} {}", self.method, self.route)),
        };
        let error = error.with_outcome_unknown(self.is_write && in_doubt);
        match self.key.as_ref().filter(|_| self.is_write) {
            Some(key) => error.with_idempotency_key(key.clone()),
            None => error,
        }
    }
}

struct ResolvedTarget {
    method: Method,
    operation: Option<OperationId>,
    path: String,
    url: String,
}

impl ResolvedTarget {
    fn resolve(target: CallTarget, config: &ClientConfig) -> Result<Self, Error> {
        let unusable = |error: PathError| Error::usage(error.to_string());
        let base = &config.base_url;
        let (method, operation, url) = match target {
            CallTarget::Operation { id: OperationId::PostmanGet, .. } => {
                (Method::Get, Some(OperationId::PostmanGet), base.description_url())
            }
            CallTarget::Operation { id, parameters } => {
                let parameters: Vec<_> =
                    parameters.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                let spec = id.spec();
                (spec.method, Some(id), base.operation_url(spec.path, &parameters).map_err(unusable)?)
            }
            CallTarget::Raw { method, path } => {
                let url = base.path_url(&path).map_err(unusable)?;
                let operation = OperationId::by_route(method, &path);
                if operation == Some(OperationId::AuthTokenExchange) {
                    return Err(Error::usage(
                        "the client signs in automatically, with its own nonce and signature. See `encours token`",
                    )
                    .with_message_ref("usage-sign-in-route", &[]));
                }
                (method, operation, url)
            }
        };
        let path = url.strip_prefix(base.as_str()).unwrap_or("/postman.json").to_owned();
        Ok(Self { method, operation, path, url })
    }
}

/// Returns the safety of a route outside the table: a caller's key makes a `POST` or `PATCH` repeatable.
fn raw_safety(method: Method, keyed: bool) -> RetrySafety {
    match method {
        Method::Get => RetrySafety::Read,
        Method::Put | Method::Delete => RetrySafety::IdempotentWrite,
        Method::Post | Method::Patch if keyed => RetrySafety::KeyedWrite,
        Method::Post | Method::Patch => RetrySafety::Never,
    }
}

fn visible_header(text: &str) -> Result<HeaderValue, Error> {
    HeaderValue::from_str(text).map_err(|_| Error::usage("a header value is not text"))
}

#[cfg(test)]
#[path = "build_request_tests.rs"]
mod tests;
