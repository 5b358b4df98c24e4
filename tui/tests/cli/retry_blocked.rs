//! Blocked writes that are retried without a response: they stay blocked, with their reason.

use encours_sandbox::{Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, TestEnv, test_env};

/// Runs a command while the service does not answer.
fn run_unanswered(env: &TestEnv, line: &[&str]) -> CliOutput {
    env.sandbox.faults().replace(vec![
        FaultKind::DropBeforeCommit.into(),
        Fault::new(FaultKind::DropBeforeCommit).on("auth_token_exchange"),
    ]);
    let output = env.run(line);
    env.sandbox.faults().clear();
    output
}

#[test]
fn failed_retry_leaves_blocked_writes_unchanged() {
    let env = test_env();
    let open = |deal: &&Value| !["lost", "closing"].contains(&deal["status"].as_str().unwrap());
    let all = env.run_ok(&["deals", "list", "--all"]).json();
    let ids = all.as_array().unwrap().iter().filter(open).map(|deal| deal["id"].as_str().unwrap());
    let ids: Vec<&str> = ids.take(3).collect();
    let (id, others) = (ids[0], &ids[1..]);
    // Rejected, in conflict, and in conflict because the deal is gone.
    env.queue_move(id, "on_the_moon");
    env.run(&["outbox", "retry"]).failed(7, "invalid");
    for other in others {
        env.queue_move(other, "closing");
    }
    env.move_as_other(others[0], "lost");
    env.run_ok(&["api", "DELETE", &format!("/deals/{}", others[1]), "--yes"]);
    let met = env.outbox()[1..].iter().map(|row| row["outbox_id"].to_string()).collect::<Vec<_>>();
    for number in &met {
        // A waiting write is also compared first when it is retried by number.
        env.run(&["outbox", "retry", number]).failed(6, "conflict");
    }
    let stood = env.outbox();
    let states: Vec<&str> = stood.iter().map(|row| row["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["refused", "conflict", "conflict"]);
    assert!(stood.iter().all(|row| row["problem"].is_object()), "{stood:?}");

    for number in stood.iter().map(|row| row["outbox_id"].to_string()) {
        let output = run_unanswered(&env, &["outbox", "retry", &number, "--timeout", "2"]);
        let error = output.failed(8, "queued");
        assert_eq!(error["outbox_id"].to_string(), number);
        assert!(error["message"].as_str().unwrap().contains("stays in the outbox, "), "{error}");
    }
    let attempts_aside = |rows: &[Value]| {
        let mut rows = rows.to_vec();
        for row in &mut rows {
            row.as_object_mut().unwrap().remove("attempts");
        }
        rows
    };
    assert_eq!(attempts_aside(&env.outbox()), attempts_aside(&stood));
    let journal = env.run_ok(&["outbox", "journal", others[1]]).json();
    let given_up = |entry: &&Value| entry["outcome"] == "discarded";
    assert_eq!(journal.as_array().unwrap().iter().filter(given_up).count(), 0, "{journal}");
}

#[test]
fn rejected_writes_are_listed_by_number_with_next_steps() {
    let env = test_env();
    let all = env.run_ok(&["deals", "list", "--all"]).json();
    let ids: Vec<&str> = (0..2).map(|at| all[at]["id"].as_str().unwrap()).collect();
    for id in &ids {
        env.queue_move(id, "on_the_moon");
    }
    let numbers: Vec<String> = env.outbox().iter().map(|row| row["outbox_id"].to_string()).collect();
    let output = CliOutput::from_output(
        env.command(&["outbox", "retry", "--format", "table", "--lang", "en"]).output().unwrap(),
    );
    assert_eq!(output.status, 7, "{}", output.stderr);
    let message = output.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    for (id, number) in ids.iter().zip(&numbers) {
        for part in [
            format!("change {number} · {id}"),
            format!("encours outbox retry {number} sends it again unchanged"),
            format!("encours outbox discard {number} discards it"),
        ] {
            assert!(message.contains(&part), "{part}: {message}");
        }
    }
}
