//! Retried and non-retried requests, and the exit status after the time limit.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use super::server::{Reply, Request, Server, token};

const DEAL: &str = r#"{"id":"d1","name":"x","status":"sourcing"}"#;

/// Starts a service that misbehaves on the first `times` calls.
fn failing(times: usize, misbehave: impl Fn() -> Reply + Send + Sync + 'static) -> Server {
    Server::start(move |request, before| match before {
        _ if before < times => misbehave(),
        _ if request.method == "POST" => Reply::json(201, DEAL),
        _ => Reply::json(200, DEAL),
    })
}

fn all_same<'a, T: Ord>(requests: &'a [Request], of: impl Fn(&'a Request) -> T) -> bool {
    requests.iter().map(of).collect::<BTreeSet<_>>().len() == 1
}

#[test]
fn creation_is_resent_with_same_key_and_bytes() {
    for misbehave in [
        || Reply::with_type(502, "text/html", "<html>bad gateway</html>"),
        Reply::cut,
        || Reply::json(500, ""),
        || Reply::Raw(b"HTTP/1.1 201 Created\r\nContent-Length: 99\r\n\r\n{\"id\"".to_vec()),
    ] {
        let server = failing(2, misbehave);
        server.run(&["deals", "create", "--name", "\u{ce}lot", "--set", "montant=1.10"]).assert_ok();
        let calls = server.calls();
        assert_eq!(calls.len(), 3);
        assert!(all_same(&calls, |call| call.header("idempotency-key").unwrap()));
        assert!(all_same(&calls, |call| &call.body) && calls[0].body.contains("1.10"));
        assert!(all_same(&calls, |call| call.header("x-request-id").unwrap()));
    }
}

#[test]
fn write_in_doubt_behind_a_portal_stays_pending() {
    let portal = || Reply::with_type(200, "text/html", "<!doctype html><title>Sign in</title>");
    for line in [
        &["deals", "update", "d1", "--status", "ic"][..],
        &["deals", "create", "--name", "x"],
        &["deals", "delete", "d1", "--yes"],
        &["notifications", "read", "n1"],
    ] {
        let sent = AtomicUsize::new(0);
        let server = Server::start(move |request, _| {
            let writes = request.method != "GET";
            if writes && sent.fetch_add(1, Ordering::SeqCst) == 0 { Reply::cut() } else { portal() }
        });
        for again in [false, true] {
            let output = server.run(if again { &["outbox", "retry"] } else { line });
            assert_ne!(output.status, 0, "{line:?}: {output:?}");
            assert!(!output.stderr.contains("another window"), "{line:?}: {output:?}");
        }
        let listing = server.run(&["outbox", "list"]).assert_ok().json();
        assert_eq!(listing.as_array().unwrap().len(), 1, "{line:?}: {listing}");
        assert_eq!(listing[0]["outcome_unknown"], true, "{line:?}: {listing}");
    }
}

#[test]
fn writes_behind_a_failing_creation_wait_for_it() {
    let server = Server::start(|request, _| match request.method.as_str() {
        "POST" => Reply::json(500, ""),
        _ => Reply::json(200, DEAL),
    });
    let made = server.run(&["deals", "create", "--name", "x", "--offline"]);
    let listing = server.run(&["outbox", "list"]).assert_ok().json();
    let (creation, record) = (&listing[0]["outbox_id"], listing[0]["record"].as_str().unwrap());
    assert_eq!(made.status, 8, "{made:?}");
    let change = server.run(&["deals", "update", record, "--status", "ic", "--offline"]);
    assert_eq!(change.status, 8, "{change:?}");
    let listing = server.run(&["outbox", "list"]).assert_ok().json();
    let behind = &listing[1]["outbox_id"];
    for (ids, status) in [(vec![], 1), (vec![behind], 8), (vec![behind, creation], 8)] {
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let line: Vec<&str> = ["outbox", "retry"].into_iter().chain(ids.iter().map(String::as_str)).collect();
        let output = server.run(&line);
        assert_eq!(output.status, status, "{line:?}: {output:?}");
        assert!(!output.stderr.contains("own name"), "{output:?}");
    }
    assert!(server.calls().iter().all(|call| call.method == "POST"));
}

#[test]
fn two_creations_have_two_keys() {
    let server = failing(0, Reply::cut);
    server.run(&["deals", "create", "--name", "x"]).assert_ok();
    server.run(&["deals", "create", "--name", "x"]).assert_ok();
    assert!(!all_same(&server.calls(), |call| call.header("idempotency-key").unwrap()));
}

