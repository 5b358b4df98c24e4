//! Local data: `sync`, `history`, the journal, and reads without the service.

use encours_sandbox::{Fault, FaultKind, ForbiddenBy};
use serde_json::Value;

use super::support::{TestEnv, test_env};

/// Compares with a snapshot, with timestamps and identifiers masked.
fn golden(name: &str, text: &str) {
    assert_golden(name, text, &[]);
}

/// Compares a table with a snapshot; the width of timestamps also varies between runs.
fn golden_table(name: &str, text: &str) {
    let timestamp = r"\d{2}/\d{2} \d{2}:\d{2}(:\d{2})?";
    let between = format!("(entre le|between) {timestamp} (et le|and) {timestamp}");
    let at = format!("(le|on) {timestamp}");
    assert_golden(name, text, &[(between.as_str(), "[when]"), (at.as_str(), "[when]"), (" {2,}", "  ")]);
}

fn assert_golden(name: &str, text: &str, more: &[(&str, &str)]) {
    let mut settings = insta::Settings::clone_current();
    for (pattern, shown) in more {
        settings.add_filter(pattern, *shown);
    }
    settings.add_filter(r"\d{4}-\d{2}-\d{2}T[0-9:.]+Z", "[moment]");
    settings.add_filter(r"\d{2}/\d{2}/\d{4} (at|à) \d{2}:\d{2}", "[moment]");
    settings.add_filter(r"\d{2}/\d{2} \d{2}:\d{2}", "[moment]");
    settings.add_filter(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "[uuid]");
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
    let env = test_env();
    assert_eq!(env.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
    let ids: Vec<String> = list(&env.run_ok(&["deals", "list", "--status", "sourcing", "--all"]).json())
        .iter()
        .map(|deal| deal["id"].as_str().unwrap().to_owned())
        .collect();
    env.move_as_other(&ids[0], "lost");
    let changed = env.run_ok(&["sync"]).json();
    assert!(list(&changed).iter().any(|change| change["field"] == "status"), "{changed}");
    env.run_ok(&["deals", "update", &ids[1], "--status", "ic"]);
    (env, ids[0].clone(), ids[1].clone())
}

#[test]
fn sync_prints_changes_since_the_last_sync() {
    let env = test_env();
    assert_eq!(env.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
    let id = env.deal();
    let before = env.run_ok(&["deals", "show", &id]).json();
    env.move_as_other(&id, "lost");
    let made = env.run_ok(&["api", "POST", "/deals", "--body", "{\"name\":\"Neuf\"}"]).json();
    let changed = env.run_ok(&["sync"]).json();
    let output: Vec<(&str, &str)> = without_stamps(&changed)
        .into_iter()
        .map(|change| (change["deal_id"].as_str().unwrap(), change["change"].as_str().unwrap()))
        .collect();
    assert_eq!(output.len(), 2, "{changed}");
    assert!(output.contains(&(&id, "field")) && output.contains(&(made["id"].as_str().unwrap(), "new")));
    let moved = list(&changed).iter().find(|change| change["change"] == "field").unwrap();
    assert_eq!(
        (&moved["field"], &moved["before"], &moved["after"]),
        (&"status".into(), &before["status"], &"lost".into())
    );
    assert_eq!((&moved["certainty"], &moved["by"]), (&"interval".into(), &"elsewhere".into()));
    assert!(moved["not_before"].as_str() < moved["observed_at"].as_str());
    env.run_ok(&["api", "DELETE", &format!("/deals/{id}"), "-y"]);
    let removed = env.run_ok(&["sync"]).json();
    assert_eq!((list(&removed).len(), &removed[0]["change"]), (1, &"deleted".into()));
    // A deleted deal keeps its name in the history.
    let name = before["name"].as_str().unwrap();
    let history = env.run_ok(&["history", &id, "--all"]).json();
    assert!(list(&history).len() >= 2, "{history}");
    assert!(list(&history).iter().all(|change| change["name"] == name), "{history}");
    let table = env.run_ok(&["history", &id, "--all", "--format", "table", "--lang", "en"]).stdout;
    let rows: Vec<&str> = table.lines().filter(|line| line.contains(&id)).collect();
    assert!(rows.len() >= 2 && rows.iter().all(|row| row.contains(name)), "{table}");
    assert_eq!(env.run_ok(&["sync"]).json(), Value::Array(Vec::new()));
}

#[test]
fn sync_fails_on_server_errors_but_not_missing_permissions() {
    let env = test_env();
    env.sandbox.faults().add(Fault::new(FaultKind::Status(500)).on("deals_list"));
    let output = env.run(&["sync", "--timeout", "2"]);
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert_eq!(output.error()["kind"], "unexpected");
    env.sandbox.faults().clear();
    // Missing rights of the key do not count as a failure of the sync.
    env.sandbox.faults().add(Fault::new(FaultKind::Forbidden(ForbiddenBy::Scope)).on("portfolio_summary"));
    env.run_ok(&["sync"]);
    env.sandbox.faults().clear();
    assert_eq!(list(&env.offline(&["deals", "list"]).json()).len(), 40);
    env.run(&["sync", "--offline"]).failed(2, "usage");
}

#[test]
fn history_lists_status_changes_with_their_origin() {
    let (env, theirs, ours) = used_env();
    let history = env.run_ok(&["history"]).json();
    let output: Vec<[&str; 5]> = list(&history)
        .iter()
        .map(|change| {
            ["deal_id", "field", "after", "certainty", "by"].map(|name| change[name].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        output,
        [
            [theirs.as_str(), "status", "lost", "interval", "elsewhere"],
            [ours.as_str(), "status", "ic", "exact", "this_client"],
        ]
    );
    let one = env.run_ok(&["history", &ours]).json();
    assert_eq!(list(&one), &list(&history)[1..]);
    env.run(&["history", "--since", "2999-01-01"]).failed(2, "usage");
    assert_eq!(env.run_ok(&["history", "--since", "2001-01-01"]).json(), history);
    env.run(&["history", "never-seen"]).failed(5, "not_found");
    env.run(&["history", "--since", "yesterday"]).failed(2, "usage");
    // Other fields are listed with `--all`.
    env.run_ok(&["deals", "update", &ours, "--responsable", "C. Petit"]);
    assert_eq!(list(&env.run_ok(&["history"]).json()).len(), 2);
    let all = env.run_ok(&["history", "--all"]).json();
    assert!(list(&all).iter().any(|change| change["field"] == "responsable"));
    let requests_before = env.sandbox.requests().total();
    assert_eq!(list(&env.offline(&["history"]).json()).len(), 2);
    assert_eq!(env.sandbox.requests().total(), requests_before);
}

#[test]
fn the_history_in_its_formats() {
    let (env, ..) = used_env();
    for format in ["json", "ndjson", "csv"] {
        golden(&format!("history_{format}"), &env.run_ok(&["history", "--format", format]).stdout);
    }
    for lang in ["fr", "en"] {
        let output = env.run_ok(&["history", "--format", "table", "--lang", lang]);
        golden_table(&format!("history_{lang}"), &output.stdout);
        let output = env.run(&["sync", "--format", "table", "--lang", lang]);
        assert_eq!((output.status, output.stdout.as_str()), (0, ""), "{}", output.stderr);
        golden(&format!("sync_nothing_{lang}"), &output.stderr);
    }
}

/// Returns the row of a status.
fn flow_row<'a>(rows: &'a Value, status: &str) -> &'a Value {
    list(rows).iter().find(|row| row["status"] == status).unwrap()
}

#[test]
fn the_flow_counts_observed_moves_and_what_it_excludes() {
    let (env, ..) = used_env();
    let rows = env.run_ok(&["flow"]).json();
    for row in list(&rows) {
        let left: i64 = ["advanced", "moved_back", "paused", "lost", "deleted", "still_there"]
            .iter()
            .map(|name| row[name].as_i64().unwrap())
            .sum();
        assert_eq!(row["stays"], left);
        assert_eq!(row["stays"], row["entered"].as_i64().unwrap() + row["already_there"].as_i64().unwrap());
        assert_eq!(row["observed_moves"], 2);
    }
    let sourcing = flow_row(&rows, "sourcing");
    assert_eq!((&sourcing["advanced"], &sourcing["conversion_of"]), (&1.into(), &2.into()));
    assert_eq!(sourcing["conversion_too_few"], true);
    for (status, entered) in [("sourcing", 0), ("ic", 1), ("lost", 1)] {
        assert_eq!(flow_row(&rows, status)["entered"], entered, "{status}");
    }
    let excluded: i64 = list(&rows).iter().map(|row| row["entry_unobserved"].as_i64().unwrap()).sum();
    assert_eq!(excluded, 40);
    let by_class = env.run_ok(&["flow", "--by", "class"]).json();
    let entered: i64 = list(&by_class).iter().map(|row| row["entered"].as_i64().unwrap()).sum();
    assert_eq!(entered, 2);
    assert!(list(&by_class).iter().all(|row| row["classe_actif"].is_string()));
    env.run(&["flow", "--since", "2999-01-01"]).failed(2, "usage");
    let table = env.run(&["flow", "--format", "table", "--lang", "en"]);
    assert!(table.stdout.contains("~50% of 2"), "{}", table.stdout);
    assert!(table.stderr.contains("~ Fewer than 10 observations"), "{}", table.stderr);
    let open = env.run_ok(&["flow", "--show", "open"]).json();
    let deals = env.run_ok(&["deals", "list", "--all"]).json();
    let is_open = |deal: &&Value| !matches!(deal["status"].as_str(), Some("lost" | "closing"));
    assert_eq!(list(&open).len(), list(&deals).iter().filter(is_open).count());
    assert!(list(&open).iter().all(|deal| !deal["name"].as_str().unwrap().is_empty()));
    let requests_before = env.sandbox.requests().total();
    env.offline(&["flow", "--show", "weeks"]);
    assert_eq!(env.sandbox.requests().total(), requests_before);
    env.run(&["flow", "--by", "name"]).failed(2, "usage");
    let forecast = env.run(&["flow", "--show", "forecast"]);
    assert!(forecast.stderr.contains("{\"warning\":{\"kind\":\"short_history\",\"message\":\"No forecast"));
}

#[test]
fn without_observations_there_is_no_flow() {
    let env = test_env();
    let output = env.run(&["flow", "--format", "table", "--lang", "en"]);
    let said = (output.status, output.stdout.as_str(), output.stderr.trim());
    assert_eq!(said, (0, "", "No changes observed on this device."));
    let output = env.run(&["flow"]);
    assert_eq!((output.status, output.json()), (0, Value::Array(Vec::new())));
    assert!(output.stderr.contains("short_history"), "{}", output.stderr);
}

#[test]
fn every_read_command_works_offline_and_shows_its_age() {
    let env = test_env();
    env.run(&["portfolio", "--offline"]).failed(10, "unreachable");
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.run_ok(&["deals", "notes", &id, "--all"]);
    let requests_before = env.sandbox.requests().total();
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
            let output = env.offline(&line);
            assert!(!output.stdout.is_empty() || line.contains(&"notes"), "{line:?}");
        }
    }
    let french = env.run(&["portfolio", "--offline", "--lang", "fr", "--format", "table"]);
    assert!(french.stderr.starts_with("Données locales"), "{}", french.stderr);
    let waits = env.run(&["deals", "delete", &id, "--yes", "--offline"]);
    waits.failed(8, "queued");
    assert_eq!(env.sandbox.requests().total(), requests_before, "the service was not asked");
}

