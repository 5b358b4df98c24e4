//! `encours doctor`.

use encours_sandbox::{Config, Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, bare, test_env, with};

fn result<'a>(found: &'a Value, check: &str) -> &'a str {
    let one = found.as_array().unwrap().iter().find(|one| one["check"] == check);
    one.unwrap_or_else(|| panic!("no {check} in {found}"))["result"]
        .as_str()
        .unwrap()
}

#[test]
fn all_is_well() {
    let found = test_env().run_ok(&["doctor"]).json();
    for check in ["configuration", "key", "secret", "store", "sign-in", "rights"] {
        assert_eq!(result(&found, check), "good", "{check}");
    }
    let table = test_env()
        .run_ok(&["doctor", "--format", "table", "--lang", "fr"])
        .stdout;
    assert!(table.starts_with("Contrôle"), "{table}");
}

#[test]
fn what_is_wrong_is_found_and_sets_the_status() {
    let place = test_env();
    let wrong = CliOutput::from_output(
        place
            .command(&["doctor"])
            .env("ENCOURS_SECRET", "wrong")
            .output()
            .unwrap(),
    );
    assert_eq!(wrong.status, 3);
    assert_eq!(result(&wrong.json(), "sign-in"), "failed");
    let nothing = CliOutput::from_output(bare(place.dir.path()).arg("doctor").output().unwrap());
    assert_eq!(nothing.status, 2);
    assert_eq!(result(&nothing.json(), "key"), "failed");
    place.sandbox.faults().add(FaultKind::Status(500));
    assert_eq!(place.run(&["doctor"]).status, 1);
}

#[test]
fn a_network_that_answers_for_the_service_is_told_with_what_helps() {
    let place = test_env();
    let portal = Fault::new(FaultKind::CaptivePortal).on("auth_token_exchange");
    place.sandbox.faults().add(portal);
    let found = place.run(&["doctor"]).json();
    assert_eq!(result(&found, "sign-in"), "failed");
    let one = found
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["check"] == "sign-in");
    let advice = one.unwrap()["advice"].as_str().unwrap();
    assert!(advice.contains("sign in"), "{advice}");
}

#[test]
fn a_key_need_not_have_every_right() {
    let place = with(Config {
        scopes: Some(vec!["deals:read".into()]),
        ..Config::default()
    });
    let ran = place.run(&["doctor"]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("GET /entity · entity:read"), "{}", ran.stdout);
}

#[test]
fn offline_it_stays_at_home() {
    let place = test_env();
    place
        .run(&["deals", "create", "--name", "x", "--offline"])
        .failed(8, "queued");
    let found = place.run_ok(&["doctor", "--offline"]).json();
    assert_eq!(result(&found, "store"), "attention");
    assert_eq!(place.sandbox.requests().total(), 0);
}

#[test]
fn a_clock_that_is_off_is_told_and_one_that_is_right_is_good() {
    // The service's clock is fixed at another day.
    let place = test_env();
    let before = place.sandbox.now();
    place
        .sandbox
        .set_now(before - jiff::SignedDuration::from_hours(24 * 365));
    assert_eq!(result(&place.run_ok(&["doctor"]).json(), "clock"), "attention");
    let demo = CliOutput::from_output(
        bare(place.dir.path())
            .args(["--demo", "doctor"])
            .output()
            .unwrap(),
    );
    assert_eq!(result(&demo.json(), "clock"), "good");
}

#[test]
fn what_is_not_there_is_not_said_to_be() {
    let place = test_env();
    let found = place.run_ok(&["doctor"]).json();
    let detail = |found: &Value| found[0]["detail"].as_str().unwrap().to_owned();
    assert!(detail(&found).contains("config.toml doesn’t exist"), "{found}");
    let dir = place.dir.path().join("config");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("config.toml"), "").unwrap();
    let found = place.run_ok(&["doctor"]).json();
    assert!(detail(&found).ends_with("config.toml"), "{found}");
}

/// A file in place of the data directory prevents writing for any user.
#[test]
fn a_store_that_cannot_be_written_is_a_matter_of_the_configuration() {
    let place = test_env();
    let file = place.dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let data = file.join("below");
    let at = ["--data-dir", data.to_str().unwrap()];
    let read = place.run(&[&at[..], &["entity"]].concat());
    assert_eq!(read.status, 0, "{}", read.stderr);
    let warning: Value = serde_json::from_str(read.stderr.lines().last().unwrap()).unwrap();
    assert_eq!(warning["warning"]["kind"], "not_kept", "{warning}");
    let told = place.run(&[&at[..], &["entity", "--format", "table", "--lang", "fr"]].concat());
    assert!(told.stderr.contains("--data-dir"), "{}", told.stderr);
    let write = place.run(&[&at[..], &["deals", "create", "--name", "x"]].concat());
    let error = write.failed(2, "usage");
    assert!(
        error["message"].as_str().unwrap().contains("--data-dir"),
        "{error}"
    );
    let found = place.run(&[&at[..], &["doctor"]].concat());
    assert_eq!(found.status, 2, "{}", found.stdout);
    assert_eq!(result(&found.json(), "store"), "failed");
    assert!(!found.stdout.contains("support"), "{}", found.stdout);
}

