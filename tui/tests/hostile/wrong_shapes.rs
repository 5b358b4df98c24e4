//! Responses with a wrong shape, a wrong record or missing parts.

use std::time::{Duration, Instant};

use super::server::{Reply, Server};

const ID: &str = "00000000-0000-4000-8000-000000000000";

#[test]
fn response_about_another_record_is_never_accepted() {
    let other = r#"{"id":"00000000-0000-4000-8000-000000000005","field_key":"x","name":"n","read":true}"#;
    let server = Server::start(move |_, _| Reply::json(200, other));
    for line in [
        &["deals", "show", ID][..],
        &["notifications", "show", ID],
        &["alerts", "show", ID],
        &["fields", "show", ID],
        &["fields", "show", "--key", "y"],
        &["--as-user", "u", "dashboards", "show", ID],
    ] {
        let output = server.run(line);
        output.failed(11, "protocol");
        assert_eq!(output.stdout, "", "{line:?}");
    }
    for line in [
        &["deals", "update", ID, "--status", "ic"][..],
        // Writes to one record wait for each other, so each line uses another record.
        &["tasks", "update", "t", "--statut", "prep"],
        &["notifications", "read", "n"],
    ] {
        let error = server.run(line).failed(11, "protocol");
        assert_eq!(error["outcome_unknown"], true, "{line:?} {error}");
        assert!(error["outbox_id"].is_i64() && error["idempotency_key"].is_string(), "{error}");
    }
}

#[test]
fn two_identifiers_are_none() {
    let torn = format!("{{\"id\":\"{ID}\",\"id\":\"b\",\"name\":\"n\"}}");
    let server = Server::start(move |_, _| Reply::json(200, torn.clone()));
    server.run(&["deals", "show", ID]).failed(11, "protocol");
    server.run(&["deals", "show", "b"]).failed(11, "protocol");
}

