//! Writes that reach the service.

use super::support::test_env;

#[test]
fn a_deal_is_created_changed_and_deleted() {
    let env = test_env();
    let line = [
        "deals",
        "create",
        "--name",
        "Tour Test",
        "--status",
        "sourcing",
        "--classe-actif",
        "bureaux",
        "--set",
        "responsable=\"A. Martin\"",
    ];
    let made = env.run_ok(&line).json();
    assert_eq!((&made["name"], &made["responsable"]), (&"Tour Test".into(), &"A. Martin".into()));
    let id = made["id"].as_str().unwrap();
    let line = [
        "deals",
        "update",
        id,
        "--status",
        "ic",
        "--null",
        "responsable",
        "--set",
        "decote=0.1500000000000000000001",
    ];
    let changed = env.run_ok(&line);
    assert_eq!(changed.json()["status"], "ic");
    assert!(changed.json()["responsable"].is_null());
    assert!(changed.stdout.contains("\"decote\":0.1500000000000000000001"), "{}", changed.stdout);
    let removed = env.run_ok(&["deals", "delete", id, "--yes"]);
    assert_eq!(removed.stdout, format!("{{\"id\":\"{id}\",\"deleted\":true}}\n"));
    env.run(&["deals", "show", id]).failed(5, "not_found");
    assert!(env.outbox().is_empty());
}

#[test]
fn update_sends_only_the_given_fields() {
    let env = test_env();
    let id = env.deal();
    let before = env.run_ok(&["deals", "show", &id]).json();
    let after = env.run_ok(&["deals", "update", &id, "--responsable", "M. Noël"]).json();
    assert_eq!((&after["name"], &after["status"]), (&before["name"], &before["status"]));
    assert_eq!(after["responsable"], "M. Noël");
}

#[test]
fn deletion_requires_the_yes_flag() {
    let env = test_env();
    let id = env.deal();
    env.run(&["deals", "delete", &id]).failed(2, "usage");
    env.run_ok(&["deals", "show", &id]);
    assert_eq!(env.sandbox.requests().count("deals_delete"), 0);
}

#[test]
fn batch_continues_after_failures_and_exits_with_the_first() {
    let env = test_env();
    let id = env.deal();
    let nobody = "00000000-0000-4000-8000-000000000000";
    let output = env.run(&["deals", "delete", nobody, "not-a-uuid", &id, "--yes"]);
    assert_eq!(output.status, 5);
    assert_eq!(output.json(), serde_json::json!([{"id": id, "deleted": true}]), "the last one was deleted");
    let error = output.failed(5, "not_found");
    let kinds: Vec<_> = error["errors"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["not_found", "invalid"]);
}

#[test]
fn write_carries_the_given_idempotency_key_and_request_id() {
    let env = test_env();
    env.run_ok(&["deals", "create", "--name", "x", "--idempotency-key", "mine", "--request-id", "r-77"]);
    let sent = env.sandbox.requests().of_route("deals_create");
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].idempotency_key.as_deref(), Some("mine"));
    assert_eq!(sent[0].request_id.as_deref(), Some("r-77"));
    let id = env.deal();
    env.run_ok(&["deals", "update", &id, "--status", "ic"]);
    assert!(
        env.sandbox.requests().of_route("deals_update")[0].idempotency_key.is_some(),
        "every write has one"
    );
}

#[test]
fn offline_changes_report_the_number_of_pending_writes() {
    let env = test_env();
    let deals = env.run_ok(&["deals", "list", "--limit", "3"]).json();
    for n in 1..=3 {
        let owner = format!("P. {n}");
        let id = deals[n - 1]["id"].as_str().unwrap();
        let line = ["deals", "update", id, "--responsable", &owner, "--offline", "--lang", "en"];
        let output = env.run(&line).failed(8, "queued");
        let text = output["message"].as_str().unwrap();
        let waiting = format!("Pending changes on this device: {n} (encours outbox list)");
        assert!(text.ends_with(&waiting), "{text}");
    }
    assert_eq!(env.outbox().len(), 3);
}

#[test]
fn unknown_subcommand_suggests_the_equivalent_command() {
    let env = test_env();
    for (line, near) in [
        (["deals", "get"], "show"),
        (["deals", "move"], "update"),
        (["deals", "rm"], "delete"),
        (["tasks", "move"], "update"),
        (["notifications", "ls"], "list"),
    ] {
        let output = env.run(&[line[0], line[1], "x", "--lang", "en"]).failed(2, "usage");
        let text = output["message"].as_str().unwrap();
        assert!(text.contains(&format!("Did you mean {near}?")), "{text}");
    }
    let output = env.run(&["outbox", "move", "--lang", "en"]).failed(2, "usage");
    let text = output["message"].as_str().unwrap();
    assert!(!text.contains("Did you mean"), "it updates nothing: {text}");
}
