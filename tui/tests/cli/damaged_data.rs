//! Local data when a file is lost or damaged, and before the first sync.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::support::{TestEnv, test_env};

/// Returns the directory of the only profile.
fn profile(env: &TestEnv) -> PathBuf {
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    profiles.next().unwrap().unwrap().path()
}

/// Overwrites a file except for the pages that are read when it is opened.
fn damage(file: &Path, from: usize) {
    let mut bytes = std::fs::read(file).unwrap();
    bytes[from..].fill(0xA5);
    std::fs::write(file, bytes).unwrap();
}

fn ids(deals: &Value) -> Vec<String> {
    let id = |deal: &Value| deal["id"].as_str().unwrap().to_owned();
    deals.as_array().unwrap().iter().map(id).collect()
}

#[test]
fn damaged_cache_is_repaired_by_the_next_command() {
    for line in [&["sync"][..], &["deals", "list", "--offline"]] {
        let env = test_env();
        env.run_ok(&["sync"]);
        damage(&profile(&env).join("cache.db"), 40_000);
        let mended = env.run(line);
        assert_eq!(mended.status, 0, "{line:?}: {}", mended.stderr);
        assert!(mended.warnings().contains(&"damaged".to_owned()), "{}", mended.stderr);
        if line.contains(&"list") {
            assert_eq!(ids(&mended.json()).len(), 40, "from the history");
        }
        assert!(!env.run(&["sync"]).warnings().contains(&"damaged".to_owned()));
        env.run_ok(&["deals", "update", &env.deal(), "--status", "ic"]);
    }
}

#[test]
fn damaged_cache_is_rebuilt_offline_from_history_in_order() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let before = ids(&env.offline(&["deals", "list"]).json());
    env.move_as_other(&before[7], "lost");
    env.run_ok(&["sync"]);
    let list = ["deals", "list", "--offline", "--lang", "en", "--format"];
    damage(&profile(&env).join("cache.db"), 40_000);
    let mended = env.run(&[&list[..], &["json"]].concat());
    assert_eq!(ids(&mended.json()), before);
    damage(&profile(&env).join("cache.db"), 40_000);
    let output = env.run(&[&list[..], &["table"]].concat()).stderr;
    assert!(output.contains("loaded again as soon as the server responds"), "{output}");
    assert!(output.contains("encours sync loads everything"), "{output}");
}

#[test]
fn write_over_a_damaged_cache_is_stored_once() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    damage(&profile(&env).join("cache.db"), 40_000);
    let stored = env.run(&["deals", "update", &id, "--status", "lost", "--offline"]);
    assert_eq!(stored.status, 8, "{}", stored.stderr);
    assert_eq!(env.run(&["outbox", "list"]).json().as_array().unwrap().len(), 1);
}

#[test]
fn damaged_history_is_reported_until_the_next_sync() {
    let env = test_env();
    env.run_ok(&["sync"]);
    // Only its first page is intact.
    damage(&profile(&env).join("history.db"), 16_384);
    let met = env.run(&["deals", "list", "--offline"]);
    assert_damage_reported(&met.stderr);
    let again = env.run(&["deals", "list", "--offline"]);
    assert_damage_reported(&again.stderr);
    assert_eq!(again.status, 10, "{}", again.stderr);
    env.run(&["sync"]);
    assert_eq!(ids(&env.offline(&["deals", "list"]).json()).len(), 40);
}

#[test]
fn partly_damaged_history_keeps_its_intact_deals() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let history = profile(&env).join("history.db");
    let length = usize::try_from(history.metadata().unwrap().len()).unwrap();
    let before = ids(&env.offline(&["deals", "list"]).json());
    damage(&history, length / 2);
    let listing = env.run(&["deals", "list", "--offline"]);
    let left = ids(&listing.json());
    assert!(listing.status == 0 && !left.is_empty() && left.len() < 40, "{}", listing.stderr);
    assert!(left.iter().all(|id| before.contains(id)), "{left:?}");
    assert!(listing.stderr.contains("This is what remains"), "{}", listing.stderr);
    assert!(listing.warnings().contains(&"damaged".to_owned()), "{}", listing.stderr);
    env.run(&["sync"]);
    assert_eq!(ids(&env.offline(&["deals", "list"]).json()).len(), 40);
}

fn assert_damage_reported(message: &str) {
    assert!(message.contains("lost with the history") && message.contains("encours sync"), "{message}");
}

