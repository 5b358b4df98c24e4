//! `login --encrypt` and `login --decrypt`, killed at random times, and a wrong passphrase. Needs the feature `encryption`.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::support::{CliOutput, TestEnv, bare, test_env_with_deals};

/// Kills in each direction.
const KILLS: u32 = 12;

/// Returns a command on the profile whose passphrase is known.
fn command(env: &TestEnv, line: &[&str]) -> Command {
    let mut command = bare(env.dir.path());
    command.env("ENCOURS_PASSPHRASE", "a passphrase").args(line);
    command
}

fn run(env: &TestEnv, line: &[&str]) -> CliOutput {
    CliOutput::from_output(command(env, line).output().unwrap())
}

fn run_ok(env: &TestEnv, line: &[&str]) -> CliOutput {
    let output = run(env, line);
    assert_eq!(output.status, 0, "{line:?}: {}", output.stderr);
    output
}

/// Returns what the profile stores: deals with pending changes, and notes.
fn content(env: &TestEnv, deal: &str) -> [Value; 2] {
    let lists: [&[&str]; 2] = [&["deals", "list", "--offline"], &["notes", "list", deal]];
    lists.map(|line| run_ok(env, line).json())
}

/// Returns whether `doctor` calls the profile encrypted.
fn is_encrypted(env: &TestEnv) -> bool {
    let checks = run_ok(env, &["doctor", "--offline", "--format", "json"]).json();
    let check = checks.as_array().unwrap().iter().find(|check| check["check"] == "encryption").unwrap();
    let is_encrypted = check["detail"].as_str().unwrap().contains("SQLCipher");
    assert!(is_encrypted || check["detail"].as_str().unwrap().contains("not encrypted"), "{check}");
    is_encrypted
}

/// Returns a random number below `limit`.
fn draw(limit: Duration) -> Duration {
    let random = uuid::Uuid::new_v4().as_u128();
    Duration::from_nanos(u64::try_from(random % limit.as_nanos().max(1)).unwrap())
}

/// Returns a profile whose secret is in a passphrase file, with that many deals.
fn signed_in(deals: u32) -> TestEnv {
    let env = test_env_with_deals(deals);
    let given = [
        ("ENCOURS_BASE_URL", env.sandbox.base_url()),
        ("ENCOURS_KEY_ID", env.sandbox.key_id()),
        ("ENCOURS_SECRET", env.sandbox.secret().expose()),
    ];
    let login = command(&env, &["login", "--passphrase-file"]).envs(given).output().unwrap();
    assert!(login.status.success(), "{login:?}");
    env
}

#[test]
fn doctor_names_a_wrong_passphrase() {
    if encours_core::store::cipher_version().is_none() {
        return;
    }
    let env = signed_in(1);
    run_ok(&env, &["login", "--encrypt"]);
    let doctor = ["doctor", "--offline", "--format", "json"];
    let output = command(&env, &doctor).env("ENCOURS_PASSPHRASE", "another").output().unwrap();
    let checks = CliOutput::from_output(output).json();
    let encryption = checks.as_array().unwrap().iter().find(|check| check["check"] == "encryption").unwrap();
    assert_eq!(encryption["result"], "failed", "{encryption}");
    assert!(is_encrypted(&env));
}

#[test]
fn conversion_killed_at_any_time_loses_nothing() {
    if encours_core::store::cipher_version().is_none() {
        return;
    }
    let env = signed_in(240);
    run_ok(&env, &["sync"]);
    let deals = run_ok(&env, &["deals", "list", "--offline"]).ids();
    run(&env, &["deals", "update", &deals[0], "--status", "ic", "--offline"]).failed(8, "queued");
    run_ok(&env, &["notes", "add", &deals[0], "a private note"]);
    let before = content(&env, &deals[0]);
    let began = Instant::now();
    run_ok(&env, &["login", "--encrypt"]);
    let usual_time = began.elapsed();
    run_ok(&env, &["login", "--decrypt"]);
    let mut interrupted = 0;
    for kill in 0..KILLS {
        for convert in ["--encrypt", "--decrypt"] {
            let mut child = command(&env, &["login", convert]).stdout(Stdio::null()).spawn().unwrap();
            std::thread::sleep(draw(usual_time));
            child.kill().unwrap();
            interrupted += usize::from(!child.wait().unwrap().success());
            let state = is_encrypted(&env);
            assert_eq!(content(&env, &deals[0]), before, "{convert}, kill {kill}, encrypted: {state}");
            run_ok(&env, &["login", convert]);
            assert_eq!(is_encrypted(&env), convert == "--encrypt", "kill {kill}");
        }
    }
    assert_eq!(content(&env, &deals[0]), before);
    assert!(interrupted > 4, "{interrupted} kills are too few to tell");
}