#[test]
fn write_without_key_to_unknown_route_is_sent_once() {
    let server = failing(9, || Reply::json(502, ""));
    let error = server.run(&["api", "POST", "/imports", "--body", "{}"]).failed(1, "unexpected");
    assert_eq!(server.calls().len(), 1);
    let key = server.calls()[0].header("idempotency-key").unwrap().to_owned();
    assert!(error["message"].as_str().unwrap().contains(&key), "{error}");
    let header = format!("Idempotency-Key: {key}");
    let again = failing(1, || Reply::json(502, ""));
    again.run(&["api", "POST", "/imports", "--body", "{}", "--header", &header]).assert_ok();
    assert_eq!(again.calls().len(), 2, "a write with an explicit key is accepted");
    assert!(again.calls().iter().all(|call| call.header("idempotency-key") == Some(&*key)));
}

#[test]
fn server_error_exits_with_1_whatever_the_timeout() {
    let always = failing(usize::MAX, || Reply::json(503, ""));
    assert_eq!(always.run(&["entity"]).failed(1, "unexpected")["status"], 503);
    assert_eq!(always.calls().len(), 3);
    let later = failing(usize::MAX, || Reply::json(503, "").with("Retry-After", "60"));
    let begun = Instant::now();
    assert_eq!(later.run(&["entity", "--timeout", "3"]).failed(1, "unexpected")["status"], 503);
    assert!(begun.elapsed().as_secs() < 3 && later.calls().len() == 1, "nothing would come of waiting");
    // The second try gets no response within the time limit.
    let silent = Server::start(|_, before| match before {
        0 => Reply::json(502, ""),
        _ => Reply::Silence,
    });
    assert_eq!(silent.run(&["entity", "--timeout", "2"]).failed(1, "unexpected")["status"], 502);
    let internal = failing(usize::MAX, || Reply::json(500, ""));
    internal.run(&["entity"]).failed(1, "unexpected");
    assert_eq!(internal.calls().len(), 2, "a 500 is tried again once");
}

#[test]
fn failing_exchange_exits_with_1_or_10_if_silent() {
    let failing = Server::start_raw(|_, before| match before {
        0 => Reply::json(503, ""),
        _ => Reply::Silence,
    });
    assert_eq!(failing.run(&["entity", "--timeout", "2"]).failed(1, "unexpected")["status"], 503);
    let silent = Server::start_raw(|_, _| Reply::Silence);
    silent.run(&["entity", "--timeout", "1"]).failed(10, "unreachable");
}

#[test]
fn silence_exits_with_10_for_loads_8_for_writes() {
    let server = failing(usize::MAX, || Reply::Silence);
    server.run(&["entity", "--timeout", "1"]).failed(10, "unreachable");
    for write in [
        &["deals", "create", "--name", "x"][..],
        &["deals", "update", "d1", "--status", "ic"],
        &["deals", "delete", "d1", "--yes"],
        &["notifications", "read", "n1"],
    ] {
        let line = [write, &["--timeout", "1"]].concat();
        let output = server.run(&line);
        output.failed(8, "queued");
        assert_eq!(output.json()["queued"], true, "{line:?}");
    }
    // First a pause, then silence: the write is reported as in doubt.
    let paused = Server::start(|_, before| match before {
        0 => Reply::json(429, "").with("Retry-After", "0"),
        _ => Reply::Silence,
    });
    paused.run(&["deals", "create", "--name", "x", "--timeout", "2"]).failed(8, "queued");
}

