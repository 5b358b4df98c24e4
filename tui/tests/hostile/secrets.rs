//! Searches all output and files of runs for secrets, bearers, nonces and signatures.
//!
//! The texts are known, logging is at its most verbose, and the service repeats everything it was sent.

use std::path::Path;

use serde_json::Value;

use super::server::{BEARER, CliOutput, Reply, Request, SECRET, Server, bare, files, token};

/// Starts a service that repeats its input in every part of the response.
fn parrot(status: u16, media_type: &'static str, shape: fn(&str) -> String) -> Server {
    Server::start_raw(move |request, before| {
        let echo = echo(request);
        if request.is_exchange() {
            // The first exchange fails, so that its error is checked too.
            return if before == 0 {
                Reply::with_type(503, media_type, shape(&echo)).with("X-Echo", echo)
            } else {
                Reply::json(200, token(1)).with("X-Echo", echo)
            };
        }
        Reply::with_type(status, media_type, shape(&echo))
            .with("X-Echo", echo.clone())
            .with("Location", format!("https://elsewhere.example/?t={echo}"))
    })
}

/// Returns the received texts without the characters that would end a JSON string.
fn echo(request: &Request) -> String {
    let mut text = request.header("authorization").unwrap_or_default().to_owned();
    text.push(' ');
    text.push_str(&request.body.replace(['"', '\\'], "'"));
    text
}

/// Returns the texts that must not appear: the secrets, and what each exchange sent.
fn canaries(server: &Server) -> Vec<String> {
    let mut canaries_found = vec![SECRET.to_owned(), BEARER.to_owned()];
    for exchange in server.exchanges() {
        let sent: Value = serde_json::from_str(&exchange.body).unwrap();
        for field in ["nonce", "signature"] {
            canaries_found.push(sent[field].as_str().unwrap().to_owned());
        }
    }
    assert!(canaries_found.len() >= 4, "a sign-in happened");
    let hex = |text: &str| text.bytes().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    let upper: Vec<_> = canaries_found.iter().map(|text| text.to_uppercase()).collect();
    let hexes: Vec<_> = canaries_found.iter().map(|text| hex(text)).collect();
    canaries_found.into_iter().chain(upper).chain(hexes).collect()
}

fn assert_no_secret(server: &Server, output: &CliOutput, subject: &str) {
    let canaries = canaries(server);
    for canary in &canaries {
        assert!(
            !output.stdout.contains(canary.as_str()) && !output.stderr.contains(canary.as_str()),
            "{subject}: {canary} in {output:?}"
        );
    }
    assert_none_in(server.dir.path(), &canaries, subject);
}

fn assert_none_in(dir: &Path, canaries: &[String], subject: &str) {
    for (path, bytes) in files(dir) {
        for canary in canaries {
            let canaries_found = bytes.windows(canary.len()).any(|window| window == canary.as_bytes());
            assert!(!canaries_found, "{subject}: {canary} in {}", path.display());
        }
    }
}

#[test]
fn echoing_server_reveals_no_secret() {
    let problem: fn(&str) -> String =
        |echo| format!(r#"{{"title":"{echo}","detail":"{echo}","echo":["{echo}"]}}"#);
    let deal: fn(&str) -> String = |echo| format!(r#"{{"id":"d1","name":"{echo}","data":{{"x":"{echo}"}}}}"#);
    let page: fn(&str) -> String = |echo| format!("<html>{echo}</html>");
    let list: fn(&str) -> String = |echo| format!(r#"{{"items":[{{"id":"d1","name":"{echo}"}}],"total":1}}"#);
    for (status, media_type, shape) in [
        (200, "application/json", deal),
        (200, "application/json", list),
        (200, "text/html", page),
        (403, "application/problem+json", problem),
        (422, "application/json", problem),
        (409, "text/html", page),
        (500, "text/plain", page),
        (307, "text/plain", page),
    ] {
        let server = parrot(status, media_type, shape);
        for line in [
            &["deals", "list", "-vvv"][..],
            &["deals", "show", "d1", "-vvv", "--format", "table"],
            &["deals", "create", "--name", "x", "-vvv", "--set", "a=1"],
            &["api", "GET", "/deals/d1", "-vv", "--format", "csv"],
            &["token", "-vvv"],
            &["doctor", "-vvv"],
            &["profiles"],
            &["outbox", "list"],
        ] {
            let output = server.run(line);
            assert_no_secret(&server, &output, &format!("{status} {media_type} {line:?}"));
            let log = server.dir.path().join("log");
            let output = server.run(&[line, &["--log", log.to_str().unwrap()]].concat());
            assert_no_secret(&server, &output, &format!("{status} {line:?} with a log"));
            assert!(log.exists());
        }
    }
}

#[test]
fn failed_token_exchange_reveals_no_secret() {
    for status in [400, 401, 403, 422, 429, 500] {
        let server = Server::start_raw(move |request, _| {
            let echo = echo(request);
            Reply::problem(
                status,
                format!(r#"{{"title":"T","detail":"{echo}","access_token":"{BEARER}9","hint":"{BEARER}9"}}"#),
            )
        });
        for format in ["json", "table"] {
            let output = server.run(&["entity", "-vvv", "--timeout", "2", "--format", format]);
            assert_ne!(output.status, 0);
            if status != 429 || format == "json" {
                assert_no_secret(&server, &output, &format!("{status} {format}"));
            }
        }
    }
}

#[test]
fn bearer_is_shown_only_with_reveal() {
    let server = Server::start(|_, _| Reply::json(200, "{}"));
    let plain = server.run(&["token"]).assert_ok();
    assert!(!plain.stdout.contains(BEARER) && plain.json()["expires_in"] == 900, "{plain:?}");
    let full = server.run(&["token", "--reveal"]).assert_ok();
    assert_eq!(full.json()["access_token"], format!("{BEARER}2"));
    assert!(!full.stderr.contains(BEARER));
}

#[test]
fn process_arguments_contain_no_secret() {
    let server = Server::start(|_, _| Reply::Silence);
    let mut child = server
        .command(&["entity", "--timeout", "20"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    server.await_call();
    let arguments = std::fs::read(format!("/proc/{}/cmdline", child.id()));
    child.kill().unwrap();
    child.wait().unwrap();
    let Ok(arguments) = arguments else { return };
    let arguments = String::from_utf8_lossy(&arguments).into_owned();
    assert!(arguments.contains("entity") && !arguments.contains("canary"), "{arguments}");
}

#[test]
fn credential_command_output_is_not_repeated_in_errors() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"e1"}"#));
    let dir = server.dir.path().join("config");
    std::fs::create_dir_all(&dir).unwrap();
    for command in [
        format!("echo {SECRET}; exit 1"),
        format!("echo '{{\"access_token\":\"{BEARER}x y\"}}'"),
        format!("echo '<{BEARER}>'; echo '<{BEARER}>'"),
    ] {
        let text = format!(
            "[profiles.default]\nbase_url = \"{}\"\nkey_id = \"k\"\ncredential_command = '''{command}'''\n",
            server.base_url
        );
        std::fs::write(dir.join("config.toml"), text).unwrap();
        let output =
            CliOutput::from_output(bare(server.dir.path()).args(["entity", "-vvv"]).output().unwrap());
        assert_eq!(output.status, 3, "{output:?}");
        assert!(!output.stderr.contains("canary"), "{output:?}");
    }
}
