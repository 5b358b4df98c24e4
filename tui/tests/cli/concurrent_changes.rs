//! Queued writes whose record another user has changed or deleted in the meantime.

use super::support::{CliOutput, test_env};

#[test]
fn queued_deletion_succeeds_if_the_deal_is_already_deleted() {
    let env = test_env();
    let id = env.deal();
    env.run(&["deals", "delete", &id, "--offline", "--yes"]).failed(8, "queued");
    env.run_ok(&["api", "DELETE", &format!("/deals/{id}"), "--yes"]);
    let done = env.run(&["outbox", "retry"]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert_eq!(done.json()[0]["deleted"], true);
    assert!(done.stderr.contains("already"), "{}", done.stderr);
    assert!(env.outbox().is_empty());
    env.run(&["deals", "delete", &id, "--yes"]).failed(5, "not_found");
}

#[test]
fn queued_deletion_conflicts_if_the_deal_changed_meanwhile() {
    let env = test_env();
    let (before, id) = (env.deals(), env.deal());
    let seen = env.run_ok(&["deals", "show", &id]).json()["status"].clone();
    env.run(&["deals", "delete", &id, "--yes", "--offline"]).failed(8, "queued");
    env.move_as_other(&id, "closing");
    for _ in 0..2 {
        // Retried without a decision, it is the same conflict.
        env.run(&["outbox", "retry"]).failed(6, "conflict");
        let row = &env.outbox()[0];
        assert_eq!(
            (&row["state"], &row["base"]["status"], &row["problem"]["theirs"]),
            (&"conflict".into(), &seen, &serde_json::json!({"status": "closing"}))
        );
    }
    let mut listing = env.command(&["outbox", "list", "--format", "table"]);
    let listing = CliOutput::from_output(listing.output().unwrap());
    assert!(listing.stdout.contains("mine delete, server Closing"), "{}", listing.stdout);
    assert!(listing.stderr.contains("encours outbox discard ID"), "{}", listing.stderr);
    assert!(!listing.stderr.contains("field by field"), "it is one choice: {}", listing.stderr);
    assert_eq!(env.deals(), before, "nothing was deleted");
    let number = env.outbox()[0]["outbox_id"].to_string();
    env.run_ok(&["outbox", "retry", &number]);
    assert_eq!((env.deals(), env.outbox().len()), (before - 1, 0));
}

#[test]
fn change_of_deleted_deal_conflicts_and_retry_recreates_it() {
    let env = test_env();
    let id = env.deal();
    let before = env.deals();
    let name = env.run_ok(&["deals", "show", &id]).json()["name"].clone();
    env.run(&["deals", "update", &id, "--status", "closing", "--offline"]).failed(8, "queued");
    env.run_ok(&["api", "DELETE", &format!("/deals/{id}"), "--yes"]);
    let met = env.run(&["outbox", "retry"]);
    assert_eq!(met.status, 6, "{}", met.stderr);
    let row = &env.outbox()[0];
    assert_eq!((&row["state"], &row["problem"]["gone"]["name"]), (&"conflict".into(), &name));
    let shown = env.run(&["deals", "show", &id, "--offline"]);
    assert_eq!(shown.status, 5, "{}", shown.stderr);
    assert!(shown.stderr.contains("\"conflict\""), "{}", shown.stderr);
    let number = row["outbox_id"].to_string();
    let retried = env.run(&["outbox", "retry", &number]);
    assert_eq!((retried.status, retried.warnings()), (0, vec!["created_again".to_owned()]));
    for part in ["new ID", "none of the deleted deal’s notes"] {
        assert!(retried.stderr.contains(part), "{part}: {}", retried.stderr);
    }
    let again = retried.json();
    assert_eq!((&again["name"], &again["status"]), (&name, &"closing".into()));
    assert_ne!(again["id"], id);
    assert_eq!(env.deals(), before);
    let journal = env.run_ok(&["outbox", "journal", &id]).json();
    let last = journal.as_array().unwrap().last().unwrap();
    assert_eq!(last["outcome"], "discarded", "it waits no more: {journal}");
}

#[test]
fn conflict_list_explains_retry_discard_and_field_choice() {
    let env = test_env();
    let id = env.deal();
    env.queue_move(&id, "closing");
    let list =
        || CliOutput::from_output(env.command(&["outbox", "list", "--format", "table"]).output().unwrap());
    assert!(!list().stderr.contains("in conflict"), "{}", list().stderr);
    env.move_as_other(&id, "lost");
    env.run(&["outbox", "retry"]).failed(6, "conflict");
    let message = list().stderr;
    for part in [
        "encours outbox retry ID",
        "encours outbox discard ID",
        "Activity (8)",
        "“Choose field by field” (f)",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let french = ["outbox", "list", "--format", "table", "--lang", "fr"];
    let message = CliOutput::from_output(env.command(&french).output().unwrap()).stderr;
    assert!(message.contains("Choisir champ par champ"), "{message}");
}

/// After two moves between two syncs, only the status date shows that the deal moved.
#[test]
fn sync_reports_a_deal_that_returned_to_its_status() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let was = env.run_ok(&["deals", "show", &id]).json()["status"].clone();
    env.move_as_other(&id, "lost");
    env.move_as_other(&id, was.as_str().unwrap());
    let output = env.run_ok(&["sync"]).json();
    let lines: Vec<_> = output.as_array().unwrap().iter().collect();
    assert_eq!(lines.len(), 1, "{output}");
    assert_eq!((&lines[0]["deal_id"], &lines[0]["field"]), (&id.as_str().into(), &"status_since".into()));
    let history = |format: &str| env.run_ok(&["history", "--all", &id, "--format", format]).stdout;
    assert!(history("json").contains("status_since"), "{}", history("json"));
    let table = history("table");
    assert!(table.contains("In this status since"), "{table}");
    // Next to the move that it dates, the status date is not listed.
    env.move_as_other(&id, "on_hold");
    let output = env.run_ok(&["sync"]).json();
    assert_eq!(output.as_array().unwrap().len(), 1, "{output}");
    assert_eq!(output[0]["field"], "status");
}