#[test]
fn list_without_its_history_is_reported_as_partial() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let all = ids(&env.run_ok(&["deals", "list", "--all"]).json());
    // Only deals that changed after the first sync have a row of their own.
    env.move_as_other(&all[0], "lost");
    env.run_ok(&["sync"]);
    for name in ["history.db", "history.db-wal", "history.db-shm"] {
        let _may_be_missing = std::fs::remove_file(profile(&env).join(name));
    }
    for _ in 0..2 {
        let listing = env.run(&["deals", "list", "--offline"]);
        assert_eq!((listing.status, ids(&listing.json())), (0, vec![all[0].clone()]));
        assert!(listing.stderr.contains("This is what remains: 1 loaded one by one"), "{}", listing.stderr);
        let shown = env.run(&["deals", "show", &all[1], "--offline"]);
        let error = shown.failed(10, "unreachable");
        let text = error["message"].as_str().unwrap();
        assert!(text.contains("lost with the history") && text.contains("encours sync"), "{text}");
    }
    env.run(&["sync"]);
    assert_eq!(ids(&env.offline(&["deals", "list"]).json()).len(), 40);
}

#[test]
fn pending_creation_does_not_replace_a_lost_list() {
    let env = test_env();
    env.run_ok(&["sync"]);
    env.run(&["deals", "create", "--name", "Tour neuve", "--offline"]).failed(8, "queued");
    for name in ["history.db", "history.db-wal", "history.db-shm"] {
        let _may_be_missing = std::fs::remove_file(profile(&env).join(name));
    }
    // The first command after the loss reports it, and the second still does.
    for _ in 0..2 {
        let listing = env.run(&["deals", "list", "--offline"]);
        assert_eq!((listing.status, &*listing.stdout), (10, ""), "{}", listing.stderr);
        assert!(listing.stderr.contains("lost with the history"), "{}", listing.stderr);
        assert!(
            listing.stderr.contains("Your pending changes: 1 (encours outbox list)"),
            "{}",
            listing.stderr
        );
    }
    assert_eq!(env.run(&["outbox", "list"]).json()[0]["body"]["name"], "Tour neuve");
}

#[test]
fn offline_commands_fail_for_data_never_synced() {
    let env = test_env();
    let file = env.dir.path().join("deals.json");
    for line in [
        &["deals", "list"][..],
        &["deals", "list", "--status", "ic"],
        &["deals", "notes", "d-1"],
        &["notifications", "list"],
        &["fields", "list"],
        &["export", "deals", "--to", file.to_str().unwrap()],
    ] {
        let output = env.run(&[line, &["--offline"]].concat());
        let error = output.failed(10, "unreachable");
        assert!(error["message"].as_str().unwrap().contains("nothing loaded on this device yet"), "{error}");
        assert_eq!(output.stdout, "", "{line:?}");
    }
    // A pending creation is not part of the list.
    let alone = env.run(&["deals", "create", "--name", "Seul", "--offline"]);
    alone.failed(8, "queued");
    for line in [&["deals", "list"][..], &["export", "deals", "--to", file.to_str().unwrap()]] {
        let output = env.run(&[line, &["--offline"]].concat());
        let error = output.failed(10, "unreachable");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("Your pending changes: 1 ("), "{message}");
        assert_eq!(output.stdout, "", "{line:?}");
    }
    assert!(!file.exists());
    let number = env.outbox()[0]["outbox_id"].to_string();
    env.run_ok(&["outbox", "discard", &number, "--yes"]);
    env.run_ok(&["sync"]);
    let deals = ids(&env.run_ok(&["deals", "list", "--all"]).json());
    let without = deals.iter().find(|id| {
        let notes = env.run_ok(&["deals", "notes", id]).json();
        notes.as_array().unwrap().is_empty()
    });
    let without = without.expect("a deal without notes");
    assert_eq!(env.offline(&["deals", "notes", without]).json(), Value::Array(Vec::new()), "read, and empty");
}

#[test]
fn first_sync_reports_only_new_changes() {
    let env = test_env();
    let mut deals = env.run_ok(&["deals", "list", "--all"]).json();
    deals.as_array_mut().unwrap().retain(|deal| deal["status"] != "lost");
    let deals = ids(&deals);
    let (old, new) = (&deals[0], &deals[1]);
    env.move_as_other(old, "lost");
    env.run_ok(&["deals", "show", old]);
    let history = env.run_ok(&["history", old]).json();
    assert!(!history.as_array().unwrap().is_empty(), "it was observed");
    env.move_as_other(new, "lost");
    let output = env.run_ok(&["sync"]).json();
    let moved: Vec<_> =
        output.as_array().unwrap().iter().map(|change| change["deal_id"].as_str().unwrap()).collect();
    assert_eq!(moved, [new.as_str()], "{output}");
}

#[test]
fn sync_reports_changes_found_by_other_commands_once() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.move_as_other(&id, "lost");
    env.run_ok(&["deals", "show", &id]);
    let output = env.run_ok(&["sync"]).json();
    let fields: Vec<_> = output.as_array().unwrap().iter().map(|change| &change["field"]).collect();
    assert_eq!(fields, ["status"], "{output}");
    assert_eq!(env.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
}
