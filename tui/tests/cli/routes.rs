//! The discovery of routes on the command line.

use encours_sandbox::{Config, Fault, FaultKind, ServiceProfile};
use serde_json::Value;

use super::stub_server::{self, Response};
use super::support::{test_env, with};

fn modes(list: &Value) -> Vec<(String, String)> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|route| {
            let text = |name: &str| route[name].as_str().unwrap().to_owned();
            (text("family"), text("mode"))
        })
        .collect()
}

fn mode<'a>(modes: &'a [(String, String)], kind: &str) -> &'a str {
    &modes.iter().find(|(of, _)| of == kind).unwrap().1
}

#[test]
fn the_extended_service_describes_its_lists() {
    let env = test_env();
    let line = ["routes", "--probe", "--as-user", "u-martin"];
    let found = modes(&env.run_ok(&line).json());
    assert_eq!(found.len(), 11);
    assert_eq!(mode(&found, "notifications"), "discovered");
    assert_eq!(mode(&found, "operations"), "documented");
    assert_eq!(mode(&found, "saved-views"), "discovered");
    let all = env.sandbox.requests().all();
    let writes = all
        .iter()
        .filter(|request| request.method != "GET" && request.route.as_deref() != Some("auth_token_exchange"));
    assert_eq!(writes.count(), 0, "no write is ever probed");
    // Known routes are listed without another request.
    let before = env.sandbox.requests().total();
    assert_eq!(modes(&env.run_ok(&["routes", "--as-user", "u-martin"]).json()), found);
    assert_eq!(env.sandbox.requests().total(), before);
    let table = env.run_ok(&["routes", "--as-user", "u-martin", "--format", "table", "--lang", "fr"]).stdout;
    assert!(table.contains("découverte") && table.contains("Vues du serveur"), "{table}");
}

#[test]
fn the_strict_service_is_probed_once_for_each() {
    let env = with(Config { profile: ServiceProfile::Strict, ..Config::default() });
    let line = ["routes", "--probe", "--as-user", "u-martin"];
    let found = modes(&env.run_ok(&line).json());
    assert!(found.iter().all(|(_, mode)| mode == "none"), "{found:?}");
    let all = env.sandbox.requests().all();
    let reads: Vec<_> =
        all.iter().filter(|request| request.method == "GET" && !request.target.contains("postman")).collect();
    assert_eq!(reads.len(), 11);
    assert!(reads.iter().all(|request| request.target.ends_with("?limit=1")), "one record each");
    let list = env.run_ok(&["routes", "--as-user", "u-martin"]).json();
    assert!(list[0]["expires_at"].is_string());
    assert_eq!(list[3]["verdict"], "ambiguous", "a delegated user's 404 has two readings");
}

#[test]
fn missing_permission_is_reported_with_its_scope() {
    let env = with(Config { scopes: Some(vec!["deals:read".to_owned()]), ..Config::default() });
    let list = env.run_ok(&["routes", "--probe"]).json();
    assert_eq!(list[0]["mode"], "forbidden");
    assert_eq!(list[0]["scope"], "notifications:read");
    env.run(&["notifications", "list"]).failed(4, "forbidden");
    env.run_ok(&["deals", "list"]);
    let rights = env.run_ok(&["routes", "--rights"]).json();
    let right = |path: &str| {
        rights
            .as_array()
            .unwrap()
            .iter()
            .find(|right| right["path"] == path && right["method"] == "GET")
            .unwrap()
            .clone()
    };
    assert_eq!(right("/deals")["granted"], true);
    assert_eq!(right("/notifications")["granted"], false);
    assert_eq!(right("/notifications")["scope"], "notifications:read");
}

#[test]
fn first_429_stops_route_probing() {
    let env = test_env();
    env.sandbox.faults().add(Fault::new(FaultKind::RetryAfter("1".into())).on("tasks_list"));
    let output = env.run(&["routes", "--probe", "--timeout", "5"]);
    output.failed(9, "rate_limited");
    let asked: Vec<_> = env
        .sandbox
        .requests()
        .all()
        .into_iter()
        .map(|request| request.target)
        .filter(|target| target.contains("limit=1"))
        .collect();
    assert_eq!(asked, ["/v1/notifications?limit=1", "/v1/tasks?limit=1"]);
    assert_eq!(output.json()[0]["verdict"], "open", "what was learned is shown");
}

#[test]
fn list_uses_the_route_in_the_api_description() {
    fn say(target: &str) -> (u16, String) {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        match path {
            "/v1/postman.json" => (
                200,
                r#"{"openapi":"3.1.0","paths":{"/inbox/notifications":{"get":{"parameters":[{"name":"page","in":"query"}]}}}}"#.into(),
            ),
            // Pages are counted from 0 here, and there are two.
            "/v1/inbox/notifications" if query.contains("page=1") => {
                (200, r#"{"items":[{"id":"b","read":true}],"page":1,"total":2}"#.into())
            }
            "/v1/inbox/notifications" => (200, r#"{"items":[{"id":"a"}],"page":0,"total":2}"#.into()),
            _ => (404, r#"{"title":"Not Found","status":404,"detail":"no"}"#.into()),
        }
    }
    let stub = stub_server::start(Response::ByTarget(say));
    let output = stub.run(&["notifications", "list"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert_eq!(output.json().as_array().unwrap().len(), 2, "{}", output.stdout);
    let table = stub.run(&["notifications", "list", "--format", "table"]);
    assert!(table.stderr.contains("discovered · GET /inbox/notifications"), "{}", table.stderr);
}
