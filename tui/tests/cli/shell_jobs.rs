//! Complete shell jobs: logging a lead, a nightly check, handing over a shift.
//!
//! Each is a chain of commands as in a script, with the exit status that the script checks.

use std::io::Write as _;
use std::process::Stdio;

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, TestEnv, test_env};

/// Runs a command with `text` on standard input.
fn run_with_stdin(env: &TestEnv, args: &[&str], text: &str) -> CliOutput {
    let mut command = env.command(args);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    CliOutput::from_output(child.wait_with_output().unwrap())
}

fn path(env: &TestEnv, name: &str) -> String {
    env.dir.path().join(name).to_string_lossy().into_owned()
}

fn names(deals: &Value) -> Vec<&str> {
    let list = deals.as_array().unwrap();
    list.iter().map(|deal| deal["name"].as_str().unwrap()).collect()
}

#[test]
fn repeated_lead_creation_makes_no_second_deal() {
    let env = test_env();
    let before = env.deals();
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
    let made = env.run_ok(&flags).json();
    assert_eq!(
        (&made["name"], &made["status"], &made["classe_actif"]),
        (&"Îlot Neuf, Brest".into(), &"sourcing".into(), &"bureaux".into())
    );
    let again = env.run_ok(&flags).json();
    assert_eq!(made["id"], again["id"], "the script was run twice");
    let body = "{\"name\":\"Quai \\\"Sud\\\"\\u00a0\",\"status\":\"sourcing\"}";
    let piped = ["api", "POST", "/deals", "--body", "-", "--header", "Idempotency-Key: lead-2026-11-20-b"];
    let output = run_with_stdin(&env, &piped, body);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(run_with_stdin(&env, &piped, body).json()["id"], output.json()["id"]);
    assert_eq!(env.deals(), before + 2);
    // Invalid JSON and invalid leads are rejected, and no deal is created.
    assert_eq!(run_with_stdin(&env, &piped, "name: Quai").status, 2);
    run_with_stdin(&env, &piped[..5], "{\"name\":\"\"}").failed(7, "invalid");
    let without = env.run(&["deals", "create", "--status", "sourcing"]);
    assert_eq!(without.status, 2, "{}", without.stderr);
    assert_eq!(env.deals(), before + 2);
    // Both deals are listed, and no write is pending.
    let listing = env.run_ok(&["deals", "list", "--status", "sourcing", "--all"]).json();
    let names = names(&listing);
    assert!(names.contains(&"Îlot Neuf, Brest"), "{names:?}");
    assert!(env.outbox().is_empty());
}

#[test]
fn nightly_check_reports_changes_and_distinguishes_failures() {
    let env = test_env();
    // There is nothing to compare with on the first night.
    assert_eq!(env.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
    let id = env.deal();
    env.move_as_other(&id, "closing");
    let changed = env.run_ok(&["sync", "--format", "ndjson"]).stdout;
    let moved: Vec<Value> = changed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|change: &Value| change["field"] == "status")
        .collect();
    assert_eq!(moved.len(), 1, "{changed}");
    assert_eq!((&moved[0]["deal_id"], &moved[0]["after"]), (&id.as_str().into(), &"closing".into()));
    let history = env.run_ok(&["history", &id]).json();
    assert!(history.as_array().unwrap().iter().any(|change| change["after"] == "closing"), "{history}");
    let file = path(&env, "deals.csv");
    let export = ["export", "deals", "--to", &file];
    env.run_ok(&export);
    let first = std::fs::read(&file).unwrap();
    // The previous night's file is replaced only with `--yes`.
    assert_eq!(env.run(&export).status, 2);
    assert_eq!(std::fs::read(&file).unwrap(), first);
    env.run_ok(&[&export[..], &["--yes"]].concat());
    let full = std::fs::read(&file).unwrap();
    // A night without changes is reported as such.
    assert_eq!(env.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
    // The service fails or asks to wait: each case has its own exit status, and the file stays complete.
    let nights = [
        (FaultKind::Status(500), 1, "unexpected"),
        (FaultKind::RetryAfter("3600".to_owned()), 9, "rate_limited"),
    ];
    for (fault, status, kind) in nights {
        env.sandbox.faults().add(Fault::new(fault));
        let yes = ["--yes", "--timeout", "2"];
        env.run(&[&export[..], &yes].concat()).failed(status, kind);
        env.run(&["sync", "--timeout", "2"]).failed(status, kind);
        env.sandbox.faults().clear();
        assert_eq!(std::fs::read(&file).unwrap(), full);
    }
}

#[test]
fn shift_handover_lists_pending_sent_and_unread_items() {
    let env = test_env();
    let unread = env.run_ok(&["notifications", "list", "--unread"]).json();
    let unread = unread.as_array().unwrap();
    let id = unread[0]["id"].as_str().unwrap();
    env.run_ok(&["notifications", "read", id]);
    let deal = env.deal();
    let queued = env.run(&["deals", "update", &deal, "--status", "ic", "--offline"]);
    assert_eq!(queued.status, 8, "{}", queued.stderr);
    // Pending writes are listed by name, so that the next user can send or discard them.
    let waiting = env.run_ok(&["outbox", "list", "--format", "csv"]).stdout;
    assert_eq!(waiting.lines().count(), 2, "{waiting}");
    assert!(waiting.contains(&deal), "{waiting}");
    // Sent writes are listed with the request id that the partner's support needs.
    let journal = env.run_ok(&["outbox", "journal"]).json();
    let done = journal.as_array().unwrap();
    assert_eq!(done.len(), 1, "{journal}");
    assert_eq!(done[0]["record"], id);
    assert!(done[0]["request_id"].as_str().is_some_and(|id| !id.is_empty()), "{journal}");
    // One fewer notification is unread.
    let left = env.run_ok(&["notifications", "list", "--unread"]).json();
    assert_eq!(left.as_array().unwrap().len(), unread.len() - 1);
    let retried = env.run_ok(&["outbox", "retry"]);
    assert!(retried.stdout.contains(&deal), "{}", retried.stdout);
    assert!(env.outbox().is_empty());
}