#[test]
fn a_key_that_a_route_does_not_take_is_no_right_that_is_missing() {
    let place = test_env();
    place.run_ok(&["sync"]);
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Unauthorized).on("tasks_list"));
    let found = place.run(&["doctor"]);
    assert_eq!(found.status, 3, "{}", found.stderr);
    let found = found.json();
    let failed: Vec<&Value> = found
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["result"] == "failed")
        .collect();
    assert_eq!(failed.len(), 1, "{found}");
    assert_eq!(failed[0]["check"], "sign-in", "{found}");
    let detail = failed[0]["detail"].as_str().unwrap();
    assert!(detail.contains("/tasks") && detail.contains("401"), "{detail}");
}

#[test]
fn a_file_of_a_newer_version_is_for_that_version_to_read() {
    let place = test_env();
    place.run_ok(&["sync"]);
    let profiles = place.dir.path().join("data").join("profiles");
    let profile = std::fs::read_dir(profiles)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let outbox = profile.join("outbox.db");
    // Change the SQLite schema version, and the change counter so that the new header is read.
    let mut bytes = std::fs::read(&outbox).unwrap();
    bytes[63] += 40;
    bytes[27] = bytes[27].wrapping_add(1);
    std::fs::write(&outbox, bytes).unwrap();
    let found = place.run(&["doctor", "--offline"]).json();
    let store = found
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["check"] == "store");
    let advice = store.unwrap()["advice"].as_str().unwrap();
    assert!(advice.contains("Use that version"), "{found}");
    let listed = CliOutput::from_output(
        place
            .command(&["outbox", "list", "--format", "table"])
            .output()
            .unwrap(),
    );
    assert!(
        listed
            .stderr
            .contains("was written by a newer version of Encours"),
        "{}",
        listed.stderr
    );
    let unchanged = listed.stderr.matches("was changed").count();
    assert_eq!(unchanged, 1, "said once: {}", listed.stderr);
}

#[test]
fn a_clock_is_judged_by_the_last_answer_and_not_by_the_first() {
    let place = super::support::test_env_today();
    place.sandbox.faults().add("date=-7200".parse::<Fault>().unwrap());
    let found = place.run(&["doctor"]).json();
    assert_eq!(result(&found, "clock"), "attention", "{found}");
    place.sandbox.faults().clear();
    let found = place.run(&["doctor"]).json();
    assert_eq!(result(&found, "clock"), "good", "{found}");
}

#[test]
fn a_damaged_write_is_told_with_what_helps_and_never_sent() {
    let place = test_env();
    place.run_ok(&["sync"]);
    let id = place.deal();
    let kept = place.run(&["deals", "update", &id, "--status", "lost", "--offline"]);
    assert_eq!(kept.status, 8, "{}", kept.stderr);
    let mut profiles = std::fs::read_dir(place.dir.path().join("data/profiles")).unwrap();
    let file = profiles.next().unwrap().unwrap().path().join("outbox.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let sent = br#"{"status":"lost"}"#;
    let at = bytes.windows(sent.len()).position(|part| part == sent).unwrap();
    bytes[at + 12] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let found = place.run(&["doctor"]);
    assert_eq!((found.status, result(&found.json(), "files")), (12, "failed"));
    let number = place.outbox()[0]["outbox_id"].to_string();
    for line in [&["outbox", "retry"][..], &["outbox", "retry", &number]] {
        let error = place.run(line).failed(12, "storage");
        let message = error["message"].as_str().unwrap();
        let way = format!("outbox discard {number}");
        assert!(message.contains("damaged") && message.contains(&way), "{message}");
    }
    let table = place.run(&["outbox", "retry", "--format", "table", "--lang", "en"]);
    assert!(
        table.status == 12 && !table.stderr.contains("No pending changes"),
        "{}",
        table.stderr
    );
    place.run_ok(&["sync"]);
    assert_eq!(place.sandbox.requests().count("deals_update"), 0);
    assert_eq!(place.run(&["doctor", "--repair"]).status, 12, "the user decides");
    // Intact writes are still sent.
    let other = place.run(&["deals", "create", "--name", "Sain", "--offline"]);
    assert_eq!(other.status, 8, "{}", other.stderr);
    let sent = place.run(&["outbox", "retry"]);
    sent.failed(12, "storage");
    assert_eq!(sent.json()[0]["name"], "Sain");
    place.run_ok(&["outbox", "discard", &number, "--yes"]);
    assert_eq!(
        result(&place.run_ok(&["doctor", "--deep"]).json(), "files"),
        "good"
    );
}

#[test]
fn a_damaged_body_of_the_history_is_told_and_read_again() {
    let place = test_env();
    place.run_ok(&["sync"]);
    let before = place.offline(&["deals", "list"]).json();
    let mut profiles = std::fs::read_dir(place.dir.path().join("data/profiles")).unwrap();
    let file = profiles.next().unwrap().unwrap().path().join("history.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let id = before[3]["id"].as_str().unwrap().as_bytes();
    let at = bytes
        .windows(id.len() + 2)
        .position(|part| part.starts_with(id) && part.ends_with(b"\","))
        .unwrap();
    bytes[at + id.len() + 4] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let told = place.run(&["sync"]);
    assert_eq!(told.status, 0, "{}", told.stderr);
    assert!(told.warnings().contains(&"damaged".to_owned()), "{}", told.stderr);
    assert_eq!(
        place.offline(&["deals", "list"]).json().as_array().unwrap().len(),
        40
    );
    let files = place.run_ok(&["doctor"]).json();
    assert_eq!(result(&files, "files"), "good");
}
