//! Writes that do not reach the service, or whose response is lost.

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, TestEnv, test_env};

/// Runs a command with the same key while the service is down.
fn run_offline(env: &TestEnv, line: &[&str]) -> CliOutput {
    // The store belongs to the base URL, so keep the service and make it drop connections.
    env.sandbox.faults().replace(vec![
        FaultKind::DropBeforeCommit.into(),
        Fault::new(FaultKind::DropBeforeCommit).on("auth_token_exchange"),
    ]);
    let output = env.run(line);
    env.sandbox.faults().clear();
    output
}

#[test]
fn unsendable_write_is_queued_and_sent_once_later() {
    let env = test_env();
    let before = env.deals();
    let output = run_offline(&env, &["deals", "create", "--name", "Plus tard", "--timeout", "3"]);
    output.failed(8, "queued");
    let queued = output.json();
    assert_eq!(queued["queued"], true);
    let waiting = env.outbox();
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0]["outbox_id"], queued["outbox_id"]);
    assert_eq!(waiting[0]["idempotency_key"], queued["idempotency_key"]);
    assert_eq!(waiting[0]["body"]["name"], "Plus tard");
    assert_eq!(env.deals(), before);
    let sent = env.run_ok(&["outbox", "retry"]).json();
    assert_eq!(sent[0]["name"], "Plus tard");
    assert_eq!(env.deals(), before + 1);
    assert!(env.outbox().is_empty());
}

#[test]
fn retry_stops_after_the_first_unreachable_write() {
    let env = test_env();
    for name in ["Un", "Deux", "Trois"] {
        env.run(&["deals", "create", "--name", name, "--offline"]).failed(8, "queued");
    }
    env.sandbox.requests().clear();
    let output = run_offline(&env, &["outbox", "retry", "--timeout", "3"]);
    assert_eq!(output.status, 8, "{}", output.stderr);
    let exchanges = env.sandbox.requests().count("auth_token_exchange");
    assert!(exchanges <= 3, "one write was tried: {exchanges}");
    let stays = output.stderr.lines().find(|line| line.contains("\"stopped\""));
    assert!(stays.is_some_and(|line| line.contains("2 other changes stay")), "{}", output.stderr);
    let waiting = env.outbox();
    let keys: Vec<&str> = waiting.iter().map(|row| row["idempotency_key"].as_str().unwrap()).collect();
    assert_eq!(keys.len(), 3);
    env.run_ok(&["outbox", "retry"]);
    assert!(env.outbox().is_empty());
}

#[test]
fn a_write_whose_response_is_lost_is_done_once() {
    let env = test_env();
    let before = env.deals();
    env.sandbox.faults().add(Fault::new(FaultKind::DropAfterCommit).on("deals_create"));
    let output = env.run(&["deals", "create", "--name", "Une fois", "--timeout", "3"]);
    env.sandbox.faults().clear();
    output.failed(8, "queued");
    assert_eq!(env.outbox()[0]["outcome_unknown"], true);
    let sent = env.run_ok(&["outbox", "retry"]).json();
    assert_eq!(sent[0]["name"], "Une fois");
    assert_eq!(env.deals(), before + 1, "the key makes it one");
}

#[test]
fn change_and_deletion_in_doubt_are_checked_before_resending() {
    let env = test_env();
    let id = env.deal();
    // Lose the response, and the request that would show that it was applied.
    env.sandbox.faults().replace(vec![
        Fault::new(FaultKind::DropAfterCommit).on("deals_update"),
        Fault::new(FaultKind::DropBeforeCommit).on("deals_get"),
    ]);
    env.run(&["deals", "update", &id, "--status", "closing", "--timeout", "3"]).failed(8, "queued");
    env.sandbox.faults().clear();
    env.sandbox.requests().clear();
    assert_eq!(env.run_ok(&["outbox", "retry"]).json()[0]["status"], "closing");
    assert_eq!(env.sandbox.requests().count("deals_update"), 0, "it was done already");
    // Lose the response, and the request that would show that it was applied.
    env.sandbox.faults().replace(vec![
        Fault::new(FaultKind::DropAfterCommit).on("deals_delete"),
        Fault::new(FaultKind::DropBeforeCommit).on("deals_get"),
    ]);
    env.run(&["deals", "delete", &id, "--yes", "--timeout", "3"]).failed(8, "queued");
    env.sandbox.faults().clear();
    assert_eq!(env.run_ok(&["outbox", "retry"]).json()[0]["deleted"], true);
    assert!(env.outbox().is_empty());
}

