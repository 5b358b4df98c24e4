//! Transport of one request: sent once, read under a size cap.
//!
//! Redirects are never followed: key, delegated user and body would go to another host. Retries happen only in the
//! executor.

mod failed;
pub(in crate::client) mod local;
pub(in crate::client) mod proxy;

use std::path::PathBuf;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use reqwest::Certificate;
use reqwest::redirect::Policy;

use super::build_request::PreparedCall;
use super::retry::AttemptFailure;
use crate::client::config::ClientConfig;
use crate::error::{Error, NetworkError};
use crate::files;
use failed::{classify, localized_error, root_cause};
use local::LocalTransport;
use proxy::{Proxy, ProxyRoute};

/// Largest successful body in bytes, after decompression.
pub(super) const MAX_BODY: usize = 16 * 1024 * 1024;
/// Largest error body in bytes; the rest is cut off.
pub(super) const MAX_PROBLEM: usize = 64 * 1024;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// A response of any status.
#[derive(Debug)]
pub(in crate::client) struct RawResponse {
    pub(in crate::client) status: u16,
    pub(in crate::client) headers: HeaderMap,
    pub(in crate::client) body: Bytes,
}

/// Failure without a response, or with an unusable one.
#[derive(Debug)]
pub(in crate::client) struct AttemptError {
    pub(in crate::client) failure: AttemptFailure,
    pub(in crate::client) error: Error,
}

