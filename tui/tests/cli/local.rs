//! Local data: `sync`, `history`, the journal, and answers without the service.

use encours_sandbox::{Fault, FaultKind, ForbiddenBy};
use serde_json::Value;

use super::support::{Place, place};

/// Compares with a snapshot, with timestamps and identifiers masked.
fn golden(name: &str, text: &str) {
    checked(name, text, &[]);
}

/// Compares a table with a snapshot; the width of timestamps also varies between runs.
fn golden_table(name: &str, text: &str) {
    let moment = r"\d{2}/\d{2} \d{2}:\d{2}(:\d{2})?";
    let between = format!("(entre le|between) {moment} (et le|and) {moment}");
    let at = format!("(le|on) {moment}");
    checked(
        name,
        text,
        &[
            (between.as_str(), "[when]"),
            (at.as_str(), "[when]"),
            (" {2,}", "  "),
        ],
    );
}

fn checked(name: &str, text: &str, more: &[(&str, &str)]) {
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
fn lived_in() -> (Place, String, String) {
    let place = place();
    assert_eq!(place.good(&["sync"]).json(), Value::Array(Vec::new()));
    let ids: Vec<String> = list(
        &place
            .good(&["deals", "list", "--status", "sourcing", "--all"])
            .json(),
    )
    .iter()
    .map(|deal| deal["id"].as_str().unwrap().to_owned())
    .collect();
    place.moved_elsewhere(&ids[0], "lost");
    let changed = place.good(&["sync"]).json();
    assert!(
        list(&changed).iter().any(|change| change["field"] == "status"),
        "{changed}"
    );
    place.good(&["deals", "update", &ids[1], "--status", "ic"]);
    (place, ids[0].clone(), ids[1].clone())
}

#[test]
fn a_sync_prints_what_changed_since_the_last_one() {
    let place = place();
    assert_eq!(place.good(&["sync"]).json(), Value::Array(Vec::new()));
    let id = place.deal();
    let before = place.good(&["deals", "show", &id]).json();
    place.moved_elsewhere(&id, "lost");
    let made = place
        .good(&["api", "POST", "/deals", "--body", "{\"name\":\"Neuf\"}"])
        .json();
    let changed = place.good(&["sync"]).json();
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
    place.good(&["api", "DELETE", &format!("/deals/{id}"), "-y"]);
    let gone = place.good(&["sync"]).json();
    assert_eq!((list(&gone).len(), &gone[0]["change"]), (1, &"deleted".into()));
    // A deleted deal keeps its name in the history.
    let name = before["name"].as_str().unwrap();
    let history = place.good(&["history", &id, "--all"]).json();
    assert!(list(&history).len() >= 2, "{history}");
    assert!(
        list(&history).iter().all(|change| change["name"] == name),
        "{history}"
    );
    let table = place
        .good(&["history", &id, "--all", "--format", "table", "--lang", "en"])
        .out;
    let rows: Vec<&str> = table.lines().filter(|line| line.contains(&id)).collect();
    assert!(
        rows.len() >= 2 && rows.iter().all(|row| row.contains(name)),
        "{table}"
    );
    assert_eq!(place.good(&["sync"]).json(), Value::Array(Vec::new()));
}

#[test]
fn a_sync_that_fails_says_so_and_keeps_what_it_read() {
    let place = place();
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Status(500)).on("deals_list"));
    let ran = place.run(&["sync", "--timeout", "2"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert_eq!(ran.error()["kind"], "unexpected");
    place.sandbox.faults().clear();
    // Missing rights of the key do not count as a failure of the sync.
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Forbidden(ForbiddenBy::Scope)).on("portfolio_summary"));
    place.good(&["sync"]);
    place.sandbox.faults().clear();
    assert_eq!(list(&place.offline(&["deals", "list"]).json()).len(), 40);
    place.run(&["sync", "--offline"]).failed(2, "usage");
}

