//! The four output formats.

use super::support::{CliOutput, test_env, test_env_today};

#[test]
fn json_is_the_services_own_object() {
    let place = test_env();
    let id = place.deal();
    let raw = place.run_ok(&["api", "GET", &format!("/deals/{id}")]).stdout;
    assert_eq!(place.run_ok(&["deals", "show", &id]).stdout, raw);
}

#[test]
fn ndjson_is_one_object_a_line() {
    let place = test_env();
    let ran = place.run_ok(&["deals", "list", "--all", "--format", "ndjson"]);
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 40);
    assert_eq!(
        serde_json::Value::Array(lines),
        place.run_ok(&["deals", "list", "--all"]).json()
    );
}

#[test]
fn csv_has_a_header_and_crlf_and_runs_nothing() {
    let place = test_env();
    place.run_ok(&[
        "deals",
        "create",
        "--name",
        "=HYPERLINK(\"x\")",
        "--set",
        "delta=-1.50",
        "--set",
        "phone=\"+33 1\"",
    ]);
    let ran = place.run_ok(&["deals", "list", "--query", "HYPERLINK", "--format", "csv"]);
    let lines: Vec<&str> = ran.stdout.split("\r\n").collect();
    assert_eq!(lines.len(), 3, "{}", ran.stdout);
    assert!(
        lines[0].starts_with("id,name,status,classe_actif,responsable"),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains("\"'=HYPERLINK(\"\"x\"\")\""), "{}", lines[1]);
    assert!(
        lines[1].contains(",-1.50,") && lines[1].contains("'+33 1"),
        "{}",
        lines[1]
    );
}

#[test]
fn tables_speak_the_language() {
    let place = test_env();
    let table = |lang| {
        place
            .run_ok(&["portfolio", "--format", "table", "--lang", lang])
            .stdout
    };
    assert!(table("fr").contains("Nominal total"), "{}", table("fr"));
    assert!(table("fr").contains("486\u{202f}215\u{202f}400,00"));
    assert!(table("en").contains("486,215,400.00"));
    insta::assert_snapshot!(
        "entity_fr",
        place
            .run_ok(&["entity", "--format", "table", "--lang", "fr"])
            .stdout
    );
    insta::assert_snapshot!(
        "deals_en",
        test_env_today()
            .run_ok(&[
                "deals", "list", "--limit", "5", "--sort", "name", "--format", "table"
            ])
            .stdout
    );
}

#[test]
fn every_command_that_reads_has_a_table() {
    let place = test_env();
    let id = place.deal();
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
        let ran = place.run(&line);
        assert_eq!(ran.status, 0, "{line:?} {}", ran.stderr);
        let escapes = ran.stdout.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert!(!escapes.contains('\u{1b}'), "{line:?}");
        if !["profiles", "outbox"].contains(&line[0]) {
            assert!(ran.stdout.contains("\u{1b}[1m"), "{line:?} {}", ran.stdout);
        }
    }
}

#[test]
fn settings_of_the_file_are_heeded() {
    let place = test_env();
    std::fs::create_dir_all(place.dir.path().join("config")).unwrap();
    let file = place.dir.path().join("config/config.toml");
    std::fs::write(file, "[settings]\nlang = \"fr\"\nplain_spaces = true\n").unwrap();
    let out = place.run_ok(&["portfolio", "--format", "table"]).stdout;
    assert!(out.contains("486 215 400,00"), "{out}");
    let out = place
        .run_ok(&["portfolio", "--format", "table", "--lang", "en"])
        .stdout;
    assert!(out.contains("486,215,400.00"), "{out}");
}

#[test]
fn moments_are_told_in_the_zone_of_the_machine() {
    let place = test_env();
    let told = |zone: &str| {
        let mut command = place.command(&["notifications", "list", "--format", "table"]);
        CliOutput::from_output(command.env("TZ", zone).output().unwrap()).stdout
    };
    // The notification arrived at 08:37 UTC.
    assert!(told("UTC").contains("20/11/2026 at 08:37"), "{}", told("UTC"));
    assert!(
        told("Europe/Paris").contains("20/11/2026 at 09:37"),
        "{}",
        told("Europe/Paris")
    );
    assert!(told("Pacific/Auckland").contains("20/11/2026 at 21:37"));
}

/// A full disk on standard output is not a problem of the service.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_no_more_is_told_as_such() {
    let place = test_env();
    for format in ["json", "ndjson", "csv", "table"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = place.command(&["deals", "list", "--format", format]);
        let ran = CliOutput::from_output(command.stdout(full).output().unwrap());
        assert_eq!(ran.status, 1, "{format}: {}", ran.stderr);
        assert!(
            ran.stderr.contains("writing to standard output failed") && !ran.stderr.contains("support"),
            "{format}: {}",
            ran.stderr
        );
    }
}

#[test]
fn diagnostics_go_to_the_file_that_the_environment_names() {
    let place = test_env();
    let log = place.dir.path().join("log");
    let mut command = place.command(&["deals", "list", "-vvv"]);
    let ran = CliOutput::from_output(command.env("ENCOURS_LOG", &log).output().unwrap());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("/deals"), "{text}");
}
