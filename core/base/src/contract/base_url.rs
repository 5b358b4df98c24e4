//! Base URL of the service, and the construction of paths under it.
//!
//! An address has many spellings (`HTTPS://Host:443/v1/`). It is stored in the spelling that the URL library sends.
//! Paths are built from a template and percent-encoded segments. They are never joined or normalised by a URL library,
//! because `..`, `.`, an empty segment or a control character would silently address another record.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

use super::ids::{IdError, check_segment};

/// Everything but the unreserved characters of RFC 3986 §2.3.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The base URL of the service: `https` (or `http` on a loopback host), ending with `/v1`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BaseUrl {
    text: Arc<str>,
    /// Length of `scheme://authority`.
    origin: usize,
    loopback: bool,
}

/// Reason why a text cannot be the base URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[non_exhaustive]
#[strum(serialize_all = "kebab-case", prefix = "usage-base-url-")]
pub enum BaseUrlError {
    /// The scheme is neither `https://` nor `http://`.
    #[error("it must begin with https://")]
    Scheme,
    /// `http` to a host that is not this device.
    #[error("http is allowed for loopback hosts only; use https")]
    PlainHttp,
    /// The host is missing or has invalid characters.
    #[error("its host is not valid")]
    Host,
    /// The port is invalid.
    #[error("its port is not valid")]
    Port,
    /// A user name or password precedes the host.
    #[error("it must not contain a user name or password")]
    Credentials,
    /// The text has a query, a fragment, or a path segment that is not plain.
    #[error("its path must be plain segments without query or fragment")]
    Path,
    /// The path does not end with `/v1`.
    #[error("it must end with /v1")]
    Version,
}

