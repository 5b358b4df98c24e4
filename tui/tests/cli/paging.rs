//! `api --paginate`: the contract's three page forms, and lists whose elements are not records.

use super::stub_server::{self, Response};
use super::support::test_env;

fn ids(output: &super::support::CliOutput) -> Vec<String> {
    output.json().as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn paginated_api_list_is_followed_to_its_end() {
    let env = test_env();
    for (route, least) in [
        ("/operations", 2),
        ("/spvs", 2),
        ("/fonds", 2),
        ("/operateurs", 2),
        ("/field-definitions", 2),
        ("/tasks", 2),
        ("/alerts", 2),
        ("/taxonomies", 2),
    ] {
        let by_one = env.run_ok(&["api", "GET", route, "--paginate", "--query", "limit=3"]).json();
        let at_once = env.run_ok(&["api", "GET", route, "--paginate"]).json();
        assert!(at_once.as_array().unwrap().len() > least, "{route}");
        assert_eq!(by_one, at_once, "{route}");
    }
    let lines = env.run_ok(&["api", "GET", "/operations", "--paginate", "--format", "ndjson"]).stdout;
    let array = env.run_ok(&["api", "GET", "/operations", "--paginate"]).json();
    assert_eq!(lines.lines().count(), array.as_array().unwrap().len());
    let body = format!("{{\"deal_id\":\"{}\"}}", env.deal());
    let preview = env.run_ok(&["api", "POST", "/workflows/recommendations/preview", "--body", &body]);
    assert!(preview.json().is_object());
}

#[test]
fn pagination_starts_at_the_requested_page() {
    let env = test_env();
    let all = ids(&env.run_ok(&["api", "GET", "/operateurs", "--paginate", "--query", "limit=200"]));
    let paged = env.run_ok(&["api", "GET", "/operateurs?page=1&limit=7", "--paginate"]);
    assert_eq!(ids(&paged), all);
    let later = env.run_ok(&["api", "GET", "/operateurs?page=2&limit=7", "--paginate"]);
    assert_eq!(ids(&later), all[7..]);
    let requests = env.sandbox.requests().of_route("operateurs_list");
    assert!(
        requests
            .iter()
            .all(|request| !(request.target.contains("page=") && request.target.contains("offset="))),
        "cannot be combined"
    );
    env.run(&["api", "GET", "/operateurs?page=1&offset=0", "--paginate"]).failed(2, "usage");
}

#[test]
fn unknown_route_columns_use_cached_field_definition_labels() {
    let env = test_env();
    let table = |line: &[&str]| {
        let output = env.run(line);
        assert_eq!(output.status, 0, "{}", output.stderr);
        output.stdout.lines().next().unwrap().to_owned()
    };
    let line = ["api", "GET", "/operations", "--format", "table", "--lang", "fr"];
    assert!(table(&line).contains("nominal"), "{}", table(&line));
    let fields = env.run_ok(&["fields", "list"]).json();
    let named = fields.as_array().unwrap().iter().find(|field| field["field_key"] == "nominal").unwrap();
    let label = named["label_fr"].as_str().unwrap();
    assert!(table(&line).contains(label), "{label}: {}", table(&line));
}

#[test]
fn a_route_whose_pages_begin_at_nought_loses_none() {
    fn say(target: &str) -> (u16, String) {
        let page: usize = target
            .split("page=")
            .nth(1)
            .map_or(0, |remaining| remaining.split('&').next().unwrap().parse().unwrap());
        let items = match page {
            0 => r#"{"id":"a"},{"id":"b"}"#,
            1 => r#"{"id":"c"},{"id":"d"}"#,
            2 => r#"{"id":"e"}"#,
            _ => "",
        };
        (200, format!("{{\"items\":[{items}],\"page\":{page},\"total\":5}}"))
    }
    let stub = stub_server::start(Response::ByTarget(say));
    assert_eq!(ids(&stub.run(&["api", "GET", "/operateurs", "--paginate"])), ["a", "b", "c", "d", "e"]);
    assert_eq!(ids(&stub.run(&["api", "GET", "/x?page=1", "--paginate"])), ["c", "d", "e"]);
}

#[test]
fn oversized_limit_is_rejected_by_the_server() {
    fn say(target: &str) -> (u16, String) {
        if target.contains("limit=100") {
            return (
                422,
                r#"{"title":"Unprocessable Content","status":422,"detail":"limit is at most 50"}"#.into(),
            );
        }
        (200, r#"[{"id":"a"}]"#.into())
    }
    let stub = stub_server::start(Response::ByTarget(say));
    assert_eq!(ids(&stub.run(&["api", "GET", "/spvs", "--paginate"])), ["a"]);
    stub.run(&["api", "GET", "/spvs?limit=100", "--paginate"]).failed(7, "invalid");
}

#[test]
fn scalar_list_elements_are_printed_unchanged() {
    let stub = stub_server::start(Response::Body("[\"a\", 1.10, null]".into()));
    let output = stub.run(&["api", "GET", "/taxonomies", "--paginate"]);
    assert_eq!((output.status, output.stdout.as_str()), (0, "[\"a\",\n1.10,\nnull]\n"), "{}", output.stderr);
    let lines = stub.run(&["api", "GET", "/taxonomies", "--paginate", "--format", "ndjson"]);
    assert_eq!(lines.stdout, "\"a\"\n1.10\nnull\n");
    let csv = stub.run(&["api", "GET", "/taxonomies", "--format", "csv"]);
    assert_eq!(csv.stdout, "value\r\na\r\n1.10\r\n\"\"\r\n");
}
