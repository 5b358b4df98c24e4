//! Rejected writes and writes in doubt: requests, outbox entries and keys.

use super::server::{Reply, Server, token};

const WRITES: [&[&str]; 5] = [
    &["deals", "create", "--name", "x"],
    &["deals", "update", "d1", "--status", "ic"],
    &["deals", "delete", "d1", "--yes"],
    &["notifications", "read", "n1"],
    &["tasks", "update", "t1", "--statut", "prep"],
];

fn keys(server: &Server) -> std::collections::BTreeSet<String> {
    let calls = server.calls().into_iter();
    let key = |call: super::server::Request| call.header("idempotency-key").map(str::to_owned);
    calls.filter_map(key).collect()
}

fn assert_nothing_stored(server: &Server) {
    let rows = server.run(&["outbox", "list"]).assert_ok().json();
    assert_eq!(rows, serde_json::json!([]));
}

/// A redirecting gateway may answer after the write was applied.
#[test]
fn redirected_write_is_in_doubt_and_keeps_its_key() {
    for status in [300, 301, 302, 303, 304, 307, 308] {
        for line in WRITES {
            let server = Server::start(move |_, _| {
                Reply::json(status, "").with("Location", "/v1/deals/00000000-0000-4000-8000-000000000001")
            });
            let error = server.run(line).failed(11, "protocol");
            assert_eq!(error["outcome_unknown"], true, "{status} {line:?}: {error}");
            let id = error["outbox_id"].to_string();
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(&format!("encours outbox retry {id}")), "{error}");
            assert!(!message.contains("not sent"), "{error}");
            server.run(&["outbox", "retry", &id]);
            assert_eq!(keys(&server).len(), 1, "{status} {line:?}: one write, one key");
        }
    }
}

