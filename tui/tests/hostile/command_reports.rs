//! Reports about a whole command: incomplete syncs, several records, several resource kinds.

use super::server::{Reply, Server};

fn page(total: usize, ids: std::ops::Range<usize>) -> Reply {
    let items: Vec<String> =
        ids.map(|id| format!(r#"{{"id":"d{id:03}","name":"n","status":"ic"}}"#)).collect();
    Reply::json(200, format!(r#"{{"items":[{}],"total":{total}}}"#, items.join(",")))
}

#[test]
fn sync_with_missing_deals_is_reported_as_incomplete() {
    type Response = fn(usize) -> Reply;
    let cases: [(&str, Response, bool); 3] = [
        ("the offset is ignored", |_| page(25, 0..10), false),
        (
            "a page in the middle is empty",
            |offset| {
                if offset < 10 { page(25, 0..10) } else { page(25, 0..0) }
            },
            true,
        ),
        ("more are counted than are sent", |offset| page(40, offset.min(25)..25), true),
    ];
    for (name, response, ends) in cases {
        let server = Server::start(move |request, _| match request.number("offset") {
            _ if !request.target.contains("/deals") => Reply::json(200, r#"{"items":[]}"#),
            _ if request.query("status").is_some() => page(0, 0..0),
            offset => response(offset.unwrap_or(0)),
        });
        let output = server.run(&["sync", "--strict"]);
        assert_eq!(output.status, 11, "{name}: {output:?}");
        assert!(output.stderr.contains("list is incomplete"), "{name}: {output:?}");
        let output = server.run(&["sync"]);
        assert_eq!(output.status, if ends { 0 } else { 11 }, "{name}: {output:?}");
        if ends {
            assert!(output.stderr.contains(r#""kind":"incomplete""#), "{name}: {output:?}");
        }
    }
}

#[test]
fn rejected_sync_prints_nothing() {
    let server = Server::start(|_, _| Reply::problem(401, r#"{"title":"Unauthorized"}"#));
    let output = server.run(&["sync"]);
    assert_eq!((output.status, output.stdout.as_str()), (3, ""), "{output:?}");
}

#[test]
fn results_of_several_records_form_one_document() {
    let server = Server::start(|request, _| {
        if request.target.contains("missing") {
            Reply::problem(404, r#"{"title":"Not Found"}"#)
        } else {
            Reply::with_type(204, "application/json", "")
        }
    });
    let output = server.run(&["deals", "delete", "a", "missing", "b", "--yes"]);
    assert_eq!(output.status, 5, "{output:?}");
    assert_eq!(
        output.json(),
        serde_json::json!([{"id": "a", "deleted": true}, {"id": "b", "deleted": true}])
    );
    let one = server.run(&["deals", "delete", "a", "--yes"]).assert_ok();
    assert_eq!(one.json(), serde_json::json!({"id": "a", "deleted": true}));
    let lines = server.run(&["deals", "delete", "a", "b", "--yes", "--format", "ndjson"]).assert_ok();
    assert_eq!(lines.stdout.lines().count(), 2);
    let table = server.run(&["deals", "delete", "a", "b", "--yes", "--format", "csv"]).assert_ok();
    assert_eq!(table.stdout.lines().count(), 3, "one header: {table:?}");
}

#[test]
fn same_id_in_another_resource_kind_is_independent() {
    let server = Server::start(|request, _| {
        if request.target.contains("/tasks/") {
            Reply::problem(503, r#"{"title":"Service Unavailable"}"#)
        } else {
            Reply::json(200, r#"{"id":"7","name":"n","read":true}"#)
        }
    });
    let left = server.run(&["tasks", "update", "7", "--statut", "prep", "--timeout", "2"]);
    assert_ne!(left.status, 0);
    let before = server.calls().len();
    server.run(&["notifications", "read", "7"]).assert_ok();
    server.run(&["deals", "update", "7", "--status", "ic"]).assert_ok();
    let others: Vec<_> = server.calls().split_off(before);
    assert!(others.iter().all(|call| !call.target.contains("/tasks/")), "the task's write is its own");
}

#[test]
fn view_filters_must_match_the_view_type() {
    let server = Server::start(|request, _| match request.method.as_str() {
        "GET" if request.target.ends_with("/postman.json") => Reply::problem(404, r#"{"title":"Not Found"}"#),
        "GET" => Reply::json(
            200,
            r#"[{"id":"v1","name":"n","type":"deals","filters":{}},{"id":"v2","name":"n","type":"operations","filters":{}}]"#,
        ),
        _ => Reply::json(200, r#"{"id":"v1","name":"n","type":"deals","filters":{"status":"closing"}}"#),
    });
    let update = |id: &str| {
        server.run(&["views", "update", id, "--filters", r#"{"status":"closing"}"#, "--as-user", "u/1 é"])
    };
    update("v1").assert_ok();
    let call = server.calls().pop().unwrap();
    assert_eq!((call.method.as_str(), call.header("x-service-delegated-user-id")), ("PUT", Some("u/1 é")));
    update("v2").failed(2, "usage");
    assert_eq!(server.calls().iter().filter(|call| call.method == "PUT").count(), 1);
}
