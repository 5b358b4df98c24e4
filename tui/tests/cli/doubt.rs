//! Writes that were sent and whose answer never came: reports about them and their effects.

use std::process::Stdio;

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, TestEnv, test_env_today};

/// Runs a write while the answers to writes are lost.
fn run_unanswered(place: &TestEnv, line: &[&str]) -> CliOutput {
    for route in ["deals_create", "deals_update", "deals_get"] {
        let lost = Fault::new(FaultKind::DropAfterCommit).on(route);
        place.sandbox.faults().add(lost);
    }
    let ran = place.run(&[line, &["--timeout", "2"]].concat());
    place.sandbox.faults().clear();
    ran
}

/// Returns the changes: field, new value, and author.
fn changes(ran: &CliOutput) -> Vec<(String, Value, String)> {
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
    let place = test_env_today();
    place.run_ok(&["sync"]);
    let id = place.deal();
    run_unanswered(&place, &["deals", "create", "--name", "Doubt"]).failed(8, "queued");
    run_unanswered(&place, &["deals", "update", &id, "--responsable", "Me"]).failed(8, "queued");
    place.move_as_other(&id, "lost");
    let told = |ran: &CliOutput, field: &str, after: &str| {
        let all = changes(ran);
        let of = all.iter().find(|one| one.0 == field && one.1 == after);
        of.map_or_else(|| panic!("{all:?}"), |one| one.2.clone())
    };
    let synced = place.run(&["sync"]);
    assert_eq!(
        told(&synced, "", "Doubt"),
        "perhaps_this_client",
        "{}",
        synced.stdout
    );
    assert_eq!(told(&synced, "responsable", "Me"), "perhaps_this_client");
    assert_eq!(told(&synced, "status", "lost"), "elsewhere");
    // Even after they are discarded, they may have been applied.
    let numbers: Vec<String> = place
        .outbox()
        .iter()
        .map(|row| row["outbox_id"].to_string())
        .collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let given_up = place.run(&[&["outbox", "discard", "--yes"], &*numbers].concat());
    assert_eq!(given_up.status, 0, "{}", given_up.stderr);
    assert!(place.outbox().is_empty());
    let history = place.run(&["history", "--all"]);
    assert_eq!(
        told(&history, "", "Doubt"),
        "perhaps_this_client",
        "{}",
        history.stdout
    );
    assert_eq!(told(&history, "responsable", "Me"), "perhaps_this_client");
    let words = place
        .command(&["history", "--all", "--format", "table"])
        .output()
        .unwrap();
    let words = CliOutput::from_output(words);
    assert!(words.stdout.contains("maybe this device"), "{}", words.stdout);
}

/// Returns the author of the deal's last change, and the outcome of the last write.
fn whose(place: &TestEnv, id: &str) -> (Value, Value) {
    let history = place.run(&["history", id, "--all"]).json();
    let journal = place.run(&["outbox", "journal"]).json();
    let last = |all: &Value| all.as_array().unwrap().last().unwrap().clone();
    (last(&history)["by"].clone(), last(&journal)["outcome"].clone())
}

#[test]
fn what_no_answer_told_of_and_a_reading_found_done_is_perhaps_this_machines_for_good() {
    let place = test_env_today();
    place.run_ok(&["sync"]);
    let ids = place.run_ok(&["deals", "list", "--limit", "4"]).json();
    let ids: Vec<&str> = (0..4).map(|at| ids[at]["id"].as_str().unwrap()).collect();
    let unheard = |kind: FaultKind, route: &str, line: &[&str]| {
        let faults = place.sandbox.faults();
        for route in [route, "deals_get"] {
            faults.add(Fault::new(kind.clone()).on(route));
        }
        let ran = place.run(&[line, &["--timeout", "2"]].concat());
        place.sandbox.faults().clear();
        ran.failed(8, "queued");
    };
    let perhaps = (Value::from("perhaps_this_client"), Value::from("found"));
    let (after, before) = (FaultKind::DropAfterCommit, FaultKind::DropBeforeCommit);
    // A deletion that was applied, and that a sync sees before the retry.
    unheard(
        after.clone(),
        "deals_delete",
        &["deals", "delete", ids[0], "--yes"],
    );
    place.run(&["sync"]);
    place.run_ok(&["outbox", "retry"]);
    assert_eq!(whose(&place, ids[0]), perhaps);
    // The earlier state "missing" is resolved in every later sync.
    let told = changes(&place.run(&["history", ids[0], "--all"]));
    assert_eq!(told.len(), 1, "{told:?}");
    // A deletion that no sync saw before the retry.
    unheard(after, "deals_delete", &["deals", "delete", ids[1], "--yes"]);
    place.run_ok(&["outbox", "retry"]);
    assert_eq!(whose(&place, ids[1]), perhaps);
    // A change that never arrived, and that another user made instead.
    unheard(
        before,
        "deals_update",
        &["deals", "update", ids[2], "--responsable", "Z1"],
    );
    let body = r#"{"responsable":"Z1"}"#;
    place.run_ok(&["api", "PUT", &format!("/deals/{}", ids[2]), "--body", body]);
    place.run_ok(&["outbox", "retry"]);
    assert_eq!(whose(&place, ids[2]), perhaps);
    // A deletion that the command itself found applied.
    let once = "drop-after-commit@deals_delete:1".parse::<Fault>().unwrap();
    place.sandbox.faults().add(once);
    place.run_ok(&["deals", "delete", ids[3], "--yes"]);
    assert_eq!(whose(&place, ids[3]), perhaps);
}

