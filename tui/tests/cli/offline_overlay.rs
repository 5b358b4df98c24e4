//! The output of `--offline` while writes are pending, and reports about other identities' queues.

use encours_core::store::{NewOutboxEntry, Store};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::support::test_env;

#[test]
fn offline_data_is_overlaid_with_pending_writes() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let all = env.run_ok(&["deals", "list", "--all"]).json();
    let ids: Vec<&str> = (0..2).map(|n| all[n]["id"].as_str().unwrap()).collect();
    assert_eq!(env.run(&["deals", "list", "--offline"]).warnings(), ["age"]);
    env.run(&["deals", "update", ids[0], "--responsable", "Moi", "--offline"]);
    env.run(&["deals", "delete", ids[1], "--yes", "--offline"]);
    env.run(&["deals", "create", "--name", "Nouveau", "--offline"]);
    let temporary = env.outbox()[2]["record"].as_str().unwrap().to_owned();

    let listing = env.run(&["deals", "list", "--offline"]);
    assert_eq!((listing.status, listing.warnings()), (0, vec!["age".into(), "waiting".into()]));
    let deals = listing.json();
    let deals = deals.as_array().unwrap();
    let of = |id: &str| deals.iter().find(|deal| deal["id"] == id);
    assert_eq!(of(ids[0]).unwrap()["responsable"], "Moi");
    assert!(of(ids[1]).is_none() && deals.len() == 40);
    assert_eq!(of(&temporary).unwrap()["name"], "Nouveau");

    let shown = env.run(&["deals", "show", ids[0], "--offline"]);
    assert_eq!(shown.json()["responsable"], "Moi");
    assert_eq!(shown.warnings(), ["age", "waiting"]);
    let new = env.run(&["deals", "show", &temporary, "--offline"]);
    assert_eq!((new.status, new.json()["name"].clone()), (0, "Nouveau".into()));
    let leaving = env.run(&["deals", "show", ids[1], "--offline"]);
    assert_eq!((leaving.status, leaving.json()["id"].clone()), (0, ids[1].into()));
    assert_eq!(leaving.warnings(), ["deletion_waits", "age"]);

    env.run_ok(&["outbox", "retry"]);
    let found = env.run(&["deals", "show", &temporary, "--offline"]).json();
    assert_eq!(found["name"], "Nouveau", "under the name it had here, too");
    assert_eq!(env.run(&["deals", "show", ids[0], "--offline"]).warnings(), ["age"]);
}

#[test]
fn retry_sends_a_scheduled_write_only_if_named() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.queue_move(&id, "ic");
    env.run_ok(&["outbox", "retry"]);
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let profile = profiles.next().unwrap().unwrap().path();
    let now = Timestamp::now();
    let session = Store::open(&profile, now).unwrap();
    let scheduled = NewOutboxEntry {
        operation: encours_core::contract::OperationId::DealsUpdate,
        record: id.clone(),
        body: r#"{"status":"closing"}"#.into(),
        key: encours_core::client::auth::random_id::idempotency_key(),
        base: r#"{"status":"ic"}"#.into(),
        label: "held".into(),
        created_at: now,
        not_before: now + SignedDuration::from_mins(5),
        scheduled: true,
    };
    let seq = session.outbox().enqueue(&[scheduled]).unwrap()[0].seq.to_string();
    let asked = env.run(&["outbox", "retry"]);
    assert_eq!((asked.status, asked.warnings()), (0, vec!["held".to_owned()]));
    assert_eq!(env.run_ok(&["deals", "show", &id]).json()["status"], "ic");
    env.run_ok(&["outbox", "retry", &seq]);
    assert_eq!(env.run_ok(&["deals", "show", &id]).json()["status"], "closing");
    drop(session);
}

#[test]
fn other_users_outbox_is_reported_by_list_and_doctor() {
    let env = test_env();
    let id = env.deal();
    env.queue_move(&id, "ic");
    let other = |line: &[&str]| env.run(&[line, &["--as-user", "u-martin"]].concat());
    let listing = other(&["outbox", "list"]);
    assert_eq!((listing.json(), listing.warnings()), (Value::Array(Vec::new()), vec!["locked".to_owned()]));
    assert!(listing.stderr.contains("without --as-user"), "{}", listing.stderr);
    let doctor = other(&["doctor", "--offline"]);
    let found = doctor.json();
    let message = found.as_array().unwrap().iter().any(|finding| {
        finding["check"] == "store" && finding["detail"].as_str().unwrap().contains("outbox list --base-url")
    });
    assert!(message, "{found}");
}

#[test]
fn offline_sorted_page_equals_a_slice_of_the_list() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let all = env.run_ok(&["deals", "list", "--all"]).json();
    let ids: Vec<&str> = (0..2).map(|n| all[n]["id"].as_str().unwrap()).collect();
    env.run(&["deals", "update", ids[0], "--responsable", "Aa", "--offline"]);
    env.run(&["deals", "delete", ids[1], "--yes", "--offline"]);
    env.run(&["deals", "create", "--name", "Aa", "--offline"]);
    for by in ["responsable", "name:desc", "kpi_snapshot.ltv", "id"] {
        let listing =
            |more: &[&str]| env.run(&[&["deals", "list", "--offline", "--sort", by], more].concat());
        let full = listing(&[]);
        let deals = full.json().as_array().unwrap().clone();
        assert_eq!(deals.len(), 40);
        for (offset, limit) in [(0, 3), (2, 7), (38, 5), (40, 1), (0, 0)] {
            let part = listing(&["--offset", &offset.to_string(), "--limit", &limit.to_string()]);
            let same: Vec<_> = deals.iter().skip(offset).take(limit).cloned().collect();
            assert_eq!(part.json(), Value::Array(same), "{by} {offset} {limit}");
            assert_eq!((part.status, part.warnings()), (0, full.warnings()));
        }
    }
    let wrong = env.run(&["deals", "list", "--offline", "--sort", "no_such_field", "--limit", "1"]);
    assert_eq!((wrong.status, &*wrong.stdout), (2, ""), "{}", wrong.stderr);
}
