//! An incomplete `sync`: the cached part, and the reports about the rest.

use encours_sandbox::{Fault, FaultKind};

use super::support::{Ran, place};

fn told(place: &super::support::Place, line: &[&str]) -> Ran {
    let line = [line, &["--format", "table", "--lang", "en"]].concat();
    Ran::of(place.command(&line).output().unwrap())
}

#[test]
fn fewer_deals_than_the_service_counts_are_kept_and_told_to_be_fewer() {
    let place = place();
    place.good(&["sync"]);
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Total(2)).on("deals_list"));
    let ran = told(&place, &["sync"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let fewer = "40 different records of the 42";
    assert_eq!(ran.err.matches(fewer).count(), 1, "{}", ran.err);
    let ran = told(&place, &["sync", "--strict"]);
    place.sandbox.faults().clear();
    assert_eq!(ran.status, 11, "{}", ran.err);
    for part in [
        "Not all deals were received",
        "are saved on this device",
        "Run encours sync again",
    ] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    assert!(ran.err.contains("among the deals received"), "{}", ran.err);
    for part in ["were printed", "since it was last loaded"] {
        assert!(!ran.err.contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn a_reading_that_is_cut_off_says_how_much_is_held_here() {
    let place = place();
    place.good(&["sync"]);
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Truncate).on("deals_list"));
    let ran = told(&place, &["sync", "--timeout", "3"]);
    place.sandbox.faults().clear();
    assert_ne!(ran.status, 0, "{}", ran.err);
    assert!(!ran.err.contains("Nothing has changed since"), "{}", ran.err);
    if ran.status == 11 {
        assert!(ran.err.contains("Local data: the full list"), "{}", ran.err);
    }
}