#[test]
fn offline_writes_wait_in_order_and_leave_in_order() {
    let env = test_env();
    let id = env.deal();
    for status in ["ic", "closing"] {
        env.run(&["deals", "update", &id, "--status", status, "--offline"]).failed(8, "queued");
    }
    assert_eq!(env.sandbox.requests().count("deals_update"), 0);
    assert_eq!(env.outbox().len(), 1, "unsent changes are one write");
    let after = env.run_ok(&["deals", "update", &id, "--responsable", "Z"]).json();
    assert_eq!((&after["status"], &after["responsable"]), (&"closing".into(), &"Z".into()));
    assert_eq!(env.sandbox.requests().count("deals_update"), 2);
    assert!(env.outbox().is_empty());
}

#[test]
fn write_after_a_server_error_is_not_applied_twice() {
    let env = test_env();
    let before = env.deals();
    env.sandbox.faults().add(Fault::new(FaultKind::Html502).on("deals_create"));
    env.run(&["deals", "create", "--name", "x", "--timeout", "3"]).failed(1, "unexpected");
    env.sandbox.faults().clear();
    for row in env.outbox() {
        assert_eq!(row["state"], "waiting");
        env.run_ok(&["outbox", "retry", &row["outbox_id"].to_string()]);
    }
    assert!(env.deals() <= before + 1);
    assert!(env.outbox().is_empty());
}

#[test]
fn rate_limit_stores_no_write_but_keeps_earlier_entries() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let moved = |extra: &[&str]| {
        let line = ["deals", "update", &id, "--status", "closing", "--timeout", "2"];
        env.run(&[&line[..], extra].concat())
    };
    let pause = || env.sandbox.faults().add(FaultKind::RetryAfter("120".into()));
    // The write itself gets the pause as its response, and the next one finds the pause.
    pause();
    for _ in 0..2 {
        let error = moved(&[]).failed(9, "rate_limited");
        let text = error["message"].as_str().unwrap();
        assert!(
            text.contains("neither sent nor saved") || text.contains("Nothing was changed or saved"),
            "{text}"
        );
        assert!(env.outbox().is_empty(), "{text}");
    }
    moved(&["--offline"]).failed(8, "queued");
    let error = env.run(&["outbox", "retry", "--timeout", "2"]).failed(9, "rate_limited");
    let text = error["message"].as_str().unwrap();
    assert!(text.contains("stays"), "{text}");
    assert_eq!(env.outbox().len(), 1);
    // The same holds for a creation repeated under its key.
    let create = |extra: &[&str]| {
        let line = ["deals", "create", "--name", "x", "--idempotency-key", "k", "--timeout", "2"];
        env.run(&[&line[..], extra].concat())
    };
    create(&["--offline"]).failed(8, "queued");
    let error = create(&[]).failed(9, "rate_limited");
    assert!(error["message"].as_str().unwrap().contains("stays"), "{error}");
    assert_eq!(env.outbox().len(), 2);
    env.sandbox.faults().clear();
}

#[test]
fn writes_are_discarded_by_number() {
    let env = test_env();
    for name in ["a", "b"] {
        env.run(&["deals", "create", "--name", name, "--offline"]).failed(8, "queued");
    }
    let rows = env.outbox();
    let first = rows[0]["outbox_id"].to_string();
    env.run(&["outbox", "discard", &first]).failed(2, "usage");
    env.run_ok(&["outbox", "discard", &first, "--yes"]);
    assert_eq!(env.outbox().len(), 1);
    env.run(&["outbox", "discard", &first, "--yes"]).failed(5, "not_found");
    env.run(&["outbox", "retry", "999"]).failed(5, "not_found");
}

