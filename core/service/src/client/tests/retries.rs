//! Tests of retries and of the reported outcome.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::server::{TestReply, TestRequest, TestServer};
use super::{client, config, id, server_failing};
use crate::client::auth::random_id;
use crate::client::{Backoff, Call, Client, ClientConfig, SecretSource};
use crate::contract::{BaseUrl, Method, OperationId};
use crate::error::{ErrorKind, NetworkError};

#[tokio::test]
async fn reads_are_tried_again() {
    for (misbehave, tries) in [
        (TestReply::cut as fn() -> TestReply, 3),
        (|| TestReply::json(502, "<html>bad gateway</html>"), 3),
        (|| TestReply::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"id\"".to_vec()), 3),
        (|| TestReply::json(500, ""), 2),
    ] {
        let server = server_failing(9, misbehave).await;
        let error = client(&server).deal(&id()).await.unwrap_err();
        assert_eq!(server.calls().len(), tries, "{error}");
        assert!(error.is_transient() && !error.outcome_unknown());
        let server = server_failing(1, misbehave).await;
        client(&server).deal(&id()).await.unwrap();
        assert_eq!(server.calls().len(), 2);
    }
}

#[tokio::test]
async fn rejected_requests_are_not_retried() {
    for (status, kind) in [
        (400, ErrorKind::Invalid),
        (403, ErrorKind::Forbidden),
        (404, ErrorKind::NotFound),
        (409, ErrorKind::Conflict),
        (422, ErrorKind::Invalid),
        (418, ErrorKind::Unexpected),
    ] {
        let server =
            server_failing(9, move || TestReply::problem(status, r#"{"title":"T","detail":"why"}"#)).await;
        let error = client(&server).create_deal("{}", &random_id::idempotency_key()).await.unwrap_err();
        assert_eq!((error.kind(), error.status(), server.calls().len()), (kind, Some(status), 1));
        assert_eq!(error.problem().unwrap().detail().unwrap(), "why");
        assert!(!error.outcome_unknown());
    }
}

#[tokio::test]
async fn a_428_shows_the_same_key_once_more() {
    let server = server_failing(9, || TestReply::problem(428, r#"{"title":"Precondition Required"}"#)).await;
    let key = random_id::idempotency_key();
    let error = client(&server).create_deal("{}", &key).await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::Invalid, Some(428)));
    let calls = server.calls();
    assert_eq!(calls.len(), 2);
    assert!(calls.iter().all(|call| call.header("idempotency-key") == Some(key.as_str())));
}

#[tokio::test]
async fn rejection_settles_a_lost_response_but_429_does_not() {
    let count = AtomicU32::new(0);
    let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::cut(),
        _ => TestReply::problem(409, r#"{"title":"Conflict"}"#),
    })
    .await;
    let error = client(&server).create_deal("{}", &random_id::idempotency_key()).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome_unknown()), (ErrorKind::Conflict, false));

    let count = AtomicU32::new(0);
    let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::cut(),
        _ => TestReply::json(429, "").with("Retry-After", "3600"),
    })
    .await;
    let error = client(&server).create_deal("{}", &random_id::idempotency_key()).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome_unknown()), (ErrorKind::RateLimited, true));
}

#[tokio::test]
async fn unknown_post_is_retried_only_with_a_caller_key() {
    let server = server_failing(1, TestReply::cut).await;
    let call = Call::raw(Method::Post, "/imports").body("{}");
    let error = client(&server).call(call).await.unwrap_err();
    assert!(error.outcome_unknown());
    assert_eq!(server.calls().len(), 1);
    let server = server_failing(1, TestReply::cut).await;
    let call = Call::raw(Method::Post, "/imports").body("{}").key(&random_id::idempotency_key());
    client(&server).call(call).await.unwrap();
    assert_eq!(server.calls().len(), 2);
}

