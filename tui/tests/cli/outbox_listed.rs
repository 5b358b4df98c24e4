//! Lists of pending, sent and discarded writes.

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{TestEnv, test_env};

#[test]
fn retry_prints_a_list_unless_one_write_is_named() {
    let env = test_env();
    let create = |name: &str| {
        let queued = env.run(&["deals", "create", "--name", name, "--offline"]);
        queued.failed(8, "queued");
        queued.json()["outbox_id"].to_string()
    };
    assert_eq!(env.run_ok(&["outbox", "retry"]).json(), Value::Array(Vec::new()));
    let numbers = ["Un", "Deux"].map(create);
    let sent = env.run_ok(&["outbox", "retry", &numbers[0], &numbers[1]]).json();
    assert_eq!((&sent[0]["name"], &sent[1]["name"]), (&"Un".into(), &"Deux".into()));
    let numbers = ["Trois", "Quatre"].map(create);
    assert_eq!(env.run_ok(&["outbox", "retry", &numbers[0]]).json()["name"], "Trois");
    let sent = env.run_ok(&["outbox", "retry", "--format", "csv"]).stdout;
    assert_eq!(sent.lines().count(), 2, "{sent}");
    let numbers = ["Cinq", "Six"].map(create);
    let sent = env.run_ok(&["outbox", "retry", "--format", "ndjson"]).stdout;
    assert_eq!(sent.lines().count(), 2, "{sent}");
    assert!(sent.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{sent}");
    drop(numbers);
    // A failing write does not hide the successful ones.
    let number = create("Sept");
    let output = env.run(&["outbox", "retry", "999", &number]);
    output.failed(5, "not_found");
    assert_eq!(output.json()[0]["name"], "Sept");
}

#[test]
fn discard_prints_a_list_unless_it_is_one_write() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let create = |name: &str| env.run(&["deals", "create", "--name", name, "--offline"]).failed(8, "queued");
    for name in ["Un", "Deux", "Trois"] {
        create(name);
    }
    let rows = env.outbox();
    let numbers: Vec<String> = rows.iter().map(|row| row["outbox_id"].to_string()).collect();
    let deleted = env.run_ok(&["outbox", "discard", &numbers[0], &numbers[1], "--yes"]).json();
    assert_eq!((&deleted[0]["discarded"], deleted.as_array().unwrap().len()), (&true.into(), 2));
    // Discarding a creation also discards later writes of its record.
    env.queue_move(rows[2]["record"].as_str().unwrap(), "ic");
    let deleted = env.run_ok(&["outbox", "discard", &numbers[2], "--yes"]).json();
    assert_eq!(deleted.as_array().unwrap().len(), 2, "{deleted}");
    assert!(env.outbox().is_empty());
}

#[test]
fn write_in_doubt_is_marked_in_list_and_discard() {
    let env = test_env();
    env.sandbox.faults().add(Fault::new(FaultKind::DropAfterCommit).on("deals_create"));
    env.run(&["deals", "create", "--name", "Une fois", "--timeout", "3"]).failed(8, "queued");
    env.sandbox.faults().clear();
    let table = env.run_ok(&["outbox", "list", "--format", "table", "--lang", "en"]).stdout;
    assert!(table.contains("may have been applied"), "{table}");
    let id = env.outbox()[0]["outbox_id"].to_string();
    let given_up = env.run(&["outbox", "discard", &id, "--yes"]);
    assert_eq!(given_up.status, 0, "{}", given_up.stderr);
    assert_eq!(given_up.json()["outcome_unknown"], true);
    assert!(given_up.stderr.contains("may have applied it"), "{}", given_up.stderr);
}

/// Returns the table of the only pending write.
fn listed(env: &TestEnv) -> String {
    env.run_ok(&["outbox", "list", "--format", "table", "--lang", "en"]).stdout
}

#[test]
fn rate_limited_write_is_listed_with_its_next_attempt() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.queue_move(&id, "closing");
    env.sandbox.faults().add(FaultKind::RetryAfter("120".into()));
    env.run(&["outbox", "retry", "--timeout", "2"]).failed(9, "rate_limited");
    let table = listed(&env);
    for message in ["not accepted yet, too many requests", "not applied · next try after "] {
        assert!(table.contains(message), "{message}: {table}");
    }
    assert!(!table.contains("outcome unknown"), "{table}");
    assert_eq!(env.outbox()[0]["outcome_unknown"], false);
}

#[test]
fn write_after_a_503_is_listed_with_that_response() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.queue_move(&id, "closing");
    env.sandbox.faults().add(Fault::new(FaultKind::Status(503)).on("deals_update"));
    assert_ne!(env.run(&["outbox", "retry", "--timeout", "2"]).status, 0);
    env.sandbox.faults().clear();
    let table = listed(&env);
    assert!(table.contains("response 503, may be applied"), "{table}");
    assert!(!table.contains("outcome unknown"), "{table}");
}

#[test]
fn empty_outbox_prints_the_same_csv_header() {
    let env = test_env();
    let header = || {
        let listing = env.run(&["outbox", "list", "--format", "csv"]).stdout;
        listing.lines().next().unwrap().to_owned()
    };
    let empty = header();
    env.queue_move(&env.deal(), "closing");
    assert_eq!(header(), empty);
    assert!(empty.ends_with(",base,written_for,problem,reason"), "{empty}");
}
