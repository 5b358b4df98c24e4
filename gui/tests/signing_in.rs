//! The first run in the program itself: a key that is refused, mended and kept under a passphrase, by keyboard alone; and
//! then one window for the profile that was signed in to.

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

/// Whether a file of this name lies somewhere under a directory.
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
    // The first field has the keyboard once it has answered it.
    press_until(&display, &["ctrl+a", "a", "ctrl+a", "ctrl+c"], |text| text == "a");
    write(&display, sandbox.base_url());
    press(&display, &["Tab"]);
    write(&display, sandbox.key_id());
    press(&display, &["Tab"]);
    write(&display, &format!("x{}", sandbox.secret().expose()));
    // Past the button that shows it.
    press(&display, &["Tab", "Tab"]);
    write(&display, "some words of one's own");
    press(&display, &["Return"]);
    await_line(&said, "401");
    // Nothing has to be typed anew: the focus stands in the secret, whose first letter was one too many.
    press(&display, &["Home", "Delete", "Return"]);
    let end = Instant::now() + BOUND;
    while !holds(&dir.path().join("data"), "window.door") {
        assert!(Instant::now() < end, "it was not signed in");
        std::thread::yield_now();
    }
    // What a start asks for is asked for once there is somebody to ask, not only what fills the board.
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
