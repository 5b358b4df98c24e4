//! Signing in with wrong clocks and with many parallel commands.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::server::{CliOutput, Reply, Server, token};

/// Returns the seconds since the epoch.
fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs()
}

/// Formats a time as a `Date` header, independently of the product.
fn date(time: SystemTime) -> String {
    let timestamp = jiff::Timestamp::try_from(time).unwrap();
    jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&timestamp).unwrap()
}

/// Starts a service with a clock offset that rejects wrong timestamps and repeated nonces.
fn strict(ahead: i64, status: u16) -> Server {
    let nonces = Mutex::new(BTreeSet::new());
    Server::start_raw(move |request, _| {
        let real = SystemTime::now();
        let span = Duration::from_secs(ahead.unsigned_abs());
        let now = if ahead < 0 { real - span } else { real + span };
        if !request.is_exchange() {
            return Reply::json(200, r#"{"id":"e1"}"#).with("Date", date(now));
        }
        let sent: Value = serde_json::from_str(&request.body).unwrap();
        let fresh = nonces.lock().unwrap().insert(sent["nonce"].as_str().unwrap().to_owned());
        let on_time = sent["timestamp"].as_u64().unwrap().abs_diff(seconds(now)) <= 30;
        if fresh && on_time {
            Reply::json(200, token(1)).with("Date", date(now))
        } else {
            let detail = if fresh { "timestamp outside the accepted skew" } else { "nonce reused" };
            Reply::problem(status, format!(r#"{{"title":"T","detail":"{detail}"}}"#)).with("Date", date(now))
        }
    })
}

#[test]
fn wrong_clock_is_corrected_and_reported_after_any_rejection() {
    for (ahead, status) in [(3_600, 401), (-3_600, 403), (7_200, 422), (-600, 400)] {
        let server = strict(ahead, status);
        server.run(&["entity"]).assert_ok();
        assert_eq!(server.exchanges().len(), 2, "{ahead} {status}");
        let table = server.run(&["token", "--format", "table"]).assert_ok();
        assert!(table.stderr.contains("clock"), "{table:?}");
        let findings = server.run(&["doctor"]).json();
        let clock =
            findings.as_array().unwrap().iter().find(|finding| finding["check"] == "clock").unwrap().clone();
        assert_eq!(clock["result"], "attention", "{clock}");
        let log = server.run(&["entity", "-v"]).assert_ok().stderr;
        assert!(log.contains("clock"), "{log}");
    }
    let right = strict(0, 401);
    assert_eq!(right.run(&["token", "--format", "table"]).assert_ok().stderr, "");
    assert_eq!(right.exchanges().len(), 1);
}

#[test]
fn rejection_with_a_wrong_clock_is_retried_once() {
    let server = Server::start_raw(|_, _| {
        let there = SystemTime::now() + Duration::from_hours(2);
        Reply::problem(401, r#"{"title":"Unauthorized","detail":"no"}"#).with("Date", date(there))
    });
    let error = server.run(&["entity"]).failed(3, "auth");
    assert!(error["message"].as_str().unwrap().contains("clock"), "{error}");
    assert_eq!(server.requests().len(), 2, "once more with the right time, then never");
}

#[test]
fn many_commands_at_once_reuse_no_nonce() {
    let server = strict(0, 401);
    let running: Vec<_> = (0..8)
        .map(|_| {
            let mut command = server.command(&["entity"]);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    for child in running {
        let output = CliOutput::from_output(child.wait_with_output().unwrap());
        assert_eq!(output.status, 0, "{output:?}");
    }
    assert_eq!(server.exchanges().len(), 8);
}

#[test]
fn token_exchange_sends_the_fields_of_the_contract() {
    let server = strict(0, 401);
    server.run(&["entity"]).assert_ok();
    let exchange = server.exchanges().remove(0);
    let sent: Value = serde_json::from_str(&exchange.body).unwrap();
    let fields: Vec<_> = sent.as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields.len(), 4, "{fields:?}");
    assert_eq!(sent["key_id"], "key_hostile_1");
    let signature = sent["signature"].as_str().unwrap();
    assert!(signature.len() == 64 && signature.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_eq!(exchange.method, "POST");
    assert_eq!(exchange.header("content-type"), Some("application/json"));
    assert!(exchange.header("authorization").is_none() && exchange.header("x-request-id").is_some());
    // The user cannot call the exchange directly.
    server.run(&["api", "POST", "/auth/token", "--body", "{}"]).failed(2, "usage");
}

#[test]
fn unusable_token_response_exits_with_11_and_leaks_nothing() {
    for body in [
        "{}",
        r#"{"access_token":""}"#,
        r#"{"access_token":"canary-bearer-\u00e9"}"#,
        r#"{"access_token":"canary-bearer-1\r\nX: y"}"#,
        r#"{"access_token":["canary-bearer-1"]}"#,
        r#"{"access_token":"canary-bearer-1","token_type":"MAC"}"#,
        r#"{"access_token":"canary-bearer-1","token_type":5}"#,
        r#"{"access_token":"canary-bearer-1","expires_in":"900"}"#,
        r#"{"access_token":"canary-bearer-1","expires_in":899.5}"#,
        r#"{"access_token":"canary-bearer-1","expires_in":900,"expires_at":"soon"}"#,
        "<html>canary-bearer-1</html>",
        "\"canary-bearer-1\"",
    ] {
        let server = Server::start_raw(move |_, _| Reply::json(200, body));
        let output = server.run(&["entity", "-vvv"]);
        assert_eq!(output.status, 11, "{body}: {output:?}");
        assert!(!output.stderr.contains("canary"), "{output:?}");
    }
}

#[test]
fn invalid_token_lifetime_does_not_interrupt_a_command() {
    for lifetime in ["0", "-1", "1e30", "null", "99999999999"] {
        let server = Server::start_raw(move |request, _| {
            if request.is_exchange() {
                let body = format!(r#"{{"access_token":"canary-bearer-1","expires_in":{lifetime}}}"#);
                return Reply::json(200, body);
            }
            let start = request.number("offset").unwrap();
            let ids: Vec<_> =
                (start..(start + 10).min(30)).map(|id| format!(r#"{{"id":"d{id}"}}"#)).collect();
            Reply::json(200, format!(r#"{{"items":[{}],"total":30}}"#, ids.join(",")))
        });
        assert_eq!(server.run(&["deals", "list", "--all"]).assert_ok().ids().len(), 30);
        assert_eq!(server.exchanges().len(), 1, "{lifetime}");
    }
}
