//! `encours sandbox`: its start message, its options, its end.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::support::{CliOutput, bare};

struct RunningSandbox {
    child: Child,
    ready: Value,
    dir: tempfile::TempDir,
}

fn start(options: &[&str]) -> RunningSandbox {
    let dir = tempfile::tempdir().unwrap();
    let mut child = bare(dir.path())
        .arg("sandbox")
        .args(["--deals", "10"])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let ready = serde_json::from_str(&line).unwrap_or_else(|error| {
        let mut log_text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut log_text).unwrap();
        panic!("{error}: {line:?} {log_text}")
    });
    RunningSandbox { child, ready, dir }
}

impl RunningSandbox {
    fn secret_file(&self) -> PathBuf {
        self.ready["secret_file"].as_str().unwrap().into()
    }

    fn run(&self, line: &[&str]) -> CliOutput {
        let secret = std::fs::read_to_string(self.secret_file()).unwrap();
        let output = bare(self.dir.path())
            .env("ENCOURS_BASE_URL", self.ready["base_url"].as_str().unwrap())
            .env("ENCOURS_KEY_ID", self.ready["key_id"].as_str().unwrap())
            .env("ENCOURS_SECRET", secret.trim())
            .args(line)
            .output();
        CliOutput::from_output(output.unwrap())
    }

    /// Sends a signal, waits and returns the exit status.
    fn stop(mut self, signal: &str) -> i32 {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

impl Drop for RunningSandbox {
    fn drop(&mut self) {
        // Needed if a test fails; otherwise the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn sandbox_prints_its_url_and_exits_cleanly_on_signals() {
    for signal in ["-INT", "-TERM"] {
        let sandbox = start(&[]);
        let url = sandbox.ready["base_url"].as_str().unwrap();
        assert!(url.starts_with("http://127.0.0.1:") && url.ends_with("/v1"), "{url}");
        let file = sandbox.secret_file();
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
        assert_eq!(sandbox.run(&["deals", "list", "--all"]).json().as_array().unwrap().len(), 10);
        assert_eq!(sandbox.stop(signal), 0);
        assert!(!file.exists() && !file.parent().unwrap().exists(), "the secret goes with it");
    }
}

#[test]
fn chosen_sandbox_key_works_and_its_file_stays() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("secret");
    std::fs::write(&file, "chosen-secret\n").unwrap();
    let sandbox =
        start(&["--key-id", "chosen", "--secret-file", file.to_str().unwrap(), "--scopes", "entity:read"]);
    assert_eq!(sandbox.ready["key_id"], "chosen");
    assert_eq!(sandbox.run(&["entity"]).status, 0);
    assert_eq!(sandbox.run(&["deals", "list"]).status, 4);
    assert_eq!(sandbox.stop("-TERM"), 0);
    assert!(file.exists());
}

#[test]
fn the_same_seed_and_clock_give_the_same_bytes() {
    let options = ["--seed", "7", "--now", "2026-11-20T08:41:00Z"];
    let (one, two) = (start(&options), start(&options));
    let read = |sandbox: &RunningSandbox| sandbox.run(&["deals", "list", "--all"]).stdout;
    assert_eq!(read(&one), read(&two));
    let other = start(&["--seed", "8", "--now", "2026-11-20T08:41:00Z"]);
    assert_ne!(read(&one), read(&other));
}

#[test]
fn profiles_faults_limits_and_files() {
    let strict = start(&["--profile", "strict"]);
    assert_eq!(strict.run(&["api", "GET", "/deals"]).status, 0);
    assert_eq!(strict.run(&["api", "GET", "/spvs"]).status, 5);
    let faulty = start(&["--fault", "status=500@entity_get"]);
    assert_eq!(faulty.run(&["entity"]).status, 1);
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("state.db");
    let first = start(&["--data", data.to_str().unwrap()]);
    let made = first.run(&["deals", "create", "--name", "Kept"]).json();
    assert_eq!(first.stop("-INT"), 0);
    let again = start(&["--data", data.to_str().unwrap()]);
    let id = made["id"].as_str().unwrap();
    assert_eq!(again.run(&["deals", "show", id]).json()["name"], "Kept");
}

#[test]
fn sandbox_start_failures_state_the_reason() {
    let sandbox = start(&[]);
    let url = sandbox.ready["base_url"].as_str().unwrap();
    let port = url.rsplit(':').next().unwrap().trim_end_matches("/v1");
    let dir = tempfile::tempdir().unwrap();
    let run = |options: &[&str]| {
        CliOutput::from_output(bare(dir.path()).arg("sandbox").args(options).output().unwrap())
    };
    let error = run(&["--port", port]).failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains(port), "{error}");
    let is_variant_of = |options: &[&str], words: &str| {
        let error = run(options).failed(2, "usage");
        assert!(error["message"].as_str().unwrap().contains(words), "{options:?}: {error}");
    };
    is_variant_of(&["--secret-file", "/no/such/file"], "/no/such/file");
    is_variant_of(&["--profile", "kind"], "strict");
    is_variant_of(&["--fault", "dealy=3"], "drop-before-commit");
    is_variant_of(&["--fault", "dealy=3"], "total, duplicate");
    is_variant_of(&["--fault", "delay=3@nowhere"], "not a route");
    is_variant_of(&["--open", "clamp=true"], "clamp_limit");
    is_variant_of(&["--open", "clamp_limit=yes"], "true|false");
    is_variant_of(&["--open", "deals_page=9/3"], "open.deals_page");
    is_variant_of(&["--scopes", "deals"], "FAMILY:read");
    is_variant_of(&["--token-lifetime", "0"], "token_lifetime");
    is_variant_of(&["--port", "70000"], "70000");
    is_variant_of(&["--now", "tomorrow"], "tomorrow");
    let file = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    is_variant_of(&["--secret-file", &file("empty", b"\n")], "empty");
    is_variant_of(&["--secret-file", &file("bytes", b"\xff\xfe\n")], "can’t be read");
    is_variant_of(&["--data", &file("notes.txt", &[b'x'; 4096])], "notes.txt");
    is_variant_of(&["--data", dir.path().to_str().unwrap()], "could not be opened");
    is_variant_of(&["--data", "/no/such/directory/state.db"], "could not be opened");
}

#[test]
fn newer_or_used_state_file_is_not_modified() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("state.db");
    let options = ["--data", data.to_str().unwrap()];
    let run = || CliOutput::from_output(bare(dir.path()).arg("sandbox").args(options).output().unwrap());
    let first = start(&options);
    let error = run().failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("in use"), "{error}");
    assert_eq!(first.stop("-TERM"), 0);
    let mut bytes = std::fs::read(&data).unwrap();
    // SQLite stores the schema version in the file's header, at offset 60.
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&data, &bytes).unwrap();
    let error = run().failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("version 99"), "{error}");
    assert!(std::fs::read(&data).unwrap() == bytes);
}

