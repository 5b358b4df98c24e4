//! Pipes, devices and directories in place of files.
//!
//! Also: other causes than the service that delay a command.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::server::{CliOutput, Reply, SECRET, Server};

/// Returns the things that can replace a file, with their names in messages.
fn odd(dir: &Path) -> Vec<(PathBuf, &'static str)> {
    let pipe = dir.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    vec![(pipe, "named pipe"), ("/dev/zero".into(), "device"), (dir.to_owned(), "directory")]
}

fn deal() -> Server {
    Server::start(|_, _| Reply::json(200, r#"{"items":[{"id":"d1","name":"x"}],"total":1}"#))
}

#[test]
fn special_file_as_argument_is_rejected_by_its_type() {
    let server = deal();
    let places = tempfile::tempdir().unwrap();
    for (path, text) in odd(places.path()) {
        let named = path.to_str().unwrap();
        let body = format!("@{named}");
        for line in [
            &["api", "POST", "/deals", "--body", &body][..],
            &["deals", "list", "--log", named],
            &["deals", "views", "--import", named],
            &["notifications", "watch", "--from", named],
            &["sandbox", "--data", named],
            &["sandbox", "--secret-file", named],
        ] {
            let error = server.run(&[line, &["--timeout", "5"]].concat()).failed(2, "usage");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(text), "{line:?}: {message}");
        }
        let link = places.path().join("deals.csv");
        symlink(&path, &link).unwrap();
        server.run(&["export", "deals", "--yes", "--to", link.to_str().unwrap()]).failed(2, "usage");
        std::fs::remove_file(&link).unwrap();
    }
    assert_eq!(server.calls().len(), 0, "nothing was asked of the service");
}

#[test]
fn a_configuration_and_certificates_are_files() {
    let server = deal();
    let places = tempfile::tempdir().unwrap();
    let config = places.path().join("config.toml");
    for (path, text) in odd(places.path()) {
        let output = |how: &str| {
            let error = server
                .run(&["entity", "--timeout", "5", "--config-dir", places.path().to_str().unwrap()])
                .failed(2, "usage");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(text), "{how}: {message}");
        };
        symlink(&path, &config).unwrap();
        output("config.toml");
        std::fs::remove_file(&config).unwrap();
        let roots = format!("default_profile = \"p\"\n[profiles.p]\nextra_roots = [{path:?}]\n");
        std::fs::write(&config, roots).unwrap();
        output("extra_roots");
        std::fs::remove_file(&config).unwrap();
        if text != "directory" {
            let error = CliOutput::from_output(
                server
                    .command(&["entity", "--timeout", "5", "--base-url", "https://127.0.0.1:1/v1"])
                    .env("SSL_CERT_FILE", &path)
                    .output()
                    .unwrap(),
            );
            let error = error.failed(2, "usage");
            assert!(error["message"].as_str().unwrap().contains(text), "{error}");
        }
    }
}

#[test]
fn special_files_in_the_store_are_store_errors() {
    let server = deal();
    let places = tempfile::tempdir().unwrap();
    server.run(&["deals", "list"]).assert_ok();
    let mut profiles = std::fs::read_dir(server.dir.path().join("data/profiles")).unwrap();
    let store = profiles.next().unwrap().unwrap().path();
    for name in ["cache.db", "outbox.db", "history.db", "settings.db", "outbox.db-wal", "cache.db-shm"] {
        let (file, away) = (store.join(name), places.path().join("away"));
        let there = file.exists();
        if there {
            std::fs::rename(&file, &away).unwrap();
        }
        for (path, text) in odd(tempfile::tempdir().unwrap().path()) {
            match text {
                "directory" => std::fs::create_dir(&file).unwrap(),
                "device" => symlink(&path, &file).unwrap(),
                _ => assert!(Command::new("mkfifo").arg(&file).status().unwrap().success()),
            }
            for line in [&["outbox", "list"][..], &["deals", "list", "--offline"]] {
                let error = server.run(&[line, &["--timeout", "5"]].concat()).failed(12, "storage");
                let message = error["message"].as_str().unwrap();
                assert!(
                    message.contains(file.to_str().unwrap()) && message.contains(text),
                    "{line:?}: {message}"
                );
            }
            if text == "directory" {
                std::fs::remove_dir(&file).unwrap();
            } else {
                std::fs::remove_file(&file).unwrap();
            }
        }
        if there {
            std::fs::rename(&away, &file).unwrap();
        }
    }
}

