//! The four output formats.

use super::support::{Ran, place, today};

#[test]
fn json_is_the_services_own_object() {
    let place = place();
    let id = place.deal();
    let raw = place.good(&["api", "GET", &format!("/deals/{id}")]).out;
    assert_eq!(place.good(&["deals", "show", &id]).out, raw);
}

#[test]
fn ndjson_is_one_object_a_line() {
    let place = place();
    let ran = place.good(&["deals", "list", "--all", "--format", "ndjson"]);
    let lines: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 40);
    assert_eq!(
        serde_json::Value::Array(lines),
        place.good(&["deals", "list", "--all"]).json()
    );
}

#[test]
fn csv_has_a_header_and_crlf_and_runs_nothing() {
    let place = place();
    place.good(&[
        "deals",
        "create",
        "--name",
        "=HYPERLINK(\"x\")",
        "--set",
        "delta=-1.50",
        "--set",
        "phone=\"+33 1\"",
    ]);
    let ran = place.good(&["deals", "list", "--query", "HYPERLINK", "--format", "csv"]);
    let lines: Vec<&str> = ran.out.split("\r\n").collect();
    assert_eq!(lines.len(), 3, "{}", ran.out);
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
    let place = place();
    let table = |lang| {
        place
            .good(&["portfolio", "--format", "table", "--lang", lang])
            .out
    };
    assert!(table("fr").contains("Nominal total"), "{}", table("fr"));
    assert!(table("fr").contains("486\u{202f}215\u{202f}400,00"));
    assert!(table("en").contains("486,215,400.00"));
    insta::assert_snapshot!(
        "entity_fr",
        place.good(&["entity", "--format", "table", "--lang", "fr"]).out
    );
    insta::assert_snapshot!(
        "deals_en",
        today()
            .good(&[
                "deals", "list", "--limit", "5", "--sort", "name", "--format", "table"
            ])
            .out
    );
}

#[test]
fn every_command_that_reads_has_a_table() {
    let place = place();
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
        assert_eq!(ran.status, 0, "{line:?} {}", ran.err);
        let escapes = ran.out.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert!(!escapes.contains('\u{1b}'), "{line:?}");
        if !["profiles", "outbox"].contains(&line[0]) {
            assert!(ran.out.contains("\u{1b}[1m"), "{line:?} {}", ran.out);
        }
    }
}

#[test]
fn settings_of_the_file_are_heeded() {
    let place = place();
    std::fs::create_dir_all(place.dir.path().join("config")).unwrap();
    let file = place.dir.path().join("config/config.toml");
    std::fs::write(file, "[settings]\nlang = \"fr\"\nplain_spaces = true\n").unwrap();
    let out = place.good(&["portfolio", "--format", "table"]).out;
    assert!(out.contains("486 215 400,00"), "{out}");
    let out = place
        .good(&["portfolio", "--format", "table", "--lang", "en"])
        .out;
    assert!(out.contains("486,215,400.00"), "{out}");
}

#[test]
fn moments_are_told_in_the_zone_of_the_machine() {
    let place = place();
    let told = |zone: &str| {
        let mut command = place.command(&["notifications", "list", "--format", "table"]);
        Ran::of(command.env("TZ", zone).output().unwrap()).out
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
    let place = place();
    for format in ["json", "ndjson", "csv", "table"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = place.command(&["deals", "list", "--format", format]);
        let ran = Ran::of(command.stdout(full).output().unwrap());
        assert_eq!(ran.status, 1, "{format}: {}", ran.err);
        assert!(
            ran.err.contains("writing to standard output failed") && !ran.err.contains("support"),
            "{format}: {}",
            ran.err
        );
    }
}

#[test]
fn diagnostics_go_to_the_file_that_the_environment_names() {
    let place = place();
    let log = place.dir.path().join("log");
    let mut command = place.command(&["deals", "list", "-vvv"]);
    let ran = Ran::of(command.env("ENCOURS_LOG", &log).output().unwrap());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("/deals"), "{text}");
}
