//! Writes that cannot have an effect, which are reported and not stored.
//!
//! They concern a missing deal, a deal about to be deleted, or a value that the deal already has.

use encours_sandbox::{Fault, FaultKind};

use super::support::{CliOutput, TestEnv, test_env};

const NOBODY: &str = "00000000-0000-4000-8000-00000000dead";

/// Runs a command while the service answers nothing, including token exchanges.
fn run_offline(env: &TestEnv, line: &[&str]) -> CliOutput {
    env.sandbox.faults().replace(vec![
        FaultKind::DropBeforeCommit.into(),
        Fault::new(FaultKind::DropBeforeCommit).on("auth_token_exchange"),
    ]);
    let output = env.run(&[line, &["--timeout", "2"]].concat());
    env.sandbox.faults().clear();
    output
}

fn status(env: &TestEnv, id: &str) -> String {
    let deal = env.run(&["deals", "show", id, "--offline"]).json();
    deal["status"].as_str().unwrap().to_owned()
}

#[test]
fn offline_write_fails_for_deals_missing_from_full_list() {
    let env = test_env();
    env.run_ok(&["sync"]);
    for line in [&["deals", "update", NOBODY, "--status", "ic"][..], &["deals", "delete", NOBODY, "--yes"]] {
        for output in [env.run(&[line, &["--offline"]].concat()), run_offline(&env, line)] {
            let error = output.failed(5, "not_found");
            let text = error["message"].as_str().unwrap();
            assert!(text.contains(NOBODY) && text.contains("was complete"), "{text}");
            assert_eq!(output.stdout, "");
            assert!(env.outbox().is_empty(), "{line:?}");
        }
    }
    // If the service answers, it decides itself, even about a deal that is not cached yet.
    env.run(&["deals", "update", NOBODY, "--status", "ic"]).failed(5, "not_found");
    let new = env.run_ok(&[
        "api",
        "POST",
        "/deals",
        "--body",
        r#"{"name":"Neuf"}"#,
        "--header",
        "Idempotency-Key:k",
    ]);
    let id = new.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(env.run_ok(&["deals", "update", &id, "--status", "ic"]).json()["status"], "ic");
    // The message says how current the list is, and what to do.
    let reported =
        env.run(&["deals", "delete", NOBODY, "--yes", "--offline", "--format", "table", "--lang", "en"]);
    assert!(
        reported.stderr.contains("no such deal") && reported.stderr.contains("encours sync"),
        "{}",
        reported.stderr
    );
}

#[test]
fn offline_write_is_queued_if_the_list_is_incomplete() {
    let env = test_env();
    env.run_ok(&["deals", "list", "--limit", "1"]);
    let line = ["deals", "update", NOBODY, "--status", "ic"];
    for (n, output) in [
        env.run(&[&line[..], &["--offline"]].concat()),
        run_offline(&env, &["deals", "delete", NOBODY, "--yes"]),
    ]
    .into_iter()
    .enumerate()
    {
        let error = output.failed(8, "queued");
        let text = error["message"].as_str().unwrap();
        assert!(text.contains("ever loaded on this device"), "{n}: {error}");
    }
    assert_eq!(env.outbox().len(), 2);
}

#[test]
fn deal_with_pending_deletion_is_shown_but_not_changed() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let queued = env.run(&["deals", "delete", &id, "--yes", "--offline"]);
    queued.failed(8, "queued");
    let number = queued.json()["outbox_id"].to_string();

    let shown = env.run(&["deals", "show", &id, "--offline"]);
    assert_eq!((shown.status, &shown.json()["id"]), (0, &id.as_str().into()), "{}", shown.stderr);
    assert_eq!(shown.warnings(), ["deletion_waits", "age"]);
    assert!(shown.stderr.contains(&format!("outbox discard {number}")), "{}", shown.stderr);
    let shown = env.run(&["deals", "show", &id]);
    assert_eq!((shown.status, shown.warnings()), (0, vec!["deletion_waits".to_owned()]));

    for offline in [&["--offline"][..], &[]] {
        let line = [&["deals", "update", &id, "--status", "closing"], offline].concat();
        let error = env.run(&line).failed(6, "conflict");
        assert!(error["message"].as_str().unwrap().contains(&format!("outbox discard {number}")), "{error}");
        assert_eq!(env.outbox().len(), 1);
    }
    // A second request for the deletion returns the first one.
    let again = env.run(&["deals", "delete", &id, "--yes", "--offline"]);
    let reason = again.failed(8, "queued");
    assert_eq!((again.json()["outbox_id"].to_string(), env.outbox().len()), (number.clone(), 1));
    let text = format!("already requested, as change {number}");
    assert!(reason["message"].as_str().unwrap().contains(&text), "{reason}");

    env.run_ok(&["outbox", "discard", &number, "--yes"]);
    assert_eq!(env.run_ok(&["deals", "update", &id, "--status", "closing"]).json()["status"], "closing");
}

