//! Saved views: listed if there is a list, changed byte for byte, within the service's limits.

use encours_sandbox::{Config, ServiceProfile};

use super::stub_server::{self, Response};
use super::support::{CliOutput, TestEnv, test_env, with};

fn run(env: &TestEnv, line: &[&str]) -> CliOutput {
    let mut line = line.to_vec();
    line.extend(["--as-user", "u-martin"]);
    env.run(&line)
}

fn run_ok(env: &TestEnv, line: &[&str]) -> CliOutput {
    let output = run(env, line);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{line:?}");
    output
}

fn view() -> String {
    let list = run_ok(&test_env(), &["views", "list"]).json();
    list[1]["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_view_is_listed_renamed_and_made_the_default() {
    let env = test_env();
    let all = run_ok(&env, &["views", "list"]).json();
    let count = all.as_array().unwrap().len();
    assert!(count > 2);
    let id = all[1]["id"].as_str().unwrap();
    let changed = run_ok(&env, &["views", "update", id, "--name", " Retards  ", "--default", "true"]).json();
    assert_eq!((&changed["name"], &changed["is_default"]), (&"Retards".into(), &true.into()));
    assert_eq!(changed["filters"], all[1]["filters"], "what was not given is not touched");
    let sent = env.sandbox.requests().of_route("saved_views_update");
    assert!(sent.len() == 1 && sent[0].idempotency_key.is_some());
    let table = run(&env, &["views", "list", "--format", "table", "--lang", "fr"]);
    assert!(table.stdout.contains("Par défaut") && table.stdout.contains("Retards"), "{}", table.stdout);
    assert!(!table.stdout.contains("sort_by"), "what has parts is no column");
    assert!(table.stderr.contains("découverte · GET /users/me/saved-views"), "{}", table.stderr);
    let csv = run_ok(&env, &["views", "list", "--format", "csv"]).stdout;
    assert!(csv.starts_with("id,name,is_default,filters,columns,sort"), "{csv}");
    assert_eq!(run_ok(&env, &["views", "list", "--format", "ndjson"]).stdout.lines().count(), count);
}

#[test]
fn filters_columns_and_sort_go_through_byte_for_byte() {
    let stub = stub_server::start(Response::Body("{\"id\":\"v\",\"name\":\"n\"}".into()));
    let filters = "{ \"statut\" : [\"retard\" ,\"\\u00e9\"],\n \"search\":1.10e+2 }";
    let line = [
        "views",
        "update",
        "v",
        "--filters",
        filters,
        "--columns",
        "[ \"name\" ]",
        "--sort",
        "{\"sort_by\":\"name\"}",
        "--as-user",
        "u",
    ];
    assert_eq!(stub.run(&line).status, 0);
    assert_eq!(
        stub.bodies.recv().unwrap(),
        format!("{{\"filters\":{filters},\"columns\":[ \"name\" ],\"sort\":{{\"sort_by\":\"name\"}}}}")
    );
    let env = test_env();
    let id = view();
    let changed = run_ok(&env, &["views", "update", &id, "--filters", "{\"statut\":  [\"retard\"]}"]).stdout;
    assert!(changed.contains("\"filters\":{\"statut\":  [\"retard\"]}"), "{changed}");
    let listing = run_ok(&env, &["views", "list"]).stdout;
    assert!(listing.contains("\"filters\":{\"statut\":  [\"retard\"]}"), "{listing}");
    let output = run(&env, &["views", "update", &id, "--filters", "{}", "--format", "table", "--lang", "fr"]);
    assert!(output.stderr.contains("Le contrat ne documente"), "{}", output.stderr);
}

#[test]
fn view_limits_are_checked_before_sending() {
    let env = test_env();
    let id = view();
    run_ok(&env, &["views", "list"]);
    let object = |keys: usize| {
        let members: Vec<_> = (0..keys).map(|key| format!("\"k{key}\":1")).collect();
        format!("{{{}}}", members.join(","))
    };
    let columns = format!("[{}]", vec!["\"name\""; 65].join(","));
    let long = format!("{{\"search\":\"{}\"}}", "x".repeat(16_384));
    for (option, json) in [
        ("--name", "  ".to_owned()),
        ("--filters", object(25)),
        ("--filters", "{\"status\":\"x\"}".to_owned()),
        ("--filters", long),
        ("--columns", columns),
        ("--sort", object(5)),
    ] {
        let error = run(&env, &["views", "update", &id, option, &json]).failed(2, "usage");
        assert!(error["message"].as_str().unwrap().contains("Nothing was sent"), "{error}");
    }
    for (option, json) in [("--filters", "{"), ("--filters", "5"), ("--default", "maybe")] {
        run(&env, &["views", "update", &id, option, json]).failed(2, "usage");
    }
    run(&env, &["views", "update", &id]).failed(2, "usage");
    assert_eq!(env.sandbox.requests().count("saved_views_update"), 0);
    let output = run(&env, &["views", "update", &id, "--name", "", "--format", "table", "--lang", "fr"]);
    assert!(output.stderr.contains("vue") && output.stderr.contains("Corrigez"), "{}", output.stderr);
}

#[test]
fn a_view_is_the_users_own() {
    let env = test_env();
    let id = view();
    env.run(&["views", "update", &id, "--name", "x"]).failed(2, "usage");
    let of = |user: &str| env.run(&["views", "update", &id, "--name", "x", "--as-user", user]);
    of("u-nguyen").failed(5, "not_found");
    of("u-nobody").failed(5, "not_found");
    of("u-petit").failed(4, "forbidden");
    of("u-ferrand").failed(4, "forbidden");
}

#[test]
fn offline_view_update_is_queued_and_sent_later() {
    let env = test_env();
    let id = view();
    let output = run(&env, &["views", "update", &id, "--name", "Plus tard", "--offline"]);
    output.failed(8, "queued");
    let waiting = run_ok(&env, &["outbox", "list"]).json();
    assert_eq!(waiting[0]["body"]["name"], "Plus tard");
    assert_eq!(run_ok(&env, &["outbox", "retry"]).json()[0]["name"], "Plus tard");
    assert!(env.outbox().is_empty(), "another user's writes are another outbox");
}

#[test]
fn without_a_list_the_views_met_are_listed() {
    let env = with(Config { profile: ServiceProfile::Strict, ..Config::default() });
    let id = view();
    let error = run(&env, &["views", "list"]).failed(5, "not_found");
    assert!(error["message"].as_str().unwrap().contains("delegated user"), "both readings: {error}");
    run_ok(&env, &["views", "update", &id, "--name", "Suivie"]);
    let listing = run_ok(&env, &["views", "list"]).json();
    assert_eq!((&listing[0]["id"], &listing[0]["name"]), (&id.as_str().into(), &"Suivie".into()));
}
