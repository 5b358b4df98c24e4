//! A command on a deal for which a window has a scheduled write.
//!
//! The command queues behind it, and either waits for the undo window or reports its end. Every acknowledged write is
//! in the outbox or in the journal.

use encours_core::contract::OperationId;
use encours_core::store::{NewOutboxEntry, OutboxEntry, Store};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::support::{TestEnv, test_env_today};

/// Simulates a window with a scheduled move of a deal to `closing`.
fn window(env: &TestEnv, id: &str, hold: SignedDuration) -> (Store, OutboxEntry) {
    env.run_ok(&["sync"]);
    let from = env.run_ok(&["deals", "show", id]).json()["status"].clone();
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let profile = profiles.next().unwrap().unwrap().path();
    let now = Timestamp::now();
    let store = Store::open(&profile, now).unwrap();
    let scheduled = NewOutboxEntry {
        operation: OperationId::DealsUpdate,
        record: id.into(),
        body: r#"{"status":"closing"}"#.into(),
        key: encours_core::client::auth::random_id::idempotency_key(),
        base: format!("{{\"status\":{from}}}"),
        label: "held".into(),
        created_at: now,
        not_before: now + hold,
        scheduled: true,
    };
    let row = store.outbox().enqueue(&[scheduled]).unwrap().remove(0);
    (store, row)
}

fn update_and_list(env: &TestEnv, id: &str) -> Vec<(Value, Value)> {
    let journal = env.run_ok(&["outbox", "journal", id]).json();
    let lines = journal.as_array().unwrap().iter();
    lines.map(|line| (line["outcome"].clone(), line["idempotency_key"].clone())).collect()
}

#[test]
fn offline_command_does_not_coalesce_into_a_scheduled_write() {
    let env = test_env_today();
    let id = env.deal();
    let (store, scheduled) = window(&env, &id, SignedDuration::from_mins(5));
    for line in [["--status", "lost"], ["--responsable", "Q1"], ["--status", "closing"]] {
        let line = [&["deals", "update", &id, "--offline"][..], &line].concat();
        env.run(&line).failed(8, "queued");
    }
    assert_eq!(store.outbox().get(scheduled.seq).unwrap().unwrap(), scheduled);
    let bodies: Vec<Value> = env.outbox().iter().map(|row| row["body"].clone()).collect();
    assert_eq!(
        bodies,
        [
            serde_json::json!({"status": "closing"}),
            serde_json::json!({"status": "lost"}),
            serde_json::json!({"responsable": "Q1"}),
            serde_json::json!({"status": "closing"}),
        ]
    );
}

#[test]
fn command_write_survives_undo_of_an_equal_scheduled_write() {
    let env = test_env_today();
    let id = env.deal();
    let (store, scheduled) = window(&env, &id, SignedDuration::from_mins(5));
    env.queue_move(&id, "closing");
    assert_eq!(store.outbox().cancel(&[&scheduled]).unwrap(), [scheduled.seq]);
    drop(store);
    let rows = env.outbox();
    assert_eq!((rows.len(), &rows[0]["body"]["status"]), (1, &"closing".into()));
    assert_ne!(rows[0]["base"]["status"], "closing", "measured against what is there");
    env.run_ok(&["outbox", "retry"]);
    assert_eq!(env.run_ok(&["deals", "show", &id]).json()["status"], "closing");
}

#[test]
fn command_waits_for_the_undo_window_of_earlier_writes() {
    let env = test_env_today();
    let id = env.deal();
    let (_store, scheduled) = window(&env, &id, SignedDuration::from_secs(2));
    let sent = env.run_ok(&["deals", "update", &id, "--responsable", "Q1"]).json();
    assert!(Timestamp::now() >= scheduled.not_before, "nothing is sent before its undo window has ended");
    assert_eq!((&sent["status"], &sent["responsable"]), (&"closing".into(), &"Q1".into()));
    let sent = env.sandbox.requests().of_route("deals_update");
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].idempotency_key.as_deref(), Some(scheduled.key.as_str()));
    assert!(env.outbox().is_empty());
}

#[test]
fn command_times_out_before_the_undo_window_without_sending() {
    let env = test_env_today();
    let id = env.deal();
    let (store, scheduled) = window(&env, &id, SignedDuration::from_mins(5));
    let error =
        env.run(&["deals", "update", &id, "--responsable", "Q1", "--timeout", "2"]).failed(8, "queued");
    let text = error["message"].as_str().unwrap();
    let retry = format!("encours outbox retry {}", scheduled.seq);
    assert!(text.contains("can be undone until") && text.contains(&retry), "{text}");
    assert_eq!(env.sandbox.requests().count("deals_update"), 0);
    assert_eq!(store.outbox().get(scheduled.seq).unwrap().unwrap(), scheduled);
    // After its session ended, a scheduled write is scheduled again by the next session.
    drop(store);
    let error = env.run(&["deals", "update", &id, "--responsable", "Q2"]).failed(8, "queued");
    let text = error["message"].as_str().unwrap();
    assert!(text.contains("the last session"), "{text}");
    assert_eq!(env.sandbox.requests().count("deals_update"), 0);
    env.run_ok(&["outbox", "retry"]);
    let sent = env.run_ok(&["deals", "show", &id]).json();
    assert_eq!((&sent["status"], &sent["responsable"]), (&"closing".into(), &"Q2".into()));
}

#[test]
fn replaced_and_cancelled_writes_are_journalled_under_their_key() {
    let env = test_env_today();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let first = env.run(&["deals", "update", &id, "--responsable", "A", "--offline"]);
    env.run(&["deals", "update", &id, "--responsable", "B", "--offline"]);
    assert_eq!(update_and_list(&env, &id), [("replaced".into(), first.json()["idempotency_key"].clone())]);
    let mut table = env.command(&["outbox", "journal", "--format", "table"]);
    let table = String::from_utf8(table.output().unwrap().stdout).unwrap();
    assert!(table.contains("replaced by a newer change"), "{table}");
    let made = env.run(&["deals", "create", "--name", "Halle", "--offline"]);
    let new = env.outbox()[1]["record"].as_str().unwrap().to_owned();
    let changed = env.run(&["deals", "update", &new, "--responsable", "A", "--offline"]);
    env.run(&["deals", "delete", &new, "--yes", "--offline"]);
    let keys = [made, changed].map(|output| ("withdrawn".into(), output.json()["idempotency_key"].clone()));
    assert_eq!(update_and_list(&env, &new), keys);
}
