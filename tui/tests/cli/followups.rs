//! Follow-ups and private notes on the command line.

use serde_json::json;

use super::support::test_env;

fn first_deals(env: &super::support::TestEnv) -> Vec<String> {
    let deals = env.run_ok(&["deals", "list", "--limit", "2"]).json();
    deals.as_array().unwrap().iter().map(|deal| deal["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn followups_are_set_listed_filtered_exported_done_and_removed() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let deals = first_deals(&env);
    let (one, other) = (deals[0].as_str(), deals[1].as_str());
    let set = env.run_ok(&["followups", "set", one, "2020-02-01", "call", "the owner"]).json();
    assert_eq!(
        (&set[0]["id"], &set[0]["date"], &set[0]["due"], &set[0]["text"], &set[0]["done_at"]),
        (&json!(one), &json!("2020-02-01"), &json!("overdue"), &json!("call the owner"), &json!(null))
    );
    // A date alone moves it.
    let moved = env.run_ok(&["followups", "set", one, "2020-02-01"]).json();
    assert_eq!(moved[0]["text"], json!("call the owner"));
    env.run_ok(&["followups", "set", other, "tomorrow"]);
    let listed = env.run_ok(&["followups", "list"]).json();
    assert_eq!(
        (&listed[0]["id"], &listed[1]["id"], &listed[1]["due"]),
        (&json!(one), &json!(other), &json!("soon"))
    );
    let found = |query: &str| {
        let deals = env.run_ok(&["deals", "list", "--query", query]).json();
        deals.as_array().unwrap().len()
    };
    assert_eq!((found("followup:any"), found("followup:overdue"), found("followup:<=tomorrow")), (2, 1, 2));
    // The day is a column of deals, with which they are sorted and exported.
    for mode in [&["--all"][..], &["--offline"], &["--offline", "--limit", "3"]] {
        let line = ["deals", "list", "--columns", "id,followup", "--sort", "followup"];
        let deals = env.run(&[&line[..], mode].concat()).json();
        assert_eq!(deals[0], json!({"id": one, "followup": "2020-02-01"}));
        assert_eq!((&deals[1]["id"], &deals[2]["followup"]), (&json!(other), &json!(null)));
    }
    let file = env.dir.path().join("deals.csv");
    let line = ["export", "deals", "--query", "followup:overdue", "--columns", "followup", "--to"];
    env.run_ok(&[&line[..], &[file.to_str().unwrap()]].concat());
    assert_eq!(
        std::fs::read_to_string(&file).unwrap().lines().collect::<Vec<_>>(),
        ["followup", "2020-02-01"]
    );
    let ics = env.run_ok(&["followups", "list", "--ics"]).stdout;
    assert!(
        ics.starts_with("BEGIN:VCALENDAR\r\n") && ics.contains("DTSTART;VALUE=DATE:20200201\r\n"),
        "{ics}"
    );
    assert_eq!(ics.matches("BEGIN:VEVENT").count(), 2);
    env.run_ok(&["followups", "done", one]);
    assert_eq!(env.run_ok(&["followups", "list"]).json().as_array().unwrap().len(), 1);
    let all = env.run_ok(&["followups", "list", "--all"]).json();
    assert_eq!((&all[1]["id"], &all[1]["due"]), (&json!(one), &json!("done")));
    env.run_ok(&["followups", "remove", one, other]);
    assert_eq!(env.run_ok(&["followups", "list", "--all"]).json(), json!([]));
}

#[test]
fn wrong_input_changes_nothing_and_says_why() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let deals = first_deals(&env);
    let (one, unknown) = (deals[0].as_str(), "00000000-0000-4000-8000-00000000ffff");
    for (line, said) in [
        (vec!["followups", "set", one, "someday"], "2026-12-12"),
        (vec!["followups", "set", unknown, "tomorrow"], "encours sync"),
        (vec!["followups", "done", one], "no follow-up"),
        (vec!["followups", "remove", one], "no follow-up"),
        (vec!["notes", "set", one, " "], "empty"),
        (vec!["notes", "remove", one], "no private note"),
    ] {
        let output = env.run(&line);
        assert!(output.stderr.contains(said), "{line:?}: {}", output.stderr);
        assert_ne!(output.status, 0, "{line:?}");
    }
    assert_eq!(env.run_ok(&["followups", "list", "--all"]).json(), json!([]));
}

#[test]
fn notes_are_written_listed_exported_and_removed() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let deals = first_deals(&env);
    let one = deals[0].as_str();
    env.run_ok(&["notes", "set", one, "waits for", "the appraisal"]);
    env.run_ok(&["followups", "set", one, "2030-01-01"]);
    let listed = env.run_ok(&["notes", "list"]).json();
    assert_eq!((&listed[0]["id"], &listed[0]["text"]), (&json!(one), &json!("waits for the appraisal")));
    let deals = env.run_ok(&["deals", "list", "--query", "has:note has:followup"]).json();
    assert_eq!(deals.as_array().unwrap().len(), 1);
    let exported = env.run_ok(&["settings", "export"]).stdout;
    assert!(exported.contains(&format!("note/{one}")) && exported.contains(&format!("followup/{one}")));
    let added = env.run_ok(&["notes", "add", one, "came back"]).json();
    let written = added[0]["written_at"].as_str().unwrap();
    env.run_ok(&["notes", "set", one, "came back, signed", "--written", written]);
    let listed = env.run_ok(&["notes", "list", one]).json();
    let texts = [&listed[0]["text"], &listed[1]["text"]];
    assert_eq!(texts, [&json!("came back, signed"), &json!("waits for the appraisal")]);
    assert_eq!((&listed[0]["written_at"], &listed[1]["written_at"]), (&json!(written), &json!(null)));
    assert!(listed[0]["edited_at"].is_string(), "{listed}");
    assert_eq!(env.run_ok(&["notes", "list", deals[0]["id"].as_str().unwrap()]).json(), listed);
    // Another profile imports both, and an earlier note keeps its place.
    let file = env.dir.path().join("notes.json");
    std::fs::write(&file, env.run_ok(&["settings", "export"]).stdout).unwrap();
    env.run_ok(&["notes", "remove", one, "--written", written]);
    assert_eq!(env.run_ok(&["notes", "list"]).json().as_array().unwrap().len(), 1);
    env.run_ok(&["settings", "import", file.to_str().unwrap()]);
    assert_eq!(env.run_ok(&["notes", "list", one]).json(), listed);
    env.run_ok(&["notes", "remove", one]);
    assert_eq!(env.run_ok(&["notes", "list"]).json(), json!([]));
    // Emptied settings are not lost ones.
    env.run_ok(&["followups", "remove", one]);
    let listed = env.run_ok(&["followups", "list"]);
    assert!(!listed.stderr.contains("settings"), "{}", listed.stderr);
}
