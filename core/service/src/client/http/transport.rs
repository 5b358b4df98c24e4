//! Transport of one request: sent once, read under a size cap.
//!
//! Redirects are never followed: key, delegated user and body would go to another host. Retries happen only in the
//! executor.

mod failed;
pub(in crate::client) mod proxy;

use std::path::PathBuf;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use reqwest::Certificate;
use reqwest::redirect::Policy;

use super::build_request::Prepared;
use super::retry::Failure;
use crate::client::config::ClientConfig;
use crate::error::{Error, Fault};
use crate::files;
use failed::{classify, root, said};
use proxy::{Proxy, Route};

/// Largest successful body in bytes, after decompression.
pub(super) const MOST_BODY: usize = 16 * 1024 * 1024;
/// Largest error body in bytes; the rest is cut off.
pub(super) const MOST_PROBLEM: usize = 64 * 1024;

const CONNECT: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(30);

/// An answer of any status.
#[derive(Debug)]
pub(in crate::client) struct Answer {
    pub(in crate::client) status: u16,
    pub(in crate::client) headers: HeaderMap,
    pub(in crate::client) body: Bytes,
}

/// Failure without an answer, or with an unusable one.
#[derive(Debug)]
pub(in crate::client) struct NoAnswer {
    pub(in crate::client) failure: Failure,
    pub(in crate::client) error: Error,
}

/// Builds the HTTP client for a configuration.
pub(in crate::client) fn build(config: &ClientConfig) -> Result<reqwest::Client, Error> {
    let loopback = config.base_url.is_loopback();
    let plain = config.base_url.as_str().starts_with("http://");
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("encours/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .https_only(!plain)
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE);
    builder = match &config.route {
        _ if loopback => builder.no_proxy(),
        Route::System => builder,
        Route::Direct => builder.no_proxy(),
        Route::Through(proxy) => {
            let through = reqwest::Proxy::all(proxy.url().clone());
            builder.proxy(through.map_err(|_| Error::usage("the proxy's URL cannot be used"))?)
        }
    };
    if plain {
        // No TLS is used: do not load the platform's roots.
        builder = builder.tls_certs_only([]);
    } else {
        roots_are_files()?;
        let mut roots = Vec::new();
        for pem in &config.extra_roots {
            let parsed = Certificate::from_pem_bundle(pem);
            roots.extend(parsed.map_err(|_| Error::usage("an extra certificate cannot be read"))?);
        }
        builder = builder.tls_certs_merge(roots);
    }
    builder
        .build()
        .map_err(|error| Error::usage(format!("the HTTP client cannot be set up: {}", root(&error))))
}

/// Rejects non-regular files in `SSL_CERT_FILE` and `SSL_CERT_DIR`, and a variable that names nothing.
///
/// The library would block on such files or read them without end, and would ignore what is missing.
fn roots_are_files() -> Result<(), Error> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let file = named("SSL_CERT_FILE").map(PathBuf::from);
    let directories = named("SSL_CERT_DIR").unwrap_or_default();
    let directories = std::env::split_paths(&directories).filter(|path| !path.as_os_str().is_empty());
    let directories: Vec<PathBuf> = directories.collect();
    let none = !directories.iter().any(|path| path.is_dir());
    let missing = [
        ("SSL_CERT_FILE", file.as_ref().filter(|path| !path.exists())),
        ("SSL_CERT_DIR", directories.first().filter(|_| none)),
    ];
    if let Some((variable, path)) = missing.into_iter().find_map(|(name, path)| Some((name, path?))) {
        let path = path.display().to_string();
        return Err(Error::usage(format!(
            "{variable} names {path}, where no certificates can be read"
        ))
        .with_said(
            "usage-certificates-missing",
            &[("variable", variable), ("path", &path)],
        ));
    }
    let within = directories
        .into_iter()
        .filter_map(|directory| std::fs::read_dir(directory).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| !path.is_dir());
    for path in file.into_iter().filter(|path| !path.is_dir()).chain(within) {
        if let Err(error) = files::check(&path) {
            let (file, why) = (path.display().to_string(), error.to_string());
            return Err(
                Error::usage(format!("the certificate {file} could not be read: {why}"))
                    .with_said("usage-certificate", &[("file", &file), ("why", &why)]),
            );
        }
    }
    Ok(())
}

/// Returns the known proxy for requests to the service, if any.
fn between(config: &ClientConfig) -> Option<&Proxy> {
    match &config.route {
        Route::Through(proxy) if !config.base_url.is_loopback() => Some(proxy),
        _ => None,
    }
}

/// Returns the error for an attempt that timed out.
pub(in crate::client) fn silent(config: &ClientConfig) -> NoAnswer {
    let error = match between(config) {
        Some(proxy) => {
            let named = [("proxy", &*proxy.address()), ("from", proxy.from())];
            said(Fault::Timeout, "cli-net-proxy-silent", &named)
        }
        None => Error::unreachable(Fault::Timeout, "no answer in time"),
    };
    NoAnswer {
        failure: Failure::Lost,
        error,
    }
}

/// Sends a request and reads the answer. For a token exchange, `body` replaces the prepared one.
pub(in crate::client) async fn send(
    http: &reqwest::Client,
    config: &ClientConfig,
    prepared: &Prepared,
    body: Option<Bytes>,
    bearer: Option<&http::HeaderValue>,
) -> Result<Answer, NoAnswer> {
    let mut request = http
        .request(prepared.method.into(), prepared.url.clone())
        .headers(prepared.headers.clone());
    if let Some(bearer) = bearer {
        request = request.header(AUTHORIZATION, bearer.clone());
    }
    if let Some(body) = body {
        request = request.body(body);
    }
    let mut response = request
        .send()
        .await
        .map_err(|error| classify(&error, Fault::Reset, between(config)))?;
    let status = response.status().as_u16();
    let success = response.status().is_success();
    let headers = std::mem::take(response.headers_mut());
    // 204 and 205 have no body, even if bytes follow.
    let body = if matches!(status, 204 | 205) {
        Bytes::new()
    } else {
        read(&mut response, success).await?
    };
    Ok(Answer {
        status,
        headers,
        body,
    })
}

async fn read(response: &mut reqwest::Response, success: bool) -> Result<Bytes, NoAnswer> {
    let cap = if success { MOST_BODY } else { MOST_PROBLEM };
    // Allocate the declared length at once: growing would copy the body several times.
    let said = response
        .content_length()
        .and_then(|length| usize::try_from(length).ok());
    let mut body = BytesMut::with_capacity(said.unwrap_or_default().min(cap));
    loop {
        let chunk = match response.chunk().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => return Ok(body.freeze()),
            // The status of a failed call is known; a truncated error body is still useful.
            Err(_) if !success => return Ok(body.freeze()),
            Err(error) => return Err(classify(&error, Fault::Cut, None)),
        };
        let room = cap - body.len();
        if chunk.len() > room {
            if success {
                let error = Error::protocol("the answer is larger than 16 MiB");
                return Err(NoAnswer {
                    failure: Failure::Answered,
                    error,
                });
            }
            body.extend_from_slice(chunk.get(..room).unwrap_or_default());
            return Ok(body.freeze());
        }
        body.extend_from_slice(&chunk);
    }
}