/// Builds the HTTP client for a configuration.
pub(in crate::client) fn build_http_client(config: &ClientConfig) -> Result<reqwest::Client, Error> {
    let loopback = config.base_url.is_loopback();
    let is_plain_http = config.base_url.as_str().starts_with("http://");
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("encours/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .https_only(!is_plain_http)
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(READ_TIMEOUT);
    builder = match &config.proxy_route {
        _ if loopback => builder.no_proxy(),
        ProxyRoute::System => builder,
        ProxyRoute::Direct => builder.no_proxy(),
        ProxyRoute::Through(proxy) => {
            let through = reqwest::Proxy::all(proxy.url().clone());
            builder.proxy(through.map_err(|_| Error::usage("the proxy's URL cannot be used"))?)
        }
    };
    if is_plain_http {
        // No TLS is used: do not load the platform's roots.
        builder = builder.tls_certs_only([]);
    } else {
        check_root_files()?;
        let mut roots = Vec::new();
        for pem in &config.extra_roots {
            let parsed = Certificate::from_pem_bundle(pem);
            roots.extend(parsed.map_err(|_| Error::usage("an extra certificate cannot be read"))?);
        }
        builder = builder.tls_certs_merge(roots);
    }
    builder
        .build()
        .map_err(|error| Error::usage(format!("the HTTP client cannot be set up: {}", root_cause(&error))))
}

/// Rejects non-regular files in `SSL_CERT_FILE` and `SSL_CERT_DIR`, and a variable that names nothing.
///
/// The library would block on such files or read them without end, and would ignore what is missing.
fn check_root_files() -> Result<(), Error> {
    let env_path = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let file = env_path("SSL_CERT_FILE").map(PathBuf::from);
    let directories = env_path("SSL_CERT_DIR").unwrap_or_default();
    let directories = std::env::split_paths(&directories).filter(|path| !path.as_os_str().is_empty());
    let directories: Vec<PathBuf> = directories.collect();
    let none = !directories.iter().any(|path| path.is_dir());
    let missing = [
        ("SSL_CERT_FILE", file.as_ref().filter(|path| !path.exists())),
        ("SSL_CERT_DIR", directories.first().filter(|_| none)),
    ];
    if let Some((variable, path)) = missing.into_iter().find_map(|(name, path)| Some((name, path?))) {
        let path = path.display().to_string();
        return Err(Error::usage(format!("{variable} names {path}, where no certificates can be read"))
            .with_message_ref("usage-certificates-missing", &[("variable", variable), ("path", &path)]));
    }
    let dir_entries = directories
        .into_iter()
        .filter_map(|directory| std::fs::read_dir(directory).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| !path.is_dir());
    for path in file.into_iter().filter(|path| !path.is_dir()).chain(dir_entries) {
        if let Err(error) = files::check_regular(&path) {
            let (file, reason) = (path.display().to_string(), error.to_string());
            return Err(Error::usage(format!("the certificate {file} could not be read: {reason}"))
                .with_message_ref("usage-certificate", &[("file", &file), ("why", &reason)]));
        }
    }
    Ok(())
}

/// Returns the known proxy for requests to the service, if any.
fn known_proxy(config: &ClientConfig) -> Option<&Proxy> {
    match &config.proxy_route {
        ProxyRoute::Through(proxy) if !config.base_url.is_loopback() => Some(proxy),
        _ => None,
    }
}

/// Returns the error for an attempt that timed out.
pub(in crate::client) fn timeout_error(config: &ClientConfig) -> AttemptError {
    let error = match known_proxy(config) {
        Some(proxy) => {
            let arguments = [("proxy", &*proxy.address()), ("from", proxy.origin())];
            localized_error(NetworkError::Timeout, "cli-net-proxy-silent", &arguments)
        }
        None => Error::unreachable(NetworkError::Timeout, "no response in time"),
    };
    AttemptError { failure: AttemptFailure::Lost, error }
}

/// Sends a request and reads the response. For a token exchange, `body` replaces the prepared one.
pub(in crate::client) async fn send(
    http: &reqwest::Client,
    config: &ClientConfig,
    prepared: &PreparedCall,
    body: Option<Bytes>,
    bearer: Option<&http::HeaderValue>,
) -> Result<RawResponse, AttemptError> {
    if let Some(local) = &config.local_transport {
        return send_locally(local, prepared, body.unwrap_or_default(), bearer).await;
    }
    let mut request =
        http.request(prepared.method.into(), prepared.url.clone()).headers(prepared.headers.clone());
    if let Some(bearer) = bearer {
        request = request.header(AUTHORIZATION, bearer.clone());
    }
    if let Some(body) = body {
        request = request.body(body);
    }
    let mut response =
        request.send().await.map_err(|error| classify(&error, NetworkError::Reset, known_proxy(config)))?;
    let status = response.status().as_u16();
    let success = response.status().is_success();
    let headers = std::mem::take(response.headers_mut());
    // 204 and 205 have no body, even if bytes follow.
    let body =
        if matches!(status, 204 | 205) { Bytes::new() } else { read_body(&mut response, success).await? };
    Ok(RawResponse { status, headers, body })
}

async fn send_locally(
    local: &LocalTransport,
    prepared: &PreparedCall,
    body: Bytes,
    bearer: Option<&http::HeaderValue>,
) -> Result<RawResponse, AttemptError> {
    let mut request = http::Request::new(body);
    *request.method_mut() = prepared.method.into();
    *request.uri_mut() = prepared.url.as_str().parse().map_err(|error| AttemptError {
        failure: AttemptFailure::Answered,
        error: Error::usage(format!("the request cannot be built: {error}")),
    })?;
    *request.headers_mut() = prepared.headers.clone();
    if let Some(bearer) = bearer {
        request.headers_mut().insert(AUTHORIZATION, bearer.clone());
    }
    let response = local.answer(request).await.map_err(|fault| AttemptError {
        failure: if fault == NetworkError::Connect { AttemptFailure::NotSent } else { AttemptFailure::Lost },
        error: Error::unreachable(fault, "no response"),
    })?;
    let (parts, body) = response.into_parts();
    Ok(RawResponse { status: parts.status.as_u16(), headers: parts.headers, body })
}

async fn read_body(response: &mut reqwest::Response, success: bool) -> Result<Bytes, AttemptError> {
    let cap = if success { MAX_BODY } else { MAX_PROBLEM };
    // Allocate the declared length at once: growing would copy the body several times.
    let content_length = response.content_length().and_then(|length| usize::try_from(length).ok());
    let mut body = BytesMut::with_capacity(content_length.unwrap_or_default().min(cap));
    loop {
        let chunk = match response.chunk().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => return Ok(body.freeze()),
            // The status of a failed call is known; a truncated error body is still useful.
            Err(_) if !success => return Ok(body.freeze()),
            Err(error) => return Err(classify(&error, NetworkError::Cut, None)),
        };
        let available = cap - body.len();
        if chunk.len() > available {
            if success {
                let error = Error::protocol("the response is larger than 16 MiB");
                return Err(AttemptError { failure: AttemptFailure::Answered, error });
            }
            body.extend_from_slice(chunk.get(..available).unwrap_or_default());
            return Ok(body.freeze());
        }
        body.extend_from_slice(&chunk);
    }
}