#[test]
fn success_outside_the_contract_leaves_the_write_in_doubt() {
    let deal = |remaining: &str| format!("{{\"id\":\"d1\"{remaining}}}");
    let cases: &[(usize, u16, String)] = &[
        (0, 202, deal("")),
        (0, 206, deal("")),
        (0, 201, r#"{"name":"Other"}"#.to_owned()),
        (0, 201, deal(r#","status":5"#)),
        (1, 204, String::new()),
        (1, 202, deal("")),
        (1, 206, deal("")),
        (1, 200, deal(r#","status":5"#)),
        (1, 200, deal(r#","name":[1]"#)),
        (2, 202, String::new()),
        (2, 206, deal("")),
        (3, 204, String::new()),
        (3, 200, r#"{"id":"n1"}"#.to_owned()),
        (3, 200, r#"{"id":"n1","read":"true"}"#.to_owned()),
        (3, 200, r#"{"id":"n1","read":false}"#.to_owned()),
        (4, 204, String::new()),
        (4, 200, r#"{"id":"t1"}"#.to_owned()),
        (4, 200, r#"{"id":"t1","statut":5}"#.to_owned()),
        (4, 200, r#"{"statut":"prep"}"#.to_owned()),
    ];
    for (write, status, body) in cases {
        let (status, sent) = (*status, body.clone());
        let server = Server::start(move |_, _| Reply::json(status, sent.clone()));
        let output = server.run(WRITES[*write]);
        let error = output.failed(11, "protocol");
        assert_eq!(output.stdout, "", "{status} {body}");
        assert_eq!(error["outcome_unknown"], true, "{status} {body}: {error}");
        assert!(error["outbox_id"].is_i64(), "{status} {body}: {error}");
        let rows = server.run(&["outbox", "list"]).assert_ok().json();
        assert_eq!(rows[0]["outcome_unknown"], true, "{status} {body}: {rows}");
    }
}

#[test]
fn a_part_of_a_resource_is_not_the_resource() {
    for status in [202, 206] {
        let server = Server::start(move |_, _| Reply::json(status, r#"{"id":"d1","name":"n"}"#));
        server.run(&["deals", "show", "d1"]).failed(11, "protocol");
        server.run(&["api", "GET", "/deals/d1"]).assert_ok();
    }
}

/// A result that differs from the request is reported, not presented as the request.
///
/// The service may have normalised the value, or another user was faster.
#[test]
fn values_changed_by_the_server_are_reported() {
    let server = Server::start(|request, _| match request.target.as_str() {
        "/v1/tasks/t1" => Reply::json(200, r#"{"id":"t1","statut":"zz"}"#),
        _ if request.method == "POST" => Reply::json(201, r#"{"id":"d2","name":"Other"}"#),
        _ => Reply::json(200, r#"{"id":"d1","status":"ic","n":1.0}"#),
    });
    for (line, field) in [
        (&["deals", "update", "d1", "--status", "closing", "--set", "n=1"][..], "status"),
        (WRITES[4], "statut"),
        (WRITES[0], "name"),
    ] {
        let output = server.run(line).assert_ok();
        assert!(output.json()["id"].is_string(), "{output:?}");
        let text: serde_json::Value = serde_json::from_str(&output.stderr).unwrap();
        assert_eq!(text["warning"]["kind"], "not_as_sent", "{output:?}");
        let message = text["warning"]["message"].as_str().unwrap();
        assert!(message.contains(&format!(": {field}.")), "{message}");
    }
    // The deal already has the requested value: nothing is sent, and this is reported instead.
    let same = server.run(&["deals", "update", "d1", "--status", "ic"]).assert_ok();
    let text: serde_json::Value = serde_json::from_str(&same.stderr).unwrap();
    assert_eq!(text["warning"]["kind"], "already_so", "{same:?}");
}

#[test]
fn rejected_write_is_reported_as_sent_and_not_stored() {
    for (status, exit, kind) in [
        (401, 3, "auth"),
        (405, 1, "unexpected"),
        (413, 1, "unexpected"),
        (415, 1, "unexpected"),
        (425, 1, "unexpected"),
        (429, 9, "rate_limited"),
    ] {
        let server = Server::start(move |_, _| {
            let body = format!(r#"{{"title":"T","status":{status},"detail":"why"}}"#);
            Reply::problem(status, body).with("Retry-After", "600")
        });
        let line = [WRITES[0], &["--timeout", "3"]].concat();
        let error = server.run(&line).failed(exit, kind);
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("sent and rejected") && !message.contains("neither sent"), "{error}");
        assert_nothing_stored(&server);
    }
    let server = Server::start(|_, _| Reply::problem(405, r#"{"title":"T","detail":"why"}"#));
    let output = server.run(&[WRITES[0], &["--format", "table", "--lang", "fr"]].concat()).stderr;
    assert!(output.contains("envoyée et refusée") && output.contains("n’y changera rien"), "{output}");
    assert!(!output.contains("ni envoyée") && !output.contains("relancez"), "{output}");
}

/// A write that never reached the service is queued, as if the service were down.
#[test]
fn write_is_queued_if_sign_in_fails() {
    for exchange in [
        || Reply::json(503, ""),
        || Reply::with_type(502, "text/html", "<html>bad gateway</html>"),
        || Reply::json(503, "").with("Retry-After", "1"),
        || Reply::with_type(200, "text/html", "<html>sign in</html>"),
        Reply::cut,
    ] {
        for line in WRITES {
            let server = Server::start_raw(move |_, _| exchange());
            let line = [line, &["--timeout", "2"]].concat();
            let output = server.run(&line);
            let error = output.failed(8, "queued");
            assert_eq!(output.json()["queued"], true, "{output:?}");
            assert_eq!(error["outcome_unknown"], false, "{error}");
            assert!(server.calls().is_empty());
        }
    }
    // A 404 from the token exchange says nothing about the deal.
    let lost = Server::start_raw(|_, _| Reply::problem(404, r#"{"title":"Not Found"}"#));
    let error = lost.run(WRITES[2]).failed(5, "not_found");
    assert!(error["message"].as_str().unwrap().contains("neither sent nor saved"), "{error}");
}

/// With exit status 9 the write is not stored.
///
/// A script repeats the command after the pause, and the write must not happen twice.
#[test]
fn write_stopped_by_a_rate_limit_is_not_stored() {
    let server = Server::start_raw(|request, before| match before {
        0 => Reply::json(429, "").with("Retry-After", "600"),
        _ if request.is_exchange() => Reply::json(200, token(1)),
        _ => Reply::json(201, r#"{"id":"d1","name":"x"}"#),
    });
    // The first command learns of the pause, the second already knows it.
    for _ in 0..2 {
        let error = server.run(&[WRITES[0], &["--timeout", "3"]].concat()).failed(9, "rate_limited");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("was neither sent nor saved"), "{error}");
        assert!(error["retry_after"].as_u64().is_some_and(|wait| wait > 500), "{error}");
    }
    assert_nothing_stored(&server);
    assert!(server.calls().is_empty());
}

#[test]
fn idempotency_key_is_valid_for_one_write_only() {
    let server = Server::start(|_, _| Reply::json(201, r#"{"id":"d1","name":"x"}"#));
    let create = |name: &str| server.run(&["deals", "create", "--name", name, "--idempotency-key", "KK"]);
    create("x").assert_ok();
    create("y").failed(6, "conflict");
    assert_eq!(server.calls().len(), 1, "another write under the key is not sent");
    create("x").assert_ok();
    assert_eq!(server.calls().len(), 2, "the same one may be asked for again");
}
