//! Benchmark of the window as a process with 100,000 deals.
//!
//! It measures the time from start to the board drawn from the store, the memory after each costly step, and the frames
//! drawn while idle. It needs a virtual display, larger than the window (1280 × 800), with software OpenGL and
//! `xdotool` for the keyboard. Run it with `cargo bench -p encours-gui --bench process [-- DEALS]`.
//!
//! The server is a sandbox in this process. The program is the real one; its first run fills the store. A start ends
//! with the frame that shows the deals.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench without its display or its service has nothing to measure, and prints what it measured"
)]

#[path = "../tests/support/program.rs"]
mod program;
#[path = "../tests/support/typist.rs"]
mod typist;

use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use encours_sandbox::{Config, Sandbox};
use program::{
    OwnedProcess, TIMEOUT, await_line, program_command, read_lines, start_display_sized, wait_for_exit,
};
use typist::{press_keys, type_text};

/// Number of measured starts; the median counts.
const RUNS: usize = 5;
/// Length of the idle measurement.
const IDLE: Duration = Duration::from_mins(1);
/// Time without a frame after which the window counts as idle.
const REST: Duration = Duration::from_secs(5);

/// Limit of resident memory with 100,000 deals, in MiB.
const MOST: u64 = 200;
/// Number of deals up to which the memory limit applies.
const DEALS: u32 = 100_000;
/// Log text of the program after it has released memory following a full sync.
const TIDIED: &str = "free memory given back";

/// A run of the program.
struct Run {
    child: OwnedProcess,
    said: Receiver<String>,
    /// Time from the start to the frame that shows the deals.
    filled: Duration,
}

impl Run {
    fn begin(sandbox: &Sandbox, display: &str, own: &Path) -> Self {
        let began = Instant::now();
        let child = program_command(display, own)
            .env("ENCOURS_BASE_URL", sandbox.base_url())
            .env("ENCOURS_KEY_ID", sandbox.key_id())
            .env("ENCOURS_SECRET", sandbox.secret().expose())
            .env("ENCOURS_CONFIG_DIR", own.join("config"))
            .env("ENCOURS_DATA_DIR", own.join("data"))
            .arg("-vvv")
            .spawn();
        let mut child = OwnedProcess(child.unwrap());
        let said = read_lines(child.0.stderr.take().unwrap());
        await_line(&said, "first deals drawn");
        Self { filled: began.elapsed(), child, said }
    }

    /// Returns the log lines of the frames drawn within a time.
    fn frames(&self, within: Duration) -> Vec<String> {
        let end = Instant::now() + within;
        let mut frames = Vec::new();
        loop {
            match self.said.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => frames.extend(Some(line).filter(|line| line.contains("frame drawn"))),
                Err(RecvTimeoutError::Timeout) => return frames,
                Err(RecvTimeoutError::Disconnected) => panic!("the program has exited"),
            }
        }
    }

    /// Waits until the program draws no more frames.
    fn rest(&self) {
        let end = Instant::now() + TIMEOUT;
        while self.frames(REST).len() > 1 {
            assert!(Instant::now() < end, "failed to reach idle within {TIMEOUT:?}");
        }
    }

    /// Returns a line of `/proc/PID/status`, in MiB.
    fn memory(&self, line: &str) -> u64 {
        let path = format!("/proc/{}/status", self.child.0.id());
        let status = std::fs::read_to_string(path).unwrap();
        let found = status.lines().find(|text| text.starts_with(line)).unwrap();
        let digits: String = found.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<u64>().unwrap() / 1024
    }

    /// Prints the current and the peak resident memory, and checks the limit.
    fn tell(&self, when: &str, deals: u32) {
        let (now, most) = (self.memory("VmRSS"), self.memory("VmHWM"));
        println!("resident after {when}: {now} MiB (at most {most})");
        assert!(deals > DEALS || most <= MOST, "memory limit exceeded: {most} of {MOST} MiB");
    }

    /// Opens the table, types a filter and starts a full sync, as a user would.
    fn look_around(&self, display: &str, deals: u32) {
        press_keys(display, &["v"]);
        self.rest();
        press_keys(display, &["slash"]);
        type_text(display, "lyon");
        self.rest();
        self.tell("the table and a filter", deals);
        press_keys(display, &["Escape", "Escape", "F5"]);
        await_line(&self.said, TIDIED);
        self.rest();
        self.tell("a second full sync", deals);
    }

    fn end(mut self) {
        let asked = Command::new("kill").arg(self.child.0.id().to_string()).status();
        assert!(asked.unwrap().success());
        let (status, last) = wait_for_exit(&mut self.child.0, &self.said);
        assert!(status.success(), "{status}: {last:?}");
    }
}

fn main() {
    let deals = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(DEALS);
    let sandbox = Sandbox::start(Config { deals, seed: 7, ..Config::default() }).unwrap();
    let (_server, display) = start_display_sized("1440x900");
    let own = tempfile::tempdir().unwrap();
    let first = Run::begin(&sandbox, &display, own.path());
    println!("{deals} deals");
    await_line(&first.said, TIDIED);
    first.rest();
    first.tell("the first run, which reads everything", deals);
    first.look_around(&display, deals);
    first.end();
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let run = Run::begin(&sandbox, &display, own.path());
        times.push(run.filled);
        run.end();
    }
    times.sort_unstable();
    println!("start to the board from the store: {:?} (slowest {:?})", times[RUNS / 2], times[RUNS - 1]);
    let run = Run::begin(&sandbox, &display, own.path());
    await_line(&run.said, TIDIED);
    run.rest();
    run.tell("a start from local data", deals);
    let frames = run.frames(IDLE);
    println!("frames in {IDLE:?} in which nothing happens: {}", frames.len());
    for frame in frames {
        println!("{frame}");
    }
    run.look_around(&display, deals);
    run.end();
}
