//! The real program as a child process, its output, and a virtual display; missing tools are named.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The timeout, longer than the start takes even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_mins(2);

/// A child process that ends with its test.
pub struct OwnedProcess(pub Child);

impl Drop for OwnedProcess {
    fn drop(&mut self) {
        // The process may have ended already.
        let _gone = self.0.kill();
        let _status = self.0.wait();
    }
}

/// Reads the lines of a pipe on a separate thread.
pub fn read_lines(from: impl Read + Send + 'static) -> Receiver<String> {
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

/// Waits for a line that contains `expected`; a failure shows the lines before it.
#[track_caller]
pub fn await_line(lines: &Receiver<String>, expected: &str) -> String {
    let (end, mut lines_read) = (Instant::now() + TIMEOUT, Vec::new());
    loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) if line.contains(expected) => return line,
            Ok(line) => lines_read.push(line),
            Err(RecvTimeoutError::Timeout) => {
                panic!("no `{expected}` within {TIMEOUT:?}:\n{}", lines_read.join("\n"))
            }
            Err(RecvTimeoutError::Disconnected) => {
                panic!("it ended without `{expected}`:\n{}", lines_read.join("\n"))
            }
        }
    }
}

/// Waits until a program ends, and returns its last lines.
#[track_caller]
pub fn wait_for_exit(program: &mut Child, output: &Receiver<String>) -> (ExitStatus, Vec<String>) {
    let (end, mut last) = (Instant::now() + TIMEOUT, Vec::new());
    loop {
        match output.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => last.push(line),
            Err(RecvTimeoutError::Disconnected) => return (program.wait().unwrap(), last),
            Err(RecvTimeoutError::Timeout) => panic!("the program does not end:\n{}", last.join("\n")),
        }
    }
}

/// Starts a server that prints its address on its first line; `package` is its Debian package.
#[track_caller]
pub fn start_server(command: &mut Command, package: &str) -> (OwnedProcess, String) {
    let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut server = OwnedProcess(started.unwrap_or_else(|error| {
        panic!("{command:?}: {error}. Debian has it in {package}; tests/run installs it")
    }));
    let address = await_line(&read_lines(server.0.stdout.take().unwrap()), "");
    (server, address.trim().to_owned())
}

/// Starts a private display.
///
/// Xvfb selects a free number itself, so that many tests can run at once. It never resets: a resetting server would
/// reject clients that connect at that moment.
pub fn start_display() -> (OwnedProcess, String) {
    start_display_sized("1280x800")
}

/// Starts a private display of another size.
pub fn start_display_sized(size: &str) -> (OwnedProcess, String) {
    let mut xvfb = Command::new("Xvfb");
    xvfb.args(["-displayfd", "1", "-screen", "0", &format!("{size}x24"), "-nolisten", "tcp", "-noreset"]);
    let (server, number) = start_server(&mut xvfb, "xvfb");
    (server, format!(":{number}"))
}

/// Returns the program on a display, with its own directories and a clean environment.
pub fn program_command(display: &str, own_dir: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_encours-desktop"));
    program
        .args(["--lang", "en", "--theme", "light", "-v"])
        .env("DISPLAY", display)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("XDG_RUNTIME_DIR", own_dir)
        .env("TMPDIR", own_dir)
        .env("HOME", own_dir)
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env_remove("DBUS_SESSION_BUS_ADDRESS")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ENCOURS_") {
            program.env_remove(name);
        }
    }
    program
}

/// Returns the program with twenty demo deals.
pub fn demo_command(display: &str, own_dir: &Path) -> Command {
    let mut program = program_command(display, own_dir);
    program.args(["--demo", "--demo-deals", "20"]);
    program
}

/// Returns the program without any configuration; it asks for a key.
pub fn unconfigured_command(display: &str, own_dir: &Path) -> Command {
    let mut program = program_command(display, own_dir);
    program.arg("--config-dir").arg(own_dir.join("config")).arg("--data-dir").arg(own_dir.join("data"));
    program
}