#[test]
fn field_of_wrong_type_is_a_protocol_error() {
    for (line, body) in [
        (&["deals", "show", ID][..], r#""name":5"#),
        (&["deals", "show", ID], r#""status":[]"#),
        (&["entity"], r#""ai_enabled":"no""#),
        (&["portfolio"], r#""total_fonds":"many""#),
        (&["portfolio"], r#""operations_by_status":{"a":[]}"#),
        (&["portfolio"], r#""x":1"#),
        (&["deals", "list"], r#""name":5"#),
        (&["deals", "list"], r#""id":7"#),
    ] {
        let body = if line.last() == Some(&"list") {
            format!("{{\"items\":[{{\"id\":\"a\",{body}}}],\"total\":1}}")
        } else {
            format!("{{\"id\":\"{ID}\",{body}}}")
        };
        let server = Server::start(move |_, _| Reply::json(200, body.clone()));
        server.run(line).failed(11, "protocol");
    }
}

#[test]
fn absent_null_and_unknown_fields_are_accepted() {
    let body = format!("{{\"id\":\"{ID}\",\"name\":null,\"status\":\"of_tomorrow\",\"x\":[1]}}");
    let full = body.clone();
    let server = Server::start(move |_, _| Reply::json(200, body.clone()));
    assert_eq!(server.run(&["deals", "show", ID]).assert_ok().stdout.trim(), full);
}

#[test]
fn non_json_media_types_are_protocol_errors() {
    let body = format!("{{\"id\":\"{ID}\",\"name\":\"n\"}}");
    for (media_type, status) in [
        ("text/plain", 11),
        ("", 11),
        (";;;", 11),
        ("; charset=utf-8", 11),
        ("text/html; charset=utf-8", 11),
        ("application/json; charset=utf-8", 0),
        ("Application/JSON", 0),
        ("application/vnd.service+json", 0),
    ] {
        let body = body.clone();
        let server = Server::start(move |_, _| Reply::with_type(200, media_type, body.clone()));
        assert_eq!(server.run(&["deals", "show", ID]).status, status, "{media_type}");
        let raw = server.run(&["api", "GET", &format!("/deals/{ID}")]).assert_ok();
        assert!(raw.stdout.contains(ID), "a raw call hands on what came");
    }
}

#[test]
fn list_with_repeated_pages_is_incomplete() {
    let array = "[{\"id\":\"a\"},{\"id\":\"b\"}]";
    let server = Server::start(move |_, _| Reply::json(200, array));
    let output = server.run(&["deals", "list", "--all"]);
    output.failed(11, "protocol");
    assert_eq!(output.ids(), ["a", "b"], "what came is printed");
    let other = server.run(&["api", "GET", "/anything", "--paginate"]).assert_ok();
    assert!(other.stderr.contains("not_paged"), "{other:?}");
}

#[test]
fn write_with_an_unusable_response_stays_and_suggests_retry() {
    for reply in [
        || Reply::json(201, ""),
        || Reply::json(200, "[]"),
        || Reply::json(201, b"\xff\xfe".to_vec()),
        || Reply::json(201, r#"{"name":"x"}"#),
        || Reply::with_type(200, "text/html", "<html>sign in</html>"),
    ] {
        let server = Server::start(move |_, _| reply());
        let line = ["deals", "create", "--name", "x"];
        let error = server.run(&line).failed(11, "protocol");
        let (id, key) = (&error["outbox_id"], &error["idempotency_key"]);
        assert_eq!(error["outcome_unknown"], true, "{error}");
        let again = format!("encours outbox retry {id}");
        assert!(error["message"].as_str().unwrap().contains(&again), "{error}");
        let stored = server.run(&["outbox", "list"]).assert_ok().json();
        assert_eq!(stored.as_array().unwrap().len(), 1, "{stored}");
        assert_eq!((&stored[0]["outbox_id"], &stored[0]["idempotency_key"]), (id, key));
        assert_eq!(stored[0]["outcome_unknown"], true, "{stored}");
        assert_ne!(stored[0]["state"], "refused", "{stored}");
        let mut table = line.to_vec();
        table.extend(["--format", "table"]);
        let output = server.run(&table).stderr;
        assert!(output.contains("encours outbox retry") && !output.contains("Try again"), "{output}");
        server.run(&["outbox", "retry", &id.to_string()]).failed(11, "protocol");
        let sent = server.calls();
        let keys: std::collections::BTreeSet<_> =
            sent.iter().filter_map(|call| call.header("idempotency-key")).collect();
        assert_eq!(keys.len(), 2, "one key for each write, however often it is sent");
    }
}

#[test]
fn write_after_a_proxy_error_stays_with_its_key() {
    for reply in [|| Reply::with_type(502, "text/html", "<html>bad gateway</html>"), || Reply::json(500, "")]
    {
        let server = Server::start(move |_, _| reply());
        let error = server.run(&["deals", "create", "--name", "x"]).failed(1, "unexpected");
        assert_eq!(error["outcome_unknown"], true, "{error}");
        assert!(error["outbox_id"].is_i64() && error["idempotency_key"].is_string(), "{error}");
        let stored = server.run(&["outbox", "list"]).assert_ok().json();
        assert_eq!(stored[0]["outcome_unknown"], true, "{stored}");
    }
}

#[test]
fn error_names_the_failed_deletion_among_several() {
    let server = Server::start(|request, _| {
        if request.target.ends_with("/b") {
            Reply::problem(404, r#"{"title":"Not Found","status":404,"detail":"no"}"#)
        } else {
            Reply::with_type(204, "application/json", "")
        }
    });
    let output = server.run(&["deals", "delete", "a", "b", "c", "--yes"]);
    let error = output.failed(5, "not_found");
    assert_eq!(error["id"], "b");
    assert!(error["message"].as_str().unwrap().contains('b'), "{error}");
}

#[test]
fn a_raw_deletion_is_confirmed_too() {
    let server = Server::start(|_, _| Reply::with_type(204, "application/json", ""));
    let path = format!("/deals/{ID}");
    server.run(&["api", "DELETE", &path]).failed(2, "usage");
    assert!(server.requests().is_empty());
    server.run(&["api", "DELETE", &path, "--yes"]).assert_ok();
    assert_eq!(server.calls().len(), 1);
}

#[test]
fn duplicate_field_argument_is_a_usage_error() {
    let server = Server::start(|_, _| Reply::json(200, "{}"));
    for line in [
        &["deals", "update", ID, "--status", "ic", "--null", "status"][..],
        &["deals", "update", ID, "--set", "a=1", "--set", "a=2"],
        &["deals", "create", "--name", "x", "--set", "name=\"z\""],
    ] {
        server.run(line).failed(2, "usage");
    }
    assert!(server.requests().is_empty());
}

#[test]
fn timeout_covers_all_requests_of_a_command() {
    // Every page arrives at once, and there is always another one. Only a time limit for the whole command ends it
    // within the two seconds; without one, the list ends after two minutes and the test fails.
    let begun = Instant::now();
    let server = Server::start(move |request, _| {
        if request.method == "POST" {
            return Reply::Silence;
        }
        let offset = request.number("offset").unwrap_or(0);
        let ends = begun.elapsed() > Duration::from_mins(2);
        let total = if ends { offset + 1 } else { 900_000 };
        Reply::json(200, format!("{{\"items\":[{{\"id\":\"d{offset}\"}}],\"total\":{total}}}"))
    });
    let output = server.run(&["deals", "list", "--all", "--timeout", "2", "--format", "ndjson"]);
    output.failed(10, "unreachable");
    assert!(begun.elapsed() >= Duration::from_secs(2));
    assert!(output.stdout.lines().count() >= 1, "what came before is printed");
    for name in ["a", "b"] {
        server.run(&["deals", "create", "--name", name, "--offline"]);
    }
    let before = server.calls().len();
    server.run(&["outbox", "retry", "--timeout", "1"]);
    let sent = server.calls().split_off(before);
    assert_eq!(sent.len(), 1, "nothing is left for the second one: {sent:?}");
}

#[test]
fn web_page_in_a_response_is_not_shown() {
    let page = format!("<html><body>{}</body></html>", "wall ".repeat(500));
    let server = Server::start(move |request, _| {
        let status = if request.target.contains("summary") { 502 } else { 200 };
        Reply::with_type(status, "text/html", page.clone())
    });
    for (line, status) in [("entity", 11), ("portfolio", 1)] {
        let output = server.run(&[line, "--timeout", "3", "--format", "table", "--lang", "fr"]);
        assert_eq!(output.status, status, "{output:?}");
        assert!(output.stderr.contains("page web") && !output.stderr.contains("wall"), "{}", output.stderr);
        assert!(output.stderr.len() < 600, "{}", output.stderr);
    }
}

#[test]
fn oversized_response_header_is_a_protocol_error() {
    let header = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-filler: {}\r\ncontent-length: 2\r\n\r\n{{}}",
        "x".repeat(4 * 1024 * 1024)
    );
    let server = Server::start(move |_, _| Reply::Raw(header.clone().into_bytes()));
    server.run(&["entity", "--timeout", "10"]).failed(11, "protocol");
}

#[test]
fn truncated_body_is_not_reported_as_a_network_problem() {
    let cut = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{\"id\"";
    let server = Server::start(move |_, _| Reply::Raw(cut.into()));
    let line = ["entity", "--timeout", "2"];
    server.run(&line).failed(10, "unreachable");
    let output = server.run(&[&line[..], &["--format", "table", "--lang", "fr"]].concat()).stderr;
    assert!(output.contains("avant la fin") && !output.contains("réseau"), "{output}");
}

#[test]
fn every_time_a_write_went_out_is_counted() {
    let server = Server::start(|_, _| Reply::json(500, ""));
    server.run(&["deals", "create", "--name", "x", "--timeout", "20"]).failed(1, "unexpected");
    let sent = server.calls().len();
    assert!(sent > 1, "{sent}");
    let stored = server.run(&["outbox", "list"]).assert_ok().json();
    assert_eq!(stored[0]["attempts"], sent, "{stored}");
    server.run(&["outbox", "retry", "--timeout", "20"]).failed(1, "unexpected");
    let stored = server.run(&["outbox", "list"]).assert_ok().json();
    assert_eq!(stored[0]["attempts"], server.calls().len(), "{stored}");
}