#[test]
fn spec_gaps_are_decided_by_name() {
    let sandbox = start(&["--open", "deals_page=3/4", "--open", "first_page=0"]);
    let page = sandbox.run(&["api", "GET", "/deals"]).json();
    assert_eq!(page["items"].as_array().unwrap().len(), 3);
    assert_eq!(sandbox.run(&["api", "GET", "/deals", "--query", "limit=5"]).status, 7);
    assert_eq!(sandbox.run(&["api", "GET", "/operateurs", "--query", "page=0"]).status, 0);
}

/// Requests an unknown route that many times, on one connection.
fn ask(sandbox: &RunningSandbox, times: usize) {
    let url = sandbox.ready["base_url"].as_str().unwrap();
    let address = url.trim_start_matches("http://").trim_end_matches("/v1");
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    for number in 0..times {
        stream
            .write_all(
                format!("GET /v1/nothing/{number} HTTP/1.1\r\nhost: x\r\nx-request-id: r-{number}\r\n\r\n")
                    .as_bytes(),
            )
            .unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = text.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        reader.read_exact(&mut vec![0; length]).unwrap();
    }
}

#[test]
fn sandbox_log_never_blocks_responses() {
    let mut sandbox = start(&[]);
    // Several times the capacity of a pipe that is not read.
    ask(&sandbox, 3_000);
    let mut log = sandbox.child.stderr.take().unwrap();
    let reading = std::thread::spawn(move || {
        let mut log_text = String::new();
        log.read_to_string(&mut log_text).map(|_| log_text)
    });
    assert_eq!(sandbox.stop("-TERM"), 0);
    let log_text = reading.join().unwrap().unwrap();
    assert!(
        log_text.contains("/v1/nothing/0") && log_text.contains("404") && log_text.contains("r-0"),
        "{}",
        log_text.chars().take(400).collect::<String>()
    );
}

#[test]
fn existing_state_file_is_reused_and_reported() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("state.db");
    let data = file.to_str().unwrap();
    let count = |sandbox: &RunningSandbox| {
        let listing = sandbox.run(&["deals", "list", "--all"]).json();
        listing.as_array().unwrap().len()
    };
    let ended = |mut sandbox: RunningSandbox| {
        let pid = sandbox.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert!(sandbox.child.wait().unwrap().success());
        let mut log_text = String::new();
        sandbox.child.stderr.take().unwrap().read_to_string(&mut log_text).unwrap();
        log_text
    };
    let first = start(&["--data", data]);
    assert_eq!(count(&first), 10);
    assert!(!ended(first).contains("already contains data"));
    let second = start(&["--data", data, "--seed", "5"]);
    assert_eq!(count(&second), 10);
    let log_text = ended(second);
    assert!(log_text.contains("already contains data"), "{log_text}");
}
