//! Related writes: dependent writes, coalesced writes, and writes that wait behind another.

use encours_sandbox::Fault;
use serde_json::Value;

use super::support::{TestEnv, test_env};

/// Creates a blocked update of a deal that was deleted elsewhere; returns its outbox number.
fn queue_on_deleted(env: &TestEnv) -> String {
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.run(&["deals", "update", &id, "--status", "closing", "--responsable", "Zoé", "--offline"])
        .failed(8, "queued");
    env.run_ok(&["api", "DELETE", &format!("/deals/{id}"), "-y"]);
    env.run(&["outbox", "retry"]).failed(6, "conflict");
    env.outbox()[0]["outbox_id"].to_string()
}

#[test]
fn recreated_deal_gets_all_its_pending_changes() {
    let env = test_env();
    let number = queue_on_deleted(&env);
    let output = env.run(&["outbox", "retry", &number]);
    assert_eq!((output.status, output.warnings()), (0, vec!["created_again".to_owned()]));
    let made = output.json();
    assert_eq!(
        (&made["status"], &made["responsable"]),
        (&"closing".into(), &"Zoé".into()),
        "one result, in its final state"
    );
    assert_eq!(env.outbox(), Vec::<Value>::new());
    let restored = env.run_ok(&["deals", "show", made["id"].as_str().unwrap()]).json();
    assert_eq!(restored["responsable"], "Zoé");
}

#[test]
fn retry_names_writes_blocked_by_an_unsent_creation() {
    let env = test_env();
    let number = queue_on_deleted(&env);
    env.sandbox.faults().add("status=503@deals_create".parse::<Fault>().unwrap());
    let output = env.run(&["outbox", "retry", &number, "--timeout", "2"]);
    assert_ne!(output.status, 0, "{}", output.stdout);
    let rows = env.outbox();
    assert_eq!(rows.len(), 2, "{rows:?}");
    let behind = format!("encours outbox retry {}", rows[1]["outbox_id"]);
    assert!(output.stderr.contains(&behind), "{}", output.stderr);
    env.sandbox.faults().clear();
    env.run_ok(&["outbox", "retry"]);
    assert_eq!(env.outbox(), Vec::<Value>::new());
}

#[test]
fn offline_changes_of_one_record_coalesce() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let before = env.run_ok(&["deals", "show", &id]).json();
    for change in [["--status", "lost"], ["--responsable", "Zoé"], ["--status", "closing"]] {
        env.run(&[&["deals", "update", &id, "--offline"][..], &change].concat()).failed(8, "queued");
    }
    let rows = env.outbox();
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!(rows[0]["body"]["status"], "closing");
    assert_eq!(rows[0]["body"]["responsable"], "Zoé");
    assert_eq!(rows[0]["base"]["status"], before["status"], "the base is the value first seen");
    // Writes of different records are not coalesced.
    let other = env.run_ok(&["deals", "list", "--limit", "2"]).json()[1]["id"].clone();
    env.run(&["deals", "update", other.as_str().unwrap(), "--responsable", "Lou", "--offline"])
        .failed(8, "queued");
    assert_eq!(env.outbox().len(), 2);
    env.run_ok(&["outbox", "retry"]);
    let sent = env.run_ok(&["deals", "show", &id]).json();
    assert_eq!((&sent["status"], &sent["responsable"]), (&"closing".into(), &"Zoé".into()));
}

#[test]
fn deal_without_a_name_is_rejected_online_and_offline() {
    let env = test_env();
    for name in ["", "  "] {
        env.run(&["deals", "create", "--name", name]).failed(7, "invalid");
        env.run(&["deals", "create", "--name", name, "--offline"]).failed(2, "usage");
        let line = ["deals", "create", "--name", name, "--offline", "--format", "table"];
        let message = env.run(&line).stderr;
        assert!(message.contains("--name is blank") && !message.contains("refused"), "{message}");
    }
    assert_eq!(env.outbox(), Vec::<Value>::new());
}

#[test]
fn queued_task_write_reports_that_the_task_is_uncached() {
    let env = test_env();
    let error = env.run(&["tasks", "update", "t-1", "--statut", "done", "--offline"]).failed(8, "queued");
    let text = error["message"].as_str().unwrap();
    assert!(text.contains("t-1 was never loaded on this device"), "{text}");
}

#[test]
fn journal_of_an_unknown_record_is_not_found() {
    let env = test_env();
    env.run_ok(&["sync"]);
    env.run(&["outbox", "journal", "nope"]).failed(5, "not_found");
    assert_eq!(
        env.run_ok(&["outbox", "journal", &env.deal()]).json(),
        Value::Array(Vec::new()),
        "known, and never written to"
    );
}

#[test]
fn failure_messages_are_complete_sentences() {
    let env = test_env();
    let id = env.deal();
    env.sandbox.faults().add("status=500@deals_update".parse::<Fault>().unwrap());
    let line = ["deals", "update", &id, "--status", "lost", "--timeout", "2"];
    let error = env.run(&line).failed(1, "unexpected");
    let text = error["message"].as_str().unwrap();
    assert!(!text.contains(".:") && text.contains("a fault of the sandbox"), "{text}");
    env.sandbox.faults().clear();
    let number = env.outbox()[0]["outbox_id"].to_string();
    let french = ["--format", "table", "--lang", "fr"];
    let given_up = env.run(&[&["outbox", "discard", &number, "-y"][..], &french].concat());
    assert!(
        given_up.stdout.contains("Résultat inconnu") && !given_up.stdout.contains("outcome_unknown"),
        "{}",
        given_up.stdout
    );
}
