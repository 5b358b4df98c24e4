//! Malicious identifiers are rejected or encoded, and never address another record.

use super::server::{Reply, Server};

#[test]
fn identifiers_and_paths_that_escape_the_route_are_rejected() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"d1"}"#));
    for id in ["", ".", "..", "a\nb", "a\tb", "\u{7f}", "a\u{85}b"] {
        for line in [
            &["deals", "show", id][..],
            &["deals", "update", id, "--status", "ic"],
            &["deals", "delete", "--yes", id],
            &["deals", "notes", id],
            &["notifications", "read", id],
        ] {
            server.run(line).failed(2, "usage");
        }
    }
    for path in [
        "/deals/../entity",
        "/deals/%2e%2E/notes",
        "/deals//notes",
        "/deals/a%0ab",
        "/deals/%zz",
        "//evil/x",
        "/deals/a b",
        "/deals/\u{e9}",
    ] {
        server.run(&["api", "GET", path]).failed(2, "usage");
    }
    server.run(&["api", "GET", "https://evil.example/v1/deals"]).failed(2, "usage");
    server.run(&["api", "GET", "http://127.0.0.1:1@evil.example/v1/deals"]).failed(2, "usage");
    assert!(server.requests().is_empty(), "{:?}", server.requests());
}

#[test]
fn special_characters_of_identifiers_are_percent_encoded() {
    let server = Server::start(|request, _| {
        let asked = request.target.rsplit('/').next().unwrap_or_default();
        let asked = percent_encoding::percent_decode_str(asked).decode_utf8().unwrap();
        Reply::json(200, serde_json::json!({ "id": asked }).to_string())
    });
    for (id, sent) in [
        ("a/b", "a%2Fb"),
        ("../entity", "..%2Fentity"),
        ("a?b#c", "a%3Fb%23c"),
        ("%2e%2e", "%252e%252e"),
        ("a b", "a%20b"),
        ("\u{ce}lot", "%C3%8Elot"),
        ("...", "..."),
        ("a\\b", "a%5Cb"),
        ("a;b=c&d", "a%3Bb%3Dc%26d"),
    ] {
        server.run(&["deals", "show", id]).assert_ok();
        let calls = server.calls();
        assert_eq!(calls.last().unwrap().target, format!("/v1/deals/{sent}"));
    }
}

#[test]
fn keys_and_request_ids_are_visible_ascii() {
    let server = Server::start(|_, _| Reply::json(201, r#"{"id":"d1"}"#));
    let long = "k".repeat(256);
    for key in ["", " ", "a b", "\u{e9}", "a\nb", long.as_str()] {
        server.run(&["deals", "create", "--name", "x", "--idempotency-key", key]).failed(2, "usage");
        let header = format!("Idempotency-Key: {key}");
        if !key.trim().is_empty() {
            server.run(&["api", "POST", "/deals", "--body", "{}", "--header", &header]).failed(2, "usage");
        }
    }
    assert!(server.requests().is_empty());
    let longest = "!~".repeat(127) + "x";
    server.run(&["deals", "create", "--name", "x", "--idempotency-key", &longest]).assert_ok();
    assert_eq!(server.calls()[0].header("idempotency-key"), Some(longest.as_str()));
    server.run(&["entity", "--request-id", "my-id-1"]).assert_ok();
    assert_eq!(server.calls()[1].header("x-request-id"), Some("my-id-1"));
}

#[test]
fn absent_and_null_are_two_things() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"d1"}"#));
    for (line, body) in [
        (&["--status", "ic"][..], r#"{"status":"ic"}"#),
        (&["--null", "responsable"], r#"{"responsable":null}"#),
        (&["--responsable", ""], r#"{"responsable":""}"#),
        (&["--set", "montant=1.10", "--null", "x"], r#"{"montant":1.10,"x":null}"#),
        (&["--set", "montant=\"0.100\""], r#"{"montant":"0.100"}"#),
    ] {
        server.run(&[&["deals", "update", "d1"], line].concat()).assert_ok();
        assert_eq!(server.calls().last().unwrap().body, body);
    }
}

#[test]
fn snapshot_metrics_are_rejected_in_the_data_object() {
    let server = Server::start(|_, _| Reply::json(201, r#"{"id":"d1"}"#));
    let misplaced = ["--set", r#"data={"ltv":0.65}"#];
    for line in [
        [&["deals", "create", "--name", "x"][..], &misplaced].concat(),
        [&["deals", "update", "d1"][..], &misplaced].concat(),
    ] {
        let output = server.run(&line);
        let error = output.failed(2, "usage");
        assert!(error["message"].as_str().unwrap().contains("kpi_snapshot"), "{error}");
    }
    assert!(server.calls().is_empty());
    // A value out of its range is sent, because the service decides.
    let beyond = r#"kpi_snapshot={"ltv":2.5,"risk_score_simple":"101"}"#;
    server.run(&["deals", "create", "--name", "x", "--set", beyond]).assert_ok();
    assert!(server.calls()[0].body.contains(r#""ltv":2.5"#));
}
