//! Tests of base URLs and paths with hostile input.
//!
//! The URL library that sends them must parse them unchanged.

use proptest::prelude::*;

use super::*;

#[test]
fn accepted() {
    for (text, expected, loopback) in [
        ("https://api.example.com/v1", "https://api.example.com/v1", false),
        (" https://API.Example.com/partner/v1/ ", "https://api.example.com/partner/v1", false),
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", true),
        ("HTTP://localhost/v1", "http://localhost/v1", true),
        ("http://[::1]:9/v1", "http://[::1]:9/v1", true),
        ("https://[2001:db8::1]/v1", "https://[2001:db8::1]/v1", false),
        ("https://10.0.0.1/v1", "https://10.0.0.1/v1", false),
        ("https://a:443/v1", "https://a/v1", false),
        ("https://a:0443/v1//", "https://a/v1", false),
        ("https://a:80/v1", "https://a:80/v1", false),
        ("http://127.0.0.1:80/v1", "http://127.0.0.1/v1", true),
        ("http://localhost:443/v1", "http://localhost:443/v1", true),
        ("https://api.example.com./v1", "https://api.example.com/v1", false),
        ("http://LOCALHOST.:8080/v1", "http://localhost:8080/v1", true),
        ("https://[2001:0DB8:0000:0000:0000:0000:0000:0001]:443/v1", "https://[2001:db8::1]/v1", false),
        ("http://[0:0:0:0:0:0:0:1]/v1", "http://[::1]/v1", true),
        ("https://[::ffff:10.0.0.1]/v1", "https://[::ffff:a00:1]/v1", false),
        ("https://Exämple.com/v1", "https://xn--exmple-cua.com/v1", false),
        ("https://XN--exmple-cua.com/v1", "https://xn--exmple-cua.com/v1", false),
        ("http://１２７.0.0.1/v1", "http://127.0.0.1/v1", true),
    ] {
        let url = BaseUrl::parse(text).unwrap();
        assert_eq!((url.as_str(), url.is_loopback()), (expected, loopback));
    }
}

#[test]
fn rejected() {
    for (text, error) in [
        ("", BaseUrlError::Scheme),
        ("api.example.com/v1", BaseUrlError::Scheme),
        ("ftp://a/v1", BaseUrlError::Scheme),
        ("http://api.example.com/v1", BaseUrlError::PlainHttp),
        ("http://localhost.evil.com/v1", BaseUrlError::PlainHttp),
        ("http://127.0.0.1.evil.com/v1", BaseUrlError::PlainHttp),
        ("http://0x7f.1/v1", BaseUrlError::Host),
        ("http://2130706433/v1", BaseUrlError::Host),
        ("https://user:pw@host/v1", BaseUrlError::Credentials),
        ("https://user@host/v1", BaseUrlError::Credentials),
        ("https:///v1", BaseUrlError::Host),
        ("https://a b/v1", BaseUrlError::Host),
        ("https://a_b/v1", BaseUrlError::Host),
        ("https://xn--a/v1", BaseUrlError::Host),
        ("http://exämple.com/v1", BaseUrlError::PlainHttp),
        ("https://é:pw@host/v1", BaseUrlError::Credentials),
        ("https://@host/v1", BaseUrlError::Credentials),
        ("https://../v1", BaseUrlError::Host),
        ("https://./v1", BaseUrlError::Host),
        ("https://a\\b/v1", BaseUrlError::Host),
        ("https://é\\b/v1", BaseUrlError::Host),
        ("https://é?b/v1", BaseUrlError::Host),
        ("https://[fe80::1%25eth0]/v1", BaseUrlError::Host),
        ("https://127.1/v1", BaseUrlError::Host),
        ("https://a:+443/v1", BaseUrlError::Port),
        ("https://a:44 3/v1", BaseUrlError::Port),
        ("https:/a/v1", BaseUrlError::Scheme),
        ("https://[::1/v1", BaseUrlError::Host),
        ("https://[::1]x/v1", BaseUrlError::Host),
        ("https://a:0/v1", BaseUrlError::Port),
        ("https://a:99999/v1", BaseUrlError::Port),
        ("https://a:/v1", BaseUrlError::Port),
        ("https://a/v2", BaseUrlError::Version),
        ("https://a", BaseUrlError::Version),
        ("https://a/v1/x", BaseUrlError::Version),
        ("https://a/../v1", BaseUrlError::Path),
        ("https://a//v1", BaseUrlError::Path),
        ("https://a/%2e/v1", BaseUrlError::Path),
        ("https://a/v1?x=1", BaseUrlError::Path),
        ("https://a/v1#x", BaseUrlError::Path),
    ] {
        assert_eq!(BaseUrl::parse(text), Err(error), "{text}");
    }
}

fn base() -> BaseUrl {
    BaseUrl::parse("https://api.example.com/p/v1").unwrap()
}

