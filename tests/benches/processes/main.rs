//! Measures the real program as a process.
//!
//! It measures the start from the store, memory, and a full sync over loopback against `curl` on the same pages. It
//! also compares a filter key with `fzf` on the same names.
//!
//! `tests/benches/run [DEALS…]` builds what is measured and runs this, once for each number of deals. If `curl` or
//! `fzf` is not installed, this is reported and skipped. With `--encrypt`, it compares encrypted and plain profiles
//! instead.

#![allow(clippy::expect_used, clippy::panic, reason = "a bench without its service has nothing to measure")]

mod compared_programs;
mod encryption_cost;
mod measured_program;
mod screen;
mod service;

use std::path::Path;
use std::time::{Duration, Instant};

use screen::BenchScreen;
use service::SandboxProcess;

/// The timeout, longer than any measurement.
const TIMEOUT: Duration = Duration::from_mins(5);
/// The number of runs; the median counts.
const RUNS: usize = 5;

fn main() {
    let program = measured_program::encours("tests/benches/run");
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let numbers = if numbers.is_empty() { vec![100_000] } else { numbers };
    let measure =
        if std::env::args().any(|text| text == "--encrypt") { encryption_cost::measure } else { measure };
    for deals in numbers {
        measure(&program, deals);
    }
}

fn measure(program: &Path, deals: u32) {
    println!("\n{deals} deals");
    let service = SandboxProcess::start(program, deals);
    let store = tempfile::tempdir().expect("failed to create a temporary directory");
    let deal_count = with_separators(deals);

    let curl = compared_programs::measure_curl(&service, program, deals, RUNS);
    let (sync, second_sync) = measure_sync(&service, program);
    let (mut board, mut disk, mut resident_kib, mut peak_kib) = (Vec::new(), Vec::new(), 0, 0);
    for run in 0..RUNS {
        let dir = store.path().join(run.to_string());
        let started_at = Instant::now();
        let mut screen = BenchScreen::open(service.program(program, &dir));
        let connected = screen.wait(TIMEOUT, |text| text.contains(&deal_count)) - started_at;
        let all = format!("{deal_count}/{deal_count}");
        let on_board = screen.wait(TIMEOUT, |text| text.contains(&all)) - started_at;
        let on_disk = screen.wait(TIMEOUT, |text| text.contains("up to date")) - started_at;
        // Memory freed after the sync is no longer resident; nothing else needs to settle.
        let (resident, peak) = screen.memory();
        (resident_kib, peak_kib) = (resident, peak_kib.max(peak));
        board.push(on_board.saturating_sub(connected));
        disk.push(on_disk.saturating_sub(connected));
        drop(screen);
        if run > 0 {
            std::fs::remove_dir_all(&dir).expect("failed to remove the store");
        }
    }
    let (board, disk) = (median(board), median(disk));
    print_time("whole reading, from the first count to the whole board", board);
    print_time("full sync, until everything is on disk", disk);
    print_time("`encours sync` into a new store, from its start to its end", sync);
    print_time("the same once more, into the store that holds everything", second_sync);
    if let Some(curl) = curl {
        for (label, time) in [
            ("curl, the same pages in parallel, into nothing", curl.discarded),
            ("curl, the same pages in parallel, into files until they are on the disk", curl.stored),
        ] {
            print_time(label, time);
            println!(
                "  ratio: board {:.2}, durable {:.2}, sync {:.2}, once more {:.2}",
                ratio(board, time),
                ratio(disk, time),
                ratio(sync, time),
                ratio(second_sync, time)
            );
        }
    }
    println!("  resident after the reading: {} MiB (peak {} MiB)", resident_kib / 1024, peak_kib / 1024);

    let address = service.address();
    let stored_dir = store.path().join("0");
    // With the service gone, each message about a retry would count as an answer to a key.
    let mut screen = BenchScreen::open(address.program(program, &stored_dir));
    screen.wait(TIMEOUT, |text| text.contains("up to date"));
    screen.settle();
    screen.key("/");
    let keys: Vec<Duration> = "toulouse".chars().map(|letter| screen.measure_letter(letter)).collect();
    drop(screen);
    print_time("a key in the filter, to its last byte on the terminal: slowest", slowest(&keys));
    if let Some(fzf) = compared_programs::measure_fzf(program, &stored_dir, &address) {
        print_time("fzf on the same names: slowest", slowest(&fzf));
        println!("  ratio: {:.2}", ratio(slowest(&keys), slowest(&fzf)));
    }

    drop(service);
    let expected_text = format!("{deal_count} deals");
    let starts: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let started_at = Instant::now();
            let mut screen = BenchScreen::open(address.program(program, &stored_dir));
            screen.wait(TIMEOUT, |text| text.contains(&expected_text) && text.contains(" · ")) - started_at
        })
        .collect();
    print_time("start, from the store to the first board (no network)", median(starts));
    let mut screen = BenchScreen::open(address.program(program, &stored_dir));
    screen.wait(TIMEOUT, |text| text.contains(&expected_text));
    println!("  resident after the start: {} MiB", screen.memory().0 / 1024);
}

/// Measures `encours sync` as a process, including the token exchange: with an empty store, and with a complete one.
fn measure_sync(service: &SandboxProcess, program: &Path) -> (Duration, Duration) {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let dir = tempfile::tempdir().expect("failed to create a temporary directory");
        for times in [&mut first, &mut second] {
            let started_at = Instant::now();
            let output = service.address().command(program, dir.path()).arg("sync").output();
            times.push(started_at.elapsed());
            assert!(output.is_ok_and(|done| done.status.success()), "failed to finish the first sync");
        }
    }
    (median(first), median(second))
}

fn with_separators(number: u32) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits are text"))
        .collect();
    groups.join(",")
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn slowest(times: &[Duration]) -> Duration {
    times.iter().copied().max().unwrap_or_default()
}

fn ratio(numerator: Duration, denominator: Duration) -> f64 {
    numerator.as_secs_f64() / denominator.as_secs_f64()
}

fn print_time(label: &str, time: Duration) {
    println!("  {label}: {:.1} ms", time.as_secs_f64() * 1e3);
}
