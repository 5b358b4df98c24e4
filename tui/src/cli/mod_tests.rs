use std::net::TcpListener;

use super::*;

/// Returns a command line's exit status for a silent service, and whether it was contacted.
fn status(args: &[&str], more: &[(&str, &str)]) -> (u8, bool) {
    let service = TcpListener::bind("127.0.0.1:0").unwrap();
    service.set_nonblocking(true).unwrap();
    let base_url = format!("http://{}/v1", service.local_addr().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().to_str().unwrap();
    let env = [
        ("ENCOURS_BASE_URL", base_url.as_str()),
        ("ENCOURS_KEY_ID", "k-1"),
        ("ENCOURS_SECRET", "s"),
        ("ENCOURS_CONFIG_DIR", home),
        ("ENCOURS_DATA_DIR", home),
        ("ENCOURS_FORMAT", "table"),
    ];
    let env = env.into_iter().chain(more.iter().copied()).collect();
    let line: Vec<OsString> =
        std::iter::once("encours").chain(args.iter().copied()).map(OsString::from).collect();
    let status = run(&line, env);
    (status, service.accept().is_ok())
}

#[test]
fn demo_size_without_demo_sends_no_request() {
    assert_eq!(status(&["deals", "list", "--demo-deals", "3", "--timeout", "0.3"], &[]), (2, false));
    // Without the option, the same line contacts the service.
    let (other, knocked) = status(&["deals", "list", "--timeout", "0.3"], &[]);
    assert!(other != 2 && knocked);
}

#[test]
fn demo_size_works_with_the_option_or_the_variable() {
    assert_eq!(status(&["entity", "--demo", "--demo-deals", "3"], &[]), (0, false));
    assert_eq!(status(&["entity", "--demo-deals", "3"], &[("ENCOURS_DEMO", "1")]), (0, false));
}

#[test]
fn paginated_api_call_accepts_numeric_limit_and_offset() {
    let all = |query: &str| {
        let line = ["api", "GET", "/deals", "--paginate", "--query", query];
        status(&[&line[..], &["--demo", "--demo-deals", "5"]].concat(), &[]).0
    };
    assert_eq!(all("limit=2"), 0);
    assert_eq!(all("offset=3"), 0);
    assert_eq!(all("limit=none"), 2);
}

#[test]
fn missing_secret_sends_no_request() {
    assert_eq!(status(&["entity"], &[("ENCOURS_SECRET", "")]), (3, false));
}
