//! Profiles, the credential command, and a machine without a keyring.

use super::schemas::validate;
use super::support::{CliOutput, TestEnv, bare, test_env};

fn configure(env: &TestEnv, text: &str) {
    let dir = env.dir.path().join("config");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("config.toml"), text).unwrap();
}

fn run(env: &TestEnv, pairs: &[(&str, &str)], line: &[&str]) -> CliOutput {
    CliOutput::from_output(bare(env.dir.path()).envs(pairs.iter().copied()).args(line).output().unwrap())
}

#[test]
fn profile_provides_address_and_key() {
    let env = test_env();
    configure(
        &env,
        &format!(
            "default_profile = \"acme\"\n[profiles.acme]\nbase_url = \"{}\"\nkey_id = \"{}\"\n[profiles.other]\n",
            env.sandbox.base_url(),
            env.sandbox.key_id()
        ),
    );
    let secret = [("ENCOURS_SECRET", env.sandbox.secret().expose())];
    assert_eq!(run(&env, &secret, &["entity"]).status, 0);
    assert_eq!(run(&env, &secret, &["--profile", "acme", "entity"]).status, 0);
    let error = run(&env, &secret, &["--profile", "acne", "entity"]).failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("acme, other"), "{error}");
    run(&env, &secret, &["--profile", "other", "entity"]).failed(2, "usage");
    let list = run(&env, &[], &["profiles"]).json();
    assert_eq!(list[0]["name"], "acme");
    assert_eq!((&list[0]["default"], &list[1]["default"]), (&true.into(), &false.into()));
}

