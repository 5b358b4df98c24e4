//! The terminal beside the programs that set the mark: encours, `fzf` and `VisiData` show the same names in terminals of
//! the same size, one after the other, and are asked the same of.
//!
//! `tests/benches/side-by-side [DEALS]` builds what is measured and runs this. What is not installed is said and left
//! out.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a bench without its service has nothing to measure"
)]

#[path = "../processes/built.rs"]
mod built;
mod programs;
#[path = "../processes/screen.rs"]
mod screen;
#[path = "../processes/service.rs"]
#[allow(dead_code, reason = "each bench asks its own of the service")]
mod service;
mod table;

use std::time::Duration;

use programs::Program;
use screen::Screen;
use table::{Column, table};

/// Longer than anything measured takes.
const BOUND: Duration = Duration::from_mins(2);
/// How often a start is measured; the median counts.
const STARTS: usize = 5;
/// How many cursor keys are measured.
const KEYS: usize = 100;
/// The large terminal in which a list scrolls, and for how many keys in each direction: further than it shows.
const LARGE: (u16, u16) = (200, 60);
const FURTHER: usize = 100;
/// After so long without a byte the answer to a cursor key is complete.
const STILL: Duration = Duration::from_millis(40);
/// The same for a filter, which may think in between.
const QUIET: Duration = Duration::from_millis(250);
/// How long an idle screen is watched.
const IDLE: Duration = Duration::from_secs(10);
/// What is typed into a filter.
const WORD: &str = "toulouse";

/// What was measured of one program.
pub struct Measured {
    /// From the start to the first of the names.
    pub first: Duration,
    /// From the start to the count of all of them.
    pub all: Duration,
    /// A cursor key to the last byte it changes.
    pub keys: Vec<Duration>,
    /// The most bytes that a cursor key sent.
    pub most: usize,
    /// The same where the list scrolls with each, in a large terminal.
    pub scrolled: usize,
    /// A key in the filter to the last byte it changes; or the whole filter, where it is one question.
    pub filter: Vec<Duration>,
    /// Bytes and time on a processor while nothing happens.
    pub idle: (usize, Duration),
    /// Resident memory in KiB after the start.
    pub resident: u64,
}

fn main() {
    let deals = std::env::args()
        .skip(1)
        .find_map(|text| text.parse().ok())
        .unwrap_or(100_000);
    let place = tempfile::tempdir().expect("a directory of one's own");
    let (programs, service) =
        programs::all(&built::encours("tests/benches/side-by-side"), deals, place.path());
    let mut columns = Vec::new();
    for program in programs {
        if !program.installed() {
            println!("({} is not installed: not compared with)", program.name);
            continue;
        }
        println!("{}…", program.name);
        let column = Column {
            measured: measure(&program),
            name: program.name,
        };
        columns.push(column);
        // What was measured is told even if the next program never answers.
        print!("\n{deals} names, 160 × 36\n\n{}\n", table(&columns));
    }
    drop(service);
}

fn measure(program: &Program) -> Measured {
    let (mut first, mut all) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let began = std::time::Instant::now();
        let mut screen = Screen::open(program.command());
        first.push(screen.wait(BOUND, |text| text.contains(&program.first)) - began);
        all.push(screen.wait(BOUND, |text| text.contains(&program.all)) - began);
        screen.answered(program.leave, STILL);
    }
    let mut screen = Screen::open(program.command());
    screen.wait(BOUND, |text| text.contains(&program.all));
    screen.answered("", QUIET);
    let resident = screen.memory().0;
    let mut most = 0;
    let keys = (0..KEYS)
        .map(|number| {
            // Down and up again through what is in sight and a little beyond.
            let key = if number / 25 % 2 == 0 {
                program.down
            } else {
                program.up
            };
            let (took, sent) = screen.answered(key, STILL);
            most = most.max(sent);
            took
        })
        .collect();
    let idle = screen.idle(IDLE);
    screen.answered(program.filter, QUIET);
    let filter = program
        .typed
        .iter()
        .map(|keys| screen.answered(keys, QUIET).0)
        .collect();
    screen.answered(program.leave, STILL);
    drop(screen);
    Measured {
        scrolled: scrolled(program),
        first: median(&mut first),
        all: median(&mut all),
        keys,
        most,
        filter,
        idle,
        resident,
    }
}

/// The most bytes that a cursor key sends while the list scrolls at the edge of a large terminal, down and up again.
fn scrolled(program: &Program) -> usize {
    let mut screen = Screen::sized(program.command(), LARGE.0, LARGE.1);
    screen.wait(BOUND, |text| text.contains(&program.all));
    screen.answered(program.rows, QUIET);
    let keys = [program.down, program.up].map(|key| [key; FURTHER]).concat();
    let sent = keys.into_iter().map(|key| screen.answered(key, STILL).1);
    let most = sent.max().unwrap_or_default();
    screen.answered(program.leave, STILL);
    most
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
