//! Watched identifiers, for services without a list.

use encours_sandbox::{Config, ServiceProfile};
use serde_json::Value;

use super::support::{TestEnv, test_env, with};

fn strict() -> TestEnv {
    with(Config { profile: ServiceProfile::Strict, ..Config::default() })
}

/// Returns identifiers that both services know.
fn known() -> Vec<String> {
    let list = test_env().run_ok(&["notifications", "list"]).json();
    ids(&list)
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
}

const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

#[test]
fn watched_ids_are_loaded_singly_with_their_404_reasons() {
    let env = strict();
    let known = known();
    let given = env.run_ok(&["notifications", "watch", &known[1], &known[0], NOBODY]).json();
    assert_eq!(ids(&given), [known[1].as_str(), &known[0], NOBODY]);
    assert!(given[0]["checked_at"].is_null(), "watching asks nobody");
    assert_eq!(env.sandbox.requests().total(), 0);
    let listing = env.run_ok(&["notifications", "list"]).json();
    assert_eq!(ids(&listing), [known[1].as_str(), &known[0]]);
    assert!(listing[0]["title"].is_string(), "whole records");
    let watched = env.run_ok(&["notifications", "watched"]).json();
    assert_eq!((&watched[0]["status"], &watched[2]["status"]), (&200.into(), &404.into()));
    assert!(watched[2]["reason"].is_string() && watched[2]["checked_at"].is_string());
    let table = env.run(&["notifications", "list", "--format", "table", "--lang", "fr"]);
    assert!(
        table.stderr.contains("3 identifiants suivis") && table.stderr.contains("404"),
        "{}",
        table.stderr
    );
    assert_eq!(ids(&env.offline(&["notifications", "list"]).json()).len(), 2);
    env.run_ok(&["notifications", "read", &known[1]]);
    let unread = env.run_ok(&["notifications", "list", "--unread"]).json();
    assert!(!ids(&unread).contains(&known[1]));
    env.run_ok(&["notifications", "unwatch", NOBODY]);
    assert_eq!(ids(&env.run_ok(&["notifications", "watched"]).json()).len(), 2);
    env.run(&["notifications", "unwatch", NOBODY]).failed(5, "not_found");
    let deleted = env.run_ok(&["notifications", "unwatch", &known[1], &known[0]]).json();
    assert_eq!(ids(&deleted), [known[1].as_str(), &known[0]], "several are a list");
}

#[test]
fn the_absence_of_a_list_is_remembered() {
    let env = strict();
    for _ in 0..2 {
        env.run_ok(&["notifications", "list"]);
    }
    let requests = |path: &str| {
        env.sandbox
            .requests()
            .all()
            .into_iter()
            .filter(|request| request.target.split('?').next() == Some(path))
            .count()
    };
    assert_eq!(requests("/v1/notifications"), 1, "one probe, once");
    assert_eq!(requests("/v1/postman.json"), 1);
}

#[test]
fn identifiers_come_from_files_addresses_and_tables() {
    let env = strict();
    let known = known();
    let file = env.dir.path().join("mail.txt");
    std::fs::write(&file, format!("https://host/v1/notifications/{}?x=1\r\n{};\r\n", known[0], known[1]))
        .unwrap();
    let path = file.to_str().unwrap();
    let found = env.run_ok(&["notifications", "watch", "--from", path]).json();
    assert_eq!(ids(&found), known[..2]);
    let exported = env.run_ok(&["notifications", "list"]).stdout;
    std::fs::write(&file, exported).unwrap();
    assert_eq!(ids(&env.run_ok(&["notifications", "watch", "--from", path]).json()).len(), 2);
    let output = env.run(&["notifications", "watch", "https://host/v1/alerts/x", &known[2]]);
    assert_eq!(output.status, 2);
    assert_eq!(ids(&output.json()), [known[2].as_str()], "the others are watched");
    assert_eq!(output.error()["kind"], "usage");
    env.run(&["notifications", "watch"]).failed(2, "usage");
    env.run(&["notifications", "watch", "--from", "/nowhere"]).failed(2, "usage");
    let csv = env.run_ok(&["notifications", "watched", "--format", "csv"]).stdout;
    assert!(csv.starts_with("id,origin,status,reason,added_at,checked_at"), "{csv}");
}

#[test]
fn each_family_has_identifiers_of_its_own() {
    let env = strict();
    env.run_ok(&["tasks", "watch", "t-1"]);
    env.run_ok(&["alerts", "watch", "a-1"]);
    assert_eq!(ids(&env.run_ok(&["tasks", "watched"]).json()), ["t-1"]);
    assert_eq!(ids(&env.run_ok(&["alerts", "watched"]).json()), ["a-1"]);
    assert!(ids(&env.run_ok(&["notifications", "watched"]).json()).is_empty());
    let lines = env.run_ok(&["alerts", "unwatch", "a-1", "--format", "ndjson"]).stdout;
    assert_eq!(lines, "{\"id\":\"a-1\",\"unwatched\":true}\n");
}

#[test]
fn mail_is_decoded_and_skipped_lines_are_reported() {
    let env = strict();
    let known = known();
    let (head, tail) = known[0].split_at(14);
    let mail = format!(
        "From: a@x.example\r\nSubject: Avis\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: \
         quoted-printable\r\n\r\n<p>Voici l=E2=80=99avis <a href=3D\"https://host/notifications/{head}=\r\n{tail}\">la</a></p>\r\n"
    );
    let file = env.dir.path().join("mail.eml");
    std::fs::write(&file, mail).unwrap();
    let from = ["notifications", "watch", "--from", file.to_str().unwrap()];
    let output = env.run(&from);
    assert_eq!((output.status, ids(&output.json())), (0, vec![known[0].clone()]), "{}", output.stderr);
    assert!(output.stderr.contains("passed_over") && output.stderr.contains("Voici"), "{}", output.stderr);
    std::fs::write(&file, "hello\n").unwrap();
    env.run(&from).failed(2, "usage");
    std::fs::write(&file, b"PK\x03\x04\0\0").unwrap();
    env.run(&from).failed(2, "usage");
    assert_eq!(ids(&env.run_ok(&["notifications", "watched"]).json()).len(), 1);
}