#[test]
fn deleting_an_unsent_creation_sends_no_request() {
    let env = test_env();
    let before = env.deals();
    env.run(&["deals", "create", "--name", "Jamais", "--offline"]).failed(8, "queued");
    let id = env.outbox()[0]["record"].as_str().unwrap().to_owned();
    let removed = env.run(&["deals", "delete", &id, "--yes", "--offline"]);
    assert_eq!((removed.status, removed.json()["deleted"].clone()), (0, true.into()));
    assert_eq!(removed.warnings(), ["never_created"]);
    assert!(env.outbox().is_empty());
    assert_eq!(env.deals(), before);
}

#[test]
fn missing_local_records_are_not_attributed_to_the_server() {
    let env = test_env();
    for line in [&["outbox", "retry", "1"][..], &["history", "nobody"]] {
        let mut command = env.command(line);
        let output = CliOutput::from_output(command.args(["--format", "table"]).output().unwrap());
        assert_eq!(output.status, 5, "{}", output.stderr);
        assert!(!output.stderr.contains("server doesn’t know"), "{}", output.stderr);
    }
}

#[test]
fn history_reports_a_start_date_in_the_future() {
    let env = test_env();
    let output = |since: &str| {
        let mut command = env.command(&["history", "--since", since, "--format", "table"]);
        CliOutput::from_output(command.output().unwrap())
    };
    let ahead = output("2999-01-01");
    assert_eq!(ahead.status, 2);
    assert!(ahead.stderr.contains("is in the future"), "{}", ahead.stderr);
    let past = output("2020-01-01");
    assert!(past.stderr.contains("on this device since"), "{}", past.stderr);
}

#[test]
fn temporary_id_resolves_to_the_created_deal() {
    let env = test_env();
    env.run(&["deals", "create", "--name", "Temp", "--offline"]).failed(8, "queued");
    let record = |row: &Value| row["record"].as_str().unwrap().to_owned();
    let temporary = record(&env.outbox()[0]);
    let id = env.run_ok(&["outbox", "retry"]).json()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(env.run_ok(&["deals", "show", &temporary]).json()["id"], id.as_str());
    assert_eq!(env.run_ok(&["deals", "notes", &temporary]).json(), Value::Array(Vec::new()));

    // A change under the temporary id applies to the deal, with its base value and name.
    env.queue_move(&temporary, "closing");
    let row = &env.outbox()[0];
    assert_eq!((record(row), &row["label"]), (id.clone(), &"Temp".into()), "{row}");
    env.move_as_other(&id, "ic");
    env.run(&["outbox", "retry"]).failed(6, "conflict");
    assert_eq!(env.run(&["deals", "show", &id]).json()["status"], "ic");
}

#[test]
fn conflict_journal_shows_the_value_the_user_saw() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let saw = env.run_ok(&["deals", "show", &id]).json()["status"].clone();
    let other = |but: &[&Value]| {
        let codes = ["closing", "ic", "lost"].map(Value::from);
        codes.into_iter().find(|code| !but.contains(&code)).unwrap()
    };
    let theirs = other(&[&saw]);
    let mine = other(&[&saw, &theirs]);
    env.queue_move(&id, mine.as_str().unwrap());
    env.move_as_other(&id, theirs.as_str().unwrap());
    assert_eq!(env.run(&["outbox", "retry"]).status, 6);
    let output = || env.run_ok(&["outbox", "journal", &id]).json();
    assert_eq!((&output()[0]["outcome"], &output()[0]["before"]["status"]), (&"conflict".into(), &saw));
    // After the decision it overwrites the other user's value.
    let row = env.outbox()[0]["outbox_id"].to_string();
    env.run_ok(&["outbox", "retry", &row]);
    assert_eq!((&output()[1]["outcome"], &output()[1]["before"]["status"]), (&"applied".into(), &theirs));
}
