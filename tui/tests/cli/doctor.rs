//! `encours doctor`.

use encours_sandbox::{Config, Fault, FaultKind};
use serde_json::Value;

use super::support::{CliOutput, bare, test_env, with};

fn result<'a>(findings: &'a Value, check: &str) -> &'a str {
    let finding = findings.as_array().unwrap().iter().find(|finding| finding["check"] == check);
    finding.unwrap_or_else(|| panic!("no {check} in {findings}"))["result"].as_str().unwrap()
}

#[test]
fn doctor_reports_a_working_setup_as_good() {
    let findings = test_env().run_ok(&["doctor"]).json();
    for check in ["configuration", "key", "secret", "store", "sign-in", "rights"] {
        assert_eq!(result(&findings, check), "good", "{check}");
    }
    let table = test_env().run_ok(&["doctor", "--format", "table", "--lang", "fr"]).stdout;
    assert!(table.starts_with("Contrôle"), "{table}");
}

#[test]
fn doctor_finds_failures_and_sets_the_exit_status() {
    let env = test_env();
    let wrong =
        CliOutput::from_output(env.command(&["doctor"]).env("ENCOURS_SECRET", "wrong").output().unwrap());
    assert_eq!(wrong.status, 3);
    assert_eq!(result(&wrong.json(), "sign-in"), "failed");
    let nothing = CliOutput::from_output(bare(env.dir.path()).arg("doctor").output().unwrap());
    assert_eq!(nothing.status, 2);
    assert_eq!(result(&nothing.json(), "key"), "failed");
    env.sandbox.faults().add(FaultKind::Status(500));
    assert_eq!(env.run(&["doctor"]).status, 1);
}

#[test]
fn captive_portal_is_reported_with_advice() {
    let env = test_env();
    let portal = Fault::new(FaultKind::CaptivePortal).on("auth_token_exchange");
    env.sandbox.faults().add(portal);
    let findings = env.run(&["doctor"]).json();
    assert_eq!(result(&findings, "sign-in"), "failed");
    let finding = findings.as_array().unwrap().iter().find(|finding| finding["check"] == "sign-in");
    let advice = finding.unwrap()["advice"].as_str().unwrap();
    assert!(advice.contains("sign in"), "{advice}");
}

#[test]
fn a_key_need_not_have_every_right() {
    let env = with(Config { scopes: Some(vec!["deals:read".into()]), ..Config::default() });
    let output = env.run(&["doctor"]);
    assert_eq!(output.status, 0, "{}", output.stdout);
    assert!(output.stdout.contains("GET /entity · entity:read"), "{}", output.stdout);
}

#[test]
fn doctor_offline_sends_no_request() {
    let env = test_env();
    env.run(&["deals", "create", "--name", "x", "--offline"]).failed(8, "queued");
    let findings = env.run_ok(&["doctor", "--offline"]).json();
    assert_eq!(result(&findings, "store"), "attention");
    assert_eq!(env.sandbox.requests().total(), 0);
}

#[test]
fn doctor_reports_only_a_wrong_clock() {
    // The service's clock is fixed at another day.
    let env = test_env();
    let before = env.sandbox.now();
    env.sandbox.set_now(before - jiff::SignedDuration::from_hours(24 * 365));
    assert_eq!(result(&env.run_ok(&["doctor"]).json(), "clock"), "attention");
    let demo = CliOutput::from_output(bare(env.dir.path()).args(["--demo", "doctor"]).output().unwrap());
    assert_eq!(result(&demo.json(), "clock"), "good");
}

#[test]
fn doctor_reports_a_missing_config_file() {
    let env = test_env();
    let findings = env.run_ok(&["doctor"]).json();
    let detail = |findings: &Value| findings[0]["detail"].as_str().unwrap().to_owned();
    assert!(detail(&findings).contains("config.toml doesn’t exist"), "{findings}");
    let dir = env.dir.path().join("config");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("config.toml"), "").unwrap();
    let findings = env.run_ok(&["doctor"]).json();
    assert!(detail(&findings).ends_with("config.toml"), "{findings}");
}

/// A file in place of the data directory prevents writing for any user.
#[test]
fn unwritable_store_is_a_configuration_error() {
    let env = test_env();
    let file = env.dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let data = file.join("below");
    let at = ["--data-dir", data.to_str().unwrap()];
    let read = env.run(&[&at[..], &["entity"]].concat());
    assert_eq!(read.status, 0, "{}", read.stderr);
    let warning: Value = serde_json::from_str(read.stderr.lines().last().unwrap()).unwrap();
    assert_eq!(warning["warning"]["kind"], "not_kept", "{warning}");
    let output = env.run(&[&at[..], &["entity", "--format", "table", "--lang", "fr"]].concat());
    assert!(output.stderr.contains("--data-dir"), "{}", output.stderr);
    let write = env.run(&[&at[..], &["deals", "create", "--name", "x"]].concat());
    let error = write.failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("--data-dir"), "{error}");
    let findings = env.run(&[&at[..], &["doctor"]].concat());
    assert_eq!(findings.status, 2, "{}", findings.stdout);
    assert_eq!(result(&findings.json(), "store"), "failed");
    assert!(!findings.stdout.contains("support"), "{}", findings.stdout);
}

