//! The real system keyring: a Secret Service on a private message bus, apart from the user's.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test whose ground gives way must fail")]
#![cfg(target_os = "linux")]

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use encours_core::client::auth::keyring::{KeyringEntry, check_keyring};
use encours_core::error::ErrorKind;
use secrecy::{ExposeSecret, SecretString};

/// Runs one of the ignored tests below on a private bus.
///
/// `setup` runs first in the same shell.
fn run_on_private_bus(setup: &str, test: &str) {
    let home = tempfile::tempdir().expect("failed to create a temporary directory");
    std::fs::set_permissions(home.path(), Permissions::from_mode(0o700)).expect("failed to set permissions");
    let script = format!("{setup} exec \"$0\" --exact {test} --ignored --nocapture");
    let output = Command::new("dbus-run-session")
        .args(["--", "sh", "-c", &script])
        .arg(std::env::current_exe().expect("failed to find this test's path"))
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_RUNTIME_DIR", home.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("dbus-run-session is installed (Debian: dbus)");
    let (stdout_text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && stdout_text.contains("1 passed"), "{stdout_text}{errors}");
}

#[test]
fn unlocked_keyring_can_be_used_for_secrets() {
    let unlock = "printf pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null || exit 9;";
    run_on_private_bus(unlock, "keyring_stores_replaces_and_deletes_a_secret");
}

#[test]
fn missing_secret_service_is_reported_as_an_error() {
    run_on_private_bus("", "keyring_check_reports_that_it_is_unavailable");
}

#[tokio::test]
#[ignore = "run by unlocked_keyring_can_be_used_for_secrets"]
async fn keyring_stores_replaces_and_deletes_a_secret() {
    let entry = KeyringEntry::new("profil « été »");
    assert!(entry.load().await.unwrap().is_none());
    for secret in ["premier secret é\n", "second"] {
        entry.store(&SecretString::from(secret)).await.unwrap();
        assert_eq!(entry.load().await.unwrap().unwrap().expose_secret(), secret);
    }
    assert!(KeyringEntry::new("another").load().await.unwrap().is_none());
    assert!(entry.delete().await.unwrap());
    assert!(!entry.delete().await.unwrap());
    assert!(entry.load().await.unwrap().is_none());
    check_keyring().await.unwrap();
}

#[tokio::test]
#[ignore = "run by missing_secret_service_is_reported_as_an_error"]
async fn keyring_check_reports_that_it_is_unavailable() {
    let error = check_keyring().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Auth);
    assert!(error.to_string().contains("keyring"), "{error}");
}