#[test]
fn segments_are_encoded() {
    let url = |id| base().operation_url("/deals/{deal_id}/notes", &[("deal_id", id)]);
    assert_eq!(url("a/b").unwrap(), "https://api.example.com/p/v1/deals/a%2Fb/notes");
    assert_eq!(url("a?b#c").unwrap(), "https://api.example.com/p/v1/deals/a%3Fb%23c/notes");
    assert_eq!(url("é").unwrap(), "https://api.example.com/p/v1/deals/%C3%A9/notes");
    assert_eq!(url("%2e%2e").unwrap(), "https://api.example.com/p/v1/deals/%252e%252e/notes");
    assert_eq!(url(".."), Err(PathError::Value("deal_id".into(), IdError::Dots)));
    assert_eq!(url("a\nb"), Err(PathError::Value("deal_id".into(), IdError::Control)));
    assert_eq!(base().operation_url("/deals/{deal_id}", &[]), Err(PathError::Missing("deal_id".into())));
}

#[test]
fn path_url_accepts_only_absolute_normalised_paths() {
    for path in ["/deals", "/deals/a%2Fb", "/a:b@c/d;e=f", "/%C3%A9"] {
        assert_eq!(base().path_url(path).unwrap(), format!("https://api.example.com/p/v1{path}"));
    }
    for path in [
        "",
        "deals",
        "/",
        "//evil/x",
        "/deals/",
        "/deals/..",
        "/deals/%2e%2E/notes",
        "/./x",
        "/a?b=1",
        "/a#b",
        "/a b",
        "/é",
        "/a%",
        "/a%zz",
        "/a%0Ab",
        "/a%7fb",
        "/a\\b",
        "/a\nb",
    ] {
        assert!(base().path_url(path).is_err(), "{path:?}");
    }
}

#[test]
fn queries_are_encoded() {
    assert_eq!(query_string::<&str, &str>([]), "");
    assert_eq!(query_string([("status", "a&b=c d"), ("x", "+é")]), "?status=a%26b%3Dc%20d&x=%2B%C3%A9");
}

#[test]
fn the_description_is_relative_to_the_host() {
    assert_eq!(base().description_url(), "https://api.example.com/v1/postman.json");
}

proptest! {
    #[test]
    fn identifier_stays_one_path_segment(id in "\\PC{1,30}|[./%?#\\\\ -~]{1,12}") {
        let Ok(url) = base().operation_url("/deals/{deal_id}/notes", &[("deal_id", &id)]) else {
            prop_assert!(check_segment(&id).is_err());
            return Ok(());
        };
        let inner = url.strip_prefix("https://api.example.com/p/v1/deals/").unwrap();
        let inner = inner.strip_suffix("/notes").unwrap();
        prop_assert!(!inner.contains('/'));
        let back = percent_encoding::percent_decode_str(inner).decode_utf8().unwrap();
        prop_assert_eq!(&*back, id.as_str());
    }

    /// Every accepted spelling gives paths that are sent unchanged, and parses to itself again.
    #[test]
    fn accepted_base_urls_build_valid_request_urls(
        scheme in "https?|HTTPS?",
        host in "[a-zA-Z0-9.-]{1,12}|\\PC{1,8}|\\[[0-9a-fA-F:]{2,20}\\]|[0-9]{1,3}\\.[0-9x.]{1,9}|localhost\\.?",
        port in "|:[0-9]{0,5}|:443|:80",
        path in "/{0,2}v1/{0,3}|/[a-z~.]{1,4}/v1",
    ) {
        let text = format!("{scheme}://{host}{port}{path}");
        let Ok(base) = BaseUrl::parse(&text) else { return Ok(()) };
        let sent = base.operation_url("/deals/{deal_id}", &[("deal_id", "a b")]).unwrap();
        prop_assert_eq!(Url::parse(&sent).unwrap().to_string(), sent);
        prop_assert_eq!(BaseUrl::parse(base.as_str()), Ok(base.clone()));
        let (origin, kept) = (Url::parse(&text).unwrap().origin(), Url::parse(base.as_str()).unwrap().origin());
        let no_dot = |text: String| text.replace("./", "/").trim_end_matches('.').replace(".:", ":");
        prop_assert_eq!(no_dot(origin.ascii_serialization()), kept.ascii_serialization());
    }

    /// All spellings of one address are equal.
    #[test]
    fn equivalent_base_urls_are_equal(
        address: u128, wide: bool, upper: bool, port: bool, slashes in 0usize..3, spaces: bool,
    ) {
        let address = std::net::Ipv6Addr::from(address);
        let long: Vec<String> = address.segments().iter().map(|part| format!("{part:04x}")).collect();
        let host = if wide { long.join(":") } else { address.to_string() };
        let text = format!(
            "{}https://[{}]{}/v1{}",
            if spaces { " \t" } else { "" },
            if upper { host.to_uppercase() } else { host },
            if port { ":443" } else { "" },
            "/".repeat(slashes),
        );
        prop_assert_eq!(BaseUrl::parse(&text), BaseUrl::parse(&format!("https://[{address}]/v1")));
        prop_assert!(BaseUrl::parse(&text).is_ok());
    }

    #[test]
    fn any_text_is_safe(text in ".{0,60}") {
        let _ = BaseUrl::parse(&text);
        let _ = base().path_url(&text);
    }
}