#[cfg(unix)]
#[tokio::test]
async fn failed_connection_is_offline_with_a_known_outcome() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base = BaseUrl::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    // A command supplies the bearer, so that the write itself meets the missing service.
    let command = r#"printf '{"access_token":"t","expires_in":900}'"#;
    let secret = SecretSource::Command(command.to_owned());
    let config = ClientConfig {
        backoff: Backoff { base: Duration::ZERO, ..Backoff::default() },
        ..ClientConfig::new(base, "k", secret)
    };
    let client = Client::new(config).unwrap();
    let error = client.update_deal(&id(), "{}", &random_id::idempotency_key()).await.unwrap_err();
    assert_eq!((error.kind(), error.fault()), (ErrorKind::Unreachable, Some(NetworkError::Connect)));
    assert!(error.is_offline() && !error.outcome_unknown());
    assert_eq!(client.request_log().entries().len(), 3);
    let call = Call::new(OperationId::DealsUpdate).parameter("deal_id", "d1").body("{}");
    assert!(!client.call_verified(call).await.unwrap_err().outcome_unknown());
    assert_eq!(client.request_log().entries().len(), 6, "nothing to verify");
}

#[tokio::test]
async fn silence_ends_at_the_deadline_with_the_outcome_unknown() {
    let server = TestServer::start(|_| TestReply::Silence).await;
    let call = Call::new(OperationId::DealsCreate).body("{}").timeout(Duration::from_millis(300));
    let error = client(&server).call(call).await.unwrap_err();
    assert_eq!((error.kind(), error.fault()), (ErrorKind::Unreachable, Some(NetworkError::Timeout)));
    assert!(error.outcome_unknown());
    let call = Call::new(OperationId::EntityGet).timeout(Duration::from_millis(300));
    let error = client(&server).call(call).await.unwrap_err();
    assert!(error.is_offline() && !error.outcome_unknown());
}

#[tokio::test]
async fn last_server_error_outranks_the_timeout() {
    let count = AtomicU32::new(0);
    let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::json(503, ""),
        _ => TestReply::Silence,
    })
    .await;
    let call = Call::new(OperationId::EntityGet).timeout(Duration::from_millis(300));
    let error = client(&server).call(call).await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::Unexpected, Some(503)));
}

#[tokio::test]
async fn lost_response_outranks_an_earlier_server_error() {
    for (operation, last) in [
        (OperationId::DealsCreate, TestReply::cut as fn() -> TestReply),
        (OperationId::DealsCreate, || TestReply::Silence),
        (OperationId::EntityGet, TestReply::cut),
    ] {
        let count = AtomicU32::new(0);
        let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
            0 => TestReply::json(503, ""),
            _ => last(),
        })
        .await;
        let call = Call::new(operation).body("{}").timeout(Duration::from_millis(300));
        let error = client(&server).call(call).await.unwrap_err();
        let in_doubt = operation == OperationId::DealsCreate;
        assert_eq!((error.kind(), error.outcome_unknown()), (ErrorKind::Unreachable, in_doubt));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn failed_connection_keeps_an_earlier_attempt_in_doubt() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = BaseUrl::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
    let secret = SecretSource::Command(r#"printf '{"access_token":"t","expires_in":900}'"#.to_owned());
    let client = Client::new(ClientConfig {
        backoff: Backoff { base: Duration::from_millis(1), cap: Duration::from_millis(1) },
        ..ClientConfig::new(base, "k", secret)
    })
    .unwrap();
    // The first connection is cut after the request has arrived, and no other one succeeds.
    let server = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        drop(listener);
        tokio::io::AsyncReadExt::read(&mut stream, &mut [0; 4096]).await.unwrap()
    };
    let key = random_id::idempotency_key();
    let (result, sent) = tokio::join!(client.create_deal("{}", &key), server);
    let error = result.unwrap_err();
    assert!(sent > 0 && error.outcome_unknown(), "{error}");
    assert_eq!(error.fault(), Some(NetworkError::Connect));
}

#[tokio::test]
async fn write_continues_after_its_caller_cancels() {
    let server = server_failing(1, TestReply::cut).await;
    let client = client(&server);
    client.token().await.unwrap();
    let mut log = client.request_log().watch_count();
    let key = random_id::idempotency_key();
    tokio::select! {
        biased;
        _ = client.create_deal("{}", &key) => panic!("no answer comes within one turn"),
        // The call has started; its caller stops waiting.
        () = std::future::ready(()) => {}
    }
    log.wait_for(|count| *count == 3).await.unwrap();
    assert_eq!(server.calls().len(), 2);
}