#[test]
fn journal_contains_every_write_and_no_secret() {
    let (env, _, ours) = used_env();
    env.sandbox.faults().add(Fault::new(FaultKind::Status(422)).on("deals_update").times(1));
    env.run(&["deals", "update", &ours, "--status", "closing"]).failed(7, "invalid");
    let journal = env.run_ok(&["outbox", "journal"]).json();
    let lines = list(&journal);
    assert_eq!(lines.len(), 2, "{journal}");
    assert_eq!((&lines[0]["outcome"], &lines[1]["outcome"]), (&"applied".into(), &"refused".into()));
    assert_eq!(lines[0]["before"]["status"], "sourcing");
    assert_eq!(lines[0]["after"]["status"], "ic");
    let sent = env.sandbox.requests().of_route("deals_update");
    let last = sent.last().unwrap();
    assert_eq!(lines[1]["request_id"].as_str(), last.request_id.as_deref());
    assert_eq!(lines[1]["idempotency_key"].as_str(), last.idempotency_key.as_deref());
    assert_eq!(list(&env.run_ok(&["outbox", "journal", &ours]).json()).len(), 2);
    assert_eq!(env.run_ok(&["outbox", "journal", "--since", "2999-01-01"]).json(), Value::Array(Vec::new()));
    let requests = env.run_ok(&["outbox", "journal", "--requests"]);
    assert!(list(&requests.json()).iter().any(|request| request["status"] == 422));
    for text in [&requests.stdout, &journal.to_string()] {
        assert!(!text.contains(env.sandbox.secret().expose()) && !text.to_lowercase().contains("bearer"));
    }
    for format in ["json", "csv"] {
        golden(&format!("journal_{format}"), &env.run_ok(&["outbox", "journal", "--format", format]).stdout);
    }
    for lang in ["fr", "en"] {
        golden(
            &format!("journal_{lang}"),
            &env.run_ok(&["outbox", "journal", "--format", "table", "--lang", lang]).stdout,
        );
    }
}