#[test]
fn a_history_tells_status_changes_and_who_made_them() {
    let (place, theirs, ours) = lived_in();
    let history = place.good(&["history"]).json();
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
    let one = place.good(&["history", &ours]).json();
    assert_eq!(list(&one), &list(&history)[1..]);
    assert_eq!(
        place.good(&["history", "--since", "2999-01-01"]).json(),
        Value::Array(Vec::new())
    );
    assert_eq!(place.good(&["history", "--since", "2001-01-01"]).json(), history);
    place.run(&["history", "never-seen"]).failed(5, "not_found");
    place.run(&["history", "--since", "yesterday"]).failed(2, "usage");
    // Other fields are listed with `--all`.
    place.good(&["deals", "update", &ours, "--responsable", "C. Petit"]);
    assert_eq!(list(&place.good(&["history"]).json()).len(), 2);
    let all = place.good(&["history", "--all"]).json();
    assert!(list(&all).iter().any(|change| change["field"] == "responsable"));
    let asked = place.sandbox.requests().total();
    assert_eq!(list(&place.offline(&["history"]).json()).len(), 2);
    assert_eq!(place.sandbox.requests().total(), asked);
}

#[test]
fn the_history_in_its_formats() {
    let (place, ..) = lived_in();
    for format in ["json", "ndjson", "csv"] {
        golden(
            &format!("history_{format}"),
            &place.good(&["history", "--format", format]).out,
        );
    }
    for lang in ["fr", "en"] {
        let ran = place.good(&["history", "--format", "table", "--lang", lang]);
        golden_table(&format!("history_{lang}"), &ran.out);
        let ran = place.run(&["sync", "--format", "table", "--lang", lang]);
        assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
        golden(&format!("sync_nothing_{lang}"), &ran.err);
    }
}

#[test]
fn every_read_is_answered_without_the_service_and_says_how_old_it_is() {
    let place = place();
    place.run(&["portfolio", "--offline"]).failed(10, "unreachable");
    place.good(&["sync"]);
    let id = place.deal();
    place.good(&["deals", "notes", &id, "--all"]);
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
            assert!(!ran.out.is_empty() || line.contains(&"notes"), "{line:?}");
        }
    }
    let french = place.run(&["portfolio", "--offline", "--lang", "fr", "--format", "table"]);
    assert!(french.err.starts_with("Données locales"), "{}", french.err);
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
    let (place, _, ours) = lived_in();
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Status(422)).on("deals_update").times(1));
    place
        .run(&["deals", "update", &ours, "--status", "closing"])
        .failed(7, "invalid");
    let journal = place.good(&["outbox", "journal"]).json();
    let lines = list(&journal);
    assert_eq!(lines.len(), 2, "{journal}");
    assert_eq!(
        (&lines[0]["outcome"], &lines[1]["outcome"]),
        (&"applied".into(), &"refused".into())
    );
    assert_eq!(lines[0]["before"]["status"], "sourcing");
    assert_eq!(lines[0]["after"]["status"], "ic");
    let sent = place.sandbox.requests().of("deals_update");
    let last = sent.last().unwrap();
    assert_eq!(lines[1]["request_id"].as_str(), last.request_id.as_deref());
    assert_eq!(
        lines[1]["idempotency_key"].as_str(),
        last.idempotency_key.as_deref()
    );
    assert_eq!(list(&place.good(&["outbox", "journal", &ours]).json()).len(), 2);
    assert_eq!(
        place.good(&["outbox", "journal", "--since", "2999-01-01"]).json(),
        Value::Array(Vec::new())
    );
    let requests = place.good(&["outbox", "journal", "--requests"]);
    assert!(
        list(&requests.json())
            .iter()
            .any(|request| request["status"] == 422)
    );
    for text in [&requests.out, &journal.to_string()] {
        assert!(!text.contains(place.sandbox.secret().expose()) && !text.to_lowercase().contains("bearer"));
    }
    for format in ["json", "csv"] {
        golden(
            &format!("journal_{format}"),
            &place.good(&["outbox", "journal", "--format", format]).out,
        );
    }
    for lang in ["fr", "en"] {
        golden(
            &format!("journal_{lang}"),
            &place
                .good(&["outbox", "journal", "--format", "table", "--lang", lang])
                .out,
        );
    }
}
