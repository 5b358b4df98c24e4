//! Writes that were sent and whose answer never came: what is told of them, and of what they may have led to.

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{Place, Ran, today};

/// Runs a write while every answer to a write is lost.
fn unanswered(place: &Place, line: &[&str]) -> Ran {
    for route in ["deals_create", "deals_update", "deals_get"] {
        let lost = Fault::new(FaultKind::DropAfterCommit).on(route);
        place.sandbox.faults().add(lost);
    }
    let ran = place.run(&[line, &["--timeout", "2"]].concat());
    place.sandbox.faults().clear();
    ran
}

/// Of each change: what it is of, to what, and by whom.
fn changes(ran: &Ran) -> Vec<(String, Value, String)> {
    let text = |change: &Value, name: &str| change[name].as_str().unwrap_or_default().to_owned();
    let all = ran.json();
    let all = all.as_array().unwrap().iter().map(|change| {
        let after = match &change["after"] {
            Value::Object(deal) => deal["name"].clone(),
            other => other.clone(),
        };
        (text(change, "field"), after, text(change, "by"))
    });
    all.collect()
}

#[test]
fn what_an_unanswered_write_has_led_to_is_not_told_as_done_elsewhere() {
    let place = today();
    place.good(&["sync"]);
    let id = place.deal();
    unanswered(&place, &["deals", "create", "--name", "Doubt"]).failed(8, "queued");
    unanswered(&place, &["deals", "update", &id, "--responsable", "Me"]).failed(8, "queued");
    place.moved_elsewhere(&id, "lost");
    let told = |ran: &Ran, field: &str, after: &str| {
        let all = changes(ran);
        let of = all.iter().find(|one| one.0 == field && one.1 == after);
        of.map_or_else(|| panic!("{all:?}"), |one| one.2.clone())
    };
    let synced = place.run(&["sync"]);
    assert_eq!(
        told(&synced, "", "Doubt"),
        "perhaps_this_client",
        "{}",
        synced.out
    );
    assert_eq!(told(&synced, "responsable", "Me"), "perhaps_this_client");
    assert_eq!(told(&synced, "status", "lost"), "elsewhere");
    // Given up, they may have been applied all the same.
    let numbers: Vec<String> = place
        .outbox()
        .iter()
        .map(|row| row["outbox_id"].to_string())
        .collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let given_up = place.run(&[&["outbox", "discard", "--yes"], &*numbers].concat());
    assert_eq!(given_up.status, 0, "{}", given_up.err);
    assert!(place.outbox().is_empty());
    let history = place.run(&["history", "--all"]);
    assert_eq!(
        told(&history, "", "Doubt"),
        "perhaps_this_client",
        "{}",
        history.out
    );
    assert_eq!(told(&history, "responsable", "Me"), "perhaps_this_client");
    let words = place
        .command(&["history", "--all", "--format", "table"])
        .output()
        .unwrap();
    let words = Ran::of(words);
    assert!(words.out.contains("perhaps this machine"), "{}", words.out);
}
