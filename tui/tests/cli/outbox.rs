//! Writes that do not reach the service, or whose answer is lost.

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, TestEnv, test_env};

/// Runs a command with the same key while the service is down.
fn run_offline(place: &TestEnv, line: &[&str]) -> CliOutput {
    // The store belongs to the base URL, so keep the service and make it drop connections.
    place.sandbox.faults().replace(vec![
        FaultKind::DropBeforeCommit.into(),
        Fault::new(FaultKind::DropBeforeCommit).on("auth_token_exchange"),
    ]);
    let ran = place.run(line);
    place.sandbox.faults().clear();
    ran
}

#[test]
fn a_write_that_cannot_leave_is_kept_and_sent_once_later() {
    let place = test_env();
    let before = place.deals();
    let ran = run_offline(
        &place,
        &["deals", "create", "--name", "Plus tard", "--timeout", "3"],
    );
    ran.failed(8, "queued");
    let queued = ran.json();
    assert_eq!(queued["queued"], true);
    let waiting = place.outbox();
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0]["outbox_id"], queued["outbox_id"]);
    assert_eq!(waiting[0]["idempotency_key"], queued["idempotency_key"]);
    assert_eq!(waiting[0]["body"]["name"], "Plus tard");
    assert_eq!(place.deals(), before);
    let sent = place.run_ok(&["outbox", "retry"]).json();
    assert_eq!(sent[0]["name"], "Plus tard");
    assert_eq!(place.deals(), before + 1);
    assert!(place.outbox().is_empty());
}

#[test]
fn what_cannot_be_reached_for_one_write_is_not_tried_for_the_next() {
    let place = test_env();
    for name in ["Un", "Deux", "Trois"] {
        place
            .run(&["deals", "create", "--name", name, "--offline"])
            .failed(8, "queued");
    }
    place.sandbox.requests().clear();
    let ran = run_offline(&place, &["outbox", "retry", "--timeout", "3"]);
    assert_eq!(ran.status, 8, "{}", ran.stderr);
    let exchanges = place.sandbox.requests().count("auth_token_exchange");
    assert!(exchanges <= 3, "one write was tried: {exchanges}");
    let stays = ran.stderr.lines().find(|line| line.contains("\"stopped\""));
    assert!(
        stays.is_some_and(|line| line.contains("2 other changes stay")),
        "{}",
        ran.stderr
    );
    let waiting = place.outbox();
    let keys: Vec<&str> = waiting
        .iter()
        .map(|row| row["idempotency_key"].as_str().unwrap())
        .collect();
    assert_eq!(keys.len(), 3);
    place.run_ok(&["outbox", "retry"]);
    assert!(place.outbox().is_empty());
}

#[test]
fn a_write_whose_answer_is_lost_is_done_once() {
    let place = test_env();
    let before = place.deals();
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::DropAfterCommit).on("deals_create"));
    let ran = place.run(&["deals", "create", "--name", "Une fois", "--timeout", "3"]);
    place.sandbox.faults().clear();
    ran.failed(8, "queued");
    assert_eq!(place.outbox()[0]["outcome_unknown"], true);
    let sent = place.run_ok(&["outbox", "retry"]).json();
    assert_eq!(sent[0]["name"], "Une fois");
    assert_eq!(place.deals(), before + 1, "the key makes it one");
}

#[test]
fn a_doubtful_change_and_deletion_are_looked_at_first() {
    let place = test_env();
    let id = place.deal();
    // Lose the answer, and the request that would show that it was applied.
    place.sandbox.faults().replace(vec![
        Fault::new(FaultKind::DropAfterCommit).on("deals_update"),
        Fault::new(FaultKind::DropBeforeCommit).on("deals_get"),
    ]);
    place
        .run(&["deals", "update", &id, "--status", "closing", "--timeout", "3"])
        .failed(8, "queued");
    place.sandbox.faults().clear();
    place.sandbox.requests().clear();
    assert_eq!(place.run_ok(&["outbox", "retry"]).json()[0]["status"], "closing");
    assert_eq!(
        place.sandbox.requests().count("deals_update"),
        0,
        "it was done already"
    );
    // Lose the answer, and the request that would show that it was applied.
    place.sandbox.faults().replace(vec![
        Fault::new(FaultKind::DropAfterCommit).on("deals_delete"),
        Fault::new(FaultKind::DropBeforeCommit).on("deals_get"),
    ]);
    place
        .run(&["deals", "delete", &id, "--yes", "--timeout", "3"])
        .failed(8, "queued");
    place.sandbox.faults().clear();
    assert_eq!(place.run_ok(&["outbox", "retry"]).json()[0]["deleted"], true);
    assert!(place.outbox().is_empty());
}