#[test]
fn a_rejection_is_shown_and_never_argued_with() {
    for (status, exit, kind) in [
        (400, 7, "invalid"),
        (403, 4, "forbidden"),
        (404, 5, "not_found"),
        (409, 6, "conflict"),
        (422, 7, "invalid"),
    ] {
        let server = failing(usize::MAX, move || {
            Reply::problem(status, format!(r#"{{"title":"T","status":{status},"detail":"why","more":1.10}}"#))
        });
        let output = server.run(&["deals", "create", "--name", "x", "--idempotency-key", "my-key"]);
        let error = output.failed(exit, kind);
        assert_eq!(error["problem"]["detail"], "why");
        assert!(output.stderr.contains("\"more\":1.10"), "{output:?}");
        let calls = server.calls();
        assert_eq!((calls.len(), calls[0].header("idempotency-key")), (1, Some("my-key")));
    }
}

#[test]
fn a_428_shows_the_same_key_once_more() {
    let once = failing(1, || Reply::problem(428, r#"{"title":"Precondition Required"}"#));
    once.run(&["deals", "create", "--name", "x"]).assert_ok();
    assert_eq!(once.calls().len(), 2);
    assert!(all_same(&once.calls(), |call| (call.header("idempotency-key").unwrap(), &call.body)));
    let always = failing(usize::MAX, || Reply::problem(428, r#"{"title":"Precondition Required"}"#));
    always.run(&["deals", "create", "--name", "x"]).failed(7, "invalid");
    assert_eq!(always.calls().len(), 2);
}

#[test]
fn a_401_refreshes_once_and_replays_once() {
    let expired = Server::start(|request, _| {
        if request.header("authorization").unwrap().ends_with("-1") {
            Reply::problem(401, r#"{"title":"Unauthorized","detail":"expired"}"#)
        } else {
            Reply::json(201, DEAL)
        }
    });
    expired.run(&["deals", "create", "--name", "x"]).assert_ok();
    let calls = expired.calls();
    assert_eq!((calls.len(), expired.exchanges().len()), (2, 2));
    assert!(all_same(&calls, |call| (call.header("idempotency-key").unwrap(), &call.body)));
    let always = failing(usize::MAX, || Reply::problem(401, r#"{"title":"Unauthorized"}"#));
    always.run(&["entity"]).failed(3, "auth");
    assert_eq!((always.calls().len(), always.exchanges().len()), (2, 2));
}

#[test]
fn rejected_token_exchange_exits_with_3_without_retry() {
    for status in [400, 401, 403, 422] {
        let server =
            Server::start_raw(move |_, _| Reply::problem(status, r#"{"title":"T","detail":"unknown key"}"#));
        let error = server.run(&["entity"]).failed(3, "auth");
        assert_eq!(error["status"], status);
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn each_token_exchange_attempt_has_a_new_signature() {
    let server = Server::start_raw(|request, before| match (request.is_exchange(), before) {
        (true, 0) => Reply::cut(),
        (true, 1) => Reply::json(503, ""),
        (true, _) => Reply::json(200, token(1)),
        _ => Reply::json(200, DEAL),
    });
    server.run(&["entity"]).assert_ok();
    let exchanges = server.exchanges();
    assert_eq!(exchanges.len(), 3);
    let field = |request: &Request, name: &str| {
        serde_json::from_str::<serde_json::Value>(&request.body).unwrap()[name].to_string()
    };
    for name in ["nonce", "signature"] {
        let values: BTreeSet<_> = exchanges.iter().map(|request| field(request, name)).collect();
        assert_eq!(values.len(), 3, "{name}");
    }
    assert!(exchanges.iter().all(|request| request.header("authorization").is_none()));
}

#[test]
fn creation_repeated_under_its_key_is_the_same_write() {
    let server = Server::start(|request, before| match (request.method.as_str(), before) {
        ("POST", 0) => Reply::Silence,
        _ => Reply::json(201, DEAL),
    });
    let create = |name| ["deals", "create", "--name", name, "--idempotency-key", "my-key", "--timeout", "1"];
    server.run(&create("x")).failed(8, "queued");
    let other = server.run(&create("y")).failed(6, "conflict");
    assert!(other["message"].as_str().unwrap().contains("another change"), "{other}");
    assert_eq!(server.run(&create("x")).assert_ok().json()["id"], "d1");
    let calls = server.calls();
    assert_eq!(calls.len(), 2, "the other write was not sent");
    assert!(all_same(&calls, |call| (call.header("idempotency-key").unwrap(), &call.body)));
    assert_eq!(server.run(&["outbox", "list"]).assert_ok().json().as_array().unwrap().len(), 0);
}

#[test]
fn change_after_a_transient_failure_is_compared_and_resent() {
    for misbehave in [|| Reply::json(503, ""), Reply::cut] {
        let server = Server::start(move |request, before| match (request.method.as_str(), before) {
            ("PUT", 0) => misbehave(),
            ("GET", _) => Reply::json(200, DEAL),
            _ => Reply::json(200, r#"{"id":"d1","status":"ic"}"#),
        });
        server.run(&["deals", "update", "d1", "--status", "ic"]).assert_ok();
        let methods: Vec<_> = server.calls().iter().map(|call| call.method.clone()).collect();
        assert_eq!(methods, ["PUT", "GET", "PUT"]);
        let puts = [server.calls()[0].clone(), server.calls()[2].clone()];
        assert!(all_same(&puts, |call| (call.header("idempotency-key").unwrap(), &call.body)));
    }
    let gone_server = Server::start(|request, _| match request.method.as_str() {
        "DELETE" => Reply::cut(),
        _ => Reply::problem(404, r#"{"title":"Not Found"}"#),
    });
    assert_eq!(gone_server.run(&["deals", "delete", "d1", "--yes"]).assert_ok().json()["deleted"], true);
    assert_eq!(gone_server.calls().len(), 2);
}
