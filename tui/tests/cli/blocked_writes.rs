//! Blocked writes, which wait for a decision by the user.
//!
//! The outbox list, read commands and `sync` report them with the next step. Discarded writes are in the journal.

use encours_core::store::Store;
use jiff::Timestamp;
use serde_json::Value;

use super::support::{TestEnv, test_env};

fn journal(env: &TestEnv, id: &str) -> Vec<Value> {
    let lines = env.run_ok(&["outbox", "journal", id]).json();
    lines.as_array().unwrap().clone()
}

#[test]
fn rejected_write_shows_reason_and_request_id() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.queue_move(&id, "on_the_moon");
    let rejected = env.run(&["outbox", "retry"]);
    rejected.failed(7, "invalid");
    let row = &env.outbox()[0];
    let request = row["problem"]["request_id"].as_str().unwrap();
    let detail = row["problem"]["detail"].as_str().unwrap();
    let table = env.run_ok(&["outbox", "list", "--format", "table"]).stdout;
    assert!(table.contains("422"), "{table}");
    assert!(table.contains(&format!("request {request}")), "{table}");
    let word = detail.split_whitespace().max_by_key(|word| word.len()).unwrap();
    assert!(table.contains(word), "{detail}: {table}");
    // The state column contains a word. The service's reason is the last column, which a terminal cuts to its width.
    let (header, line) = table.split_once('\n').unwrap();
    let under = |name: &str| -> String {
        let column = header.split_once(name).unwrap_or_else(|| panic!("{table}")).0;
        line.chars().skip(column.chars().count()).collect()
    };
    assert!(header.ends_with("Reason"), "{table}");
    assert!(under("State").starts_with("rejected  "), "{table}");
    let reason = under("Reason");
    assert!(reason.contains(word) && reason.contains(request), "{table}");
    for line in [&["deals", "show", &id][..], &["deals", "list"]] {
        let read = env.run(&[line, &["--offline"]].concat());
        assert_eq!((read.status, read.warnings()), (0, vec!["age".into(), "refused".into()]));
    }
    assert_eq!(env.run(&["deals", "show", &id]).warnings(), ["refused"]);
    let synced = env.run(&["sync"]);
    assert_eq!(synced.warnings(), ["refused"], "a refused write is not pending");
}

#[test]
fn conflict_shows_next_steps_and_is_journaled_once() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.queue_move(&id, "ic");
    env.move_as_other(&id, "closing");
    for _ in 0..3 {
        let met = env.run(&["outbox", "retry"]);
        met.failed(6, "conflict");
        for step in ["encours outbox list", "encours outbox retry 1", "encours outbox discard 1"] {
            assert!(met.stderr.contains(step), "{step}: {}", met.stderr);
        }
    }
    let conflicts = journal(&env, &id);
    assert_eq!(conflicts.len(), 1, "{conflicts:?}");
    let shown = env.run(&["deals", "show", &id, "--offline"]);
    assert_eq!(shown.json()["status"], "closing", "as it was read for the comparison");
    assert_eq!(shown.warnings(), ["age", "conflict"]);
    assert_eq!(env.run(&["sync"]).warnings(), ["conflict"]);
    let sent = env.run_ok(&["outbox", "retry", "1"]).json();
    assert_eq!(sent["status"], "ic", "named, it is decided");
}

#[test]
fn discarded_write_is_journalled_whether_sent_or_not() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let old_status = env.run_ok(&["deals", "show", &id]).json()["status"].clone();
    env.queue_move(&id, "closing");
    env.run_ok(&["outbox", "discard", "1", "--yes"]);
    let lines = journal(&env, &id);
    assert_eq!(lines.len(), 1);
    assert_eq!((&lines[0]["outcome"], &lines[0]["attempts"]), (&"discarded".into(), &0.into()));
    assert_eq!(
        (&lines[0]["before"]["status"], &lines[0]["after"]["status"]),
        (&old_status, &"closing".into())
    );
}