#[cfg(unix)]
#[test]
fn credential_command_can_provide_the_token() {
    let env = test_env();
    let (url, key) = (env.sandbox.base_url(), env.sandbox.key_id());
    let secret = env.dir.path().join("elsewhere");
    std::fs::write(&secret, env.sandbox.secret().expose()).unwrap();
    let command = format!(
        "ENCOURS_SECRET=$(cat {}) {} token --reveal --format json --base-url {url} --key-id {key}",
        secret.display(),
        env!("CARGO_BIN_EXE_encours")
    );
    configure(
        &env,
        &format!(
            "[profiles.default]\nbase_url = \"{url}\"\nkey_id = \"{key}\"\ncredential_command = '''{command}'''\n"
        ),
    );
    let path = [("PATH", "/usr/bin:/bin")];
    let output = run(&env, &path, &["entity"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(run(&env, &path, &["profiles"]).json()[0]["secret"], "credential_command");
}

/// On a machine without a message bus, the keyring does not answer.
#[cfg(target_os = "linux")]
#[test]
fn login_without_a_keyring_saves_no_profile() {
    let env = test_env();
    let bus = [
        ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus"),
        ("ENCOURS_BASE_URL", env.sandbox.base_url()),
        ("ENCOURS_KEY_ID", env.sandbox.key_id()),
    ];
    let entity = run(&env, &bus, &["entity"]);
    entity.failed(3, "auth");
    let mut with_secret = bus.to_vec();
    with_secret.push(("ENCOURS_SECRET", env.sandbox.secret().expose()));
    let output = run(&env, &with_secret, &["login"]);
    let error = output.failed(3, "auth");
    assert!(error["message"].as_str().unwrap().contains("keyring"), "{error}");
    assert!(!env.dir.path().join("config/config.toml").exists(), "no profile without its secret");
}

#[test]
fn login_proves_the_key_first() {
    use std::io::Write as _;
    use std::process::Stdio;

    let env = test_env();
    let mut child = bare(env.dir.path())
        .args([
            "login",
            "--secret-stdin",
            "--base-url",
            env.sandbox.base_url(),
            "--key-id",
            env.sandbox.key_id(),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"wrong-canary\n").unwrap();
    let output = CliOutput::from_output(child.wait_with_output().unwrap());
    output.failed(3, "auth");
    assert!(!output.stderr.contains("canary"), "{}", output.stderr);
    assert!(!env.dir.path().join("config/config.toml").exists());
}

#[test]
fn real_keys_and_the_demo_do_not_mix() {
    let env = test_env();
    run(&env, &[], &["--demo", "login"]).failed(2, "usage");
    run(&env, &[("ENCOURS_DEMO", "1")], &["logout"]).failed(2, "usage");
    run(&env, &[], &["login", "--base-url", env.sandbox.base_url(), "--key-id", "k"]).failed(3, "auth");
    run(&env, &[], &["logout"]).failed(2, "usage");
}

#[cfg(unix)]
#[test]
fn a_command_may_print_the_raw_secret_too() {
    let env = test_env();
    let secret = env.dir.path().join("elsewhere");
    std::fs::write(&secret, format!("{}\n", env.sandbox.secret().expose())).unwrap();
    let (url, key) = (env.sandbox.base_url(), env.sandbox.key_id());
    let profile = |command: &str| {
        configure(
            &env,
            &format!(
                "[profiles.default]\nbase_url = \"{url}\"\nkey_id = \"{key}\"\ncredential_command = '''{command}'''\n"
            ),
        );
    };
    let path = [("PATH", "/usr/bin:/bin")];
    profile(&format!("cat {}", secret.display()));
    let output = run(&env, &path, &["entity"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    profile("printf 'canary one\\ncanary two\\n'");
    let output = run(&env, &path, &["entity"]);
    let error = output.failed(3, "auth");
    assert!(error["message"].as_str().unwrap().contains("nor a secret"), "{error}");
    assert!(!output.stderr.contains("canary"), "{}", output.stderr);
}

#[test]
fn logging_out_twice_or_for_good_needs_no_keyring() {
    let env = test_env();
    configure(
        &env,
        &format!(
            "[profiles.default]\nbase_url = \"{}\"\nkey_id = \"{}\"\n",
            env.sandbox.base_url(),
            env.sandbox.key_id()
        ),
    );
    let secret = [("ENCOURS_SECRET", env.sandbox.secret().expose())];
    assert_eq!(run(&env, &secret, &["deals", "list"]).status, 0);
    let profile_count = || std::fs::read_dir(env.dir.path().join("data/profiles")).map_or(0, Iterator::count);
    assert_eq!(profile_count(), 1);
    for _ in 0..2 {
        let out = run(&env, &[], &["logout"]);
        assert_eq!(out.status, 0, "{}", out.stderr);
        assert_eq!(out.json()["secret_removed"], false);
    }
    assert_eq!(run(&env, &[], &["profiles"]).json()[0]["secret"], "none");
    let purged = run(&env, &[], &["logout", "--purge", "-y"]);
    assert_eq!(purged.status, 0, "{}", purged.stderr);
    assert_eq!(purged.json()["purged"], true);
    assert_eq!(profile_count(), 0);
    assert_eq!(run(&env, &[], &["profiles"]).json(), serde_json::json!([]));
}

#[test]
fn passphrase_file_stores_the_secret_until_logout() {
    let env = test_env();
    let given = [
        ("ENCOURS_BASE_URL", env.sandbox.base_url()),
        ("ENCOURS_KEY_ID", env.sandbox.key_id()),
        ("ENCOURS_SECRET", env.sandbox.secret().expose()),
        ("ENCOURS_PASSPHRASE", "p"),
    ];
    assert_eq!(run(&env, &given, &["login", "--passphrase-file"]).status, 0);
    let asked = |line: &[&str]| run(&env, &[], line);
    assert_eq!(asked(&["profiles"]).json()[0]["secret"], "passphrase_file");
    let table = asked(&["profiles", "--format", "table", "--lang", "fr"]).stdout;
    assert!(table.contains("fichier à phrase secrète"), "{table}");
    assert_eq!(asked(&["logout"]).json()["secret_removed"], true);
    assert_eq!(asked(&["profiles"]).json()[0]["secret"], "none");
}

#[test]
fn program_without_encryption_refuses_encrypted_data_and_changes_nothing() {
    let env = test_env();
    let given = [
        ("ENCOURS_BASE_URL", env.sandbox.base_url()),
        ("ENCOURS_KEY_ID", env.sandbox.key_id()),
        ("ENCOURS_SECRET", env.sandbox.secret().expose()),
        ("ENCOURS_PASSPHRASE", "p"),
    ];
    if encours_core::store::cipher_version().is_some() {
        return;
    }
    let error = run(&env, &given, &["login", "--passphrase-file", "--encrypt"]).failed(12, "storage");
    assert!(error["message"].as_str().unwrap().contains("--features encryption"), "{error}");
    assert_eq!(run(&env, &given, &["login", "--passphrase-file"]).status, 0);
    assert_eq!(run(&env, &given, &["sync"]).status, 0);
    let profiles = env.dir.path().join("data/profiles");
    let profile = std::fs::read_dir(profiles).unwrap().next().unwrap().unwrap().path();
    let sum = format!("{:08x}", crc("stable 0011223344556677"));
    std::fs::write(profile.join("encryption"), format!("sqlcipher-4 stable 0011223344556677 {sum}\n"))
        .unwrap();
    let before = std::fs::read(profile.join("history.db")).unwrap();
    run(&env, &given, &["deals", "list", "--offline"]).failed(12, "storage");
    assert!(std::fs::read(profile.join("history.db")).unwrap() == before);
    // It can still be deleted.
    let purge = ["purge", "-y", "--format", "json"];
    let purged = run(&env, &given, &purge);
    assert_eq!(purged.status, 0);
    validate(&purge, "purge", &serde_json::from_str(&purged.stdout).unwrap());
    assert!(!profile.exists());
    assert_eq!(run(&env, &given, &["sync"]).status, 0, "the sign-in remains");
}

/// CRC-32 of the mark, bit by bit.
fn crc(text: &str) -> u32 {
    !text.bytes().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 * (sum & 1)))
    })
}
