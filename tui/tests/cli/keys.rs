//! Profiles, the credential command, and a machine without a keyring.

use super::support::{CliOutput, TestEnv, bare, test_env};

fn configure(place: &TestEnv, text: &str) {
    let dir = place.dir.path().join("config");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("config.toml"), text).unwrap();
}

fn run(place: &TestEnv, pairs: &[(&str, &str)], line: &[&str]) -> CliOutput {
    CliOutput::from_output(
        bare(place.dir.path())
            .envs(pairs.iter().copied())
            .args(line)
            .output()
            .unwrap(),
    )
}

#[test]
fn a_profile_gives_address_and_key() {
    let place = test_env();
    configure(
        &place,
        &format!(
            "default_profile = \"acme\"\n[profiles.acme]\nbase_url = \"{}\"\nkey_id = \"{}\"\n[profiles.other]\n",
            place.sandbox.base_url(),
            place.sandbox.key_id()
        ),
    );
    let secret = [("ENCOURS_SECRET", place.sandbox.secret().expose())];
    assert_eq!(run(&place, &secret, &["entity"]).status, 0);
    assert_eq!(run(&place, &secret, &["--profile", "acme", "entity"]).status, 0);
    let error = run(&place, &secret, &["--profile", "acne", "entity"]).failed(2, "usage");
    assert!(
        error["message"].as_str().unwrap().contains("acme, other"),
        "{error}"
    );
    run(&place, &secret, &["--profile", "other", "entity"]).failed(2, "usage");
    let listed = run(&place, &[], &["profiles"]).json();
    assert_eq!(listed[0]["name"], "acme");
    assert_eq!(
        (&listed[0]["default"], &listed[1]["default"]),
        (&true.into(), &false.into())
    );
}

