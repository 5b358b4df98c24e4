//! The four output formats.

use super::support::{CliOutput, test_env, test_env_today};

#[test]
fn json_is_the_services_own_object() {
    let env = test_env();
    let id = env.deal();
    let raw = env.run_ok(&["api", "GET", &format!("/deals/{id}")]).stdout;
    assert_eq!(env.run_ok(&["deals", "show", &id]).stdout, raw);
}

#[test]
fn ndjson_prints_one_object_per_line() {
    let env = test_env();
    let output = env.run_ok(&["deals", "list", "--all", "--format", "ndjson"]);
    let lines: Vec<serde_json::Value> =
        output.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 40);
    assert_eq!(serde_json::Value::Array(lines), env.run_ok(&["deals", "list", "--all"]).json());
}

#[test]
fn csv_has_header_and_crlf_and_escapes_formulas() {
    let env = test_env();
    env.run_ok(&[
        "deals",
        "create",
        "--name",
        "=HYPERLINK(\"x\")",
        "--set",
        "delta=-1.50",
        "--set",
        "phone=\"+33 1\"",
    ]);
    let output = env.run_ok(&["deals", "list", "--query", "HYPERLINK", "--format", "csv"]);
    let lines: Vec<&str> = output.stdout.split("\r\n").collect();
    assert_eq!(lines.len(), 3, "{}", output.stdout);
    assert!(lines[0].starts_with("id,name,status,classe_actif,responsable"), "{}", lines[0]);
    assert!(lines[1].contains("\"'=HYPERLINK(\"\"x\"\")\""), "{}", lines[1]);
    assert!(lines[1].contains(",-1.50,") && lines[1].contains("'+33 1"), "{}", lines[1]);
}

#[test]
fn tables_speak_the_language() {
    let env = test_env();
    let table = |lang| env.run_ok(&["portfolio", "--format", "table", "--lang", lang]).stdout;
    assert!(table("fr").contains("Nominal total"), "{}", table("fr"));
    assert!(table("fr").contains("486\u{202f}215\u{202f}400,00"));
    assert!(table("en").contains("486,215,400.00"));
    insta::assert_snapshot!("entity_fr", env.run_ok(&["entity", "--format", "table", "--lang", "fr"]).stdout);
    insta::assert_snapshot!(
        "deals_en",
        test_env_today()
            .run_ok(&["deals", "list", "--limit", "5", "--sort", "name", "--format", "table"])
            .stdout
    );
}

#[test]
fn every_command_that_reads_has_a_table() {
    let env = test_env();
    let id = env.deal();
    for line in [
        &["entity"][..],
        &["portfolio"],
        &["token"],
        &["deals", "list"],
        &["deals", "show", &id],
        &["notifications", "list"],
        &["profiles"],
        &["outbox", "list"],
        &["api", "GET", "/deals"],
        &["api", "GET", "/spvs"],
    ] {
        let mut line = line.to_vec();
        line.extend(["--format", "table", "--color", "always"]);
        let output = env.run(&line);
        assert_eq!(output.status, 0, "{line:?} {}", output.stderr);
        let escapes = output.stdout.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert!(!escapes.contains('\u{1b}'), "{line:?}");
        if !["profiles", "outbox"].contains(&line[0]) {
            assert!(output.stdout.contains("\u{1b}[1m"), "{line:?} {}", output.stdout);
        }
    }
}

#[test]
fn settings_of_the_file_are_heeded() {
    let env = test_env();
    std::fs::create_dir_all(env.dir.path().join("config")).unwrap();
    let file = env.dir.path().join("config/config.toml");
    std::fs::write(file, "[settings]\nlang = \"fr\"\nplain_spaces = true\n").unwrap();
    let out = env.run_ok(&["portfolio", "--format", "table"]).stdout;
    assert!(out.contains("486 215 400,00"), "{out}");
    let out = env.run_ok(&["portfolio", "--format", "table", "--lang", "en"]).stdout;
    assert!(out.contains("486,215,400.00"), "{out}");
}

#[test]
fn timestamps_are_shown_in_the_local_time_zone() {
    let env = test_env();
    let output = |zone: &str| {
        let mut command = env.command(&["notifications", "list", "--format", "table"]);
        CliOutput::from_output(command.env("TZ", zone).output().unwrap()).stdout
    };
    // The notification arrived at 08:37 UTC.
    assert!(output("UTC").contains("20/11/2026 at 08:37"), "{}", output("UTC"));
    assert!(output("Europe/Paris").contains("20/11/2026 at 09:37"), "{}", output("Europe/Paris"));
    assert!(output("Pacific/Auckland").contains("20/11/2026 at 21:37"));
}

/// A full disk on standard output is not a problem of the service.
#[cfg(target_os = "linux")]
#[test]
fn failed_write_to_standard_output_is_reported() {
    let env = test_env();
    for format in ["json", "ndjson", "csv", "table"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = env.command(&["deals", "list", "--format", format]);
        let result = CliOutput::from_output(command.stdout(full).output().unwrap());
        assert_eq!(result.status, 1, "{format}: {}", result.stderr);
        assert!(
            result.stderr.contains("writing to standard output failed") && !result.stderr.contains("support"),
            "{format}: {}",
            result.stderr
        );
    }
}

#[test]
fn diagnostics_go_to_the_file_that_the_environment_names() {
    let env = test_env();
    let log = env.dir.path().join("log");
    let mut command = env.command(&["deals", "list", "-vvv"]);
    let output = CliOutput::from_output(command.env("ENCOURS_LOG", &log).output().unwrap());
    assert_eq!(output.status, 0, "{}", output.stderr);
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("/deals"), "{text}");
}