#[test]
fn key_rejected_by_route_is_not_a_missing_permission() {
    let env = test_env();
    env.run_ok(&["sync"]);
    env.sandbox.faults().add(Fault::new(FaultKind::Unauthorized).on("tasks_list"));
    let findings = env.run(&["doctor"]);
    assert_eq!(findings.status, 3, "{}", findings.stderr);
    let findings = findings.json();
    let failed: Vec<&Value> =
        findings.as_array().unwrap().iter().filter(|finding| finding["result"] == "failed").collect();
    assert_eq!(failed.len(), 1, "{findings}");
    assert_eq!(failed[0]["check"], "sign-in", "{findings}");
    let detail = failed[0]["detail"].as_str().unwrap();
    assert!(detail.contains("/tasks") && detail.contains("401"), "{detail}");
}

#[test]
fn file_of_a_newer_version_is_reported_with_advice() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let profiles = env.dir.path().join("data").join("profiles");
    let profile = std::fs::read_dir(profiles).unwrap().next().unwrap().unwrap().path();
    let outbox = profile.join("outbox.db");
    // Change the SQLite schema version, and the change counter so that the new header is read.
    let mut bytes = std::fs::read(&outbox).unwrap();
    bytes[63] += 40;
    bytes[27] = bytes[27].wrapping_add(1);
    std::fs::write(&outbox, bytes).unwrap();
    let findings = env.run(&["doctor", "--offline"]).json();
    let store = findings.as_array().unwrap().iter().find(|finding| finding["check"] == "store");
    let advice = store.unwrap()["advice"].as_str().unwrap();
    assert!(advice.contains("Use that version"), "{findings}");
    let listing =
        CliOutput::from_output(env.command(&["outbox", "list", "--format", "table"]).output().unwrap());
    assert!(listing.stderr.contains("was written by a newer version of Encours"), "{}", listing.stderr);
    let unchanged = listing.stderr.matches("was changed").count();
    assert_eq!(unchanged, 1, "said once: {}", listing.stderr);
}

#[test]
fn clock_check_uses_the_latest_response() {
    let env = super::support::test_env_today();
    env.sandbox.faults().add("date=-7200".parse::<Fault>().unwrap());
    let findings = env.run(&["doctor"]).json();
    assert_eq!(result(&findings, "clock"), "attention", "{findings}");
    env.sandbox.faults().clear();
    let findings = env.run(&["doctor"]).json();
    assert_eq!(result(&findings, "clock"), "good", "{findings}");
}

#[test]
fn damaged_write_is_reported_and_never_sent() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let id = env.deal();
    let stored = env.run(&["deals", "update", &id, "--status", "lost", "--offline"]);
    assert_eq!(stored.status, 8, "{}", stored.stderr);
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let file = profiles.next().unwrap().unwrap().path().join("outbox.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let sent = br#"{"status":"lost"}"#;
    let at = bytes.windows(sent.len()).position(|part| part == sent).unwrap();
    bytes[at + 12] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let findings = env.run(&["doctor"]);
    assert_eq!((findings.status, result(&findings.json(), "files")), (12, "failed"));
    let number = env.outbox()[0]["outbox_id"].to_string();
    for line in [&["outbox", "retry"][..], &["outbox", "retry", &number]] {
        let error = env.run(line).failed(12, "storage");
        let message = error["message"].as_str().unwrap();
        let way = format!("outbox discard {number}");
        assert!(message.contains("damaged") && message.contains(&way), "{message}");
    }
    let table = env.run(&["outbox", "retry", "--format", "table", "--lang", "en"]);
    assert!(table.status == 12 && !table.stderr.contains("No pending changes"), "{}", table.stderr);
    env.run_ok(&["sync"]);
    assert_eq!(env.sandbox.requests().count("deals_update"), 0);
    assert_eq!(env.run(&["doctor", "--repair"]).status, 12, "the user decides");
    // Intact writes are still sent.
    let other = env.run(&["deals", "create", "--name", "Sain", "--offline"]);
    assert_eq!(other.status, 8, "{}", other.stderr);
    let sent = env.run(&["outbox", "retry"]);
    sent.failed(12, "storage");
    assert_eq!(sent.json()[0]["name"], "Sain");
    env.run_ok(&["outbox", "discard", &number, "--yes"]);
    assert_eq!(result(&env.run_ok(&["doctor", "--deep"]).json(), "files"), "good");
}

#[test]
fn damaged_history_body_is_reported_and_loaded_again() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let before = env.offline(&["deals", "list"]).json();
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let file = profiles.next().unwrap().unwrap().path().join("history.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let id = before[3]["id"].as_str().unwrap().as_bytes();
    let at =
        bytes.windows(id.len() + 2).position(|part| part.starts_with(id) && part.ends_with(b"\",")).unwrap();
    bytes[at + id.len() + 4] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let output = env.run(&["sync"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.warnings().contains(&"damaged".to_owned()), "{}", output.stderr);
    assert_eq!(env.offline(&["deals", "list"]).json().as_array().unwrap().len(), 40);
    let files = env.run_ok(&["doctor"]).json();
    assert_eq!(result(&files, "files"), "good");
}
