//! A real process, killed at any time: its acknowledged writes survive, and none is duplicated.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use encours_core::model::effect::Effect;
use encours_core::model::snapshot::ConnectionState;

use crate::harness::test_harness::{
    SECRET, TestHarness, ids_with_status, start_engine, submit, wait, wait_until_drained,
};
use crate::outbox::random_faults::Random;

/// A process that writes continuously.
pub struct Driver {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Driver {
    pub fn start(harness: &TestHarness, run: &str, lease: Duration, deals: &[String]) -> Self {
        let driver = Command::new(env!("CARGO_BIN_EXE_encours-driver"));
        Self::run(driver, harness, &[run, &lease.as_millis().to_string(), "12"], deals)
    }

    /// Starts a process that creates deals without waiting for responses.
    fn start_without_responses(harness: &TestHarness, run: &str) -> Self {
        let driver = Command::new(env!("CARGO_BIN_EXE_encours-driver"));
        Self::run(driver, harness, &[run, "90000", "100000"], &[])
    }

    /// Starts a process with a file size limit, as on a full disk.
    ///
    /// Its writes are never answered.
    pub fn start_on_a_full_disk(harness: &TestHarness, run: &str, bytes: u32) -> Self {
        let mut shell = Command::new("sh");
        // A shell's block has 512 or 1024 bytes; both give a small disk. With the signal ignored, the write fails with
        // an error.
        let limited = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", bytes / 1024);
        shell.args(["-c", &limited, env!("CARGO_BIN_EXE_encours-driver")]);
        Self::run(shell, harness, &[run, "90000", "100000"], &[])
    }

    fn run(mut command: Command, harness: &TestHarness, arguments: &[&str], deals: &[String]) -> Self {
        let mut child = command
            .args([harness.base_url(), SECRET])
            .arg(harness.profile())
            .args(arguments)
            .args(deals)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        assert_eq!(first, "ready\n");
        Self { child, output }
    }

    /// Returns the next line of output.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "it ended by itself: {line:?}");
        line.trim_end().to_owned()
    }

    pub fn signal(&self, name: &str) {
        let sent = Command::new("sh").args(["-c", &format!("kill -{name} {}", self.child.id())]).status();
        assert!(sent.unwrap().success());
    }

    /// Kills the process and returns its remaining complete lines of output.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let mut lines = Vec::new();
        let mut line = String::new();
        while self.output.read_line(&mut line).unwrap() > 0 {
            if let Some(full_line) = line.strip_suffix('\n') {
                lines.push(full_line.to_owned());
            }
            line.clear();
        }
        lines
    }
}

/// The possible states after the driver's output.
#[derive(Default)]
struct PromisedState {
    created: BTreeSet<String>,
    attempted: BTreeSet<String>,
    /// The possible statuses of a deal: the last acknowledged one, and any tried after it.
    statuses: BTreeMap<String, Vec<String>>,
}

impl PromisedState {
    fn record_line(&mut self, line: &str) {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["try", "create", name] => {
                self.attempted.insert((*name).to_owned());
            }
            ["ack", "create", name] => {
                self.created.insert((*name).to_owned());
            }
            ["try", "move", deal, to] => {
                self.statuses.entry((*deal).to_owned()).or_default().push((*to).to_owned());
            }
            ["ack", "move", deal, to] => {
                self.statuses.insert((*deal).to_owned(), vec![(*to).to_owned()]);
            }
            ["nak", ..] => panic!("failed to store the write: {line}"),
            other => panic!("unknown line: {other:?}"),
        }
    }
}

/// Waits for that many microseconds.
///
/// The tests must interrupt a process at any point of its work; waiting for a condition would select certain points.
fn spin_wait(micros: usize) {
    let instant = Instant::now() + Duration::from_micros(micros as u64);
    while Instant::now() < instant {
        std::thread::yield_now();
    }
}

/// Faults that lose responses, after or before the service applied the request.
///
/// The writes are then in doubt, and the process dies while it checks them or sends them again.
const LOST_RESPONSE_FAULTS: [&str; 4] = [
    "drop-after-commit@deals_create:2",
    "drop-after-commit@deals_update:2",
    "truncate@deals_create:1",
    "drop-before-commit@deals_update:2",
];

