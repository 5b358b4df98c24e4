//! Queued writes whose record another user has changed or deleted in the meantime.

use super::support::{CliOutput, test_env};

#[test]
fn a_deletion_kept_for_later_that_somebody_else_made_is_done_and_one_asked_for_now_is_not_found() {
    let place = test_env();
    let id = place.deal();
    place
        .run(&["deals", "delete", &id, "--offline", "--yes"])
        .failed(8, "queued");
    place.run_ok(&["api", "DELETE", &format!("/deals/{id}"), "--yes"]);
    let done = place.run(&["outbox", "retry"]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert_eq!(done.json()[0]["deleted"], true);
    assert!(done.stderr.contains("already"), "{}", done.stderr);
    assert!(place.outbox().is_empty());
    place
        .run(&["deals", "delete", &id, "--yes"])
        .failed(5, "not_found");
}

#[test]
fn a_deletion_kept_for_later_ends_no_deal_that_somebody_else_changed_meanwhile() {
    let place = test_env();
    let (before, id) = (place.deals(), place.deal());
    let seen = place.run_ok(&["deals", "show", &id]).json()["status"].clone();
    place
        .run(&["deals", "delete", &id, "--yes", "--offline"])
        .failed(8, "queued");
    place.move_as_other(&id, "closing");
    for _ in 0..2 {
        // Retried without a decision, it is the same conflict.
        place.run(&["outbox", "retry"]).failed(6, "conflict");
        let row = &place.outbox()[0];
        assert_eq!(
            (&row["state"], &row["base"]["status"], &row["problem"]["theirs"]),
            (
                &"conflict".into(),
                &seen,
                &serde_json::json!({"status": "closing"})
            )
        );
    }
    let mut listed = place.command(&["outbox", "list", "--format", "table"]);
    let listed = CliOutput::from_output(listed.output().unwrap());
    assert!(
        listed.stdout.contains("mine delete, server Closing"),
        "{}",
        listed.stdout
    );
    assert!(
        listed.stderr.contains("encours outbox discard ID"),
        "{}",
        listed.stderr
    );
    assert!(
        !listed.stderr.contains("field by field"),
        "it is one choice: {}",
        listed.stderr
    );
    assert_eq!(place.deals(), before, "nothing was deleted");
    let number = place.outbox()[0]["outbox_id"].to_string();
    place.run_ok(&["outbox", "retry", &number]);
    assert_eq!((place.deals(), place.outbox().len()), (before - 1, 0));
}

#[test]
fn a_change_of_a_deal_deleted_elsewhere_is_told_and_creates_it_again_if_it_is_named() {
    let place = test_env();
    let id = place.deal();
    let before = place.deals();
    let name = place.run_ok(&["deals", "show", &id]).json()["name"].clone();
    place
        .run(&["deals", "update", &id, "--status", "closing", "--offline"])
        .failed(8, "queued");
    place.run_ok(&["api", "DELETE", &format!("/deals/{id}"), "--yes"]);
    let met = place.run(&["outbox", "retry"]);
    assert_eq!(met.status, 6, "{}", met.stderr);
    let row = &place.outbox()[0];
    assert_eq!(
        (&row["state"], &row["problem"]["gone"]["name"]),
        (&"conflict".into(), &name)
    );
    let shown = place.run(&["deals", "show", &id, "--offline"]);
    assert_eq!(shown.status, 5, "{}", shown.stderr);
    assert!(shown.stderr.contains("\"conflict\""), "{}", shown.stderr);
    let number = row["outbox_id"].to_string();
    let retried = place.run(&["outbox", "retry", &number]);
    assert_eq!(
        (retried.status, retried.warnings()),
        (0, vec!["created_again".to_owned()])
    );
    for part in ["new ID", "none of the deleted deal’s notes"] {
        assert!(retried.stderr.contains(part), "{part}: {}", retried.stderr);
    }
    let again = retried.json();
    assert_eq!((&again["name"], &again["status"]), (&name, &"closing".into()));
    assert_ne!(again["id"], id);
    assert_eq!(place.deals(), before);
    let journal = place.run_ok(&["outbox", "journal", &id]).json();
    let last = journal.as_array().unwrap().last().unwrap();
    assert_eq!(last["outcome"], "discarded", "it waits no more: {journal}");
}

#[test]
fn a_list_with_a_conflict_says_how_it_is_decided_whole_and_where_field_by_field() {
    let place = test_env();
    let id = place.deal();
    place.queue_move(&id, "closing");
    let list = || {
        CliOutput::from_output(
            place
                .command(&["outbox", "list", "--format", "table"])
                .output()
                .unwrap(),
        )
    };
    assert!(!list().stderr.contains("in conflict"), "{}", list().stderr);
    place.move_as_other(&id, "lost");
    place.run(&["outbox", "retry"]).failed(6, "conflict");
    let said = list().stderr;
    for part in [
        "encours outbox retry ID",
        "encours outbox discard ID",
        "Activity (8)",
        "“Choose field by field” (f)",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let french = ["outbox", "list", "--format", "table", "--lang", "fr"];
    let said = CliOutput::from_output(place.command(&french).output().unwrap()).stderr;
    assert!(said.contains("Choisir champ par champ"), "{said}");
}

/// After two moves between two syncs, only the status date shows that the deal moved.
#[test]
fn a_deal_that_left_its_status_and_came_back_is_told_in_every_format() {
    let place = test_env();
    place.run_ok(&["sync"]);
    let id = place.deal();
    let was = place.run_ok(&["deals", "show", &id]).json()["status"].clone();
    place.move_as_other(&id, "lost");
    place.move_as_other(&id, was.as_str().unwrap());
    let told = place.run_ok(&["sync"]).json();
    let lines: Vec<_> = told.as_array().unwrap().iter().collect();
    assert_eq!(lines.len(), 1, "{told}");
    assert_eq!(
        (&lines[0]["deal_id"], &lines[0]["field"]),
        (&id.as_str().into(), &"status_since".into())
    );
    let history = |format: &str| {
        place
            .run_ok(&["history", "--all", &id, "--format", format])
            .stdout
    };
    assert!(history("json").contains("status_since"), "{}", history("json"));
    let table = history("table");
    assert!(table.contains("In this status since"), "{table}");
    // Next to the move that it dates, the status date is not listed.
    place.move_as_other(&id, "on_hold");
    let told = place.run_ok(&["sync"]).json();
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    assert_eq!(told[0]["field"], "status");
}
