//! The system's proxy: used for remote services, never for this device.

use std::net::TcpListener;

use super::server::{CliOutput, Reply, SECRET, Server, bare};

/// Starts a proxy that rejects every tunnel.
fn proxy() -> (String, Server) {
    refusing(502)
}

fn refusing(status: u16) -> (String, Server) {
    let server = Server::start_raw(move |_, _| Reply::json(status, ""));
    (server.base_url.replace("http://", "http://user:canary-proxy@").replace("/v1", ""), server)
}

fn proxied_command(dir: &std::path::Path) -> std::process::Command {
    let mut command = bare(dir);
    command
        .env("ENCOURS_BASE_URL", "https://api.partner.invalid/v1")
        .env("ENCOURS_KEY_ID", "k")
        .env("ENCOURS_SECRET", SECRET)
        .args(["entity", "--timeout", "3"]);
    command
}

#[test]
fn system_proxy_sees_only_a_tunnel_request() {
    for variable in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"] {
        let (address, proxy) = proxy();
        let dir = tempfile::tempdir().unwrap();
        let output =
            CliOutput::from_output(proxied_command(dir.path()).env(variable, &address).output().unwrap());
        output.failed(10, "unreachable");
        let request = &proxy.requests()[0];
        assert_eq!(
            (request.method.as_str(), request.target.as_str()),
            ("CONNECT", "api.partner.invalid:443"),
            "{variable}"
        );
        assert!(request.header("authorization").is_none());
        assert!(!output.stderr.contains("canary"), "{output:?}");
    }
}

#[test]
fn quoted_or_padded_proxy_variables_are_still_used() {
    for wrap in [" {}", "{}\r", "\"{}\"", "'{}/'", "\t{}\n"] {
        for bare in [true, false] {
            let (address, proxy) = proxy();
            let text = if bare { address.trim_start_matches("http://") } else { &*address };
            let dir = tempfile::tempdir().unwrap();
            let mut command = proxied_command(dir.path());
            let output = CliOutput::from_output(
                command.env("HTTPS_PROXY", wrap.replace("{}", text)).output().unwrap(),
            );
            let error = output.failed(10, "unreachable");
            assert_eq!(proxy.requests()[0].method, "CONNECT", "{wrap}");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains("HTTPS_PROXY") && message.contains("127.0.0.1:"), "{message}");
        }
    }
}

#[test]
fn invalid_proxy_variable_is_named_in_the_error() {
    for variable in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        for text in
            ["htp://canary:3128", "socks5://canary:1080", "http://canary:x", "http://u:p@", "http:/canary"]
        {
            let dir = tempfile::tempdir().unwrap();
            let output =
                CliOutput::from_output(proxied_command(dir.path()).env(variable, text).output().unwrap());
            let error = output.failed(2, "usage");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(variable) && !message.contains("canary"), "{message}");
            // An invalid value that is not needed is not checked.
            let direct = CliOutput::from_output(
                proxied_command(dir.path())
                    .env(variable, text)
                    .env("NO_PROXY", "partner.invalid")
                    .output()
                    .unwrap(),
            );
            direct.failed(10, "unreachable");
        }
    }
}

#[test]
fn proxy_password_with_special_characters_arrives_unchanged() {
    for word in ["a#b", "a/b", "a?b", "a@b", "a:b"] {
        let (address, proxy) = proxy();
        let dir = tempfile::tempdir().unwrap();
        let address = address.replace("canary-proxy", word);
        let output =
            CliOutput::from_output(proxied_command(dir.path()).env("HTTPS_PROXY", address).output().unwrap());
        output.failed(10, "unreachable");
        let request = &proxy.requests()[0];
        let given = request.header("proxy-authorization").unwrap();
        let expected = match word {
            "a#b" => "dXNlcjphI2I=",
            "a/b" => "dXNlcjphL2I=",
            "a?b" => "dXNlcjphP2I=",
            "a@b" => "dXNlcjphQGI=",
            _ => "dXNlcjphOmI=",
        };
        assert_eq!(given, format!("Basic {expected}"), "{word}");
    }
}

