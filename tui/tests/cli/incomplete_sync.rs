//! An incomplete `sync`: the cached part, and the reports about the rest.

use encours_sandbox::{Fault, FaultKind};

use super::support::{CliOutput, test_env};

fn run_incomplete(env: &super::support::TestEnv, line: &[&str]) -> CliOutput {
    let line = [line, &["--format", "table", "--lang", "en"]].concat();
    CliOutput::from_output(env.command(&line).output().unwrap())
}

#[test]
fn incomplete_sync_keeps_and_counts_the_received_deals() {
    let env = test_env();
    env.run_ok(&["sync"]);
    env.sandbox.faults().add(Fault::new(FaultKind::Total(2)).on("deals_list"));
    let output = run_incomplete(&env, &["sync"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let fewer = "40 different records of the 42";
    assert_eq!(output.stderr.matches(fewer).count(), 1, "{}", output.stderr);
    let output = run_incomplete(&env, &["sync", "--strict"]);
    env.sandbox.faults().clear();
    assert_eq!(output.status, 11, "{}", output.stderr);
    for part in ["Not all deals were received", "are saved on this device", "Run encours sync again"] {
        assert!(output.stderr.contains(part), "{part}: {}", output.stderr);
    }
    assert!(output.stderr.contains("among the deals received"), "{}", output.stderr);
    for part in ["were printed", "since it was last loaded"] {
        assert!(!output.stderr.contains(part), "{part}: {}", output.stderr);
    }
}

#[test]
fn truncated_sync_reports_the_local_data_extent() {
    let env = test_env();
    env.run_ok(&["sync"]);
    env.sandbox.faults().add(Fault::new(FaultKind::Truncate).on("deals_list"));
    let output = run_incomplete(&env, &["sync", "--timeout", "3"]);
    env.sandbox.faults().clear();
    assert_ne!(output.status, 0, "{}", output.stderr);
    assert!(!output.stderr.contains("Nothing has changed since"), "{}", output.stderr);
    if output.status == 11 {
        assert!(output.stderr.contains("Local data: the full list"), "{}", output.stderr);
    }
}
