//! The proxy for requests, and where it is configured.
//!
//! A user whose proxy is down must know which setting to change.

use std::fmt;

use hyper_util::client::proxy::matcher::Matcher;
use url::Url;

/// Route of the requests.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ProxyRoute {
    /// Through the system's proxy outside the environment variables, if there is one.
    #[default]
    System,
    /// Directly to the service.
    Direct,
    /// Through this proxy.
    Through(Proxy),
}

/// A proxy and the place where it is configured.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    url: Url,
    origin: String,
}

/// An invalid proxy address. Its text is not shown, because it may contain a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProxyError {
    /// The variable, or the setting and its profile.
    pub origin: String,
}

impl Proxy {
    /// Parses a proxy address as other programs do.
    ///
    /// Without a scheme it is `http`. Everything before the last `@` is name and password, in which `#`, `/`, `?` and
    /// `@` need no escape.
    ///
    /// # Errors
    /// The text is not a proxy address. Ignoring it silently would send requests past the proxy.
    pub fn parse(text: &str, from: impl Into<String>) -> Result<Self, ProxyError> {
        let from = from.into();
        match parse_url(trim_value(text)) {
            Some(url) => Ok(Self { url, origin: from }),
            None => Err(ProxyError { origin: from }),
        }
    }

    /// Returns host and port.
    pub fn address(&self) -> String {
        let port = self.url.port_or_known_default().unwrap_or_default();
        format!("{}:{port}", self.url.host_str().unwrap_or_default())
    }

    /// Returns where the proxy is configured: the variable, or the setting and its profile.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the whole address, which may contain a password.
    pub(in crate::client) fn url(&self) -> &Url {
        &self.url
    }
}

/// Omits name and password, so that they stay out of logs.
impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proxy({} from {})", self.address(), self.origin)
    }
}

/// Returns whether `NO_PROXY` names the host of an address.
pub fn is_no_proxy_host(no_proxy: &str, url: &str) -> bool {
    // Some write `*.example.com` instead of `.example.com`, and spaces instead of commas.
    let entries = trim_value(no_proxy).split([',', ' ', '\t']);
    let entries: Vec<&str> = entries
        .map(|entry| entry.strip_prefix('*').filter(|rest| rest.starts_with('.')).unwrap_or(entry))
        .collect();
    let matcher = Matcher::builder().all("http://proxy").no(entries.join(",")).build();
    url.parse().is_ok_and(|url| matcher.intercept(&url).is_none())
}

/// Returns a value without the white space, line end and quotes that variable files leave.
fn trim_value(text: &str) -> &str {
    let text = text.trim();
    let quoted = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    quoted('"').or_else(|| quoted('\'')).unwrap_or(text).trim()
}

fn parse_url(text: &str) -> Option<Url> {
    let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
    let scheme = scheme.to_ascii_lowercase();
    let (user, host_port) = rest.rsplit_once('@').unwrap_or(("", rest));
    let host_port = host_port.trim_end_matches('/');
    // The replacement character marks bytes that are not valid text.
    let is_invalid = |c: char| c.is_whitespace() || c.is_control() || c == char::REPLACEMENT_CHARACTER;
    if !matches!(&*scheme, "http" | "https")
        || text.contains(is_invalid)
        || host_port.contains(['/', '\\', '?', '#', '%'])
    {
        return None;
    }
    let mut url = Url::parse(&format!("{scheme}://{host_port}/")).ok()?;
    let (name, password) =
        user.split_once(':').map_or((user, None), |(name, password)| (name, Some(password)));
    url.set_username(name).ok()?;
    url.set_password(password).ok()?;
    Some(url)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn proxy_address(text: &str) -> Option<String> {
        Proxy::parse(text, "HTTPS_PROXY").ok().map(|proxy| proxy.url.to_string())
    }

    #[test]
    fn proxy_address_is_normalized() {
        for text in [
            "http://p.example:3128",
            " http://p.example:3128",
            "http://p.example:3128\r",
            "\"http://p.example:3128\"",
            "' http://p.example:3128/ '\n",
            "p.example:3128",
            "HTTP://P.example:3128/",
        ] {
            assert_eq!(proxy_address(text).as_deref(), Some("http://p.example:3128/"), "{text:?}");
        }
        assert_eq!(proxy_address("https://p").as_deref(), Some("https://p/"));
        assert_eq!(proxy_address("http://[::1]:3128").as_deref(), Some("http://[::1]:3128/"));
    }

    #[test]
    fn proxy_password_accepts_any_character() {
        for word in ["a#b", "a/b", "a?b", "a@b", "a:b", "#", "a//b@c", "100%", "é"] {
            let proxy = Proxy::parse(&format!("http://user:{word}@p.example:3128"), "HTTPS_PROXY").unwrap();
            assert_eq!(proxy.address(), "p.example:3128", "{word}");
            let decoded = percent_encoding::percent_decode_str(proxy.url.password().unwrap());
            assert_eq!((proxy.url.username(), &*decoded.decode_utf8().unwrap()), ("user", word));
            assert!(!format!("{proxy:?}").contains("user"));
        }
        assert_eq!(proxy_address("http://u:p%23@p").as_deref(), Some("http://u:p%23@p/"), "escaped already");
    }

    #[test]
    fn invalid_proxies_are_rejected_with_their_origin() {
        for text in [
            "",
            "http://",
            "htp://p:3128",
            "socks5://p:1080",
            "http:/p:3128",
            "http//p:3128",
            "http:p:3128",
            "http://p:x",
            "http://p:3128/proxy.pac",
            "http://p:3128#x",
            "http://p:3128?x",
            "http://p q:3128",
            "http://p:99999",
            "http://u:p@",
            "http://p:\t3128",
            "http://u:\u{fffd}@p",
            "\"http://p:3128",
            "http://p\\q",
            "://p",
            "direct://",
        ] {
            let error = Proxy::parse(text, "ALL_PROXY").unwrap_err();
            assert_eq!(error.origin, "ALL_PROXY", "{text:?}");
        }
    }

    #[test]
    fn exceptions_are_read_as_other_programs_write_them() {
        let url = "https://api.example.com:8443/v1";
        for list in [
            "*",
            "example.com",
            ".example.com",
            "*.example.com",
            "a, api.example.com",
            "a b api.example.com\r",
            "'api.example.com'",
        ] {
            assert!(is_no_proxy_host(list, url), "{list}");
        }
        for list in ["", "ample.com", "api.example.co", "other,*.example.org"] {
            assert!(!is_no_proxy_host(list, url), "{list}");
        }
        assert!(
            is_no_proxy_host("10.0.0.0/8", "https://10.1.2.3/v1")
                && is_no_proxy_host("2001:db8::1", "https://[2001:db8::1]/v1")
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}|https?://[a-z:#/?@%. ]{0,30}") {
            if let Ok(proxy) = Proxy::parse(&text, "HTTPS_PROXY") {
                prop_assert!(reqwest::Proxy::all(proxy.url.clone()).is_ok());
                prop_assert!(proxy.url.host_str().is_some_and(|host| !host.is_empty()) && proxy.url.path() == "/");
            }
        }
    }
}