#[test]
fn proxy_that_rejects_the_password_is_contacted_once() {
    let (address, proxy) = refusing(407);
    let mut asked = 0;
    for line in [&["entity"][..], &["deals", "update", "d", "--status", "ic"], &["sync"]] {
        let dir = tempfile::tempdir().unwrap();
        let mut command = bare(dir.path());
        command
            .env("ENCOURS_BASE_URL", "https://api.partner.invalid/v1")
            .env("ENCOURS_KEY_ID", "k")
            .env("ENCOURS_SECRET", SECRET)
            .env("https_proxy", &address)
            .args(line);
        let output = CliOutput::from_output(command.output().unwrap());
        assert!(matches!(output.status, 8 | 10), "{output:?}");
        assert!(output.stderr.contains("https_proxy") && !output.stderr.contains("canary"), "{output:?}");
        asked += 1;
        assert_eq!(proxy.requests().len(), asked, "{line:?}");
    }
}

#[test]
fn insecure_proxy_connection_error_names_the_proxy() {
    // The proxy speaks no TLS.
    let (address, _asked) = proxy();
    let dir = tempfile::tempdir().unwrap();
    let address = address.replace("http://", "https://");
    let output =
        CliOutput::from_output(proxied_command(dir.path()).env("HTTPS_PROXY", &address).output().unwrap());
    let message = output.failed(10, "unreachable")["message"].to_string();
    assert!(message.contains("the proxy 127.0.0.1") && message.contains("HTTPS_PROXY"), "{message}");
    assert!(!message.contains("canary"), "{message}");
}

#[test]
fn unreachable_proxy_is_named_with_its_variable() {
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let dir = tempfile::tempdir().unwrap();
    let down = format!("http://u:canary@127.0.0.1:{port}");
    for line in [&["entity"][..], &["doctor"]] {
        let mut command = bare(dir.path());
        command
            .env("ENCOURS_BASE_URL", "https://api.partner.invalid/v1")
            .env("ENCOURS_KEY_ID", "k")
            .env("ENCOURS_SECRET", SECRET)
            .env("ALL_PROXY", &down)
            .args(line);
        let output = CliOutput::from_output(command.output().unwrap());
        assert_eq!(output.status, 10, "{output:?}");
        let message = format!("{}{}", output.stdout, output.stderr);
        assert!(message.contains(&format!("127.0.0.1:{port}")) && message.contains("ALL_PROXY"), "{message}");
        assert!(!message.contains("canary"), "{message}");
    }
}

#[test]
fn a_profile_may_name_another_proxy() {
    let (address, named) = proxy();
    let (unused, never) = proxy();
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("config")).unwrap();
    let text = format!(
        "[profiles.default]\nbase_url = \"https://api.partner.invalid/v1\"\nkey_id = \"k\"\nproxy = \"{address}\"\n"
    );
    std::fs::write(dir.path().join("config/config.toml"), text).unwrap();
    let output =
        CliOutput::from_output(proxied_command(dir.path()).env("HTTPS_PROXY", &unused).output().unwrap());
    output.failed(10, "unreachable");
    assert_eq!(named.requests()[0].method, "CONNECT");
    assert!(never.requests().is_empty());
    assert!(!output.stderr.contains("canary"), "{output:?}");
    // An invalid proxy is reported without the password in it.
    std::fs::write(
        dir.path().join("config/config.toml"),
        "[profiles.default]\nproxy = \"ht!tp://u:canary-proxy@\"\n",
    )
    .unwrap();
    let output = CliOutput::from_output(proxied_command(dir.path()).output().unwrap());
    output.failed(2, "usage");
    assert!(!output.stderr.contains("canary"), "{output:?}");
}

#[test]
fn loopback_requests_bypass_the_proxy() {
    let (address, proxy) = proxy();
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"e1"}"#));
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        let output =
            CliOutput::from_output(server.command(&["entity"]).env(variable, &address).output().unwrap());
        output.assert_ok();
    }
    assert!(proxy.requests().is_empty());
}
