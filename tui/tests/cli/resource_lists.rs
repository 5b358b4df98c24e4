//! Tasks, dashboards, preferences, fields and alerts, against the extended and the strict service.

use encours_sandbox::{Config, FaultKind, ServiceProfile};
use serde_json::Value;

use super::support::{TestEnv, test_env, with};

fn strict() -> TestEnv {
    with(Config { profile: ServiceProfile::Strict, ..Config::default() })
}

/// Returns the identifiers of a list of the extended service; the strict one has them too.
fn ids(route: &str) -> Vec<String> {
    let other = test_env();
    let list = other.run_ok(&["api", "GET", route, "--paginate", "--as-user", "u-martin"]).json();
    list.as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
}

const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

#[test]
fn task_status_changes_in_both_server_profiles() {
    let id = &ids("/tasks")[0];
    for env in [test_env(), strict()] {
        let output = env.run_ok(&["tasks", "update", id, "--statut", "prep"]);
        assert_eq!(output.stdout, format!("{{\"id\":\"{id}\",\"statut\":\"prep\"}}\n"));
        let sent = env.sandbox.requests().of_route("tasks_update");
        assert_eq!(sent.len(), 1);
        assert!(sent[0].idempotency_key.is_some(), "every write has one");
        assert!(env.outbox().is_empty());
        let french =
            env.run_ok(&["tasks", "update", id, "--statut", "fait", "--format", "table", "--lang", "fr"]);
        assert!(french.stdout.contains("Statut") && french.stdout.contains("Faite"), "{}", french.stdout);
        let english = env.run_ok(&["tasks", "update", id, "--statut", "fait", "--format", "table"]);
        assert!(english.stdout.contains("Done"), "{}", english.stdout);
        let csv = env.run_ok(&["tasks", "update", id, "--statut", "revue", "--format", "csv"]);
        assert_eq!(csv.stdout, format!("id,statut\r\n{id},revue\r\n"));
    }
}

#[test]
fn rejected_task_update_reports_the_reason() {
    let env = with(Config {
        profile: ServiceProfile::Strict,
        scopes: Some(vec!["deals:read".to_owned()]),
        ..Config::default()
    });
    let id = &ids("/tasks")[0];
    let error = env.run(&["tasks", "update", id, "--statut", "prep"]).failed(4, "forbidden");
    assert_eq!(error["problem"]["scope"], "tasks:write");
    let env = strict();
    env.run(&["tasks", "update", NOBODY, "--statut", "prep"]).failed(5, "not_found");
    env.run(&["tasks", "update", id]).failed(2, "usage");
    assert!(env.outbox().is_empty(), "what is refused at once is not kept");
    let mut config = Config { profile: ServiceProfile::Strict, ..Config::default() };
    config.spec_gaps.accept_unknown_statuts = false;
    let env = with(config);
    env.run(&["tasks", "update", id, "--statut", "no_such"]).failed(7, "invalid");
    assert!(env.outbox().is_empty(), "what is refused at once is not kept");
}

#[test]
fn offline_task_update_is_queued_and_sent_once() {
    let env = strict();
    let id = &ids("/tasks")[0];
    let output = env.run(&["tasks", "update", id, "--statut", "bloque", "--offline"]);
    output.failed(8, "queued");
    assert_eq!(output.json()["queued"], true);
    let table = env.run_ok(&["outbox", "list", "--format", "table", "--lang", "fr"]);
    assert!(table.stdout.contains("Bloquée"), "{}", table.stdout);
    env.sandbox.faults().add(FaultKind::DropBeforeCommit);
    env.run(&["outbox", "retry", "--timeout", "2"]).failed(8, "queued");
    env.sandbox.faults().clear();
    let sent = env.run_ok(&["outbox", "retry"]).json();
    assert_eq!(sent[0]["statut"], "bloque");
    assert!(env.outbox().is_empty());
}

