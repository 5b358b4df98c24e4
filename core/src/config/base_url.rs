//! The address of the service, checked once.
//!
//! The key's signature and the bearer travel to this address, so it is `https`, or `http` on this very machine;
//! it carries no user, no query and no fragment, and ends with the version prefix `/v1`.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use reqwest::Url;

use super::error::ConfigError;

/// An address that ends with `/v1`, without a slash behind it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Checks an address as a person gives it; one slash at the end is forgiven.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let refuse = |shown: &str, reason| {
            Err(ConfigError::BaseUrl {
                url: shown.to_owned(),
                reason,
            })
        };
        let Ok(mut url) = Url::parse(text.trim()) else {
            // What does not parse is not shown: it may well be a secret pasted into the wrong place.
            return refuse(
                "…",
                "it is not a complete address such as https://api.example.com/v1",
            );
        };
        let shown = shown(&url);
        if !url.username().is_empty() || url.password().is_some() {
            return refuse(&shown, "a user or a password does not belong in it");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return refuse(&shown, "it must not have a query or a fragment");
        }
        match url.scheme() {
            "https" if url.has_host() => {}
            "http" if is_loopback(&url) => {}
            "http" => {
                return refuse(
                    &shown,
                    "http is allowed on this machine alone (loopback); use https",
                );
            }
            _ => return refuse(&shown, "it must begin with https://"),
        }
        let path = url.path().strip_suffix('/').unwrap_or(url.path()).to_owned();
        if !path.ends_with("/v1") {
            return refuse(&shown, "it must end with /v1");
        }
        url.set_path(&path);
        Ok(Self(url))
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Host and port, for titles and messages.
    #[must_use]
    pub fn host(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        self.0
            .port()
            .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Whether the service runs on this very machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.0)
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BaseUrl({})", self.0)
    }
}

/// The address without what may be secret in it.
fn shown(url: &Url) -> String {
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!(
        "{}://{}{port}{}",
        url.scheme(),
        url.host_str().unwrap_or_default(),
        url.path()
    )
}

fn is_loopback(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return false };
    let bare = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
        .unwrap_or(host);
    host == "localhost"
        || host.ends_with(".localhost")
        || bare.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback())
        || bare.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_addresses_are_taken() {
        for (text, kept) in [
            ("https://api.example.com/v1", "https://api.example.com/v1"),
            (
                " https://api.example.com/partner/v1/ ",
                "https://api.example.com/partner/v1",
            ),
            ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
            ("http://localhost/v1", "http://localhost/v1"),
            ("http://[::1]:1/v1", "http://[::1]:1/v1"),
            ("HTTPS://API.example.com/v1", "https://api.example.com/v1"),
        ] {
            assert_eq!(BaseUrl::parse(text).unwrap().as_str(), kept);
        }
    }

    #[test]
    fn addresses_that_would_leak_or_miss_are_refused() {
        for text in [
            "http://api.example.com/v1",
            "http://127.0.0.1.example.com/v1",
            "http://localhost.example.com/v1",
            "http://0.0.0.0/v1",
            "ftp://api.example.com/v1",
            "https://user:pw@api.example.com/v1",
            "https://api.example.com/v1?key=1",
            "https://api.example.com/v1#x",
            "https://api.example.com/v2",
            "https://api.example.com",
            "api.example.com/v1",
            "",
        ] {
            assert!(BaseUrl::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_refusal_shows_no_password() {
        let error = BaseUrl::parse("https://user:canary-77@api.example.com/v1")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("https://api.example.com/v1") && !error.contains("canary"),
            "{error}"
        );
        let error = BaseUrl::parse("canary-77").unwrap_err().to_string();
        assert!(!error.contains("canary"), "{error}");
    }

    #[test]
    fn host_names_the_port_only_when_it_matters() {
        assert_eq!(
            BaseUrl::parse("https://api.example.com/v1").unwrap().host(),
            "api.example.com"
        );
        assert_eq!(
            BaseUrl::parse("http://127.0.0.1:81/v1").unwrap().host(),
            "127.0.0.1:81"
        );
    }
}
