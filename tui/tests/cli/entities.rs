//! A key that suddenly acts for another entity.

use std::path::{Path, PathBuf};

use super::stub_server::{Response, Stub, start};
use super::support::CliOutput;

const DEAL: &str =
    r#"{"id":"11111111-2222-4333-8444-555555555555","name":"Parc","status":"ic","responsable":"LB"}"#;
const ID: &str = "11111111-2222-4333-8444-555555555555";

/// Starts a service with one deal.
fn service() -> Stub {
    start(Response::ByTarget(|target| match target {
        deal if deal.ends_with(ID) => (200, DEAL.to_owned()),
        deals if deals.contains("/deals") => {
            (200, format!(r#"{{"items":[{DEAL}],"total":1,"limit":500,"offset":0}}"#))
        }
        lists if lists.contains("/notifications") => (200, r#"{"items":[],"total":0}"#.to_owned()),
        _ => (200, "{}".to_owned()),
    }))
}

/// Counts the requests that could change a deal.
fn changes(stub: &Stub) -> usize {
    stub.requests.try_iter().filter(|line| !line.starts_with("GET ")).count()
}

#[test]
fn queued_write_is_sent_only_to_its_own_entity() {
    for reading in [&["sync"][..], &["deals", "list"], &["deals", "show", ID]] {
        let stub = service();
        stub.set_entity("one-credit");
        assert_eq!(stub.run(reading).status, 0, "{reading:?}");
        stub.run(&["deals", "update", ID, "--responsable", "AM", "--offline"]).failed(8, "queued");
        stub.set_entity("other-credit");
        let stored = stub.run(&["outbox", "retry"]);
        assert_eq!(stored.status, 8, "{reading:?}: {}{}", stored.stdout, stored.stderr);
        assert_eq!(changes(&stub), 0, "{reading:?}");
        let listing = stub.run(&["outbox", "list"]).json();
        let row = &listing[0];
        assert_eq!(
            (&row["state"], &row["written_for"]["entity_slug"]),
            (&"locked".into(), &"one-credit".into())
        );
        // The entity is the original one again, and the write is sent.
        stub.set_entity("one-credit");
        let sent = stub.run(&["outbox", "retry"]);
        assert_eq!(changes(&stub), 1, "{reading:?}: {}{}", sent.stdout, sent.stderr);
    }
}

#[test]
fn sync_reports_an_entity_change_once() {
    let stub = service();
    stub.set_entity("one-credit");
    stub.run(&["sync"]);
    let sync = &["sync", "--format", "table"];
    let again = stub.run(sync);
    assert!(again.stderr.contains("Nothing has changed"), "{}", again.stderr);
    stub.set_entity("other-credit");
    let moved = stub.run(sync);
    assert_eq!(moved.status, 0);
    for message in ["acts for the entity other-credit", "belonged to one-credit"] {
        assert!(moved.stderr.contains(message), "{message}: {}", moved.stderr);
    }
    assert!(!moved.stderr.contains("Nothing has changed"), "{}", moved.stderr);
    let again = stub.run(sync);
    assert!(!again.stderr.contains("one-credit"), "once: {}", again.stderr);
    stub.set_entity("one-credit");
    assert!(stub.run(&["sync"]).stderr.contains(r#""other_entity""#), "for scripts");
}

/// Returns the only outbox below a directory that is not `but`.
fn outbox_below(dir: &Path, but: Option<&Path>) -> PathBuf {
    let mut dirs = vec![dir.to_owned()];
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                dirs.push(path);
            } else if path.ends_with("outbox.db") && Some(&*path) != but {
                return path;
            }
        }
    }
    panic!("no outbox");
}

#[test]
fn write_of_another_key_is_locked_and_names_it() {
    let stub = service();
    stub.run(&["deals", "update", ID, "--responsable", "AM", "--offline"]).failed(8, "queued");
    let theirs = outbox_below(stub.dir.path(), None);
    let other = |line: &[&str]| {
        CliOutput::from_output(stub.command(line).env("ENCOURS_KEY_ID", "other").output().unwrap())
    };
    other(&["deals", "create", "--name", "X", "--offline"]);
    // Simulate a user who copied one key's queue over another's.
    std::fs::copy(&theirs, outbox_below(stub.dir.path(), Some(&theirs))).unwrap();
    let listing = other(&["outbox", "list", "--format", "table"]);
    assert!(listing.stdout.contains("made as k: sent when you switch back"), "{}", listing.stdout);
    let listing = other(&["outbox", "list"]).json();
    assert_eq!(listing[0]["written_for"]["key_id"], "k");
    let stored = other(&["outbox", "retry"]);
    assert_eq!(changes(&stub), 0);
    assert!(
        stored.stderr.contains("made as k") && !stored.stderr.contains("another window"),
        "{}",
        stored.stderr
    );
}
