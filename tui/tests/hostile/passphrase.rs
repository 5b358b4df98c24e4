//! The passphrase file, on a machine without a keyring.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::server::{CliOutput, Reply, SECRET, Server, bare, files};

const PASSPHRASE: &str = "canary pass phrase";

fn service() -> Server {
    Server::start(|_, _| Reply::json(200, r#"{"id":"e1"}"#))
}

fn login(server: &Server, passphrase: Option<&str>, more: &[&str]) -> CliOutput {
    let mut command = bare(server.dir.path());
    command
        .args(["login", "--secret-stdin", "--base-url", &server.base_url, "--key-id", "key_hostile_1"])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(passphrase) = passphrase {
        command.env("ENCOURS_PASSPHRASE", passphrase);
    }
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{SECRET}\n").as_bytes()).unwrap();
    CliOutput::from_output(child.wait_with_output().unwrap())
}

fn run_with(server: &Server, passphrase: &str, line: &[&str]) -> CliOutput {
    let mut command: Command = bare(server.dir.path());
    CliOutput::from_output(command.env("ENCOURS_PASSPHRASE", passphrase).args(line).output().unwrap())
}

#[test]
fn login_without_a_keyring_uses_the_passphrase_file() {
    let server = service();
    login(&server, None, &[]).failed(3, "auth");
    assert!(server.requests().is_empty(), "nothing is sent before there is a place for the secret");
    let output = login(&server, Some(PASSPHRASE), &[]).assert_ok();
    assert_eq!(output.json()["key_id"], "key_hostile_1");

    run_with(&server, PASSPHRASE, &["entity"]).assert_ok();
    run_with(&server, "another", &["entity"]).failed(3, "auth");
    let silent = CliOutput::from_output(bare(server.dir.path()).arg("entity").output().unwrap());
    let error = silent.failed(3, "auth");
    assert!(error["message"].as_str().unwrap().contains("ENCOURS_PASSPHRASE"), "{error}");

    assert_eq!(run_with(&server, "", &["profiles"]).assert_ok().json()[0]["secret"], "passphrase_file");
    let findings = run_with(&server, PASSPHRASE, &["doctor"]).json();
    let of = |check: &str| {
        findings.as_array().unwrap().iter().find(|finding| finding["check"] == check).unwrap().clone()
    };
    assert_eq!(of("secret")["result"], "good");
    assert!(of("secret")["detail"].as_str().unwrap().contains("secrets"), "{findings}");
    assert_eq!(of("keyring")["result"], "attention");
}

#[cfg(unix)]
#[test]
fn secret_file_is_private_and_contains_no_plain_text() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = service();
    let output = login(&server, Some(PASSPHRASE), &["-vvv"]);
    assert_eq!(output.status, 0, "{output:?}");
    run_with(&server, PASSPHRASE, &["deals", "list", "-vvv"]);
    let mut sealed = 0;
    for (path, bytes) in files(server.dir.path()) {
        assert!(!bytes.windows(6).any(|window| window == b"canary"), "{}", path.display());
        if path.components().any(|part| part.as_os_str() == "secrets") {
            sealed += 1;
            let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        }
    }
    assert_eq!(sealed, 1);
    assert!(!output.stderr.contains("canary"), "{output:?}");
}

#[test]
fn each_key_has_its_own_secret_file_until_logout() {
    let server = service();
    login(&server, Some(PASSPHRASE), &["--profile", "one"]).assert_ok();
    let other = [
        "login",
        "--profile",
        "two",
        "--key-id",
        "key_2",
        "--base-url",
        &server.base_url,
        "--passphrase-file",
    ];
    let output = CliOutput::from_output(
        bare(server.dir.path())
            .args(other)
            .env("ENCOURS_SECRET", SECRET)
            .env("ENCOURS_PASSPHRASE", "canary second")
            .output()
            .unwrap(),
    );
    output.assert_ok();
    run_with(&server, PASSPHRASE, &["--profile", "one", "entity"]).assert_ok();
    run_with(&server, "canary second", &["--profile", "two", "entity"]).assert_ok();
    run_with(&server, PASSPHRASE, &["--profile", "two", "entity"]).failed(3, "auth");
    let out = run_with(&server, "", &["--profile", "one", "logout"]).assert_ok().json();
    assert_eq!(out["secret_removed"], true);
    run_with(&server, PASSPHRASE, &["--profile", "one", "entity"]).failed(3, "auth");
    let purged =
        run_with(&server, "", &["--profile", "two", "logout", "--purge", "--yes"]).assert_ok().json();
    assert_eq!(purged["purged"], true);
    let names: Vec<_> = run_with(&server, "", &["profiles"]).assert_ok().json().as_array().unwrap().clone();
    assert_eq!(names.len(), 1, "{names:?}");
    let secrets: Vec<_> = files(server.dir.path())
        .into_iter()
        .filter(|(path, _)| path.components().any(|part| part.as_os_str() == "secrets"))
        .collect();
    assert!(secrets.is_empty(), "{secrets:?}");
}

#[test]
fn a_file_that_was_changed_or_cut_is_refused() {
    let server = service();
    login(&server, Some(PASSPHRASE), &[]).assert_ok();
    let (path, bytes) = files(&server.dir.path().join("config/secrets")).remove(0);
    for damaged in [&b""[..], b"{}", &bytes[..bytes.len() / 2], b"\xff\xfe"] {
        std::fs::write(&path, damaged).unwrap();
        run_with(&server, PASSPHRASE, &["entity"]).failed(3, "auth");
    }
}
