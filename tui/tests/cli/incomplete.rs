//! An incomplete `sync`: the cached part, and the reports about the rest.

use encours_sandbox::{Fault, FaultKind};

use super::support::{CliOutput, test_env};

fn run_incomplete(place: &super::support::TestEnv, line: &[&str]) -> CliOutput {
    let line = [line, &["--format", "table", "--lang", "en"]].concat();
    CliOutput::from_output(place.command(&line).output().unwrap())
}

#[test]
fn fewer_deals_than_the_service_counts_are_kept_and_told_to_be_fewer() {
    let place = test_env();
    place.run_ok(&["sync"]);
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Total(2)).on("deals_list"));
    let ran = run_incomplete(&place, &["sync"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let fewer = "40 different records of the 42";
    assert_eq!(ran.stderr.matches(fewer).count(), 1, "{}", ran.stderr);
    let ran = run_incomplete(&place, &["sync", "--strict"]);
    place.sandbox.faults().clear();
    assert_eq!(ran.status, 11, "{}", ran.stderr);
    for part in [
        "Not all deals were received",
        "are saved on this device",
        "Run encours sync again",
    ] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    assert!(ran.stderr.contains("among the deals received"), "{}", ran.stderr);
    for part in ["were printed", "since it was last loaded"] {
        assert!(!ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

#[test]
fn a_reading_that_is_cut_off_says_how_much_is_held_here() {
    let place = test_env();
    place.run_ok(&["sync"]);
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Truncate).on("deals_list"));
    let ran = run_incomplete(&place, &["sync", "--timeout", "3"]);
    place.sandbox.faults().clear();
    assert_ne!(ran.status, 0, "{}", ran.stderr);
    assert!(
        !ran.stderr.contains("Nothing has changed since"),
        "{}",
        ran.stderr
    );
    if ran.status == 11 {
        assert!(ran.stderr.contains("Local data: the full list"), "{}", ran.stderr);
    }
}