#[cfg(unix)]
#[test]
fn a_command_prints_the_token_so_that_the_secret_stays_elsewhere() {
    let place = test_env();
    let (url, key) = (place.sandbox.base_url(), place.sandbox.key_id());
    let secret = place.dir.path().join("elsewhere");
    std::fs::write(&secret, place.sandbox.secret().expose()).unwrap();
    let command = format!(
        "ENCOURS_SECRET=$(cat {}) {} token --reveal --format json --base-url {url} --key-id {key}",
        secret.display(),
        env!("CARGO_BIN_EXE_encours")
    );
    configure(
        &place,
        &format!(
            "[profiles.default]\nbase_url = \"{url}\"\nkey_id = \"{key}\"\ncredential_command = '''{command}'''\n"
        ),
    );
    let path = [("PATH", "/usr/bin:/bin")];
    let ran = run(&place, &path, &["entity"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(
        run(&place, &path, &["profiles"]).json()[0]["secret"],
        "credential_command"
    );
}

/// On a machine without a message bus, the keyring does not answer.
#[cfg(target_os = "linux")]
#[test]
fn without_a_keyring_nothing_is_half_saved() {
    let place = test_env();
    let bus = [
        ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus"),
        ("ENCOURS_BASE_URL", place.sandbox.base_url()),
        ("ENCOURS_KEY_ID", place.sandbox.key_id()),
    ];
    let entity = run(&place, &bus, &["entity"]);
    entity.failed(3, "auth");
    let mut with_secret = bus.to_vec();
    with_secret.push(("ENCOURS_SECRET", place.sandbox.secret().expose()));
    let ran = run(&place, &with_secret, &["login"]);
    let error = ran.failed(3, "auth");
    assert!(error["message"].as_str().unwrap().contains("keyring"), "{error}");
    assert!(
        !place.dir.path().join("config/config.toml").exists(),
        "no profile without its secret"
    );
}

#[test]
fn login_proves_the_key_first() {
    use std::io::Write as _;
    use std::process::Stdio;

    let place = test_env();
    let mut child = bare(place.dir.path())
        .args([
            "login",
            "--secret-stdin",
            "--base-url",
            place.sandbox.base_url(),
            "--key-id",
            place.sandbox.key_id(),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"wrong-canary\n").unwrap();
    let ran = CliOutput::from_output(child.wait_with_output().unwrap());
    ran.failed(3, "auth");
    assert!(!ran.stderr.contains("canary"), "{}", ran.stderr);
    assert!(!place.dir.path().join("config/config.toml").exists());
}

#[test]
fn real_keys_and_the_demo_do_not_mix() {
    let place = test_env();
    run(&place, &[], &["--demo", "login"]).failed(2, "usage");
    run(&place, &[("ENCOURS_DEMO", "1")], &["logout"]).failed(2, "usage");
    run(
        &place,
        &[],
        &["login", "--base-url", place.sandbox.base_url(), "--key-id", "k"],
    )
    .failed(3, "auth");
    run(&place, &[], &["logout"]).failed(2, "usage");
}

#[cfg(unix)]
#[test]
fn a_command_may_print_the_raw_secret_too() {
    let place = test_env();
    let secret = place.dir.path().join("elsewhere");
    std::fs::write(&secret, format!("{}\n", place.sandbox.secret().expose())).unwrap();
    let (url, key) = (place.sandbox.base_url(), place.sandbox.key_id());
    let profile = |command: &str| {
        configure(
            &place,
            &format!(
                "[profiles.default]\nbase_url = \"{url}\"\nkey_id = \"{key}\"\ncredential_command = '''{command}'''\n"
            ),
        );
    };
    let path = [("PATH", "/usr/bin:/bin")];
    profile(&format!("cat {}", secret.display()));
    let ran = run(&place, &path, &["entity"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    profile("printf 'canary one\\ncanary two\\n'");
    let ran = run(&place, &path, &["entity"]);
    let error = ran.failed(3, "auth");
    assert!(
        error["message"].as_str().unwrap().contains("nor a secret"),
        "{error}"
    );
    assert!(!ran.stderr.contains("canary"), "{}", ran.stderr);
}

#[test]
fn logging_out_twice_or_for_good_needs_no_keyring() {
    let place = test_env();
    configure(
        &place,
        &format!(
            "[profiles.default]\nbase_url = \"{}\"\nkey_id = \"{}\"\n",
            place.sandbox.base_url(),
            place.sandbox.key_id()
        ),
    );
    let secret = [("ENCOURS_SECRET", place.sandbox.secret().expose())];
    assert_eq!(run(&place, &secret, &["deals", "list"]).status, 0);
    let kept = || std::fs::read_dir(place.dir.path().join("data/profiles")).map_or(0, Iterator::count);
    assert_eq!(kept(), 1);
    for _ in 0..2 {
        let out = run(&place, &[], &["logout"]);
        assert_eq!(out.status, 0, "{}", out.stderr);
        assert_eq!(out.json()["secret_removed"], false);
    }
    assert_eq!(run(&place, &[], &["profiles"]).json()[0]["secret"], "none");
    let purged = run(&place, &[], &["logout", "--purge", "-y"]);
    assert_eq!(purged.status, 0, "{}", purged.stderr);
    assert_eq!(purged.json()["purged"], true);
    assert_eq!(kept(), 0);
    assert_eq!(run(&place, &[], &["profiles"]).json(), serde_json::json!([]));
}

#[test]
fn a_passphrase_file_is_where_the_secret_is_until_it_is_logged_out() {
    let place = test_env();
    let given = [
        ("ENCOURS_BASE_URL", place.sandbox.base_url()),
        ("ENCOURS_KEY_ID", place.sandbox.key_id()),
        ("ENCOURS_SECRET", place.sandbox.secret().expose()),
        ("ENCOURS_PASSPHRASE", "p"),
    ];
    assert_eq!(run(&place, &given, &["login", "--passphrase-file"]).status, 0);
    let asked = |line: &[&str]| run(&place, &[], line);
    assert_eq!(asked(&["profiles"]).json()[0]["secret"], "passphrase_file");
    let table = asked(&["profiles", "--format", "table", "--lang", "fr"]).stdout;
    assert!(table.contains("fichier à phrase secrète"), "{table}");
    assert_eq!(asked(&["logout"]).json()["secret_removed"], true);
    assert_eq!(asked(&["profiles"]).json()[0]["secret"], "none");
}