#[test]
fn repeated_deletion_reuses_the_pending_deletion() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let (id, before) = (env.deal(), env.deals());
    env.run(&["deals", "delete", &id, "--yes", "--offline"]).failed(8, "queued");
    let again = env.run(&["deals", "delete", &id, "--yes"]);
    assert_eq!((again.status, &again.json()["deleted"]), (0, &true.into()));
    assert_eq!(again.warnings(), ["asked_before"]);
    assert_eq!((env.deals(), env.outbox().len()), (before - 1, 0));
    assert_eq!(env.sandbox.requests().count("deals_delete"), 1);
}

#[test]
fn move_to_the_current_status_sends_nothing() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let at = status(&env, &id);
    let line = ["deals", "update", &id, "--status", &at];
    for output in [env.run(&[&line[..], &["--offline"]].concat()), run_offline(&env, &line)] {
        assert_eq!((output.status, &output.json()["status"]), (0, &at.as_str().into()), "{}", output.stderr);
        assert_eq!(output.warnings(), ["age", "already_so"]);
        assert!(env.outbox().is_empty());
    }
    // If the service is asked, its current value decides.
    let output = env.run(&line);
    assert_eq!((output.status, output.warnings()), (0, vec!["already_so".to_owned()]), "{}", output.stderr);
    assert_eq!(output.json()["status"], at.as_str());
    assert_eq!(env.sandbox.requests().count("deals_update"), 0);
    let other_status = if at == "closing" { "ic" } else { "closing" };
    env.move_as_other(&id, other_status);
    let output = env.run_ok(&line);
    assert_eq!(output.json()["status"], at.as_str(), "an order of now stands");
    assert!(env.outbox().is_empty());
}

#[test]
fn reverse_move_cancels_the_pending_move_and_repeats_coalesce() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let at = status(&env, &id);
    let [there, further] = if at == "ic" { ["closing", "sourcing"] } else { ["ic", "closing"] };
    let moved = |to: &str| env.run(&["deals", "update", &id, "--status", to, "--offline"]);
    let first = moved(there);
    first.failed(8, "queued");
    let same = moved(there);
    assert_eq!((same.status, same.json()), (8, first.json()), "{}", same.stderr);
    assert_eq!(env.outbox().len(), 1);
    // A different move is coalesced into the pending one, and so is the move back.
    for to in [further, there] {
        moved(to).failed(8, "queued");
        let rows = env.outbox();
        assert_eq!((rows.len(), &rows[0]["body"]["status"]), (1, &to.into()));
    }
    let back = moved(&at);
    assert_eq!((back.status, &back.json()["status"]), (0, &at.as_str().into()), "{}", back.stderr);
    assert!(back.warnings().contains(&"taken_back".to_owned()), "{}", back.stderr);
    assert!(env.outbox().is_empty());
    let journal = env.run_ok(&["outbox", "journal", &id]).json();
    let last = journal.as_array().unwrap().last().unwrap();
    assert_eq!(last["outcome"], "discarded", "{journal}");
    env.run_ok(&["outbox", "retry"]);
    assert_eq!(env.sandbox.requests().count("deals_update"), 0);
}

#[test]
fn immediate_move_back_does_not_send_the_pending_move() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let at = status(&env, &id);
    let there = if at == "ic" { "closing" } else { "ic" };
    env.queue_move(&id, there);
    let output = env.run(&["deals", "update", &id, "--status", &at]);
    assert_eq!((output.status, &output.json()["status"]), (0, &at.as_str().into()), "{}", output.stderr);
    assert_eq!(env.sandbox.requests().count("deals_update"), 0);
    assert!(env.outbox().is_empty());
}
