//! Tests of signing in: once for all calls, again after a 401, with the service's clock.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use super::server::{TestReply, TestRequest, TestServer};
use super::{call_concurrently, client, config};
use crate::client::auth::random_id;
use crate::client::{Client, SecretSource};
use crate::contract::Record;
use crate::error::ErrorKind;

const ENTITY: &str = r#"{"id":"e1"}"#;

fn bearer(request: &TestRequest) -> &str {
    request.header("authorization").unwrap_or_default()
}

#[tokio::test]
async fn hundred_calls_share_one_exchange() {
    let server = TestServer::start(|_| TestReply::json(200, ENTITY)).await;
    let client = client(&server);
    call_concurrently(&client, 100).await;
    assert_eq!((server.exchanges().len(), server.calls().len()), (1, 100));
    assert!(server.calls().iter().all(|call| bearer(call) == "Bearer canary-bearer-1"));
}

#[tokio::test]
async fn revoked_bearer_is_replaced_once_and_each_call_replayed() {
    let server = TestServer::start(|request| match bearer(request) {
        "Bearer canary-bearer-1" => TestReply::problem(401, r#"{"title":"Unauthorized"}"#),
        _ => TestReply::json(201, r#"{"id":"d1"}"#),
    })
    .await;
    let client = client(&server);
    let calls: Vec<_> = (0..50)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move {
                let key = random_id::idempotency_key();
                client.create_deal(&format!("{{\"name\":\"{number}\"}}"), &key).await.map(|_| ())
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(server.exchanges().len(), 2);
    let calls = server.calls();
    let replayed: HashSet<_> =
        calls.iter().map(|call| (call.body.clone(), call.header("idempotency-key"))).collect();
    assert_eq!(replayed.len(), 50, "a replay keeps its key and its bytes");
    assert!(calls.len() <= 100);
}

#[tokio::test]
async fn a_second_401_is_a_response() {
    let server =
        TestServer::start(|_| TestReply::problem(401, r#"{"title":"Unauthorized","detail":"revoked"}"#))
            .await;
    let error = client(&server).entity().await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::Auth, Some(401)));
    assert_eq!((server.exchanges().len(), server.calls().len()), (2, 2));
    assert_eq!(error.problem().unwrap().detail().unwrap(), "revoked");
}

#[tokio::test]
async fn a_refused_exchange_is_shared_and_not_repeated() {
    let server = TestServer::start_raw(|_| TestReply::problem(401, r#"{"title":"Unauthorized"}"#)).await;
    let client = client(&server);
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.entity().await.map(|_| ()) })
        })
        .collect();
    for call in calls {
        let error = call.await.unwrap().unwrap_err();
        assert_eq!(
            (error.kind(), error.operation().unwrap().name()),
            (ErrorKind::Auth, "auth_token_exchange")
        );
    }
    assert_eq!((server.exchanges().len(), server.calls().len()), (1, 0));
}

#[tokio::test]
async fn exchange_retries_use_a_new_nonce() {
    let count = AtomicU32::new(0);
    let server = TestServer::start_raw(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::cut(),
        1 => TestReply::json(503, ""),
        _ => TestReply::json(200, r#"{"access_token":"t","expires_in":900}"#),
    })
    .await;
    client(&server).token().await.unwrap();
    let nonces: HashSet<_> = server
        .exchanges()
        .iter()
        .map(|exchange| Record::parse(&exchange.body).unwrap().text("nonce").unwrap().into_owned())
        .collect();
    assert_eq!(nonces.len(), 3);
    assert!(server.exchanges().iter().all(|exchange| exchange.header("authorization").is_none()));
}

#[tokio::test]
async fn wrong_local_clock_is_corrected_and_exchange_retried_once() {
    let ahead = Duration::from_mins(10);
    let service = move || SystemTime::now() + ahead;
    let server = TestServer::start_raw(move |request| {
        let now = service().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        let timestamp = Record::parse(&request.body).unwrap().integer("timestamp").unwrap();
        let reply = if now.abs_diff(timestamp.unsigned_abs()) > 300 {
            TestReply::problem(401, r#"{"title":"Unauthorized","detail":"timestamp"}"#)
        } else {
            TestReply::json(200, r#"{"access_token":"t","expires_in":900}"#)
        };
        reply.with("Date", httpdate::fmt_http_date(service()))
    })
    .await;
    let client = client(&server);
    client.token().await.unwrap();
    assert_eq!(server.exchanges().len(), 2);
    assert!((client.clock_skew_ms().unwrap() - 600_000).abs() < 2_000);

    let fixed = Client::new(super::ClientConfig { corrects_clock: false, ..config(&server) }).unwrap();
    assert_eq!(fixed.token().await.unwrap_err().kind(), ErrorKind::Auth);
    assert_eq!(server.exchanges().len(), 3);
}

/// Clock skew stored by another process.
#[derive(Debug)]
struct StoredSkew(std::sync::Mutex<Option<i64>>);

impl crate::client::ClockSkewStore for StoredSkew {
    fn load(&self) -> Option<i64> {
        *self.0.lock().unwrap()
    }

    fn save(&self, skew_ms: Option<i64>) {
        *self.0.lock().unwrap() = skew_ms;
    }
}

#[tokio::test]
async fn clock_skew_costs_one_rejection_and_is_stored() {
    let off = Arc::new(AtomicU32::new(600));
    let shown = off.clone();
    let server = TestServer::start_raw(move |request| {
        let service = SystemTime::now() + Duration::from_secs(shown.load(Ordering::SeqCst).into());
        let now = service.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        let timestamp = Record::parse(&request.body).unwrap().integer("timestamp").unwrap();
        let reply = if now.abs_diff(timestamp.unsigned_abs()) > 300 {
            TestReply::problem(401, r#"{"title":"Unauthorized"}"#)
        } else {
            TestReply::json(200, r#"{"access_token":"t","expires_in":900}"#)
        };
        reply.with("Date", httpdate::fmt_http_date(service))
    })
    .await;
    let remembered = Arc::new(StoredSkew(std::sync::Mutex::new(None)));
    let signed_in = async || {
        let before = server.exchanges().len();
        let client =
            Client::new(super::ClientConfig { clock_store: Some(remembered.clone()), ..config(&server) })
                .unwrap();
        client.token().await.unwrap();
        (server.exchanges().len() - before, client.clock_skew_ms().is_some())
    };
    assert_eq!(signed_in().await, (2, true));
    let noted = remembered.0.lock().unwrap().unwrap();
    assert!((noted - 600_000).abs() < 2_000, "{noted}");
    assert_eq!(signed_in().await, (1, true), "the next program signs right at once");
    // After the clock was set right, the stored skew is measured again and removed.
    off.store(0, Ordering::SeqCst);
    assert_eq!(signed_in().await, (2, true));
    assert_eq!(*remembered.0.lock().unwrap(), None);
    assert_eq!(signed_in().await, (1, true));
}

#[tokio::test]
async fn invalid_token_response_is_reported_without_its_text() {
    for body in ["<html>canary</html>", r#"{"access_token":["canary"]}"#, r#""canary""#] {
        let server = TestServer::start_raw(move |_| TestReply::json(200, body)).await;
        let error = client(&server).token().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Protocol, "{body}");
        assert!(!format!("{error:?}{:?}", error.excerpt()).contains("canary"));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_credential_command_replaces_the_exchange() {
    let server = TestServer::start(|request| {
        assert_eq!(bearer(request), "Bearer from-command");
        TestReply::json(200, ENTITY)
    })
    .await;
    let command = r#"printf '{"access_token":"from-command","expires_in":900}'"#;
    let config = super::ClientConfig { secret: SecretSource::Command(command.to_owned()), ..config(&server) };
    Client::new(config).unwrap().entity().await.unwrap();
    assert_eq!(server.exchanges().len(), 0);
}

#[tokio::test]
async fn api_description_is_retried_with_the_bearer() {
    let server = TestServer::start(|request| match request.header("authorization") {
        None => TestReply::problem(401, r#"{"title":"Unauthorized"}"#),
        Some(_) => TestReply::json(200, r#"{"item":[]}"#),
    })
    .await;
    assert!(client(&server).api_description().await.unwrap().record().unwrap().has("item"));
    assert_eq!(server.calls().len(), 2);
}

#[tokio::test]
async fn forgetting_the_token_signs_in_again() {
    let server = TestServer::start(|_| TestReply::json(200, ENTITY)).await;
    let client = client(&server);
    client.entity().await.unwrap();
    assert!(client.bearer_expires_in().is_some_and(|left| left > Duration::from_mins(14)));
    client.forget_token().await;
    assert!(client.bearer_expires_in().is_none());
    client.entity().await.unwrap();
    assert_eq!(server.exchanges().len(), 2);
}

#[test]
fn a_key_identifier_cannot_smuggle_a_line() {
    let base = crate::contract::BaseUrl::parse("https://a/v1").unwrap();
    for key in ["", "a\nb"] {
        let secret = SecretSource::fixed("s");
        let error = Client::new(super::ClientConfig::new(base.clone(), key, secret)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage);
    }
}

#[tokio::test]
async fn rejected_exchange_is_a_problem_with_the_key() {
    for (status, behind, said) in
        [(422, 0, "Unprocessable"), (409, 30, "Unprocessable"), (401, 120, "behind")]
    {
        let server = TestServer::start_raw(move |_| {
            let date = SystemTime::now() + Duration::from_secs(behind);
            TestReply::problem(status, r#"{"title":"Unprocessable"}"#)
                .with("Date", httpdate::fmt_http_date(date))
        })
        .await;
        let error = client(&server).token().await.unwrap_err();
        assert_eq!((error.kind(), error.status()), (ErrorKind::Auth, Some(status)));
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[tokio::test]
async fn call_that_ends_during_an_exchange_reports_its_error() {
    let count = AtomicU32::new(0);
    let server = TestServer::start_raw(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::problem(429, r#"{"title":"Too Many","detail":"banned"}"#).with("Retry-After", "9"),
        _ => TestReply::Silence,
    })
    .await;
    let call = crate::client::Call::new(crate::contract::OperationId::EntityGet);
    let error = client(&server).call(call.timeout(Duration::from_millis(200))).await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::RateLimited, Some(429)));
    assert_eq!(error.problem().unwrap().detail().unwrap(), "banned");
}

#[tokio::test]
async fn error_of_an_ended_exchange_is_not_reported_later() {
    let count = AtomicU32::new(0);
    let server = TestServer::start_raw(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::json(503, ""),
        _ => TestReply::Silence,
    })
    .await;
    let client = client(&server);
    client.set_retries(false);
    assert_eq!(client.entity().await.unwrap_err().status(), Some(503));
    let call = crate::client::Call::new(crate::contract::OperationId::EntityGet);
    let error = client.call(call.timeout(Duration::from_millis(200))).await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::Unreachable, None));
}

#[tokio::test]
async fn clock_skew_counts_from_a_minute_on() {
    let server = TestServer::start(|_| TestReply::json(200, ENTITY)).await;
    let minutes = |minutes| jiff::SignedDuration::from_mins(minutes);
    // The server is ahead of the system by `stored`, the given clock by `given`.
    for (stored, given, expected) in [
        (10, 0, Some(10)),
        (10, 4, Some(6)),
        (10, 10, None),
        (-10, 0, Some(-10)),
        (0, 30, None),
        (1, 0, None),
    ] {
        let skew = Arc::new(StoredSkew(std::sync::Mutex::new(Some(stored * 60_000))));
        let config = super::ClientConfig { clock_store: Some(skew), ..config(&server) };
        let now = crate::host::timestamp() + minutes(given);
        let skew = Client::new(config).unwrap().clock_skew(now);
        assert_eq!(
            skew.map(|skew| skew.round(jiff::Unit::Minute).unwrap()),
            expected.map(minutes),
            "{given}"
        );
    }
}
