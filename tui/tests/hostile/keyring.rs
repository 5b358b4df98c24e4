//! `login`, `logout` and `doctor` with a real Secret Service, on a private message bus.
#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use super::server::{CliOutput, Reply, SECRET, Server, files};

/// Runs a script with the program as `$0` on a private bus, which `before` prepares.
fn run_on_private_bus(server: &Server, before: &str, script: &str) -> (i32, String) {
    let home = server.dir.path();
    std::fs::set_permissions(home, std::fs::Permissions::from_mode(0o700)).unwrap();
    let output = Command::new("dbus-run-session")
        .args(["--", "sh", "-c", &format!("{before}\n{script}"), env!("CARGO_BIN_EXE_encours")])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("xdg"))
        .env("XDG_RUNTIME_DIR", home)
        .env("ENCOURS_CONFIG_DIR", home.join("config"))
        .env("ENCOURS_DATA_DIR", home.join("data"))
        .env("ENCOURS_FORMAT", "json")
        .env("URL", &server.base_url)
        .env("CANARY", SECRET)
        .output()
        .expect("dbus-run-session is installed (Debian: dbus)");
    let message =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap_or(-1), message)
}

const UNLOCKED: &str =
    "printf pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null || exit 90";

#[test]
fn keyring_stores_the_secret_from_login_to_logout() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"e1"}"#));
    let script = r#"
        as() { "$0" --profile "$@"; }
        printf '%s\n' "$CANARY" | as one login --secret-stdin --base-url "$URL" --key-id key_1 >/dev/null || exit 91
        printf '%s\n' "$CANARY" | as two login --secret-stdin --base-url "$URL" --key-id key_2 >/dev/null || exit 92
        as one entity || exit 93
        as two entity || exit 94
        as one doctor || true
        as one profiles || exit 95
        as one logout >/dev/null || exit 96
        as one entity && exit 97
        as two entity || exit 98
        # Into the file, and out of the keyring.
        printf '%s\n' "$CANARY" |
            ENCOURS_PASSPHRASE=canary-phrase as two login --secret-stdin --passphrase-file >/dev/null || exit 99
        as two entity && exit 100
        ENCOURS_PASSPHRASE=canary-phrase as two entity || exit 101
        as two logout --purge --yes >/dev/null || exit 102
    "#;
    let (status, message) = run_on_private_bus(&server, UNLOCKED, script);
    assert_eq!(status, 0, "{message}");
    assert!(
        message.contains("keyring: key_1@") && message.contains("\"check\":\"keyring\",\"result\":\"good\""),
        "{message}"
    );
    assert!(!message.contains("canary"), "{message}");
    for (path, bytes) in files(&server.dir.path().join("config")) {
        assert!(!bytes.windows(6).any(|window| window == b"canary"), "{}", path.display());
    }
}

/// A message bus that accepts connections and never answers, like a hanging keyring.
#[test]
fn hanging_keyring_is_named_and_blocks_nothing() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"e1"}"#));
    let path = server.dir.path().join("bus");
    let bus = std::os::unix::net::UnixListener::bind(&path).unwrap();
    std::thread::spawn(move || {
        let mut connections = Vec::new();
        connections.extend(bus.incoming().map_while(Result::ok));
    });
    let command = |line: &[&str]| {
        let mut command = super::server::bare(server.dir.path());
        command
            .env("ENCOURS_BASE_URL", &server.base_url)
            .env("ENCOURS_KEY_ID", "k")
            .env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", path.display()))
            .args(line);
        command
    };
    let ask = |line: &[&str]| CliOutput::from_output(command(line).output().unwrap());
    let error = ask(&["entity", "--timeout", "2"]).failed(3, "auth");
    assert!(error["message"].as_str().unwrap().contains("keyring did not respond"), "{error}");
    let began = std::time::Instant::now();
    let doctor = ask(&["doctor"]);
    assert!(began.elapsed() < std::time::Duration::from_secs(30), "{doctor:?}");
    assert_eq!(doctor.status, 3, "{doctor:?}");
    assert!(doctor.stdout.contains("keyring did not respond"), "{doctor:?}");
    // With a shorter timeout it also names the hanging keyring.
    let doctor = ask(&["doctor", "--timeout", "4"]);
    assert_eq!(doctor.status, 3, "{doctor:?}");
    let found = doctor.json();
    let mut checks = found.as_array().unwrap().iter();
    let hung = checks.find(|finding| finding["check"] == "secret").unwrap();
    let detail = hung["detail"].as_str().unwrap();
    assert!(detail.contains("keyring did not respond"), "{found}");
    // `login` too, and the storage of a profile's secret is unknown.
    let mut login = command(&["login", "--timeout", "2"]);
    let error =
        CliOutput::from_output(login.env("ENCOURS_SECRET", SECRET).output().unwrap()).failed(3, "auth");
    assert!(error["message"].as_str().unwrap().contains("keyring did not respond"), "{error}");
    std::fs::create_dir_all(server.dir.path().join("config")).unwrap();
    let profile = "[profiles.p]\nbase_url = \"http://127.0.0.1:1/v1\"\nkey_id = \"k\"\n";
    std::fs::write(server.dir.path().join("config/config.toml"), profile).unwrap();
    let profiles = ask(&["profiles", "--timeout", "2"]);
    assert_eq!(profiles.json()[0]["secret"], "unknown", "{profiles:?}");
    let began = std::time::Instant::now();
    ask(&["logout", "--profile", "p", "--timeout", "2"]).failed(3, "auth");
    assert!(began.elapsed() < std::time::Duration::from_secs(30));
    assert!(server.requests().is_empty());
}

#[test]
fn missing_keyring_suggests_the_passphrase_file() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"e1"}"#));
    let script = r#"
        printf '%s\n' "$CANARY" | "$0" login --secret-stdin --base-url "$URL" --key-id key_1
        [ $? = 3 ] || exit 91
    "#;
    // The bus has no Secret Service and cannot start one.
    let (status, message) =
        run_on_private_bus(&server, "export DBUS_SESSION_BUS_ADDRESS=unix:path=/no/such/bus", script);
    assert_eq!(status, 0, "{message}");
    assert!(message.contains("passphrase-file") && server.requests().is_empty(), "{message}");
}
