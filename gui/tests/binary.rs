//! The program itself, once, in a real window: on a display nobody sees, drawn by software OpenGL.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longer than the start takes, even on a busy machine.
const BOUND: Duration = Duration::from_mins(2);

/// A child that ends with its test.
struct Owned(Child);

impl Drop for Owned {
    fn drop(&mut self) {
        // Gone already is as good.
        let _gone = self.0.kill();
        let _status = self.0.wait();
    }
}

/// The lines that come from a pipe, read on a thread of their own.
fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// Waits for a line that holds `what`; what came before it is part of the failure.
#[track_caller]
fn await_line(lines: &Receiver<String>, what: &str) -> String {
    let (end, mut seen) = (Instant::now() + BOUND, Vec::new());
    loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) if line.contains(what) => return line,
            Ok(line) => seen.push(line),
            Err(RecvTimeoutError::Timeout) => panic!("no `{what}` within {BOUND:?}:\n{}", seen.join("\n")),
            Err(RecvTimeoutError::Disconnected) => panic!("it ended without `{what}`:\n{}", seen.join("\n")),
        }
    }
}

/// A display of its own: Xvfb takes a free number itself, so that any number of tests may run at once.
fn display() -> (Owned, String) {
    let started = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "1280x800x24",
            "-nolisten",
            "tcp",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut server = Owned(started.expect("Xvfb is installed (Debian: xvfb); tests/run installs it"));
    let number = await_line(&lines(server.0.stdout.take().unwrap()), "");
    (server, format!(":{}", number.trim()))
}

/// Waits for the end of a program by the end of what it says. Returns its last lines.
fn ended(program: &mut Child, said: &Receiver<String>) -> (ExitStatus, Vec<String>) {
    let (end, mut last) = (Instant::now() + BOUND, Vec::new());
    loop {
        match said.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => last.push(line),
            Err(RecvTimeoutError::Disconnected) => return (program.wait().unwrap(), last),
            Err(RecvTimeoutError::Timeout) => panic!("it does not end:\n{}", last.join("\n")),
        }
    }
}

#[test]
fn the_demo_opens_a_window_and_ends_in_good_order() {
    let (_server, display) = display();
    let dir = tempfile::tempdir().unwrap();
    let started = Command::new(env!("CARGO_BIN_EXE_encours-desktop"))
        .args(["--demo", "--demo-deals", "24", "--lang", "en", "--theme", "light"])
        .env("DISPLAY", &display)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("XDG_RUNTIME_DIR", dir.path())
        .env("TMPDIR", dir.path())
        .env("ENCOURS_LOG", "warn,encours_gui=info,encours_sandbox=info")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let mut program = Owned(started.unwrap());
    let said = lines(program.0.stderr.take().unwrap());
    await_line(&said, "first frame drawn");
    // The window was there first; what it shows is then asked for.
    await_line(&said, "/v1/deals?");
    let asked = Command::new("kill")
        .arg(program.0.id().to_string())
        .status()
        .unwrap();
    assert!(asked.success());
    let (status, last) = ended(&mut program.0, &said);
    assert!(status.success(), "asked to end, it ended with {status}");
    assert!(last.iter().any(|line| line.contains("closed")), "{last:?}");
    let left: Vec<_> = std::fs::read_dir(dir.path())
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    let demo = left
        .iter()
        .filter(|name| name.to_string_lossy().starts_with("encours-demo-"));
    assert_eq!(demo.count(), 0, "the demo leaves nothing behind: {left:?}");
}

#[test]
fn what_is_wrong_with_the_command_line_is_said_before_any_window() {
    let output = Command::new(env!("CARGO_BIN_EXE_encours-desktop"))
        .args(["--demo", "--lang", "xx"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--lang"));
}