#[test]
fn dashboards_and_preferences_are_the_users() {
    let id = &ids("/users/me/custom-dashboards")[0];
    for env in [test_env(), strict()] {
        let as_martin = |line: &[&str]| {
            let mut line = line.to_vec();
            line.extend(["--as-user", "u-martin"]);
            env.run_ok(&line)
        };
        let shown = as_martin(&["dashboards", "show", id]);
        assert_eq!(shown.json()["name"], "Comité du mardi");
        assert_eq!(env.offline(&["dashboards", "show", id, "--as-user", "u-martin"]).stdout, shown.stdout);
        let all = as_martin(&["alert-preferences"]);
        let all: Value = all.json();
        assert!(all.as_array().unwrap().len() > 3);
        assert!(all[0]["alert_type"].is_string() && all[0]["enabled"].is_boolean());
        let stored = env.offline(&["alert-preferences", "--as-user", "u-martin"]).json();
        assert_eq!(stored, all);
        let lines = as_martin(&["alert-preferences", "--format", "ndjson"]).stdout;
        assert_eq!(lines.lines().count(), all.as_array().unwrap().len());
        let csv = as_martin(&["alert-preferences", "--format", "csv"]).stdout;
        assert!(csv.starts_with("alert_type,enabled,min_severity\r\n"), "{csv}");
        let table = as_martin(&["alert-preferences", "--format", "table", "--lang", "fr"]).stdout;
        assert!(table.contains("Échéance") && table.contains("Gravité minimale"), "{table}");
        let table = as_martin(&["alert-preferences", "--format", "table", "--lang", "en"]).stdout;
        assert!(table.contains("Maturity"), "{table}");
    }
}

#[test]
fn delegation_rejections_have_distinct_messages() {
    let env = strict();
    let line = ["alert-preferences"];
    env.run(&line).failed(2, "usage");
    assert_eq!(env.sandbox.requests().total(), 0, "no request is sent without a user");
    let run = |user: &str| env.run(&["alert-preferences", "--as-user", user]);
    let unknown = run("u-nobody").failed(5, "not_found");
    assert!(unknown["message"].as_str().unwrap().contains("no such user"), "{unknown}");
    let text: Vec<String> = ["u-petit", "u-girard"]
        .into_iter()
        .map(|user| {
            let rejected = run(user).failed(4, "forbidden");
            assert!(rejected["problem"]["reason_code"].is_string());
            rejected["message"].as_str().unwrap().to_owned()
        })
        .collect();
    assert!(text[0].contains("not approved") && text[1].contains("allowlist"), "{text:?}");
    let table = env.run(&["alert-preferences", "--as-user", "u-petit", "--format", "table", "--lang", "fr"]);
    assert_eq!(table.status, 4);
    assert!(table.stderr.contains("approuvé"), "{}", table.stderr);
    // Two users named, or the header under which the service expects none.
    std::fs::create_dir_all(env.dir.path().join("config")).unwrap();
    std::fs::write(
        env.dir.path().join("config/config.toml"),
        "[profiles.odd]\ndelegated_header = \"X-Odd-User\"\n",
    )
    .unwrap();
    let error =
        env.run(&["alert-preferences", "--as-user", "u-martin", "--profile", "odd"]).failed(7, "invalid");
    assert_eq!(error["status"], 400);
    assert!(error["message"].as_str().unwrap().contains("exactly one"), "{error}");
}

#[test]
fn fields_are_shown_by_id_or_key_and_listed() {
    let extended = test_env();
    let all = extended.run_ok(&["fields", "list"]).json();
    let (id, key) = (all[0]["id"].as_str().unwrap(), all[0]["field_key"].as_str().unwrap());
    assert_eq!(extended.run_ok(&["fields", "show", id]).json(), all[0]);
    assert_eq!(extended.run_ok(&["fields", "show", "--key", key]).json(), all[0]);
    assert_eq!(extended.offline(&["fields", "show", "--key", key]).json(), all[0]);
    assert_eq!(extended.offline(&["fields", "list"]).json(), all);
    let header = extended.run_ok(&["fields", "list", "--format", "csv"]).stdout;
    assert!(header.starts_with("id,field_key,label_fr,value_type,importance,source_type"), "{header}");
    let table = extended.run(&["fields", "list", "--format", "table", "--lang", "fr"]);
    assert!(
        table.stdout.contains("Libellé français") && table.stderr.contains("documentée"),
        "{}",
        table.stderr
    );
    extended.run(&["fields", "show"]).failed(2, "usage");
    extended.run(&["fields", "show", id, "--key", key]).failed(2, "usage");
    extended.run(&["fields", "show", NOBODY]).failed(5, "not_found");

    let strict = strict();
    assert_eq!(strict.run_ok(&["fields", "show", id]).json()["field_key"], key);
    let error = strict.run(&["fields", "list"]).failed(5, "not_found");
    assert!(error["message"].as_str().unwrap().contains("offers no list"), "{error}");
}