#[test]
fn offline_writes_wait_in_order_and_leave_in_order() {
    let place = test_env();
    let id = place.deal();
    for status in ["ic", "closing"] {
        place
            .run(&["deals", "update", &id, "--status", status, "--offline"])
            .failed(8, "queued");
    }
    assert_eq!(place.sandbox.requests().count("deals_update"), 0);
    assert_eq!(place.outbox().len(), 1, "unsent changes are one write");
    let after = place
        .run_ok(&["deals", "update", &id, "--responsable", "Z"])
        .json();
    assert_eq!(
        (&after["status"], &after["responsable"]),
        (&"closing".into(), &"Z".into())
    );
    assert_eq!(place.sandbox.requests().count("deals_update"), 2);
    assert!(place.outbox().is_empty());
}

#[test]
fn an_error_of_the_service_keeps_the_key() {
    let place = test_env();
    let before = place.deals();
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Html502).on("deals_create"));
    place
        .run(&["deals", "create", "--name", "x", "--timeout", "3"])
        .failed(1, "unexpected");
    place.sandbox.faults().clear();
    for row in place.outbox() {
        assert_eq!(row["state"], "waiting");
        place.run_ok(&["outbox", "retry", &row["outbox_id"].to_string()]);
    }
    assert!(place.deals() <= before + 1);
    assert!(place.outbox().is_empty());
}

#[test]
fn after_9_nothing_new_is_kept_and_what_was_kept_before_stays() {
    let place = test_env();
    place.run_ok(&["sync"]);
    let id = place.deal();
    let moved = |extra: &[&str]| {
        let line = ["deals", "update", &id, "--status", "closing", "--timeout", "2"];
        place.run(&[&line[..], extra].concat())
    };
    let pause = || place.sandbox.faults().add(FaultKind::RetryAfter("120".into()));
    // The write itself gets the pause as its answer, and the next one finds the pause.
    pause();
    for _ in 0..2 {
        let error = moved(&[]).failed(9, "rate_limited");
        let said = error["message"].as_str().unwrap();
        assert!(
            said.contains("neither sent nor saved") || said.contains("Nothing was changed or saved"),
            "{said}"
        );
        assert!(place.outbox().is_empty(), "{said}");
    }
    moved(&["--offline"]).failed(8, "queued");
    let error = place
        .run(&["outbox", "retry", "--timeout", "2"])
        .failed(9, "rate_limited");
    let said = error["message"].as_str().unwrap();
    assert!(said.contains("stays"), "{said}");
    assert_eq!(place.outbox().len(), 1);
    // The same holds for a creation repeated under its key.
    let create = |extra: &[&str]| {
        let line = [
            "deals",
            "create",
            "--name",
            "x",
            "--idempotency-key",
            "k",
            "--timeout",
            "2",
        ];
        place.run(&[&line[..], extra].concat())
    };
    create(&["--offline"]).failed(8, "queued");
    let error = create(&[]).failed(9, "rate_limited");
    assert!(error["message"].as_str().unwrap().contains("stays"), "{error}");
    assert_eq!(place.outbox().len(), 2);
    place.sandbox.faults().clear();
}

#[test]
fn writes_are_discarded_by_number() {
    let place = test_env();
    for name in ["a", "b"] {
        place
            .run(&["deals", "create", "--name", name, "--offline"])
            .failed(8, "queued");
    }
    let rows = place.outbox();
    let first = rows[0]["outbox_id"].to_string();
    place.run(&["outbox", "discard", &first]).failed(2, "usage");
    place.run_ok(&["outbox", "discard", &first, "--yes"]);
    assert_eq!(place.outbox().len(), 1);
    place
        .run(&["outbox", "discard", &first, "--yes"])
        .failed(5, "not_found");
    place.run(&["outbox", "retry", "999"]).failed(5, "not_found");
}

