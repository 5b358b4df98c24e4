//! A user's local settings: recovery after a loss, transfer to another device, and configuration files.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};

use super::support::{CliOutput, TestEnv, bare, test_env};

const VIEWS: &str = "[[view]]\nname = \"Comité\"\nquery = \"statut:ic\"\npinned = true\n";
const ID: &str = "00000000-0000-4000-8000-000000000001";

fn file(env: &TestEnv, name: &str, text: &str) -> String {
    let file = env.dir.path().join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

fn run_with_stdin(env: &TestEnv, line: &[&str], text: &str) -> CliOutput {
    let mut command = env.command(line);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    CliOutput::from_output(child.wait_with_output().unwrap())
}

fn views(env: &TestEnv) -> Vec<String> {
    let all = env.run(&["deals", "views"]).json();
    let name = |view: &Value| view["name"].as_str().unwrap().to_owned();
    all.as_array().unwrap().iter().map(name).collect()
}

/// Returns the settings database of the only profile.
fn database(env: &TestEnv) -> PathBuf {
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    profiles.next().unwrap().unwrap().path().join("settings.db")
}

#[test]
fn lost_settings_are_reported_and_restored_from_a_backup() {
    for emptied in [false, true] {
        let env = test_env();
        env.run_ok(&["sync"]);
        env.run(&["deals", "views", "--import", &file(&env, "views.toml", VIEWS)]);
        let file = database(&env);
        std::fs::remove_file(&file).unwrap();
        if emptied {
            std::fs::write(&file, "").unwrap();
        }
        let output = env.run(&["deals", "views"]);
        assert_eq!(output.warnings(), ["damaged"], "{}", output.stderr);
        assert!(output.stderr.contains("encours settings restore"), "{}", output.stderr);
        assert_eq!(env.run(&["deals", "views"]).warnings(), [] as [&str; 0], "reported once");
        let doctor = env.run(&["doctor", "--offline"]).stdout;
        assert!(doctor.contains("views, notes and stars"), "{doctor}");
        // A view saved after the loss stays; today's backup does not contain it.
        let new = VIEWS.replace("Comité", "Depuis");
        run_with_stdin(&env, &["deals", "views", "--import", "-"], &new);
        let would = env.run_ok(&["settings", "restore", "--dry-run"]).json();
        assert_eq!(would, json!([{"name": "view/Comité", "result": "added"}]));
        assert_eq!(views(&env), ["Depuis"]);
        env.run_ok(&["settings", "restore"]);
        assert_eq!(views(&env), ["Comité", "Depuis"]);
        assert!(!env.run(&["doctor", "--offline"]).stdout.contains("views, notes and stars"));
        assert_eq!(env.run_ok(&["settings", "restore"]).json(), json!([]));
        let copies = env.run_ok(&["settings", "copies"]).json();
        assert_eq!(copies.as_array().unwrap().len(), 2, "{copies}");
        let unknown = env.run(&["settings", "restore", "2001-01-01"]).failed(2, "usage");
        assert!(unknown["message"].as_str().unwrap().contains(copies[0]["copy"].as_str().unwrap()));
    }
}

#[test]
fn settings_import_merges_without_replacing() {
    let (one, other) = (test_env(), test_env());
    one.run(&["deals", "views", "--import", &file(&one, "views.toml", VIEWS)]);
    one.run(&["notifications", "watch", ID]);
    let text = one.run_ok(&["settings", "export"]).stdout;
    let mine = VIEWS.replace("statut:ic", "statut:lost");
    other.run(&["deals", "views", "--import", &file(&other, "views.toml", &mine)]);
    // Simulate a file edited by another program: with a byte order mark and CRLF line ends.
    let sent = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let names = ["view/Comité", "watched/notifications/00000000-0000-4000-8000-000000000001"];
    let results = |output: &CliOutput| -> Vec<String> {
        let all = output.json();
        let of = |name: &str| {
            all.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap()["result"].clone()
        };
        names.map(|name| of(name).as_str().unwrap().to_owned()).to_vec()
    };
    let taken = run_with_stdin(&other, &["settings", "import", "-"], &sent);
    assert_eq!(results(&taken), ["differs", "added"]);
    assert!(taken.stderr.contains("\"differs\""), "{}", taken.stderr);
    let query = || other.run(&["deals", "views"]).json()[0]["query"].clone();
    assert_eq!(query(), "statut:lost");
    assert!(other.run_ok(&["notifications", "watched"]).stdout.contains(ID));
    let sent = file(&other, "sent.json", &sent);
    let replaced = other.run_ok(&["settings", "import", &sent, "--replace"]);
    assert_eq!(results(&replaced), ["replaced", "same"]);
    assert_eq!(query(), "statut:ic");
    // Replaced values are in a backup of their own.
    let copies = other.run_ok(&["settings", "copies"]).json();
    let apart = copies.as_array().unwrap().iter().find(|copy| copy["copy"].as_str().unwrap().contains('T'));
    let apart = apart.unwrap()["copy"].as_str().unwrap();
    other.run_ok(&["settings", "restore", apart, "--replace"]);
    assert_eq!(query(), "statut:lost");
    for wrong in ["", "{}", "[[view]]", "{\"form\":\"encours-settings-9\",\"settings\":{}}"] {
        let rejected = run_with_stdin(&other, &["settings", "import", "-"], wrong);
        rejected.failed(2, "usage");
    }
    let wrong = r#"{"form":"encours-settings-1","settings":{"nope":"x","note/d":"y"},"more":1}"#;
    let rejected = run_with_stdin(&other, &["settings", "import", "-"], wrong).failed(2, "usage");
    let message = rejected["message"].as_str().unwrap();
    assert!(message.contains("`nope`") && message.contains("`more`"), "{message}");
    assert!(!other.run_ok(&["settings", "export"]).stdout.contains("note/d"));
}

#[test]
fn damaged_settings_warn_until_the_quarantined_file_is_removed() {
    let env = test_env();
    env.run(&["deals", "views", "--import", &file(&env, "views.toml", VIEWS)]);
    let database = database(&env);
    let mut bytes = std::fs::read(&database).unwrap();
    bytes[..100].fill(7);
    std::fs::write(&database, bytes).unwrap();
    for line in [&["deals", "views"][..], &["deals", "views"], &["settings", "export"]] {
        let output = env.run(line);
        assert_eq!(output.warnings(), ["damaged"], "{line:?}: {}", output.stderr);
    }
    for entry in std::fs::read_dir(database.parent().unwrap()).unwrap().flatten() {
        if entry.file_name().to_string_lossy().contains(".damaged-") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    assert_eq!(env.run(&["settings", "export"]).warnings(), [] as [&str; 0]);
}

#[cfg(unix)]
#[test]
fn invalid_secret_variable_is_an_error() {
    use std::os::unix::ffi::OsStrExt as _;
    let env = test_env();
    for value in [&b"s\xff"[..], b"\n\n"] {
        for line in [&["entity"][..], &["login"]] {
            let mut command = env.command(line);
            command.env("ENCOURS_SECRET", std::ffi::OsStr::from_bytes(value));
            let error = CliOutput::from_output(command.output().unwrap()).failed(2, "usage");
            assert!(error["message"].as_str().unwrap().contains("ENCOURS_SECRET"), "{error}");
        }
    }
}

#[test]
fn view_with_an_unknown_key_is_not_imported() {
    let env = test_env();
    let wrong = file(&env, "v.toml", "[[view]]\nname = \"Haut\"\nfilter = \"ltv>0.65\"\n");
    let error = env.run(&["deals", "views", "--import", &wrong]).failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("`filter`"), "{error}");
    assert_eq!(views(&env), [] as [&str; 0]);
}

#[test]
fn json_may_begin_with_a_byte_order_mark() {
    let env = test_env();
    let id = env.deal();
    let path = format!("/deals/{id}");
    let body = "\u{feff}{\"decote\":0.15}\r\n";
    let by_file = format!("@{}", file(&env, "body.json", body));
    assert_eq!(env.run_ok(&["api", "PUT", &path, "--body", &by_file]).json()["decote"], json!(0.15));
    let fed = run_with_stdin(&env, &["api", "PUT", &path, "--body", "-"], &body.replace("15", "25"));
    assert_eq!(fed.json()["decote"], json!(0.25), "{}", fed.stderr);
    let set = "decote=\u{feff}0.35";
    assert_eq!(env.run_ok(&["deals", "update", &id, "--set", set]).json()["decote"], json!(0.35));
}

#[test]
fn tilde_in_the_data_directory_expands_to_home() {
    let env = test_env();
    let run = |line: &[&str], data: &str| {
        let mut command = env.command(line);
        command
            .current_dir(env.dir.path())
            .env("HOME", env.dir.path().join("home"))
            .env("ENCOURS_DATA_DIR", data);
        CliOutput::from_output(command.output().unwrap())
    };
    assert_eq!(run(&["sync"], "~/kept").status, 0);
    assert!(env.dir.path().join("home/kept/profiles").is_dir());
    assert_eq!(run(&["sync", "--data-dir=~/other"], "~/kept").status, 0);
    assert!(env.dir.path().join("home/other/profiles").is_dir());
    run(&["sync"], "~somebody/kept").failed(2, "usage");
    assert!(!env.dir.path().join("~").exists() && !env.dir.path().join("~somebody").exists());
}

#[cfg(unix)]
#[test]
fn dangling_configuration_link_is_an_error() {
    let env = test_env();
    let config = env.dir.path().join("config");
    std::fs::create_dir(&config).unwrap();
    std::os::unix::fs::symlink("unmounted.toml", config.join("config.toml")).unwrap();
    for line in [&["profiles"][..], &["login", "--secret-stdin"], &["entity"]] {
        let error = env.run(line).failed(2, "usage");
        assert!(error["message"].as_str().unwrap().contains("unmounted.toml"), "{error}");
    }
    assert!(config.join("config.toml").is_symlink());
}

#[test]
fn secret_input_is_trimmed_from_env_and_stdin() {
    let env = test_env();
    let secret = env.sandbox.secret().expose();
    for given in [format!("{secret}\n"), format!("{secret}\r\n"), format!("\u{feff} {secret} \n\n")] {
        let mut command = env.command(&["token"]);
        let output = CliOutput::from_output(command.env("ENCOURS_SECRET", &given).output().unwrap());
        assert_eq!(output.status, 0, "{given:?}: {}", output.stderr);
        let login = |given: &str| {
            let line = ["login", "--secret-stdin", "--passphrase-file"];
            let mut command = bare(env.dir.path());
            command
                .env("ENCOURS_BASE_URL", env.sandbox.base_url())
                .env("ENCOURS_KEY_ID", format!("{}\n", env.sandbox.key_id()))
                .env("ENCOURS_PASSPHRASE", "two words\r\n")
                .args(line)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            child.stdin.take().unwrap().write_all(given.as_bytes()).unwrap();
            CliOutput::from_output(child.wait_with_output().unwrap())
        };
        assert_eq!(login(&given).status, 0, "{given:?}");
        let mut login_command = bare(env.dir.path());
        let output = CliOutput::from_output(
            login_command.env("ENCOURS_PASSPHRASE", "two words").arg("entity").output().unwrap(),
        );
        assert_eq!(output.status, 0, "{}", output.stderr);
        let rejected = login(&format!("{given}more"));
        assert!(rejected.failed(3, "auth")["message"].as_str().unwrap().contains("one line"));
    }
}
