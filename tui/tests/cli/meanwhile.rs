//! Queued writes whose record another user has changed or deleted in the meantime.

use super::support::{Ran, place};

#[test]
fn a_deletion_kept_for_later_that_somebody_else_made_is_done_and_one_asked_for_now_is_not_found() {
    let place = place();
    let id = place.deal();
    place
        .run(&["deals", "delete", &id, "--offline", "--yes"])
        .failed(8, "queued");
    place.good(&["api", "DELETE", &format!("/deals/{id}"), "--yes"]);
    let done = place.run(&["outbox", "retry"]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert_eq!(done.json()[0]["deleted"], true);
    assert!(done.err.contains("already"), "{}", done.err);
    assert!(place.outbox().is_empty());
    place
        .run(&["deals", "delete", &id, "--yes"])
        .failed(5, "not_found");
}

#[test]
fn a_deletion_kept_for_later_ends_no_deal_that_somebody_else_changed_meanwhile() {
    let place = place();
    let (before, id) = (place.deals(), place.deal());
    let seen = place.good(&["deals", "show", &id]).json()["status"].clone();
    place
        .run(&["deals", "delete", &id, "--yes", "--offline"])
        .failed(8, "queued");
    place.moved_elsewhere(&id, "closing");
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
    let listed = Ran::of(listed.output().unwrap());
    assert!(
        listed.out.contains("mine delete, server Closing"),
        "{}",
        listed.out
    );
    assert!(listed.err.contains("encours outbox discard ID"), "{}", listed.err);
    assert!(
        !listed.err.contains("field by field"),
        "it is one choice: {}",
        listed.err
    );
    assert_eq!(place.deals(), before, "nothing was deleted");
    let number = place.outbox()[0]["outbox_id"].to_string();
    place.good(&["outbox", "retry", &number]);
    assert_eq!((place.deals(), place.outbox().len()), (before - 1, 0));
}

#[test]
fn a_change_of_a_deal_deleted_elsewhere_is_told_and_creates_it_again_if_it_is_named() {
    let place = place();
    let id = place.deal();
    let before = place.deals();
    let name = place.good(&["deals", "show", &id]).json()["name"].clone();
    place
        .run(&["deals", "update", &id, "--status", "closing", "--offline"])
        .failed(8, "queued");
    place.good(&["api", "DELETE", &format!("/deals/{id}"), "--yes"]);
    let met = place.run(&["outbox", "retry"]);
    assert_eq!(met.status, 6, "{}", met.err);
    let row = &place.outbox()[0];
    assert_eq!(
        (&row["state"], &row["problem"]["gone"]["name"]),
        (&"conflict".into(), &name)
    );
    let shown = place.run(&["deals", "show", &id, "--offline"]);
    assert_eq!(shown.status, 5, "{}", shown.err);
    assert!(shown.err.contains("\"conflict\""), "{}", shown.err);
    let number = row["outbox_id"].to_string();
    let retried = place.run(&["outbox", "retry", &number]);
    assert_eq!(
        (retried.status, retried.warned()),
        (0, vec!["created_again".to_owned()])
    );
    for part in ["new ID", "none of the deleted deal’s notes"] {
        assert!(retried.err.contains(part), "{part}: {}", retried.err);
    }
    let again = retried.json();
    assert_eq!((&again["name"], &again["status"]), (&name, &"closing".into()));
    assert_ne!(again["id"], id);
    assert_eq!(place.deals(), before);
    let journal = place.good(&["outbox", "journal", &id]).json();
    let last = journal.as_array().unwrap().last().unwrap();
    assert_eq!(last["outcome"], "discarded", "it waits no more: {journal}");
}

#[test]
fn a_list_with_a_conflict_says_how_it_is_decided_whole_and_where_field_by_field() {
    let place = place();
    let id = place.deal();
    place.queued(&id, "closing");
    let list = || {
        Ran::of(
            place
                .command(&["outbox", "list", "--format", "table"])
                .output()
                .unwrap(),
        )
    };
    assert!(!list().err.contains("in conflict"), "{}", list().err);
    place.moved_elsewhere(&id, "lost");
    place.run(&["outbox", "retry"]).failed(6, "conflict");
    let said = list().err;
    for part in [
        "encours outbox retry ID",
        "encours outbox discard ID",
        "Activity (8)",
        "“Choose field by field” (f)",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let french = ["outbox", "list", "--format", "table", "--lang", "fr"];
    let said = Ran::of(place.command(&french).output().unwrap()).err;
    assert!(said.contains("Choisir champ par champ"), "{said}");
}

/// After two moves between two syncs, only the status date shows that the deal moved.
#[test]
fn a_deal_that_left_its_status_and_came_back_is_told_in_every_format() {
    let place = place();
    place.good(&["sync"]);
    let id = place.deal();
    let was = place.good(&["deals", "show", &id]).json()["status"].clone();
    place.moved_elsewhere(&id, "lost");
    place.moved_elsewhere(&id, was.as_str().unwrap());
    let told = place.good(&["sync"]).json();
    let lines: Vec<_> = told.as_array().unwrap().iter().collect();
    assert_eq!(lines.len(), 1, "{told}");
    assert_eq!(
        (&lines[0]["deal_id"], &lines[0]["field"]),
        (&id.as_str().into(), &"status_since".into())
    );
    let history = |format: &str| place.good(&["history", "--all", &id, "--format", format]).out;
    assert!(history("json").contains("status_since"), "{}", history("json"));
    let table = history("table");
    assert!(table.contains("In this status since"), "{table}");
    // Next to the move that it dates, the status date is not listed.
    place.moved_elsewhere(&id, "on_hold");
    let told = place.good(&["sync"]).json();
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    assert_eq!(told[0]["field"], "status");
}
