//! Responses that the contract does not allow, and errors without details.

use super::server::{Reply, Server};

const ENTITY: &str = r#"{"id":"e1","name":"x"}"#;

fn serving(reply: Reply) -> Server {
    Server::start(move |_, _| reply.clone())
}

#[test]
fn success_of_wrong_shape_exits_with_11_without_output() {
    for (name, reply) in [
        ("captive portal", Reply::with_type(200, "text/html", "<!doctype html><title>Sign in</title>")),
        ("a page under JSON's name", Reply::json(200, "  <html>portal</html>")),
        ("nothing", Reply::json(200, "")),
        ("no content", Reply::json(204, "")),
        ("a list", Reply::json(200, "[]")),
        ("a text", Reply::json(200, "\"ok\"")),
        ("half of it", Reply::json(200, r#"{"id":"e1","name":"#)),
        ("not UTF-8", Reply::json(200, b"{\"id\":\"\xff\"}".to_vec())),
        ("two values", Reply::json(200, "{} {}")),
        (
            "too deep",
            Reply::json(200, format!("{{\"id\":\"e\",\"data\":{}{}}}", "[".repeat(500), "]".repeat(500))),
        ),
        ("broken compression", Reply::json(200, "plain").with("Content-Encoding", "gzip")),
        (
            "another length",
            Reply::Raw(
                b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Length: 12\r\n\r\n{\"id\":\"e\"}".to_vec(),
            ),
        ),
    ] {
        let server = serving(reply);
        let output = server.run(&["entity", "--timeout", "5"]);
        assert!(output.stdout.is_empty(), "{name}: {output:?}");
        if name == "another length" {
            assert!(output.status == 10 || output.status == 11, "{name}: {output:?}");
            continue;
        }
        let error = output.failed(11, "protocol");
        assert!(error["request_id"].is_string(), "{name}: {error}");
        assert!(server.calls().len() <= 3, "{name}");
    }
}

#[test]
fn non_http_response_exits_with_11_and_stores_write() {
    let large = format!("HTTP/1.1 200 OK\r\nX-Large: {}\r\n\r\n", "a".repeat(2_000_000));
    for bytes in [
        b"\x00\x01\x02 not http\r\n\r\n".to_vec(),
        b"SSH-2.0-OpenSSH_9.2\r\n".to_vec(),
        b"HTTP/1.1 abc\r\n\r\n".to_vec(),
        large.into_bytes(),
    ] {
        let server = serving(Reply::Raw(bytes));
        server.run(&["entity", "--timeout", "5"]).failed(11, "protocol");
        assert_eq!(server.calls().len(), 1);
        server.run(&["deals", "create", "--name", "x"]).failed(11, "protocol");
        let rows = server.run(&["outbox", "list"]).assert_ok().json();
        assert_eq!(rows[0]["body"]["name"], "x", "stored with its key: {rows}");
    }
}

#[test]
fn json_media_types_and_byte_order_mark_are_accepted() {
    for reply in [
        Reply::with_type(200, "application/json; charset=utf-8", ENTITY),
        Reply::with_type(200, "application/problem+json", ENTITY),
        Reply::json(200, format!("\u{feff}{ENTITY}\r\n")),
    ] {
        assert_eq!(serving(reply).run(&["entity"]).assert_ok().stdout.trim_end(), ENTITY);
    }
}

#[test]
fn a_creation_without_its_record_is_in_doubt() {
    for reply in [Reply::json(201, ""), Reply::json(200, "<html>portal</html>"), Reply::json(201, "[]")] {
        let server = serving(reply);
        server.run(&["deals", "create", "--name", "x"]).failed(11, "protocol");
        let rows = server.run(&["outbox", "list"]).assert_ok().json();
        assert_eq!(rows.as_array().unwrap().len(), 1, "stored with its key: {rows}");
    }
}

#[test]
fn an_error_keeps_its_status_whatever_its_body() {
    let huge = format!(r#"{{"title":"T","detail":"{}"}}"#, "x".repeat(200_000));
    for (name, reply, status, exit) in [
        ("HTML", Reply::with_type(403, "text/html", "<html>\u{1b}[31mblocked</html>"), 403, 4),
        ("empty", Reply::problem(404, ""), 404, 5),
        ("not a problem", Reply::json(409, r#"{"error":"x"}"#), 409, 6),
        ("a list", Reply::problem(422, "[1]"), 422, 7),
        ("cut short", Reply::problem(422, r#"{"title":"T","deta"#), 422, 7),
        ("too large", Reply::problem(409, huge), 409, 6),
        ("not UTF-8", Reply::problem(404, b"{\"title\":\"\xff\xfe\"}".to_vec()), 404, 5),
        (
            "broken off",
            Reply::Raw(b"HTTP/1.1 404 X\r\nContent-Length: 999\r\n\r\n{\"title\":".to_vec()),
            404,
            5,
        ),
        ("broken compression", Reply::problem(403, "x").with("Content-Encoding", "gzip"), 403, 4),
        ("gone", Reply::problem(410, "{}"), 410, 5),
        ("teapot", Reply::problem(418, "{}"), 418, 1),
    ] {
        let output = serving(reply).run(&["entity"]);
        assert_eq!(output.status, exit, "{name}: {output:?}");
        let error: serde_json::Value = serde_json::from_str(&output.stderr).unwrap();
        assert_eq!(error["error"]["status"], status, "{name}");
        assert!(!output.stderr.contains('\u{1b}') && output.stderr.len() < 140_000, "{name}");
    }
}

#[test]
fn problem_is_shown_completely_and_mistyped_members_are_ignored() {
    let body = "{\n \"type\":\"https://x/y\",\n \"title\":7,\"status\":200,\"detail\":\"why\",\"request_id\":[],\
                \"scope\":null,\"route_id\":{},\"reason_code\":\"r\",\"amount\":1.10,\"nested\":{\"a\":[1, 2]}}";
    let output = serving(Reply::problem(409, body)).run(&["entity"]);
    let error = output.failed(6, "conflict");
    assert_eq!((&error["status"], &error["problem"]["status"]), (&409.into(), &200.into()));
    assert_eq!(error["problem"]["nested"]["a"][1], 2);
    assert!(
        output.stderr.contains("\"amount\":1.10") && output.stderr.trim_end().lines().count() == 1,
        "{output:?}"
    );
    assert!(error["message"].as_str().unwrap().contains("why"), "{error}");
    // A problem without its media type is recognised by its content.
    let plain = serving(Reply::json(403, r#"{"title":"Forbidden","detail":"no"}"#)).run(&["entity"]);
    assert_eq!(plain.failed(4, "forbidden")["problem"]["detail"], "no");
}

#[test]
fn redirect_is_reported_and_never_followed() {
    let target_server = serving(Reply::json(200, ENTITY));
    for status in [301, 302, 303, 307, 308] {
        let target = format!("{}/entity", target_server.base_url);
        let server = serving(Reply::with_type(status, "text/plain", "").with("Location", target.clone()));
        let error = server.run(&["entity"]).failed(11, "protocol");
        assert_eq!(error["status"], status);
        assert!(error["message"].as_str().unwrap().contains(&target), "{error}");
        server.run(&["deals", "create", "--name", "x"]).failed(11, "protocol");
    }
    assert!(target_server.requests().is_empty());
}

#[test]
fn a_deletion_is_done_with_or_without_a_body() {
    for reply in [Reply::json(204, ""), Reply::json(200, r#"{"id":"d1"}"#)] {
        let output = serving(reply).run(&["deals", "delete", "d1", "--yes"]).assert_ok();
        assert_eq!(output.json()["deleted"], true);
    }
}

#[test]
fn json_output_is_byte_identical_to_the_response() {
    let body = "{\"id\":\"d1\",\"n\":12345678901234567890.10,\"s\":\"0.1000000000000000000000000001\",\"big\":1e400,\
                \"neg\":-0.0,\"new\":{\"deep\":[0.10,null,true]},\"status\":\"never_seen\",\"u\":\"\\u00e9\\/\"}";
    let server = serving(Reply::json(200, body));
    for line in [&["deals", "show", "d1"][..], &["api", "GET", "/deals/d1"]] {
        assert_eq!(server.run(line).assert_ok().stdout.trim_end(), body);
    }
    let list = serving(Reply::json(200, format!("{{\"items\":[{body}],\"total\":1}}")));
    assert_eq!(list.run(&["deals", "list", "--format", "ndjson"]).assert_ok().stdout.trim_end(), body);
}

#[test]
fn server_error_texts_are_shown_but_not_logged() {
    let server = serving(Reply::problem(422, r#"{"title":"T","detail":"REMOTE-WORDS of a person"}"#));
    let log = server.dir.path().join("log");
    let output = server.run(&["entity", "-vvv", "--log", log.to_str().unwrap()]);
    assert!(output.stderr.contains("REMOTE-WORDS"), "{output:?}");
    let written = std::fs::read_to_string(&log).unwrap();
    assert!(written.contains("/entity") && !written.contains("REMOTE-WORDS"), "{written}");
    assert!(!written.contains("web page") && server.calls()[0].header("cache-control") == Some("no-store"));
}

#[test]
fn business_date_is_the_same_in_every_time_zone() {
    let body = r#"{"id":"e1","name":"N","date_reference_reporting":"2026-01-31"}"#;
    let server = serving(Reply::json(200, body));
    for zone in ["UTC", "Pacific/Kiritimati", "America/Adak", "Asia/Kathmandu"] {
        let mut command = server.command(&["entity", "--format", "table", "--lang", "fr"]);
        let output =
            super::server::CliOutput::from_output(command.env("TZ", zone).output().unwrap()).assert_ok();
        assert!(
            output.stdout.contains("31/01/2026") || output.stdout.contains("31 janv"),
            "{zone}: {}",
            output.stdout
        );
        let json = super::server::CliOutput::from_output(
            server.command(&["entity"]).env("TZ", zone).output().unwrap(),
        );
        assert_eq!(json.stdout.trim_end(), body);
    }
}
