//! The real program in a real window, on a virtual display with software OpenGL.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

#[path = "support/program.rs"]
mod program;

use std::process::Command;

use program::{
    OwnedProcess, await_line, demo_command, read_lines, start_display, unconfigured_command, wait_for_exit,
};

#[test]
fn demo_opens_a_window_and_exits_cleanly() {
    let (_server, display) = start_display();
    let dir = tempfile::tempdir().unwrap();
    let mut program = OwnedProcess(demo_command(&display, dir.path()).spawn().unwrap());
    let output = read_lines(program.0.stderr.take().unwrap());
    await_line(&output, "first frame drawn");
    // The window appears first and then requests its data.
    await_line(&output, "/v1/deals?");
    let kill_status = Command::new("kill").arg(program.0.id().to_string()).status().unwrap();
    assert!(kill_status.success());
    let (status, last) = wait_for_exit(&mut program.0, &output);
    assert!(status.success(), "asked to end, it ended with {status}");
    assert!(last.iter().any(|line| line.contains("closed")), "{last:?}");
    let remaining: Vec<_> =
        std::fs::read_dir(dir.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
    let demo = remaining.iter().filter(|name| name.to_string_lossy().starts_with("encours-demo-"));
    assert_eq!(demo.count(), 0, "the demo leaves no files: {remaining:?}");
}

#[test]
fn command_line_errors_are_printed_without_a_window() {
    let output = Command::new(env!("CARGO_BIN_EXE_encours-desktop"))
        .args(["--demo", "--lang", "xx"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--lang"));
}

/// A program started from a menu has no terminal: configuration errors appear in a window.
#[test]
fn configuration_errors_are_shown_in_the_window() {
    let (_server, display) = start_display();
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("config");
    std::fs::create_dir_all(&config).unwrap();
    for text in ["profiles = 3\n", "[settings.keys]\nno-such-action = [\"x\"]\n"] {
        std::fs::write(config.join("config.toml"), text).unwrap();
        let mut program = OwnedProcess(unconfigured_command(&display, dir.path()).spawn().unwrap());
        let output = read_lines(program.0.stderr.take().unwrap());
        await_line(&output, "the configuration cannot be used");
        await_line(&output, "first frame drawn");
    }
}