#[test]
fn what_was_never_created_is_deleted_without_a_word_to_the_service() {
    let place = test_env();
    let before = place.deals();
    place
        .run(&["deals", "create", "--name", "Jamais", "--offline"])
        .failed(8, "queued");
    let id = place.outbox()[0]["record"].as_str().unwrap().to_owned();
    let gone = place.run(&["deals", "delete", &id, "--yes", "--offline"]);
    assert_eq!((gone.status, gone.json()["deleted"].clone()), (0, true.into()));
    assert_eq!(gone.warnings(), ["never_created"]);
    assert!(place.outbox().is_empty());
    assert_eq!(place.deals(), before);
}

#[test]
fn what_is_not_here_is_not_said_to_be_unknown_to_the_service() {
    let place = test_env();
    for line in [&["outbox", "retry", "1"][..], &["history", "nobody"]] {
        let mut command = place.command(line);
        let told = CliOutput::from_output(command.args(["--format", "table"]).output().unwrap());
        assert_eq!(told.status, 5, "{}", told.stderr);
        assert!(!told.stderr.contains("server doesn’t know"), "{}", told.stderr);
    }
}

#[test]
fn a_history_since_a_date_to_come_says_so() {
    let place = test_env();
    let told = |since: &str| {
        let mut command = place.command(&["history", "--since", since, "--format", "table"]);
        CliOutput::from_output(command.output().unwrap())
    };
    let ahead = told("2999-01-01");
    assert_eq!(ahead.status, 0);
    assert!(ahead.stderr.contains("is in the future"), "{}", ahead.stderr);
    let past = told("2020-01-01");
    assert!(past.stderr.contains("on this device since"), "{}", past.stderr);
}

#[test]
fn a_temporary_id_stands_for_what_it_became() {
    let place = test_env();
    place
        .run(&["deals", "create", "--name", "Temp", "--offline"])
        .failed(8, "queued");
    let record = |row: &Value| row["record"].as_str().unwrap().to_owned();
    let temporary = record(&place.outbox()[0]);
    let id = place.run_ok(&["outbox", "retry"]).json()[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        place.run_ok(&["deals", "show", &temporary]).json()["id"],
        id.as_str()
    );
    assert_eq!(
        place.run_ok(&["deals", "notes", &temporary]).json(),
        Value::Array(Vec::new())
    );

    // A change under the temporary id applies to the deal, with its base value and name.
    place.queue_move(&temporary, "closing");
    let row = &place.outbox()[0];
    assert_eq!(
        (record(row), &row["label"]),
        (id.clone(), &"Temp".into()),
        "{row}"
    );
    place.move_as_other(&id, "ic");
    place.run(&["outbox", "retry"]).failed(6, "conflict");
    assert_eq!(place.run(&["deals", "show", &id]).json()["status"], "ic");
}

#[test]
fn the_journal_of_a_conflict_tells_what_the_person_saw_and_not_what_others_made_of_it() {
    let place = test_env();
    place.run_ok(&["sync"]);
    let id = place.deal();
    let saw = place.run_ok(&["deals", "show", &id]).json()["status"].clone();
    let other = |but: &[&Value]| {
        let codes = ["closing", "ic", "lost"].map(Value::from);
        codes.into_iter().find(|code| !but.contains(&code)).unwrap()
    };
    let theirs = other(&[&saw]);
    let mine = other(&[&saw, &theirs]);
    place.queue_move(&id, mine.as_str().unwrap());
    place.move_as_other(&id, theirs.as_str().unwrap());
    assert_eq!(place.run(&["outbox", "retry"]).status, 6);
    let told = || place.run_ok(&["outbox", "journal", &id]).json();
    assert_eq!(
        (&told()[0]["outcome"], &told()[0]["before"]["status"]),
        (&"conflict".into(), &saw)
    );
    // After the decision it overwrites the other user's value.
    let row = place.outbox()[0]["outbox_id"].to_string();
    place.run_ok(&["outbox", "retry", &row]);
    assert_eq!(
        (&told()[1]["outcome"], &told()[1]["before"]["status"]),
        (&"applied".into(), &theirs)
    );
}
