//! One request over the wire: sent once, read under a cap.
//!
//! Redirects are never followed: key, delegated user and body would travel to another host. There is one retry
//! engine, above; here nothing is tried twice.

use std::error::Error as _;
use std::io;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use reqwest::redirect::Policy;
use reqwest::{Certificate, Proxy, Url};

use super::config::ClientConfig;
use super::prepare::Prepared;
use super::retry::Failure;
use crate::error::{Error, Fault};

/// Most bytes of a successful body, after decompression.
pub(super) const MOST_BODY: usize = 16 * 1024 * 1024;
/// Most bytes of an error body; the rest is cut off.
pub(super) const MOST_PROBLEM: usize = 64 * 1024;

const CONNECT: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(30);

/// An answer, of whatever status.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// No answer, or one that cannot be used.
#[derive(Debug)]
pub(super) struct NoAnswer {
    pub(super) failure: Failure,
    pub(super) error: Error,
}

/// The HTTP client for a set-up.
pub(super) fn build(config: &ClientConfig) -> Result<reqwest::Client, Error> {
    let loopback = config.base_url.is_loopback();
    let plain = config.base_url.as_str().starts_with("http://");
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("encours/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .https_only(!plain)
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE);
    if loopback {
        builder = builder.no_proxy();
    } else if let Some(proxy) = &config.proxy {
        builder = builder.proxy(proxy_of(proxy)?);
    }
    if plain {
        // No TLS is spoken: do not load the platform's roots for it.
        builder = builder.tls_certs_only([]);
    } else {
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

/// A proxy that is named must be one: the library would leave out what it cannot read, and go past it. Its text may hold
/// a password, so it is not repeated.
fn proxy_of(text: &str) -> Result<Proxy, Error> {
    let unusable = || Error::usage("the proxy's URL cannot be used: http://HOST:PORT is expected");
    let url = Url::parse(text).map_err(|_| unusable())?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return Err(unusable());
    }
    Proxy::all(url).map_err(|_| unusable())
}

/// Sends a request and reads the answer. `body` differs from the prepared one for a token exchange.
pub(super) async fn send(
    http: &reqwest::Client,
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
        .map_err(|error| classify(&error, Fault::Reset))?;
    let status = response.status().as_u16();
    let success = response.status().is_success();
    let headers = std::mem::take(response.headers_mut());
    // 204 and 205 have no body, whatever follows.
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
    // As long as it says it is: growing into it would copy it several times over.
    let said = response
        .content_length()
        .and_then(|length| usize::try_from(length).ok());
    let mut body = BytesMut::with_capacity(said.unwrap_or_default().min(cap));
    loop {
        let chunk = match response.chunk().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => return Ok(body.freeze()),
            // The status of a failed call is known; a body that breaks off tells less, not nothing.
            Err(_) if !success => return Ok(body.freeze()),
            Err(error) => return Err(classify(&error, Fault::Cut)),
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

/// Why no answer came whole. `ended`: what it is called that the connection ended, before an answer or within it.
fn classify(error: &reqwest::Error, ended: Fault) -> NoAnswer {
    let cause = root(error);
    let (failure, fault, what) = if error.is_builder() {
        let error = Error::usage(format!("the request cannot be built: {cause}"));
        return NoAnswer {
            failure: Failure::Answered,
            error,
        };
    } else if error.is_dns() {
        (Failure::NotSent, Fault::Dns, "the host name cannot be resolved")
    } else if error.is_connect() && is_tls(&cause) {
        (Failure::NotSent, Fault::Tls, "the connection is not secure")
    } else if error.is_connect() && error.is_timeout() {
        (Failure::NotSent, Fault::Timeout, "no connection in time")
    } else if error.is_connect() {
        (Failure::NotSent, Fault::Connect, "no connection")
    } else if error.is_timeout() {
        (Failure::Lost, Fault::Timeout, "no answer in time")
    } else if is_no_http(&cause) {
        let error = Error::protocol(format!("the answer is not HTTP: {cause}"));
        return NoAnswer {
            failure: Failure::Answered,
            error,
        };
    } else if is_garbled(error) {
        let error = Error::protocol("the answer's compression is damaged");
        return NoAnswer {
            failure: Failure::Answered,
            error,
        };
    } else {
        (Failure::Lost, ended, "the connection ended before the answer did")
    };
    let key = match (fault, number(error)) {
        (Fault::Connect, Some(io::ErrorKind::ConnectionRefused)) => "cli-net-refused",
        (Fault::Connect, Some(io::ErrorKind::NetworkUnreachable | io::ErrorKind::HostUnreachable)) => {
            "cli-net-no-way"
        }
        (_, Some(io::ErrorKind::ConnectionReset)) => "cli-net-reset",
        (Fault::Dns, _) => "cli-net-name",
        (Fault::Tls, _) => "cli-net-tls",
        (Fault::Reset | Fault::Cut, _) => "cli-net-ended",
        (Fault::Timeout, _) => "cli-net-silent",
        (Fault::Connect, _) => "cli-net-none",
    };
    NoAnswer {
        failure,
        error: Error::unreachable(fault, format!("{what}: {cause}")).with_said(key, &[("why", &cause)]),
    }
}

/// What the system says by a number, where that is the cause: a person is told in words of ours, and the number stays in the
/// message for whoever looks closer.
fn number(error: &reqwest::Error) -> Option<io::ErrorKind> {
    let mut cause = error.source();
    while let Some(inner) = cause {
        let system = inner.downcast_ref::<io::Error>();
        if let Some(system) = system.filter(|system| system.raw_os_error().is_some()) {
            return Some(system.kind());
        }
        cause = inner.source();
    }
    None
}

/// The innermost cause's text; the outer ones repeat the URL.
fn root(error: &reqwest::Error) -> String {
    let mut cause = error.source();
    while let Some(inner) = cause.and_then(std::error::Error::source) {
        cause = Some(inner);
    }
    cause.map_or_else(|| "unknown cause".to_owned(), ToString::to_string)
}

/// The TLS library's error types are not ours to name; its texts are stable enough for a diagnostic.
fn is_tls(cause: &str) -> bool {
    [
        "certificate",
        "tls",
        "TLS",
        "handshake",
        "UnknownIssuer",
        "corrupt message",
        "fatal alert",
    ]
    .iter()
    .any(|word| cause.contains(word))
}

/// Whether something came that is no message of the protocol. As with TLS, the texts are all there is to tell by.
fn is_no_http(cause: &str) -> bool {
    cause.ends_with(" parsed") || cause.starts_with("message head is too large")
}

/// Whether the body did arrive but cannot be decompressed.
fn is_garbled(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(inner) = cause {
        // A decoder says so itself, or in its own words; what the network does has a number or another cause.
        let own_words = |error: &io::Error| {
            error.kind() == io::ErrorKind::Other
                && error.get_ref().is_some_and(|words| words.source().is_none())
        };
        if inner
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::InvalidData || own_words(error))
        {
            return true;
        }
        cause = inner.source();
    }
    false
}
