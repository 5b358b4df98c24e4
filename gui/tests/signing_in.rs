//! The first run of the real program, by keyboard alone.
//!
//! A key is rejected, corrected and stored under a passphrase. Afterwards the profile has only one window.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

#[path = "support/program.rs"]
mod program;
#[path = "support/typist.rs"]
mod typist;

use std::path::Path;
use std::time::{Duration, Instant};

use encours_sandbox::{Config, Sandbox};
use program::{
    OwnedProcess, TIMEOUT, await_line, read_lines, start_display, unconfigured_command, wait_for_exit,
};
use typist::{press_keys, press_until, type_text};

/// Returns whether a file of this name exists somewhere under a directory.
fn contains_file(dir: &Path, name: &str) -> bool {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| {
        path.file_name().is_some_and(|file| file == name) || (path.is_dir() && contains_file(&path, name))
    })
}

#[test]
fn rejected_key_is_corrected_in_place_for_one_window() {
    let sandbox = Sandbox::start(Config::default()).unwrap();
    let (_server, display) = start_display();
    let dir = tempfile::tempdir().unwrap();
    let mut program = OwnedProcess(unconfigured_command(&display, dir.path()).spawn().unwrap());
    let output = read_lines(program.0.stderr.take().unwrap());
    await_line(&output, "first frame drawn");
    // The first field has the keyboard focus once it has reacted.
    press_until(&display, &["ctrl+a", "a", "ctrl+a", "ctrl+c"], |text| text == "a");
    type_text(&display, sandbox.base_url());
    press_keys(&display, &["Tab"]);
    type_text(&display, sandbox.key_id());
    press_keys(&display, &["Tab"]);
    type_text(&display, &format!("x{}", sandbox.secret().expose()));
    // Skip the button that shows the secret.
    press_keys(&display, &["Tab", "Tab"]);
    type_text(&display, "some words of one's own");
    press_keys(&display, &["Return"]);
    await_line(&output, "401");
    // Only the secret must be corrected: the focus is in it, and its first letter is wrong.
    press_keys(&display, &["Home", "Delete", "Return"]);
    let end = Instant::now() + TIMEOUT;
    while !contains_file(&dir.path().join("data"), "window.door") {
        assert!(Instant::now() < end, "it was not signed in");
        std::thread::yield_now();
    }
    // After signing in, all data of a normal start is requested, not only the board's.
    for route in ["entity_get", "notifications_list", "portfolio_summary"] {
        while sandbox.requests().count(route) == 0 {
            assert!(Instant::now() < end, "{route} was never read");
            std::thread::yield_now();
        }
    }
    let begun = Instant::now();
    let mut second = OwnedProcess(unconfigured_command(&display, dir.path()).spawn().unwrap());
    let second_output = read_lines(second.0.stderr.take().unwrap());
    let (status, last) = wait_for_exit(&mut second.0, &second_output);
    assert!(status.success(), "{last:?}");
    assert!(begun.elapsed() < Duration::from_mins(1));
    assert!(
        !last.iter().any(|line| line.contains("first frame drawn")),
        "the second one opened a window: {last:?}"
    );
}