#[test]
fn foreign_temp_files_block_no_command() {
    let server = deal();
    let temporary = tempfile::tempdir().unwrap();
    let planted = temporary.path().join("encours-unfinished-x");
    std::fs::create_dir(&planted).unwrap();
    std::fs::set_permissions(&planted, std::fs::Permissions::from_mode(0o755)).unwrap();
    let pipe = planted.join("held");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let output = |line: &[&str]| {
        let mut command = server.command(line);
        CliOutput::from_output(command.env("TMPDIR", temporary.path()).output().unwrap())
    };
    output(&["deals", "list", "--timeout", "5"]).assert_ok();
    output(&["deals", "list", "--offline", "--timeout", "5"]).assert_ok();
    assert!(pipe.exists(), "it is left as it is");
}

#[test]
fn timeout_includes_the_wait_for_standard_input() {
    let server = deal();
    let mut child = server
        .command(&["api", "POST", "/deals", "--body", "-", "--timeout", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Standard input stays open while the command runs.
    let input = child.stdin.take();
    let output = CliOutput::from_output(child.wait_with_output().unwrap());
    drop(input);
    let error = output.failed(10, "unreachable");
    assert!(error["message"].as_str().unwrap().contains("--timeout"), "{error}");
    assert_eq!(server.calls().len(), 0);
}

#[test]
fn file_size_limit_is_reported_without_a_crash() {
    let deals: Vec<String> =
        (0..400).map(|number| format!(r#"{{"id":"d{number}","name":"{}"}}"#, "x".repeat(400))).collect();
    let page = format!(r#"{{"items":[{}],"total":400}}"#, deals.join(","));
    let server = Server::start(move |_, _| Reply::json(200, page.clone()));
    let limited = |blocks: u32, line: &[&str]| {
        let own = server.command(line);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
        command.arg(own.get_program()).args(own.get_args()).env_clear();
        for (name, value) in own.get_envs() {
            command.env(name, value.unwrap_or_default());
        }
        CliOutput::from_output(command.output().unwrap())
    };
    let file = server.dir.path().join("deals.csv");
    let output = limited(64, &["export", "deals", "--to", file.to_str().unwrap()]);
    assert_eq!(output.status, 2, "{output:?}");
    let error = output.stderr.lines().last().unwrap_or_default();
    assert!(error.contains("deals.csv") && error.contains("ulimit -f"), "{output:?}");
    assert!(!file.exists());
    let output = limited(16, &["deals", "list"]);
    assert_eq!(output.status, 0, "what cannot be kept is shown: {output:?}");
    assert!(output.stderr.contains("ulimit -f"), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn process_hides_its_secrets_and_leaves_no_core_dump() {
    let server = Server::start(|_, _| Reply::Silence);
    let mut child = server
        .command(&["entity", "--timeout", "60"])
        .env("ENCOURS_PASSPHRASE", "canary-passphrase")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    server.await_call();
    // For accounts other than root, reading these files may be denied.
    let read = |name: &str| std::fs::read(format!("/proc/{}/{name}", child.id())).unwrap_or_default();
    let environment = String::from_utf8_lossy(&read("environ")).into_owned();
    assert!(!environment.contains(SECRET) && !environment.contains("canary-passphrase"));
    let limits = String::from_utf8_lossy(&read("limits")).into_owned();
    let core = limits.lines().find(|line| line.starts_with("Max core file size"));
    assert!(core.is_none_or(|line| line.split_whitespace().nth(4) == Some("0")), "{limits}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_program_that_is_started_inherits_no_secret() {
    let server = deal();
    let (config, seen) = (server.dir.path().join("own"), server.dir.path().join("seen"));
    std::fs::create_dir(&config).unwrap();
    let text = format!(
        "[profiles.p]\nbase_url = {:?}\nkey_id = \"key_hostile_1\"\ncredential_command = \"env > {}; echo s\"\n",
        server.base_url,
        seen.display()
    );
    std::fs::write(config.join("config.toml"), text).unwrap();
    let mut command = server.command(&["deals", "list", "--profile", "p"]);
    command
        .args(["--config-dir", config.to_str().unwrap()])
        .env("ENCOURS_PASSPHRASE", "canary-passphrase")
        .env_remove("ENCOURS_SECRET");
    CliOutput::from_output(command.output().unwrap()).assert_ok();
    let inherited = std::fs::read_to_string(&seen).unwrap();
    assert!(inherited.contains("ENCOURS_KEY_ID"), "{inherited}");
    assert!(!inherited.contains("canary"), "{inherited}");
}
