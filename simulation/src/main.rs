//! Searches for seeds whose simulation breaks an invariant.
//!
//! ```text
//! cargo run --release -p encours-simulation -- --minutes 60     # search; failing seeds go into failing-seeds.txt
//! cargo run --release -p encours-simulation -- --seed 42        # repeat one run and print its record
//! ```

use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use encours_simulation::{Canary, Options, Outcome, find_canary, simulate, stored_seeds};

/// Longest search for a planted bug.
const CANARY_TIME: Duration = Duration::from_mins(1);

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("encours-simulation: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let (mut minutes, mut seed, mut first, mut options) = (1, None, None, Options::default());
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match &*name {
            "--minutes" => minutes = value.parse()?,
            "--seed" => seed = Some(value.parse()?),
            "--from" => first = Some(value.parse()?),
            "--steps" => options.steps = value.parse()?,
            _ => {
                return Err(format!("unknown option {name}: use --minutes, --seed, --from or --steps").into());
            }
        }
    }
    if let Some(seed) = seed {
        let outcome = simulate(seed, &Options { is_verbose: true, ..options })?;
        report(seed, &outcome);
        return Ok(if outcome.violation.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    for canary in Canary::ALL {
        let began = Instant::now();
        let Some(seed) = find_canary(canary, CANARY_TIME)? else {
            return Err(format!("the planted bug {canary:?} was not found: this search finds nothing").into());
        };
        println!("planted bug {canary:?}: found with seed {seed} in {:.1} s", began.elapsed().as_secs_f64());
    }
    search(minutes, first, options)
}

/// Simulates one seed after another until the time is over; stores those that fail.
fn search(
    minutes: u64,
    first: Option<u64>,
    options: Options,
) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let (began, limit) = (Instant::now(), Duration::from_mins(1) * u32::try_from(minutes)?);
    let (mut simulated, mut runs, mut failed) = (Duration::ZERO, 0_u32, 0_u32);
    let from_clock = || jiff::Timestamp::now().as_second().unsigned_abs() * 1_000;
    let mut seed = first.unwrap_or_else(from_clock);
    while began.elapsed() < limit {
        let outcome = simulate(seed, &options)?;
        simulated += outcome.simulated;
        runs += 1;
        if outcome.violation.is_some() {
            failed += 1;
            report(seed, &outcome);
            store(seed, options, &outcome)?;
        }
        seed += 1;
    }
    let (days, hours) = (simulated.as_secs_f64() / 86_400.0, began.elapsed().as_secs_f64() / 3_600.0);
    println!("{runs} runs, {failed} failed; {days:.1} simulated days, {:.0} per hour", days / hours);
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn report(seed: u64, outcome: &Outcome) {
    let days = outcome.simulated.as_secs_f64() / 86_400.0;
    println!("seed {seed}: hash {:016x}, {days:.2} simulated days", outcome.hash);
    if let Some(violation) = &outcome.violation {
        println!("  {violation}");
        outcome.last_lines.iter().for_each(|line| println!("  | {line}"));
    }
}

/// Adds a failing seed to the file that the tests replay.
fn store(seed: u64, options: Options, outcome: &Outcome) -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/failing-seeds.txt");
    if stored_seeds().contains(&(seed, options.steps)) {
        return Ok(());
    }
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path)?;
    let violation = outcome.violation.as_deref().unwrap_or_default().replace('\n', " ");
    writeln!(file, "{seed} {} # {violation}", options.steps)
}