#[test]
fn restored_discard_is_marked_in_the_journal() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.queue_move(&id, "closing");
    env.move_as_other(&id, "ic");
    env.run(&["outbox", "retry"]).failed(6, "conflict");
    env.run_ok(&["outbox", "discard", "1", "--yes"]);
    let output = |words: &str, taken_up: bool| {
        let line = journal(&env, &id).pop().unwrap();
        let of_line = (&line["outcome"], &line["taken_up"]);
        assert_eq!(of_line, (&"discarded".into(), &taken_up.into()));
        let table = env.run_ok(&["outbox", "journal", &id, "--format", "table"]).stdout;
        let last = table.trim_end().lines().last().unwrap();
        assert!(last.contains(words), "{words}: {table}");
        assert_eq!(last.contains("then restored"), taken_up, "{table}");
    };
    output("discarded", false);
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let profile = profiles.next().unwrap().unwrap().path();
    let window = Store::open(&profile, Timestamp::now()).unwrap();
    let back = window.outbox().restore(1, Timestamp::now(), true).unwrap();
    assert_eq!(back.len(), 1);
    output("discarded, then restored", true);
    env.run_ok(&["outbox", "discard", "1", "--yes"]);
    output("discarded", false);
    let lines = journal(&env, &id);
    let undone: Vec<&Value> = lines.iter().map(|line| &line["taken_up"]).collect();
    assert_eq!(undone, [&false, &true, &false].map(|undone| Value::from(*undone)).iter().collect::<Vec<_>>());
}

#[test]
fn discarding_a_creation_discards_its_later_writes() {
    let env = test_env();
    env.run(&["deals", "create", "--name", "Halle", "--offline"]);
    let own = env.outbox()[0]["record"].as_str().unwrap().to_owned();
    env.queue_move(&own, "ic");
    env.run(&["deals", "show", &own]).failed(2, "usage");
    env.run_ok(&["outbox", "discard", "1", "--yes"]);
    assert!(env.outbox().is_empty());
    let outcomes: Vec<Value> = journal(&env, &own).iter().map(|line| line["outcome"].clone()).collect();
    assert_eq!(outcomes, ["discarded", "discarded"]);
    let requests = env.sandbox.requests().all();
    assert!(requests.iter().all(|request| !request.target.contains(&own)), "{requests:?}");
}

#[test]
fn deleted_deal_is_reported_as_deleted() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.run_ok(&["deals", "delete", &id, "--yes"]);
    let removed = env.run(&["deals", "show", &id, "--offline"]);
    removed.failed(5, "not_found");
    assert!(removed.stderr.contains("was deleted"), "{}", removed.stderr);
}

#[test]
fn first_sync_is_reported_to_scripts_once() {
    let env = test_env();
    let mut command = env.command(&["sync"]);
    let message =
        |command: &mut std::process::Command| String::from_utf8(command.output().unwrap().stderr).unwrap();
    assert!(message(&mut command).contains("first_reading"));
    assert!(!message(&mut command).contains("first_reading"), "only the first");
}

#[test]
fn write_of_a_killed_sender_becomes_in_doubt() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.queue_move(&id, "ic");
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let profile = profiles.next().unwrap().unwrap().path();
    let (now, term) = (Timestamp::now(), std::time::Duration::from_mins(10));
    let sender = Store::open(&profile, now).unwrap();
    sender.outbox().lease(now, term, true).unwrap();
    sender.outbox().claim(1, now, term).unwrap().unwrap();
    assert!(sender.outbox().mark_sent(1, now, term).unwrap());
    assert_eq!(env.outbox()[0]["state"], "sending");
    // Drop the sender without closing it, as if it was killed.
    drop(sender);
    let row = &env.outbox()[0];
    assert_eq!((&row["state"], &row["outcome_unknown"]), (&"waiting".into(), &true.into()));
    assert_eq!(env.run_ok(&["outbox", "retry"]).json()[0]["status"], "ic");
}

#[test]
fn recovery_does_not_miss_immediately_rejected_writes() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    for _ in 0..3 {
        env.run(&["deals", "update", &id, "--status", "on_the_moon"]).failed(7, "invalid");
    }
    env.queue_move(&id, "ic");
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let outbox = profiles.next().unwrap().unwrap().path().join("outbox.db");
    let file = std::fs::File::options().write(true).open(&outbox).unwrap();
    file.set_len(8192).unwrap();
    let list = env.run(&["outbox", "list"]);
    assert_eq!(list.json().as_array().unwrap().len(), 1, "{}", list.stderr);
    assert_eq!(list.warnings(), ["damaged"]);
    assert!(
        list.stderr.contains("1 change was recovered") && !list.stderr.contains("can’t be recovered"),
        "{}",
        list.stderr
    );
}