#[tokio::test]
async fn a_failing_service_is_not_stormed() {
    let server = server_failing(u32::MAX, || TestReply::json(503, "")).await;
    let client = Client::new(config(&server)).unwrap();
    for _ in 0..40 {
        client.entity().await.unwrap_err();
    }
    // Forty calls, plus retries worth the whole budget of 100 at 5 each.
    assert_eq!(server.calls().len(), 40 + 20);
}

#[tokio::test]
async fn disabled_retries_make_a_single_attempt() {
    let server = TestServer::start_raw(|request: &TestRequest| {
        if request.is_exchange() { TestReply::json(503, "") } else { TestReply::cut() }
    })
    .await;
    let client = client(&server);
    client.set_retries(false);
    client.entity().await.unwrap_err();
    assert_eq!((server.exchanges().len(), server.calls().len()), (1, 0));
    client.set_retries(true);
    client.entity().await.unwrap_err();
    assert_eq!(server.exchanges().len(), 4);

    let server = server_failing(1, || TestReply::json(503, "")).await;
    let client = super::client(&server);
    client.clone().set_retries(false);
    let error = client.deal(&id()).await.unwrap_err();
    assert_eq!((error.status(), server.calls().len()), (Some(503), 1));
    client.deal(&id()).await.unwrap();
}

#[tokio::test]
async fn reconnect_resends_a_hanging_read_on_a_new_connection() {
    let count = AtomicU32::new(0);
    let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::Silence,
        _ => TestReply::json(200, r#"{"id":"e1"}"#),
    })
    .await;
    let client = client(&server);
    let asked = tokio::spawn({
        let client = client.clone();
        async move { client.entity().await }
    });
    while server.calls().is_empty() {
        tokio::task::yield_now().await;
    }
    client.reconnect();
    tokio::task::yield_now().await;
    assert_eq!(server.calls().len(), 1, "it may still be on its way");
    tokio::time::pause();
    tokio::time::advance(std::time::Duration::from_secs(4)).await;
    tokio::time::resume();
    client.reconnect();
    asked.await.unwrap().unwrap();
    assert_eq!(server.calls().len(), 2);
}

#[tokio::test]
async fn reconnect_does_not_resend_a_hanging_write() {
    let server = TestServer::start(|_| TestReply::Silence).await;
    let client = client(&server);
    let sent = tokio::spawn({
        let client = client.clone();
        async move {
            let call = Call::new(OperationId::DealsCreate).body(r#"{"name":"Halle"}"#);
            client.call(call.timeout(std::time::Duration::from_secs(8))).await
        }
    });
    while server.calls().is_empty() {
        tokio::task::yield_now().await;
    }
    tokio::time::pause();
    tokio::time::advance(std::time::Duration::from_secs(4)).await;
    client.reconnect();
    tokio::time::advance(std::time::Duration::from_secs(5)).await;
    tokio::time::resume();
    assert!(sent.await.unwrap().unwrap_err().outcome_unknown());
    assert_eq!(server.calls().len(), 1, "it left once");
}

#[tokio::test]
async fn undecided_statuses_keep_a_write_in_doubt() {
    let count = AtomicU32::new(0);
    let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::cut(),
        _ => TestReply::problem(418, r#"{"title":"Teapot"}"#),
    })
    .await;
    let error = client(&server).create_deal("{}", &random_id::idempotency_key()).await.unwrap_err();
    assert_eq!((error.status(), error.outcome_unknown()), (Some(418), true), "the first may be applied");

    let server = server_failing(9, || TestReply::json(304, "")).await;
    let error = client(&server).create_deal("{}", &random_id::idempotency_key()).await.unwrap_err();
    assert_eq!((error.status(), error.outcome_unknown()), (Some(304), true), "not a rejection");
}