#[test]
fn a_write_that_was_sent_before_is_not_told_as_one_that_never_left() {
    let place = test_env_today();
    place.run_ok(&["sync"]);
    let id = place.deal();
    let update = ["deals", "update", &id, "--responsable", "Z1"];
    run_unanswered(&place, &update).failed(8, "queued");
    place.run_ok(&[
        "api",
        "PUT",
        &format!("/deals/{id}"),
        "--body",
        r#"{"responsable":"Z2"}"#,
    ]);
    let mut retry = place.command(&["outbox", "retry", "--format", "table"]);
    let ran = CliOutput::from_output(retry.output().unwrap());
    assert_eq!(ran.status, 6, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("was sent before and was not sent again"),
        "{}",
        ran.stderr
    );
    assert!(!ran.stderr.contains("was not sent:"), "{}", ran.stderr);
    // A write that was never sent still says so.
    let other = place.run_ok(&["deals", "list", "--limit", "2"]).json()[1]["id"].clone();
    let other = other.as_str().unwrap();
    place.queue_move(other, "ic");
    place.move_as_other(other, "structuring");
    let number = place.outbox()[1]["outbox_id"].to_string();
    let mut retry = place.command(&["outbox", "retry", &number, "--format", "table"]);
    let ran = CliOutput::from_output(retry.output().unwrap());
    assert!(ran.stderr.contains("The change was not sent:"), "{}", ran.stderr);
}

#[test]
fn what_stood_before_a_write_is_what_the_service_held_and_not_a_wish_that_came_to_nothing() {
    let place = test_env_today();
    place.run_ok(&["sync"]);
    let id = place.deal();
    let owner = |name: &str| ["deals", "update", id.as_str(), "--responsable", name].map(str::to_owned);
    let run = |line: &[String]| place.run(&line.iter().map(String::as_str).collect::<Vec<_>>());
    run(&[owner("Q1").as_slice(), &["--offline".to_owned()]].concat()).failed(8, "queued");
    place.run_ok(&[
        "api",
        "PUT",
        &format!("/deals/{id}"),
        "--body",
        r#"{"responsable":"Theirs"}"#,
    ]);
    let sent = run(&owner("Q2"));
    assert_eq!(sent.status, 0, "{}", sent.stderr);
    // The same applies if the new value is the cached one, and the service's has changed.
    let other = place.run_ok(&["deals", "list", "--limit", "2"]).json()[1].clone();
    let (other, was) = (other["id"].as_str().unwrap(), other["status"].as_str().unwrap());
    place.move_as_other(other, "on_hold");
    let again = place.run(&["deals", "update", other, "--status", was]);
    assert_eq!(again.status, 0, "{}", again.stderr);
    let journal = place.run(&["outbox", "journal"]).json();
    let lines = journal.as_array().unwrap().iter();
    let line = lines.clone().find(|line| line["after"]["responsable"] == "Q2");
    assert_eq!(line.unwrap()["before"]["responsable"], "Theirs", "{journal}");
    let line = lines
        .clone()
        .find(|line| line["record"] == other && line["outcome"] == "applied");
    assert_eq!(line.unwrap()["before"]["status"], "on_hold", "{journal}");
}

#[test]
fn a_creation_whose_answer_is_missing_is_not_listed_beside_the_deal_it_became() {
    let place = test_env_today();
    place.run_ok(&["sync"]);
    let named = |name: &str| {
        let listed = place.run(&["deals", "list", "--all", "--offline"]);
        assert_eq!(listed.status, 0, "{}", listed.stderr);
        let all = listed.json();
        let all = all.as_array().unwrap().iter();
        let ids = all.filter(|deal| deal["name"] == name);
        let ids: Vec<String> = ids.map(|deal| deal["id"].as_str().unwrap().to_owned()).collect();
        ids
    };
    run_unanswered(&place, &["deals", "create", "--name", "Twin"]).failed(8, "queued");
    assert!(named("Twin")[0].starts_with("new-"), "nobody has seen it yet");
    let warned = place.run(&["deals", "list", "--offline"]).warnings();
    assert_eq!(warned, ["age", "outcome_unknown"], "the write was sent");
    // Two creations with the same name are two deals.
    place
        .run(&["deals", "create", "--name", "Twin", "--offline"])
        .failed(8, "queued");
    place.run(&["sync"]);
    let twins = named("Twin");
    let own: Vec<bool> = twins.iter().map(|id| id.starts_with("new-")).collect();
    assert_eq!(own, [false, true], "{twins:?}");
}

#[test]
fn a_write_that_is_to_wait_is_not_told_as_perhaps_applied_meanwhile() {
    let place = test_env_today();
    place.run_ok(&["sync"]);
    let id = place.deal();
    let pause = "retry-after=8@deals_update:1".parse::<Fault>().unwrap();
    place.sandbox.faults().add(pause);
    let mut update = place.command(&["deals", "update", &id, "--status", "ic"]);
    let mut update = update.stdout(Stdio::null()).spawn().unwrap();
    let sent = |row: &Value| row["attempts"] == 1 && row["state"] == "waiting";
    let seen = loop {
        let rows = place.outbox();
        if let Some(row) = rows.into_iter().find(sent) {
            break row;
        }
        assert!(update.try_wait().unwrap().is_none(), "it never waited");
    };
    assert_eq!(seen["outcome_unknown"], false, "{seen}");
    assert!(update.wait().unwrap().success());
    assert_eq!(place.run_ok(&["deals", "show", &id]).json()["status"], "ic");
    let journal = place.run(&["outbox", "journal"]).json();
    let last = journal.as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["outcome"], &last["attempts"]),
        (&"applied".into(), &2.into()),
        "{journal}"
    );
}
