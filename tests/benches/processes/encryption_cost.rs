//! The cost of encryption: the same work on plain and encrypted profiles, in turn, so that both meet the same load.

use std::path::Path;
use std::time::{Duration, Instant};

use super::screen::BenchScreen;
use super::service::{SandboxProcess, ServiceAddress};
use super::{RUNS, TIMEOUT, median, print_time, with_separators};

/// The measured values of one kind of profile.
#[derive(Default)]
struct Times {
    sync: Vec<Duration>,
    start: Vec<Duration>,
    update: Vec<Duration>,
    conversion: Vec<Duration>,
    /// Size of the database files in bytes.
    size: u64,
}

/// Measures both kinds. Each has a passphrase file; the plain one needs it for no data.
pub fn measure(program: &Path, deals: u32) {
    println!("\n{deals} deals");
    let service = SandboxProcess::start(program, deals);
    let address = service.address();
    let mut all = [Times::default(), Times::default()];
    for _ in 0..RUNS {
        for (times, encrypts) in all.iter_mut().zip([false, true]) {
            measure_once(program, &address, deals, encrypts, times);
        }
    }
    for (times, name) in all.into_iter().zip(["plain", "encrypted"]) {
        print_time(&format!("{name}: `encours sync` into a new store"), median(times.sync));
        print_time(&format!("{name}: start, from the store to the first board"), median(times.start));
        print_time(&format!("{name}: `encours deals update --offline`"), median(times.update));
        print_time(&format!("{name}: conversion into the other kind"), median(times.conversion));
        println!("  {name}: {:.1} MiB of databases", times.size as f64 / f64::from(1 << 20));
    }
}

fn measure_once(program: &Path, address: &ServiceAddress, deals: u32, encrypts: bool, times: &mut Times) {
    let dir = tempfile::tempdir().expect("failed to create a temporary directory");
    let run = |line: &[&str], status: i32| {
        let started_at = Instant::now();
        let output = address.command(program, dir.path()).args(line).output();
        let (time, output) = (started_at.elapsed(), output.expect("failed to run the program"));
        assert_eq!(output.status.code(), Some(status), "{line:?}: {output:?}");
        (time, String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (kind, other) = if encrypts { ("--encrypt", "--decrypt") } else { ("--decrypt", "--encrypt") };
    run(&["login", "--passphrase-file", kind], 0);
    times.sync.push(run(&["sync"], 0).0);
    times.size = size_of_databases(&dir.path().join("data"));
    let started_at = Instant::now();
    let mut screen = BenchScreen::open(address.program(program, dir.path()));
    let expected_text = format!("{} deals", with_separators(deals));
    let shown_at = screen.wait(TIMEOUT, |text| text.contains(&expected_text) && text.contains(" · "));
    times.start.push(shown_at - started_at);
    drop(screen);
    let list = run(&["deals", "list", "--offline", "--limit", "1", "--status", "sourcing"], 0).1;
    let list: serde_json::Value = serde_json::from_str(&list).expect("the list is JSON");
    let id = list[0]["id"].as_str().expect("there is a deal");
    times.update.push(run(&["deals", "update", id, "--status", "ic", "--offline"], 8).0);
    times.conversion.push(run(&["login", "--passphrase-file", other], 0).0);
}

/// Returns the size of the databases below a directory, with their logs.
fn size_of_databases(dir: &Path) -> u64 {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .map(|entry| {
            let path = entry.path();
            let is_database = path.to_string_lossy().contains(".db");
            let size = if is_database { entry.metadata().map_or(0, |metadata| metadata.len()) } else { 0 };
            if path.is_dir() { size_of_databases(&path) } else { size }
        })
        .sum()
}
