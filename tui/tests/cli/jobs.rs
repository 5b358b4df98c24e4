//! Complete shell jobs: logging a lead, a nightly check, handing over a shift.
//!
//! Each is a chain of commands as in a script, with the exit status that the script checks.

use std::io::Write as _;
use std::process::Stdio;

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, TestEnv, test_env};

/// Runs a command with `text` on standard input.
fn run_with_stdin(place: &TestEnv, line: &[&str], text: &str) -> CliOutput {
    let mut command = place.command(line);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    CliOutput::from_output(child.wait_with_output().unwrap())
}

fn path(place: &TestEnv, name: &str) -> String {
    place.dir.path().join(name).to_string_lossy().into_owned()
}

fn names(deals: &Value) -> Vec<&str> {
    let list = deals.as_array().unwrap();
    list.iter().map(|deal| deal["name"].as_str().unwrap()).collect()
}

#[test]
fn a_lead_is_logged_by_flags_or_from_standard_input_and_a_second_try_makes_no_second_deal() {
    let place = test_env();
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
    let made = place.run_ok(&flags).json();
    assert_eq!(
        (&made["name"], &made["status"], &made["classe_actif"]),
        (&"Îlot Neuf, Brest".into(), &"sourcing".into(), &"bureaux".into())
    );
    let again = place.run_ok(&flags).json();
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
    let ran = run_with_stdin(&place, &piped, body);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(
        run_with_stdin(&place, &piped, body).json()["id"],
        ran.json()["id"]
    );
    assert_eq!(place.deals(), before + 2);
    // Invalid JSON and invalid leads are refused, and no deal is created.
    assert_eq!(run_with_stdin(&place, &piped, "name: Quai").status, 2);
    run_with_stdin(&place, &piped[..5], "{\"name\":\"\"}").failed(7, "invalid");
    let without = place.run(&["deals", "create", "--status", "sourcing"]);
    assert_eq!(without.status, 2, "{}", without.stderr);
    assert_eq!(place.deals(), before + 2);
    // Both deals are listed, and no write is pending.
    let listed = place
        .run_ok(&["deals", "list", "--status", "sourcing", "--all"])
        .json();
    let names = names(&listed);
    assert!(names.contains(&"Îlot Neuf, Brest"), "{names:?}");
    assert!(place.outbox().is_empty());
}

#[test]
fn a_check_every_night_says_what_changed_writes_the_file_and_tells_failures_apart() {
    let place = test_env();
    // There is nothing to compare with on the first night.
    assert_eq!(place.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
    let id = place.deal();
    place.move_as_other(&id, "closing");
    let changed = place.run_ok(&["sync", "--format", "ndjson"]).stdout;
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
    let history = place.run_ok(&["history", &id]).json();
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
    place.run_ok(&export);
    let first = std::fs::read(&file).unwrap();
    // The previous night's file is replaced only with `--yes`.
    assert_eq!(place.run(&export).status, 2);
    assert_eq!(std::fs::read(&file).unwrap(), first);
    place.run_ok(&[&export[..], &["--yes"]].concat());
    let whole = std::fs::read(&file).unwrap();
    // A night without changes is reported as such.
    assert_eq!(place.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
    // The service fails or asks to wait: each case has its own exit status, and the file stays complete.
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
    let place = test_env();
    let unread = place.run_ok(&["notifications", "list", "--unread"]).json();
    let unread = unread.as_array().unwrap();
    let id = unread[0]["id"].as_str().unwrap();
    place.run_ok(&["notifications", "read", id]);
    let deal = place.deal();
    let queued = place.run(&["deals", "update", &deal, "--status", "ic", "--offline"]);
    assert_eq!(queued.status, 8, "{}", queued.stderr);
    // Pending writes are listed by name, so that the next user can send or discard them.
    let waiting = place.run_ok(&["outbox", "list", "--format", "csv"]).stdout;
    assert_eq!(waiting.lines().count(), 2, "{waiting}");
    assert!(waiting.contains(&deal), "{waiting}");
    // Sent writes are listed with the request id that the partner's support needs.
    let journal = place.run_ok(&["outbox", "journal"]).json();
    let done = journal.as_array().unwrap();
    assert_eq!(done.len(), 1, "{journal}");
    assert_eq!(done[0]["record"], id);
    assert!(
        done[0]["request_id"].as_str().is_some_and(|id| !id.is_empty()),
        "{journal}"
    );
    // One fewer notification is unread.
    let left = place.run_ok(&["notifications", "list", "--unread"]).json();
    assert_eq!(left.as_array().unwrap().len(), unread.len() - 1);
    let retried = place.run_ok(&["outbox", "retry"]);
    assert!(retried.stdout.contains(&deal), "{}", retried.stdout);
    assert!(place.outbox().is_empty());
}