impl BaseUrlError {
    /// Returns the key of the localised message. The address is not shown, because it may contain a password.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// Reason why a path cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A template parameter without a value.
    #[error("the path parameter `{0}` is missing")]
    Missing(String),
    /// A value that is not allowed in a path.
    #[error("the path parameter `{0}` cannot be used: {1}")]
    Value(String, IdError),
    /// A given path that is relative, malformed, or has another meaning when parsed.
    #[error("the path is not usable: {0}")]
    Malformed(&'static str),
}

impl BaseUrl {
    /// Parses a base URL and normalises its spelling.
    ///
    /// The result has no default port and no trailing slash. The host is lower-case ASCII, and an IPv6 address has its
    /// shortest form.
    pub fn parse(text: &str) -> Result<Self, BaseUrlError> {
        let text = text.trim();
        let text = text.trim_end_matches('/');
        let (secure, rest) = match split_scheme(text) {
            Some(("https", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            _ => return Err(BaseUrlError::Scheme),
        };
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        if authority.contains('@') {
            return Err(BaseUrlError::Credentials);
        }
        let (host, port) = split_port(authority)?;
        let scheme = if secure { "https" } else { "http" };
        let host = normalize_host(scheme, host)?;
        let loopback = check_host(&host)?;
        if !secure && !loopback {
            return Err(BaseUrlError::PlainHttp);
        }
        let is_plain = |segment: &str| {
            !matches!(segment, "" | "." | "..")
                && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
        };
        if !path.is_empty() && !path.split('/').all(is_plain) {
            return Err(BaseUrlError::Path);
        }
        if path.rsplit('/').next() != Some("v1") {
            return Err(BaseUrlError::Version);
        }
        let default_port = if secure { 443 } else { 80 };
        let port = port.filter(|port| *port != default_port);
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        let origin = format!("{scheme}://{host}{port}");
        let text = format!("{origin}/{path}");
        // The URL library must not rewrite the text, or each request would fail when it is built.
        if Url::parse(&text).map_or(true, |url| url.as_str() != text) {
            return Err(BaseUrlError::Host);
        }
        Ok(Self { origin: origin.len(), text: text.into(), loopback })
    }

    /// Returns the URL without trailing slash.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns `scheme://host:port`.
    pub fn origin(&self) -> &str {
        self.text.get(..self.origin).unwrap_or_default()
    }

    /// Returns whether the host is this device: plain `http` is allowed, proxies are not.
    pub fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// Returns the URL of an operation, with percent-encoded values for the template's parameters.
    pub fn operation_url(&self, template: &str, parameters: &[(&str, &str)]) -> Result<String, PathError> {
        Ok(format!("{}{}", self.text, fill_template(template, parameters)?))
    }

    /// Returns the URL of a complete, already encoded path, such as `encours api GET /deals/a%2Fb`.
    pub fn path_url(&self, path: &str) -> Result<String, PathError> {
        check_path(path)?;
        Ok(format!("{}{path}", self.text))
    }

    /// Returns the URL of the API description: `/v1/postman.json` relative to the service *host*.
    pub fn description_url(&self) -> String {
        format!("{}/v1/postman.json", self.origin())
    }
}

/// Replaces a template's parameters by percent-encoded values.
pub fn fill_template(template: &str, parameters: &[(&str, &str)]) -> Result<String, PathError> {
    let mut path = String::with_capacity(template.len() + 36);
    for segment in template.split('/').skip(1) {
        path.push('/');
        let Some(name) = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
            path.push_str(segment);
            continue;
        };
        let (_, value) = parameters
            .iter()
            .find(|(candidate, _)| *candidate == name)
            .ok_or_else(|| PathError::Missing(name.to_owned()))?;
        check_segment(value).map_err(|error| PathError::Value(name.to_owned(), error))?;
        path.extend(utf8_percent_encode(value, RESERVED));
    }
    Ok(path)
}

/// Returns `?name=value&…` with both parts percent-encoded; empty without parameters.
pub fn query_string<N: AsRef<str>, V: AsRef<str>>(parameters: impl IntoIterator<Item = (N, V)>) -> String {
    let mut query = String::new();
    for (name, value) in parameters {
        query.push(if query.is_empty() { '?' } else { '&' });
        query.extend(utf8_percent_encode(name.as_ref(), RESERVED));
        query.push('=');
        query.extend(utf8_percent_encode(value.as_ref(), RESERVED));
    }
    query
}

fn check_path(path: &str) -> Result<(), PathError> {
    let rest = path.strip_prefix('/').ok_or(PathError::Malformed("it must begin with /"))?;
    if path.contains(['?', '#']) {
        return Err(PathError::Malformed("give query parameters apart from the path"));
    }
    if !path.bytes().all(|byte| byte.is_ascii_graphic() && !b"\\\"<>`{}|^".contains(&byte)) {
        return Err(PathError::Malformed("percent-encode characters that are not plain ASCII"));
    }
    for segment in rest.split('/') {
        check_escapes(segment)?;
        if matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "" | "." | "..") {
            return Err(PathError::Malformed("empty, `.` and `..` segments would be read as another path"));
        }
    }
    Ok(())
}

/// Checks that every `%` starts two hexadecimal digits and encodes no control character.
fn check_escapes(segment: &str) -> Result<(), PathError> {
    for escape in segment.split('%').skip(1) {
        let byte = escape.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            None => {
                return Err(PathError::Malformed("`%` must be followed by two hexadecimal digits"));
            }
            Some(byte) if byte.is_ascii_control() => {
                return Err(PathError::Malformed("it contains an encoded control character"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn split_scheme(text: &str) -> Option<(&'static str, &str)> {
    let (scheme, rest) = text.split_once("://")?;
    ["https", "http"].into_iter().find(|known| scheme.eq_ignore_ascii_case(known)).map(|known| (known, rest))
}

fn split_port(authority: &str) -> Result<(&str, Option<u16>), BaseUrlError> {
    let bracket = authority.rfind(']').map_or(0, |index| index + 1);
    let (host, port) = authority.split_at_checked(bracket).unwrap_or(("", authority));
    let (host, port) = if bracket == 0 {
        if port.starts_with('[') {
            return Err(BaseUrlError::Host);
        }
        port.split_once(':').map_or((port, None), |(host, port)| (host, Some(port)))
    } else {
        (host, if port.is_empty() { None } else { Some(port.strip_prefix(':').ok_or(BaseUrlError::Host)?) })
    };
    let port = port.map(|text| match text.parse() {
        // `parse` would accept a leading plus sign.
        Ok(port) if port > 0 && text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(port),
        _ => Err(BaseUrlError::Port),
    });
    Ok((host, port.transpose()?))
}

/// Returns the host as the URL library writes it, without a trailing dot.
fn normalize_host(scheme: &str, host: &str) -> Result<String, BaseUrlError> {
    // For IPv4, require the canonical form before parsing: the library would also accept `0x7f.1`.
    if host.is_ascii() && !host.starts_with('[') {
        check_host(host.strip_suffix('.').unwrap_or(host))?;
    }
    let url = Url::parse(&format!("{scheme}://{host}/")).map_err(|_| BaseUrlError::Host)?;
    let is_host_only = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let host = url.host_str().filter(|_| is_host_only).ok_or(BaseUrlError::Host)?;
    Ok(host.strip_suffix('.').unwrap_or(host).to_owned())
}

/// Returns whether the host is loopback; fails if the host is invalid.
fn check_host(host: &str) -> Result<bool, BaseUrlError> {
    if let Some(inner) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return inner
            .parse::<Ipv6Addr>()
            .map(|address| address.is_loopback())
            .map_err(|_| BaseUrlError::Host);
    }
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if host.len() > 253 || !host.split('.').all(label) {
        return Err(BaseUrlError::Host);
    }
    // A last label that starts with a digit must be an IPv4 address: URL libraries parse `0x7f.1` as one.
    if host.rsplit('.').next().is_some_and(|last| last.starts_with(|first: char| first.is_ascii_digit())) {
        return host.parse::<Ipv4Addr>().map(|address| address.is_loopback()).map_err(|_| BaseUrlError::Host);
    }
    Ok(host.eq_ignore_ascii_case("localhost"))
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BaseUrl({})", self.text)
    }
}

impl std::str::FromStr for BaseUrl {
    type Err = BaseUrlError;

    fn from_str(text: &str) -> Result<Self, BaseUrlError> {
        Self::parse(text)
    }
}

#[cfg(test)]
#[path = "base_url_tests.rs"]
mod tests;
