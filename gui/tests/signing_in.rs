//! The first run of the real program, by keyboard alone.
//!
//! A key is refused, corrected and stored under a passphrase. Afterwards the profile has only one window.

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
use program::{BOUND, Owned, await_line, display, ended, lines, unconfigured};
use typist::{press, press_until, write};

/// Returns whether a file of this name exists somewhere under a directory.
fn holds(dir: &Path, name: &str) -> bool {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| {
        path.file_name().is_some_and(|file| file == name) || (path.is_dir() && holds(&path, name))
    })
}

#[test]
fn a_refused_key_is_mended_where_it_was_typed_and_its_profile_has_one_window() {
    let sandbox = Sandbox::start(Config::default()).unwrap();
    let (_server, display) = display();
    let dir = tempfile::tempdir().unwrap();
    let mut program = Owned(unconfigured(&display, dir.path()).spawn().unwrap());
    let said = lines(program.0.stderr.take().unwrap());
    await_line(&said, "first frame drawn");
    // The first field has the keyboard focus once it has reacted.
    press_until(&display, &["ctrl+a", "a", "ctrl+a", "ctrl+c"], |text| text == "a");
    write(&display, sandbox.base_url());
    press(&display, &["Tab"]);
    write(&display, sandbox.key_id());
    press(&display, &["Tab"]);
    write(&display, &format!("x{}", sandbox.secret().expose()));
    // Skip the button that shows the secret.
    press(&display, &["Tab", "Tab"]);
    write(&display, "some words of one's own");
    press(&display, &["Return"]);
    await_line(&said, "401");
    // Only the secret must be corrected: the focus is in it, and its first letter is wrong.
    press(&display, &["Home", "Delete", "Return"]);
    let end = Instant::now() + BOUND;
    while !holds(&dir.path().join("data"), "window.door") {
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
    let mut second = Owned(unconfigured(&display, dir.path()).spawn().unwrap());
    let heard = lines(second.0.stderr.take().unwrap());
    let (status, last) = ended(&mut second.0, &heard);
    assert!(status.success(), "{last:?}");
    assert!(begun.elapsed() < Duration::from_mins(1));
    assert!(
        !last.iter().any(|line| line.contains("first frame drawn")),
        "the second one opened a window: {last:?}"
    );
}