#[test]
fn an_alert_is_shown() {
    let id = &ids("/alerts")[0];
    for env in [test_env(), strict()] {
        let shown = env.run_ok(&["alerts", "show", id]);
        assert_eq!(shown.json()["id"], id.as_str());
        assert!(shown.json()["title"].is_string());
        let table = env.run_ok(&["alerts", "show", id, "--format", "table", "--lang", "fr"]);
        assert!(table.stdout.contains("Titre"), "{}", table.stdout);
        env.run(&["alerts", "show", NOBODY]).failed(5, "not_found");
    }
}

#[test]
fn missing_list_reports_the_server_response() {
    let error = strict().run(&["fields", "list"]).failed(5, "not_found");
    assert_eq!(error["status"], 404);
    assert!(error["problem"]["detail"].is_string() && error["request_id"].is_string(), "{error}");
}

#[test]
fn unsupported_resource_kind_is_not_listed_as_watched() {
    let env = strict();
    env.run_ok(&["routes", "--probe"]);
    let mode = |env: &TestEnv| {
        let routes = env.run_ok(&["routes"]).json();
        let routes = routes.as_array().unwrap();
        let of = |kind: &str| {
            let found = routes.iter().find(|route| route["family"] == kind);
            found.unwrap()["mode"].clone()
        };
        (of("alerts"), of("operations"))
    };
    assert_eq!(mode(&env), ("none".into(), "none".into()));
    let table = env.run_ok(&["routes", "--format", "table", "--lang", "fr"]).stdout;
    assert!(table.contains("pas de liste") && !table.contains("n. c."), "{table}");
    env.run_ok(&["alerts", "watch", "0f2dfe9a-6c65-405a-b330-598f77731550"]);
    assert_eq!(mode(&env), ("watched".into(), "none".into()));
}

#[test]
fn missing_route_is_requested_again_only_on_probe() {
    let env = strict();
    let requests = |env: &TestEnv| {
        let all = env.sandbox.requests().all();
        let of = all.iter().filter(|request| request.target.contains("/operations"));
        of.count()
    };
    env.run_ok(&["routes", "--probe"]);
    let first = requests(&env);
    env.run_ok(&["routes"]);
    assert_eq!(requests(&env), first, "what is known is shown as it is");
    env.run_ok(&["routes", "--probe"]);
    assert_eq!(requests(&env), first + 1);
}

#[test]
fn field_definition_codes_and_headers_are_localised() {
    let output = test_env().run(&["fields", "list", "--format", "table", "--lang", "fr"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    for raw in [" unit", "required", " manual", "optional"] {
        assert!(!output.stdout.contains(raw), "{raw}: {}", output.stdout);
    }
    assert!(output.stdout.contains("obligatoire") && output.stdout.contains("saisie"), "{}", output.stdout);
}

#[test]
fn strict_server_adds_no_field_that_was_not_sent() {
    let env = strict();
    let made = env.run_ok(&["deals", "create", "--name", "x"]).json();
    let made = made.as_object().unwrap();
    assert!(made.contains_key("status"), "{made:?}");
    assert!(!made.contains_key("responsable") && !made.contains_key("classe_actif"), "{made:?}");
    let made = env.run_ok(&["deals", "create", "--name", "y", "--set", "responsable=null"]).json();
    assert!(made["responsable"].is_null() && made.as_object().unwrap().contains_key("responsable"));
}

#[test]
fn task_table_has_titles_and_mistyped_filters_are_named() {
    let env = test_env();
    let tasks = env.run_ok(&["tasks", "list"]).json();
    let table = env.run_ok(&["tasks", "list", "--format", "table"]).stdout;
    let header = table.lines().next().unwrap();
    assert!(["Status", "Title", "Owner", "Due"].iter().all(|label| header.contains(label)), "{table}");
    let owner = tasks[0]["responsable"].as_str().unwrap();
    assert!(table.lines().nth(1).unwrap().contains(owner), "{table}");
    let unknown = env.run(&["tasks", "list", "--filter", "status:zzz"]);
    assert_eq!(unknown.status, 0);
    assert!(unknown.stderr.contains("code_unknown") && unknown.stderr.contains("zzz"), "{}", unknown.stderr);
    env.run_ok(&["tasks", "list", "--filter", "status:fait"]);
    let error = env.run(&["tasks", "list", "--filter", "owner:martin"]).failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("owner:martin"), "{error}");
}
