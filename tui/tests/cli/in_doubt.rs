//! Writes that were sent and whose response never came: reports about them and their effects.

use std::process::Stdio;

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, TestEnv, test_env_today};

/// Runs a write while the responses to writes are lost.
fn run_unanswered(env: &TestEnv, line: &[&str]) -> CliOutput {
    for route in ["deals_create", "deals_update", "deals_get"] {
        let lost = Fault::new(FaultKind::DropAfterCommit).on(route);
        env.sandbox.faults().add(lost);
    }
    let output = env.run(&[line, &["--timeout", "2"]].concat());
    env.sandbox.faults().clear();
    output
}

/// Returns the changes: field, new value, and author.
fn changes(output: &CliOutput) -> Vec<(String, Value, String)> {
    let text = |change: &Value, name: &str| change[name].as_str().unwrap_or_default().to_owned();
    let all = output.json();
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
fn change_in_doubt_is_attributed_to_maybe_this_device() {
    let env = test_env_today();
    env.run_ok(&["sync"]);
    let id = env.deal();
    run_unanswered(&env, &["deals", "create", "--name", "Doubt"]).failed(8, "queued");
    run_unanswered(&env, &["deals", "update", &id, "--responsable", "Me"]).failed(8, "queued");
    env.move_as_other(&id, "lost");
    let output = |result: &CliOutput, field: &str, after: &str| {
        let all = changes(result);
        let of = all.iter().find(|one| one.0 == field && one.1 == after);
        of.map_or_else(|| panic!("{all:?}"), |one| one.2.clone())
    };
    let synced = env.run(&["sync"]);
    assert_eq!(output(&synced, "", "Doubt"), "perhaps_this_client", "{}", synced.stdout);
    assert_eq!(output(&synced, "responsable", "Me"), "perhaps_this_client");
    assert_eq!(output(&synced, "status", "lost"), "elsewhere");
    // Even after they are discarded, they may have been applied.
    let numbers: Vec<String> = env.outbox().iter().map(|row| row["outbox_id"].to_string()).collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let given_up = env.run(&[&["outbox", "discard", "--yes"], &*numbers].concat());
    assert_eq!(given_up.status, 0, "{}", given_up.stderr);
    assert!(env.outbox().is_empty());
    let history = env.run(&["history", "--all"]);
    assert_eq!(output(&history, "", "Doubt"), "perhaps_this_client", "{}", history.stdout);
    assert_eq!(output(&history, "responsable", "Me"), "perhaps_this_client");
    let message_text = env.command(&["history", "--all", "--format", "table"]).output().unwrap();
    let message_text = CliOutput::from_output(message_text);
    assert!(message_text.stdout.contains("maybe this device"), "{}", message_text.stdout);
}

/// Returns the author of the deal's last change, and the outcome of the last write.
fn whose(env: &TestEnv, id: &str) -> (Value, Value) {
    let history = env.run(&["history", id, "--all"]).json();
    let journal = env.run(&["outbox", "journal"]).json();
    let last = |all: &Value| all.as_array().unwrap().last().unwrap().clone();
    (last(&history)["by"].clone(), last(&journal)["outcome"].clone())
}

#[test]
fn unanswered_writes_found_applied_stay_maybe_ours() {
    let env = test_env_today();
    env.run_ok(&["sync"]);
    let ids = env.run_ok(&["deals", "list", "--limit", "4"]).json();
    let ids: Vec<&str> = (0..4).map(|at| ids[at]["id"].as_str().unwrap()).collect();
    let unheard = |kind: FaultKind, route: &str, line: &[&str]| {
        let faults = env.sandbox.faults();
        for route in [route, "deals_get"] {
            faults.add(Fault::new(kind.clone()).on(route));
        }
        let output = env.run(&[line, &["--timeout", "2"]].concat());
        env.sandbox.faults().clear();
        output.failed(8, "queued");
    };
    let perhaps = (Value::from("perhaps_this_client"), Value::from("found"));
    let (after, before) = (FaultKind::DropAfterCommit, FaultKind::DropBeforeCommit);
    // A deletion that was applied, and that a sync sees before the retry.
    unheard(after.clone(), "deals_delete", &["deals", "delete", ids[0], "--yes"]);
    env.run(&["sync"]);
    env.run_ok(&["outbox", "retry"]);
    assert_eq!(whose(&env, ids[0]), perhaps);
    // The earlier state "missing" is resolved in every later sync.
    let text = changes(&env.run(&["history", ids[0], "--all"]));
    assert_eq!(text.len(), 1, "{text:?}");
    // A deletion that no sync saw before the retry.
    unheard(after, "deals_delete", &["deals", "delete", ids[1], "--yes"]);
    env.run_ok(&["outbox", "retry"]);
    assert_eq!(whose(&env, ids[1]), perhaps);
    // A change that never arrived, and that another user made instead.
    unheard(before, "deals_update", &["deals", "update", ids[2], "--responsable", "Z1"]);
    let body = r#"{"responsable":"Z1"}"#;
    env.run_ok(&["api", "PUT", &format!("/deals/{}", ids[2]), "--body", body]);
    env.run_ok(&["outbox", "retry"]);
    assert_eq!(whose(&env, ids[2]), perhaps);
    // A deletion that the command itself found applied.
    let once = "drop-after-commit@deals_delete:1".parse::<Fault>().unwrap();
    env.sandbox.faults().add(once);
    env.run_ok(&["deals", "delete", ids[3], "--yes"]);
    assert_eq!(whose(&env, ids[3]), perhaps);
}

#[test]
fn write_sent_earlier_is_not_reported_as_unsent() {
    let env = test_env_today();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let update = ["deals", "update", &id, "--responsable", "Z1"];
    run_unanswered(&env, &update).failed(8, "queued");
    env.run_ok(&["api", "PUT", &format!("/deals/{id}"), "--body", r#"{"responsable":"Z2"}"#]);
    let mut retry = env.command(&["outbox", "retry", "--format", "table"]);
    let output = CliOutput::from_output(retry.output().unwrap());
    assert_eq!(output.status, 6, "{}", output.stderr);
    assert!(output.stderr.contains("was sent before and was not sent again"), "{}", output.stderr);
    assert!(!output.stderr.contains("was not sent:"), "{}", output.stderr);
    // A write that was never sent still says so.
    let other = env.run_ok(&["deals", "list", "--limit", "2"]).json()[1]["id"].clone();
    let other = other.as_str().unwrap();
    env.queue_move(other, "ic");
    env.move_as_other(other, "structuring");
    let number = env.outbox()[1]["outbox_id"].to_string();
    let mut retry = env.command(&["outbox", "retry", &number, "--format", "table"]);
    let output = CliOutput::from_output(retry.output().unwrap());
    assert!(output.stderr.contains("The change was not sent:"), "{}", output.stderr);
}

#[test]
fn journal_before_value_is_the_server_value() {
    let env = test_env_today();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let owner = |name: &str| ["deals", "update", id.as_str(), "--responsable", name].map(str::to_owned);
    let run = |line: &[String]| env.run(&line.iter().map(String::as_str).collect::<Vec<_>>());
    run(&[owner("Q1").as_slice(), &["--offline".to_owned()]].concat()).failed(8, "queued");
    env.run_ok(&["api", "PUT", &format!("/deals/{id}"), "--body", r#"{"responsable":"Theirs"}"#]);
    let sent = run(&owner("Q2"));
    assert_eq!(sent.status, 0, "{}", sent.stderr);
    // The same applies if the new value is the cached one, and the service's has changed.
    let other = env.run_ok(&["deals", "list", "--limit", "2"]).json()[1].clone();
    let (other, was) = (other["id"].as_str().unwrap(), other["status"].as_str().unwrap());
    env.move_as_other(other, "on_hold");
    let again = env.run(&["deals", "update", other, "--status", was]);
    assert_eq!(again.status, 0, "{}", again.stderr);
    let journal = env.run(&["outbox", "journal"]).json();
    let lines = journal.as_array().unwrap().iter();
    let line = lines.clone().find(|line| line["after"]["responsable"] == "Q2");
    assert_eq!(line.unwrap()["before"]["responsable"], "Theirs", "{journal}");
    let line = lines.clone().find(|line| line["record"] == other && line["outcome"] == "applied");
    assert_eq!(line.unwrap()["before"]["status"], "on_hold", "{journal}");
}

#[test]
fn creation_in_doubt_is_not_listed_beside_its_deal() {
    let env = test_env_today();
    env.run_ok(&["sync"]);
    let named = |name: &str| {
        let listing = env.run(&["deals", "list", "--all", "--offline"]);
        assert_eq!(listing.status, 0, "{}", listing.stderr);
        let all = listing.json();
        let all = all.as_array().unwrap().iter();
        let ids = all.filter(|deal| deal["name"] == name);
        let ids: Vec<String> = ids.map(|deal| deal["id"].as_str().unwrap().to_owned()).collect();
        ids
    };
    run_unanswered(&env, &["deals", "create", "--name", "Twin"]).failed(8, "queued");
    assert!(named("Twin")[0].starts_with("new-"), "nobody has seen it yet");
    let warned = env.run(&["deals", "list", "--offline"]).warnings();
    assert_eq!(warned, ["age", "outcome_unknown"], "the write was sent");
    // Two creations with the same name are two deals.
    env.run(&["deals", "create", "--name", "Twin", "--offline"]).failed(8, "queued");
    env.run(&["sync"]);
    let twins = named("Twin");
    let own: Vec<bool> = twins.iter().map(|id| id.starts_with("new-")).collect();
    assert_eq!(own, [false, true], "{twins:?}");
}

#[test]
fn rate_limited_write_is_not_in_doubt_while_pending() {
    let env = test_env_today();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let pause = "retry-after=8@deals_update:1".parse::<Fault>().unwrap();
    env.sandbox.faults().add(pause);
    let mut update = env.command(&["deals", "update", &id, "--status", "ic"]);
    let mut update = update.stdout(Stdio::null()).spawn().unwrap();
    let sent = |row: &Value| row["attempts"] == 1 && row["state"] == "waiting";
    let seen = loop {
        let rows = env.outbox();
        if let Some(row) = rows.into_iter().find(sent) {
            break row;
        }
        assert!(update.try_wait().unwrap().is_none(), "it never waited");
    };
    assert_eq!(seen["outcome_unknown"], false, "{seen}");
    assert!(update.wait().unwrap().success());
    assert_eq!(env.run_ok(&["deals", "show", &id]).json()["status"], "ic");
    let journal = env.run(&["outbox", "journal"]).json();
    let last = journal.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["outcome"], &last["attempts"]), (&"applied".into(), &2.into()), "{journal}");
}
