//! What the window costs as a process, with 100,000 deals: from its start to the board from the store, its memory after
//! each of the things that take some, and the frames it draws while nothing happens. On a display nobody sees, drawn by
//! software OpenGL; the display is larger than the window, which has its own 1280 x 800. The keyboard is `xdotool`'s.
//! `cargo bench -p encours-gui --bench process [-- DEALS]`
//!
//! The service is a sandbox in this process; the program is the real one, with a store that its first run fills. A start
//! ends with the frame that shows the deals.

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
use program::{BOUND, Owned, await_line, display_of, ended, lines, program};
use typist::{press, write};

/// How often a start is measured; the median counts.
const RUNS: usize = 5;
/// How long nothing happens.
const IDLE: Duration = Duration::from_mins(1);
/// After so long without a frame the window has come to rest.
const REST: Duration = Duration::from_secs(5);

/// What may be resident with 100,000 deals at most, whatever was done, in MiB.
const MOST: u64 = 200;
/// For so many deals it is held to.
const DEALS: u32 = 100_000;
/// What the program says when it has come to rest after a reading.
const TIDIED: &str = "free memory given back";

/// A run of the program.
struct Run {
    child: Owned,
    said: Receiver<String>,
    /// From its start to the frame that showed the deals.
    filled: Duration,
}

impl Run {
    fn begin(sandbox: &Sandbox, display: &str, own: &Path) -> Self {
        let began = Instant::now();
        let child = program(display, own)
            .env("ENCOURS_BASE_URL", sandbox.base_url())
            .env("ENCOURS_KEY_ID", sandbox.key_id())
            .env("ENCOURS_SECRET", sandbox.secret().expose())
            .env("ENCOURS_CONFIG_DIR", own.join("config"))
            .env("ENCOURS_DATA_DIR", own.join("data"))
            .arg("-vvv")
            .spawn();
        let mut child = Owned(child.unwrap());
        let said = lines(child.0.stderr.take().unwrap());
        await_line(&said, "first deals drawn");
        Self {
            filled: began.elapsed(),
            child,
            said,
        }
    }

    /// The frames that are drawn within a time: what the program says of each.
    fn frames(&self, within: Duration) -> Vec<String> {
        let end = Instant::now() + within;
        let mut frames = Vec::new();
        loop {
            match self
                .said
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(line) => frames.extend(Some(line).filter(|line| line.contains("frame drawn"))),
                Err(RecvTimeoutError::Timeout) => return frames,
                Err(RecvTimeoutError::Disconnected) => panic!("it has ended"),
            }
        }
    }

    /// Waits until nothing is drawn any more.
    fn rest(&self) {
        let end = Instant::now() + BOUND;
        while self.frames(REST).len() > 1 {
            assert!(Instant::now() < end, "it does not come to rest within {BOUND:?}");
        }
    }

    /// A line of `/proc/PID/status`, in MiB.
    fn memory(&self, line: &str) -> u64 {
        let path = format!("/proc/{}/status", self.child.0.id());
        let status = std::fs::read_to_string(path).unwrap();
        let found = status.lines().find(|text| text.starts_with(line)).unwrap();
        let digits: String = found.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<u64>().unwrap() / 1024
    }

    /// Prints what is resident now and what was at most.
    fn tell(&self, when: &str, deals: u32) {
        let (now, most) = (self.memory("VmRSS"), self.memory("VmHWM"));
        println!("resident after {when}: {now} MiB (at most {most})");
        assert!(
            deals > DEALS || most <= MOST,
            "{most} MiB, and {MOST} are allowed"
        );
    }

    /// What a person does who looks for something: the table, a filter, everything read again.
    fn look_around(&self, display: &str, deals: u32) {
        press(display, &["v"]);
        self.rest();
        press(display, &["slash"]);
        write(display, "lyon");
        self.rest();
        self.tell("the table and a filter", deals);
        press(display, &["Escape", "Escape", "F5"]);
        await_line(&self.said, TIDIED);
        self.rest();
        self.tell("everything was read again", deals);
    }

    fn end(mut self) {
        let asked = Command::new("kill").arg(self.child.0.id().to_string()).status();
        assert!(asked.unwrap().success());
        let (status, last) = ended(&mut self.child.0, &self.said);
        assert!(status.success(), "{status}: {last:?}");
    }
}

fn main() {
    let deals = std::env::args()
        .find_map(|text| text.parse().ok())
        .unwrap_or(DEALS);
    let sandbox = Sandbox::start(Config {
        deals,
        seed: 7,
        ..Config::default()
    })
    .unwrap();
    let (_server, display) = display_of("1440x900");
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
    println!(
        "start to the board from the store: {:?} (slowest {:?})",
        times[RUNS / 2],
        times[RUNS - 1]
    );
    let run = Run::begin(&sandbox, &display, own.path());
    await_line(&run.said, TIDIED);
    run.rest();
    run.tell("such a start", deals);
    let frames = run.frames(IDLE);
    println!("frames in {IDLE:?} in which nothing happens: {}", frames.len());
    for frame in frames {
        println!("{frame}");
    }
    run.look_around(&display, deals);
    run.end();
}
