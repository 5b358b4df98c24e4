//! Compares the terminal with `fzf` and `VisiData`, on the same names, keys and terminal sizes.
//!
//! `tests/benches/side-by-side [DEALS]` builds what is measured and runs this. A program that is not installed is
//! reported and skipped.

#![allow(clippy::expect_used, clippy::panic, reason = "a bench without its service has nothing to measure")]

#[path = "../processes/measured_program.rs"]
mod measured_program;
mod programs;
#[path = "../processes/screen.rs"]
mod screen;
#[path = "../processes/service.rs"]
#[allow(dead_code, reason = "each bench asks its own of the service")]
mod service;
mod table;

use std::time::Duration;

use programs::{Program, letters};
use screen::BenchScreen;
use table::{ResultColumn, format_table, format_words};

/// The timeout, longer than any measurement.
const TIMEOUT: Duration = Duration::from_mins(2);
/// The number of measured starts; the median counts.
const STARTS: usize = 5;
/// The number of measured cursor keys.
const KEYS: usize = 100;
/// The large terminal for scrolling, and the keys in each direction (more than its rows).
const LARGE: (u16, u16) = (200, 60);
const SCROLL_KEYS: usize = 100;
/// The silence after which the response to a cursor key is complete.
const KEY_SILENCE: Duration = Duration::from_millis(40);
/// The silence after which the response to a filter key is complete; a filter may pause while it computes.
const FILTER_SILENCE: Duration = Duration::from_millis(250);
/// The duration for which an idle screen is measured.
const IDLE: Duration = Duration::from_secs(10);
/// The filter text; none of [`WORDS`], because fzf keeps the results of texts that were typed before.
const FILTER_TEXT: &str = "nantes";

/// The filter words, accented ones among them, of which each letter is measured.
const WORDS: &str = "lyon grenoble bordeaux dunkerque béziers créteil chambéry hôtel entrepôt foncière \
    allée galilée résidence clinique commerces bureaux avenue domaine horizon toulouse";

/// The measurements of one program.
pub struct Measurements {
    /// Time from the start to the first names.
    pub first_names: Duration,
    /// Time from the start to the complete count.
    pub all_counted: Duration,
    /// Time from a cursor key to the last byte that changes the screen.
    pub keys: Vec<Duration>,
    /// The most bytes sent for a cursor key.
    pub max_bytes: usize,
    /// The most bytes sent for a cursor key that scrolls, in a large terminal.
    pub max_bytes_scrolling: usize,
    /// Time from a filter key to the last byte that changes the screen; one value if the filter is a single query.
    pub filter: Vec<Duration>,
    /// The same for the letters of each of [`WORDS`]; empty if the filter is a single query.
    pub words: Vec<Vec<Duration>>,
    /// Bytes and processor time while idle.
    pub idle: (usize, Duration),
    /// Resident memory in KiB after the start.
    pub resident: u64,
}

fn main() {
    let deals = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(100_000);
    let dir = tempfile::tempdir().expect("failed to create a temporary directory");
    let (programs, service) = programs::prepare_programs(
        &measured_program::encours("tests/benches/side-by-side"),
        deals,
        dir.path(),
    );
    let mut columns = Vec::new();
    for program in programs {
        if !program.is_installed() {
            println!("({} is not installed: not compared with)", program.name);
            continue;
        }
        println!("{}…", program.name);
        let column = ResultColumn { measurements: measure(&program), name: program.name };
        columns.push(column);
        // Print after each program, in case the next one hangs.
        print!("\n{deals} names, 160 × 36\n\n{}\n", format_table(&columns));
    }
    print!("\nOne letter of the filter, mean (slowest) in ms\n\n{}\n", format_words(&columns));
    drop(service);
}

fn measure(program: &Program) -> Measurements {
    let (mut first, mut all) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let started_at = std::time::Instant::now();
        let mut screen = BenchScreen::open(program.command());
        first.push(screen.wait(TIMEOUT, |text| text.contains(&program.first_text)) - started_at);
        all.push(screen.wait(TIMEOUT, |text| text.contains(&program.all_text)) - started_at);
        screen.measure_keys(program.quit_keys, KEY_SILENCE);
    }
    let mut screen = BenchScreen::open(program.command());
    screen.wait(TIMEOUT, |text| text.contains(&program.all_text));
    screen.measure_keys("", FILTER_SILENCE);
    let resident = screen.memory().0;
    let mut max_bytes = 0;
    let keys = (0..KEYS)
        .map(|number| {
            // Down and up again, through the visible rows and a little beyond.
            let key = if number / 25 % 2 == 0 { program.down } else { program.up };
            let (elapsed, sent) = screen.measure_keys(key, KEY_SILENCE);
            max_bytes = max_bytes.max(sent);
            elapsed
        })
        .collect();
    let idle = screen.measure_idle(IDLE);
    screen.measure_keys(program.filter, FILTER_SILENCE);
    let filter =
        program.filter_inputs.iter().map(|keys| screen.measure_keys(keys, FILTER_SILENCE).0).collect();
    let words = program.clear.map(|clear| measure_words(&mut screen, clear)).unwrap_or_default();
    screen.measure_keys(program.quit_keys, KEY_SILENCE);
    drop(screen);
    Measurements {
        max_bytes_scrolling: measure_scrolling(program),
        first_names: median(&mut first),
        all_counted: median(&mut all),
        keys,
        max_bytes,
        filter,
        words,
        idle,
        resident,
    }
}

/// Types each word into the empty filter, and returns the times of its letters.
fn measure_words(screen: &mut BenchScreen, clear: &str) -> Vec<Vec<Duration>> {
    let mut measure_word = |word| {
        screen.measure_keys(clear, FILTER_SILENCE);
        letters(word).iter().map(|letter| screen.measure_keys(letter, FILTER_SILENCE).0).collect()
    };
    WORDS.split_whitespace().map(&mut measure_word).collect()
}

/// Returns the most bytes sent for a cursor key while a large terminal scrolls.
fn measure_scrolling(program: &Program) -> usize {
    let mut screen = BenchScreen::sized(program.command(), LARGE.0, LARGE.1);
    screen.wait(TIMEOUT, |text| text.contains(&program.all_text));
    screen.measure_keys(program.rows_key, FILTER_SILENCE);
    let keys = [program.down, program.up].map(|key| [key; SCROLL_KEYS]).concat();
    let sent = keys.into_iter().map(|key| screen.measure_keys(key, KEY_SILENCE).1);
    let max_bytes = sent.max().unwrap_or_default();
    screen.measure_keys(program.quit_keys, KEY_SILENCE);
    max_bytes
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
