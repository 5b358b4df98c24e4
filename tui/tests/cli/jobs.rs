//! Jobs done from a shell, from end to end: a lead that is logged, a check every night, a shift that is handed over. Each
//! is a chain of commands as a script has it, with the exit status that the script goes by.

use std::io::Write as _;
use std::process::Stdio;

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{Place, Ran, place};

/// Runs a command that reads `text`.
fn fed(place: &Place, line: &[&str], text: &str) -> Ran {
    let mut command = place.command(line);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    Ran::of(child.wait_with_output().unwrap())
}

fn path(place: &Place, name: &str) -> String {
    place.dir.path().join(name).to_string_lossy().into_owned()
}

fn names(deals: &Value) -> Vec<&str> {
    let list = deals.as_array().unwrap();
    list.iter().map(|deal| deal["name"].as_str().unwrap()).collect()
}

#[test]
fn a_lead_is_logged_by_flags_or_from_standard_input_and_a_second_try_makes_no_second_deal() {
    let place = place();
    let before = place.deals();
    let flags = [
        "deals",
        "create",
        "--name",
        "Îlot Neuf, Brest",
        "--status",
        "sourcing",
        "--classe-actif",
        "bureaux",
        "--idempotency-key",
        "lead-2026-11-20-a",
    ];
    let made = place.good(&flags).json();
    assert_eq!(
        (&made["name"], &made["status"], &made["classe_actif"]),
        (&"Îlot Neuf, Brest".into(), &"sourcing".into(), &"bureaux".into())
    );
    let again = place.good(&flags).json();
    assert_eq!(made["id"], again["id"], "the script was run twice");
    let body = "{\"name\":\"Quai \\\"Sud\\\"\\u00a0\",\"status\":\"sourcing\"}";
    let piped = [
        "api",
        "POST",
        "/deals",
        "--body",
        "-",
        "--header",
        "Idempotency-Key: lead-2026-11-20-b",
    ];
    let ran = fed(&place, &piped, body);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(fed(&place, &piped, body).json()["id"], ran.json()["id"]);
    assert_eq!(place.deals(), before + 2);
    // What is no JSON, or no lead, is refused, and nothing is made of it.
    assert_eq!(fed(&place, &piped, "name: Quai").status, 2);
    fed(&place, &piped[..5], "{\"name\":\"\"}").failed(7, "invalid");
    let without = place.run(&["deals", "create", "--status", "sourcing"]);
    assert_eq!(without.status, 2, "{}", without.err);
    assert_eq!(place.deals(), before + 2);
    // Both are on the board of whoever lists them, and nothing waits.
    let listed = place
        .good(&["deals", "list", "--status", "sourcing", "--all"])
        .json();
    let names = names(&listed);
    assert!(names.contains(&"Îlot Neuf, Brest"), "{names:?}");
    assert!(place.outbox().is_empty());
}

#[test]
fn a_check_every_night_says_what_changed_writes_the_file_and_tells_failures_apart() {
    let place = place();
    // The first night there is nothing to compare with.
    assert_eq!(place.good(&["sync"]).json(), Value::Array(Vec::new()));
    let id = place.deal();
    place.moved_elsewhere(&id, "closing");
    let changed = place.good(&["sync", "--format", "ndjson"]).out;
    let moved: Vec<Value> = changed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|change: &Value| change["field"] == "status")
        .collect();
    assert_eq!(moved.len(), 1, "{changed}");
    assert_eq!(
        (&moved[0]["deal_id"], &moved[0]["after"]),
        (&id.as_str().into(), &"closing".into())
    );
    let history = place.good(&["history", &id]).json();
    assert!(
        history
            .as_array()
            .unwrap()
            .iter()
            .any(|change| change["after"] == "closing"),
        "{history}"
    );
    let file = path(&place, "deals.csv");
    let export = ["export", "deals", "--to", &file];
    place.good(&export);
    let first = std::fs::read(&file).unwrap();
    // A file of the night before is not lost by mistake, and is replaced when that is said.
    assert_eq!(place.run(&export).status, 2);
    assert_eq!(std::fs::read(&file).unwrap(), first);
    place.good(&[&export[..], &["--yes"]].concat());
    let whole = std::fs::read(&file).unwrap();
    // A night on which nothing moved is told as such.
    assert_eq!(place.good(&["sync"]).json(), Value::Array(Vec::new()));
    // The service is down, refuses, or asks to wait: each has its own status, and the file stays whole.
    let nights = [
        (FaultKind::Status(500), 1, "unexpected"),
        (FaultKind::RetryAfter("3600".to_owned()), 9, "rate_limited"),
    ];
    for (fault, status, kind) in nights {
        place.sandbox.faults().add(Fault::new(fault));
        let yes = ["--yes", "--timeout", "2"];
        place.run(&[&export[..], &yes].concat()).failed(status, kind);
        place.run(&["sync", "--timeout", "2"]).failed(status, kind);
        place.sandbox.faults().clear();
        assert_eq!(std::fs::read(&file).unwrap(), whole);
    }
}

#[test]
fn a_shift_is_handed_over_with_what_waits_what_was_done_and_what_is_unread() {
    let place = place();
    let unread = place.good(&["notifications", "list", "--unread"]).json();
    let unread = unread.as_array().unwrap();
    let id = unread[0]["id"].as_str().unwrap();
    place.good(&["notifications", "read", id]);
    let deal = place.deal();
    let queued = place.run(&["deals", "update", &deal, "--status", "ic", "--offline"]);
    assert_eq!(queued.status, 8, "{}", queued.err);
    // What waits, by name, so that whoever comes next can send it or give it up.
    let waiting = place.good(&["outbox", "list", "--format", "csv"]).out;
    assert_eq!(waiting.lines().count(), 2, "{waiting}");
    assert!(waiting.contains(&deal), "{waiting}");
    // What was done, with the request that the partner's support asks for.
    let journal = place.good(&["outbox", "journal"]).json();
    let done = journal.as_array().unwrap();
    assert_eq!(done.len(), 1, "{journal}");
    assert_eq!(done[0]["record"], id);
    assert!(
        done[0]["request_id"].as_str().is_some_and(|id| !id.is_empty()),
        "{journal}"
    );
    // What is left to read is one fewer.
    let left = place.good(&["notifications", "list", "--unread"]).json();
    assert_eq!(left.as_array().unwrap().len(), unread.len() - 1);
    let retried = place.good(&["outbox", "retry"]);
    assert!(retried.out.contains(&deal), "{}", retried.out);
    assert!(place.outbox().is_empty());
}
