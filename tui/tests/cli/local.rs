//! Local data: `sync`, `history`, the journal, and answers without the service.

use encours_sandbox::{Fault, FaultKind, ForbiddenBy};
use serde_json::Value;

use super::support::{TestEnv, test_env};

/// Compares with a snapshot, with timestamps and identifiers masked.
fn golden(name: &str, text: &str) {
    assert_golden(name, text, &[]);
}

/// Compares a table with a snapshot; the width of timestamps also varies between runs.
fn golden_table(name: &str, text: &str) {
    let moment = r"\d{2}/\d{2} \d{2}:\d{2}(:\d{2})?";
    let between = format!("(entre le|between) {moment} (et le|and) {moment}");
    let at = format!("(le|on) {moment}");
    assert_golden(
        name,
        text,
        &[
            (between.as_str(), "[when]"),
            (at.as_str(), "[when]"),
            (" {2,}", "  "),
        ],
    );
}

fn assert_golden(name: &str, text: &str, more: &[(&str, &str)]) {
    let mut settings = insta::Settings::clone_current();
    for (pattern, shown) in more {
        settings.add_filter(pattern, *shown);
    }
    settings.add_filter(r"\d{4}-\d{2}-\d{2}T[0-9:.]+Z", "[moment]");
    settings.add_filter(r"\d{2}/\d{2}/\d{4} (at|à) \d{2}:\d{2}", "[moment]");
    settings.add_filter(r"\d{2}/\d{2} \d{2}:\d{2}", "[moment]");
    settings.add_filter(
        r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        "[uuid]",
    );
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Returns the changes without the service's own timestamps of changes.
fn without_stamps(changes: &Value) -> Vec<&Value> {
    let stamp = |change: &&Value| change["field"] != "status_since" && change["field"] != "updated_at";
    list(changes).iter().filter(stamp).collect()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// Returns a place that synced once, then saw another client's move and made its own.
fn used_env() -> (TestEnv, String, String) {
    let place = test_env();
    assert_eq!(place.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
    let ids: Vec<String> = list(
        &place
            .run_ok(&["deals", "list", "--status", "sourcing", "--all"])
            .json(),
    )
    .iter()
    .map(|deal| deal["id"].as_str().unwrap().to_owned())
    .collect();
    place.move_as_other(&ids[0], "lost");
    let changed = place.run_ok(&["sync"]).json();
    assert!(
        list(&changed).iter().any(|change| change["field"] == "status"),
        "{changed}"
    );
    place.run_ok(&["deals", "update", &ids[1], "--status", "ic"]);
    (place, ids[0].clone(), ids[1].clone())
}

#[test]
fn a_sync_prints_what_changed_since_the_last_one() {
    let place = test_env();
    assert_eq!(place.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
    let id = place.deal();
    let before = place.run_ok(&["deals", "show", &id]).json();
    place.move_as_other(&id, "lost");
    let made = place
        .run_ok(&["api", "POST", "/deals", "--body", "{\"name\":\"Neuf\"}"])
        .json();
    let changed = place.run_ok(&["sync"]).json();
    let told: Vec<(&str, &str)> = without_stamps(&changed)
        .into_iter()
        .map(|change| {
            (
                change["deal_id"].as_str().unwrap(),
                change["change"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(told.len(), 2, "{changed}");
    assert!(told.contains(&(&id, "field")) && told.contains(&(made["id"].as_str().unwrap(), "new")));
    let moved = list(&changed)
        .iter()
        .find(|change| change["change"] == "field")
        .unwrap();
    assert_eq!(
        (&moved["field"], &moved["before"], &moved["after"]),
        (&"status".into(), &before["status"], &"lost".into())
    );
    assert_eq!(
        (&moved["certainty"], &moved["by"]),
        (&"interval".into(), &"elsewhere".into())
    );
    assert!(moved["not_before"].as_str() < moved["observed_at"].as_str());
    place.run_ok(&["api", "DELETE", &format!("/deals/{id}"), "-y"]);
    let gone = place.run_ok(&["sync"]).json();
    assert_eq!((list(&gone).len(), &gone[0]["change"]), (1, &"deleted".into()));
    // A deleted deal keeps its name in the history.
    let name = before["name"].as_str().unwrap();
    let history = place.run_ok(&["history", &id, "--all"]).json();
    assert!(list(&history).len() >= 2, "{history}");
    assert!(
        list(&history).iter().all(|change| change["name"] == name),
        "{history}"
    );
    let table = place
        .run_ok(&["history", &id, "--all", "--format", "table", "--lang", "en"])
        .stdout;
    let rows: Vec<&str> = table.lines().filter(|line| line.contains(&id)).collect();
    assert!(
        rows.len() >= 2 && rows.iter().all(|row| row.contains(name)),
        "{table}"
    );
    assert_eq!(place.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
}

#[test]
fn a_sync_that_fails_says_so_and_keeps_what_it_read() {
    let place = test_env();
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Status(500)).on("deals_list"));
    let ran = place.run(&["sync", "--timeout", "2"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert_eq!(ran.error()["kind"], "unexpected");
    place.sandbox.faults().clear();
    // Missing rights of the key do not count as a failure of the sync.
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Forbidden(ForbiddenBy::Scope)).on("portfolio_summary"));
    place.run_ok(&["sync"]);
    place.sandbox.faults().clear();
    assert_eq!(list(&place.offline(&["deals", "list"]).json()).len(), 40);
    place.run(&["sync", "--offline"]).failed(2, "usage");
}

#[test]
fn a_history_tells_status_changes_and_who_made_them() {
    let (place, theirs, ours) = used_env();
    let history = place.run_ok(&["history"]).json();
    let told: Vec<[&str; 5]> = list(&history)
        .iter()
        .map(|change| {
            ["deal_id", "field", "after", "certainty", "by"].map(|name| change[name].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        told,
        [
            [theirs.as_str(), "status", "lost", "interval", "elsewhere"],
            [ours.as_str(), "status", "ic", "exact", "this_client"],
        ]
    );
    let one = place.run_ok(&["history", &ours]).json();
    assert_eq!(list(&one), &list(&history)[1..]);
    assert_eq!(
        place.run_ok(&["history", "--since", "2999-01-01"]).json(),
        Value::Array(Vec::new())
    );
    assert_eq!(
        place.run_ok(&["history", "--since", "2001-01-01"]).json(),
        history
    );
    place.run(&["history", "never-seen"]).failed(5, "not_found");
    place.run(&["history", "--since", "yesterday"]).failed(2, "usage");
    // Other fields are listed with `--all`.
    place.run_ok(&["deals", "update", &ours, "--responsable", "C. Petit"]);
    assert_eq!(list(&place.run_ok(&["history"]).json()).len(), 2);
    let all = place.run_ok(&["history", "--all"]).json();
    assert!(list(&all).iter().any(|change| change["field"] == "responsable"));
    let asked = place.sandbox.requests().total();
    assert_eq!(list(&place.offline(&["history"]).json()).len(), 2);
    assert_eq!(place.sandbox.requests().total(), asked);
}

#[test]
fn the_history_in_its_formats() {
    let (place, ..) = used_env();
    for format in ["json", "ndjson", "csv"] {
        golden(
            &format!("history_{format}"),
            &place.run_ok(&["history", "--format", format]).stdout,
        );
    }
    for lang in ["fr", "en"] {
        let ran = place.run_ok(&["history", "--format", "table", "--lang", lang]);
        golden_table(&format!("history_{lang}"), &ran.stdout);
        let ran = place.run(&["sync", "--format", "table", "--lang", lang]);
        assert_eq!((ran.status, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
        golden(&format!("sync_nothing_{lang}"), &ran.stderr);
    }
}

#[test]
fn every_read_is_answered_without_the_service_and_says_how_old_it_is() {
    let place = test_env();
    place.run(&["portfolio", "--offline"]).failed(10, "unreachable");
    place.run_ok(&["sync"]);
    let id = place.deal();
    place.run_ok(&["deals", "notes", &id, "--all"]);
    let asked = place.sandbox.requests().total();
    for line in [
        &["entity"][..],
        &["portfolio"],
        &["deals", "list"],
        &["deals", "show", &id],
        &["deals", "notes", &id],
        &["notifications", "list"],
    ] {
        for format in ["json", "ndjson", "csv", "table"] {
            let mut line = line.to_vec();
            line.extend(["--format", format]);
            let ran = place.offline(&line);
            assert!(!ran.stdout.is_empty() || line.contains(&"notes"), "{line:?}");
        }
    }
    let french = place.run(&["portfolio", "--offline", "--lang", "fr", "--format", "table"]);
    assert!(french.stderr.starts_with("Données locales"), "{}", french.stderr);
    let waits = place.run(&["deals", "delete", &id, "--yes", "--offline"]);
    waits.failed(8, "queued");
    assert_eq!(
        place.sandbox.requests().total(),
        asked,
        "the service was not asked"
    );
}

#[test]
fn the_journal_holds_every_write_and_no_secret() {
    let (place, _, ours) = used_env();
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Status(422)).on("deals_update").times(1));
    place
        .run(&["deals", "update", &ours, "--status", "closing"])
        .failed(7, "invalid");
    let journal = place.run_ok(&["outbox", "journal"]).json();
    let lines = list(&journal);
    assert_eq!(lines.len(), 2, "{journal}");
    assert_eq!(
        (&lines[0]["outcome"], &lines[1]["outcome"]),
        (&"applied".into(), &"refused".into())
    );
    assert_eq!(lines[0]["before"]["status"], "sourcing");
    assert_eq!(lines[0]["after"]["status"], "ic");
    let sent = place.sandbox.requests().of_route("deals_update");
    let last = sent.last().unwrap();
    assert_eq!(lines[1]["request_id"].as_str(), last.request_id.as_deref());
    assert_eq!(
        lines[1]["idempotency_key"].as_str(),
        last.idempotency_key.as_deref()
    );
    assert_eq!(list(&place.run_ok(&["outbox", "journal", &ours]).json()).len(), 2);
    assert_eq!(
        place
            .run_ok(&["outbox", "journal", "--since", "2999-01-01"])
            .json(),
        Value::Array(Vec::new())
    );
    let requests = place.run_ok(&["outbox", "journal", "--requests"]);
    assert!(
        list(&requests.json())
            .iter()
            .any(|request| request["status"] == 422)
    );
    for text in [&requests.stdout, &journal.to_string()] {
        assert!(!text.contains(place.sandbox.secret().expose()) && !text.to_lowercase().contains("bearer"));
    }
    for format in ["json", "csv"] {
        golden(
            &format!("journal_{format}"),
            &place.run_ok(&["outbox", "journal", "--format", format]).stdout,
        );
    }
    for lang in ["fr", "en"] {
        golden(
            &format!("journal_{lang}"),
            &place
                .run_ok(&["outbox", "journal", "--format", "table", "--lang", lang])
                .stdout,
        );
    }
}