#[test]
fn g2_acknowledged_writes_survive_200_kills_without_duplicates() {
    let harness = TestHarness::fast(12);
    let deals: Vec<String> = {
        let engine = harness.synced_engine();
        let snapshot = engine.snapshot();
        let mut deals: Vec<String> = snapshot.deals.by_age().map(|row| row.id.to_owned()).collect();
        deals.truncate(4);
        deals
    };
    let mut expected = PromisedState::default();
    for deal in &deals {
        expected.statuses.insert(deal.clone(), vec![harness.status(deal)]);
    }
    let (mut dice, before) = (Random::new(7), harness.names());
    for run in 0..200 {
        let missing = LOST_RESPONSE_FAULTS[dice.roll(LOST_RESPONSE_FAULTS.len())].parse().unwrap();
        harness.sandbox().faults().replace(vec![missing]);
        let mut driver = Driver::start(&harness, &run.to_string(), Duration::from_secs(90), &deals);
        // Kill it after a random part of its work.
        for _ in 0..dice.roll(10) {
            expected.record_line(&driver.line());
        }
        spin_wait(dice.roll(15_000));
        for line in driver.kill() {
            expected.record_line(&line);
        }
    }
    harness.sandbox().faults().clear();
    let engine = harness.restarted_engine();
    wait(&engine, "the store's picture", |s| s.coverage.complete_at.is_some());
    wait_until_drained(&engine);
    let mut names = harness.names();
    names.retain(|name| !before.contains(name));
    let unique: BTreeSet<String> = names.iter().cloned().collect();
    assert_eq!(names.len(), unique.len(), "a deal was created twice");
    let missing: Vec<_> = expected.created.difference(&unique).collect();
    assert!(missing.is_empty(), "acknowledged and lost: {missing:?}");
    let invented: Vec<_> = unique.difference(&expected.attempted).collect();
    assert!(invented.is_empty(), "never asked for: {invented:?}");
    assert!(expected.created.len() >= 100, "{} creations are too few to tell", expected.created.len());
    let sent = harness.idempotency_keys("deals_create");
    let writes: BTreeSet<&String> = sent.iter().collect();
    assert!(
        sent.len() - writes.len() >= 20,
        "{} creations were sent {} times: too few were sent again to tell",
        writes.len(),
        sent.len()
    );
    for (deal, allowed) in &expected.statuses {
        let status = harness.status(deal);
        assert!(allowed.contains(&status), "{deal} is {status}, not one of {allowed:?}");
    }
}

#[test]
fn g10_suspended_process_yields_its_writes_without_duplicates() {
    let harness = TestHarness::fast(12);
    let lease = Duration::from_millis(300);
    let mut settings = harness.settings();
    settings.lease = lease;
    let engine = start_engine(settings);
    let first = wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some());
    assert!(!ids_with_status(&first, "sourcing").is_empty());
    let (mut expected, before, mut dice) = (PromisedState::default(), harness.names(), Random::new(3));
    let mut taken_over = 0;
    for round in 0..12 {
        let driver = Driver::start(&harness, &format!("r{round}"), lease, &[]);
        // Delayed responses: the process is stopped while requests are running and before others are sent.
        harness.sandbox().faults().replace(vec!["delay=30@deals_create".parse().unwrap()]);
        spin_wait(50_000 + dice.roll(120_000));
        driver.signal("STOP");
        // Its lease expires while it is stopped with its locks held, and the window takes over. A process stopped
        // inside a transaction keeps the database locked, and no other process can write until it continues.
        let all_sent = engine.wait_until(Duration::from_secs(4), |s| s.writes.is_empty());
        taken_over += usize::from(all_sent.is_ok());
        driver.signal("CONT");
        spin_wait(dice.roll(60_000));
        for line in driver.kill() {
            expected.record_line(&line);
        }
    }
    harness.sandbox().faults().clear();
    assert!(taken_over >= 4, "rows were taken over from {taken_over} of 12 alone");
    // The window may not have received the last driver's signal yet. Any effect makes it read the outbox first, so an
    // empty outbox afterwards is the state on disk.
    submit(&engine, vec![Effect::Refresh]);
    wait_until_drained(&engine);
    let mut names = harness.names();
    names.retain(|name| !before.contains(name));
    let unique: BTreeSet<String> = names.iter().cloned().collect();
    assert_eq!(names.len(), unique.len(), "a deal was created twice");
    let missing: Vec<_> = expected.created.difference(&unique).collect();
    assert!(missing.is_empty(), "acknowledged and lost: {missing:?}");
}

#[test]
fn g12_a_ban_outlives_a_process_that_is_killed() {
    let harness = TestHarness::fast(12);
    harness.synced_engine().close(Duration::ZERO);
    harness.sandbox().faults().replace(vec!["retry-after=900@deals_create:1".parse().unwrap()]);
    // Count token exchanges: a new process must sign in before any other request. Other requests of a killed process
    // may still be logged later.
    let exchange_count = || harness.sandbox().requests().count("auth_token_exchange");
    let before = exchange_count();
    let mut expected = PromisedState::default();
    for run in 0..4 {
        let mut driver = Driver::start_without_responses(&harness, &run.to_string());
        // Once the pause is shown, it is on disk.
        loop {
            match driver.line().as_str() {
                "shut" => break,
                line => expected.record_line(line),
            }
        }
        for line in driver.kill() {
            expected.record_line(&line);
        }
        assert_eq!(exchange_count(), before + 1, "run {run} knocked at the closed gate");
    }
    assert_eq!(harness.idempotency_keys("deals_create").len(), 1, "one was answered, with the pause");
    let engine = harness.engine();
    let s = wait(&engine, "the pause remembered", |s| {
        matches!(s.connection, ConnectionState::RateLimited { .. }) && !s.writes.is_empty()
    });
    let pending_names: BTreeSet<String> = s.writes.iter().map(|write| write.label.clone()).collect();
    let missing: Vec<_> = expected.created.difference(&pending_names).collect();
    assert!(missing.is_empty(), "acknowledged and lost: {missing:?}");
    submit(&engine, vec![Effect::Refresh, Effect::Retry(s.writes[0].id)]);
    assert_eq!(exchange_count(), before + 1, "and neither does who asks by hand");
}
