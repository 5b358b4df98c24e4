//! Tests of retries and of the reported outcome.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::server::{Reply, Request, Server};
use super::{client, config, failing, id};
use crate::client::auth::random_id;
use crate::client::{Backoff, Call, Client, ClientConfig, SecretSource};
use crate::contract::{BaseUrl, Method, OperationId};
use crate::error::{ErrorKind, Fault};

#[tokio::test]
async fn reads_are_tried_again() {
    for (misbehave, tries) in [
        (Reply::cut as fn() -> Reply, 3),
        (|| Reply::json(502, "<html>bad gateway</html>"), 3),
        (
            || Reply::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"id\"".to_vec()),
            3,
        ),
        (|| Reply::json(500, ""), 2),
    ] {
        let server = failing(9, misbehave).await;
        let error = client(&server).deal(&id()).await.unwrap_err();
        assert_eq!(server.calls().len(), tries, "{error}");
        assert!(error.is_transient() && !error.outcome_unknown());
        let server = failing(1, misbehave).await;
        client(&server).deal(&id()).await.unwrap();
        assert_eq!(server.calls().len(), 2);
    }
}

#[tokio::test]
async fn what_the_service_refused_is_not_tried_again() {
    for (status, kind) in [
        (400, ErrorKind::Invalid),
        (403, ErrorKind::Forbidden),
        (404, ErrorKind::NotFound),
        (409, ErrorKind::Conflict),
        (422, ErrorKind::Invalid),
        (418, ErrorKind::Unexpected),
    ] {
        let server = failing(9, move || {
            Reply::problem(status, r#"{"title":"T","detail":"why"}"#)
        })
        .await;
        let error = client(&server)
            .create_deal("{}", &random_id::idempotency_key())
            .await
            .unwrap_err();
        assert_eq!(
            (error.kind(), error.status(), server.calls().len()),
            (kind, Some(status), 1)
        );
        assert_eq!(error.problem().unwrap().detail().unwrap(), "why");
        assert!(!error.outcome_unknown());
    }
}

#[tokio::test]
async fn a_428_shows_the_same_key_once_more() {
    let server = failing(9, || Reply::problem(428, r#"{"title":"Precondition Required"}"#)).await;
    let key = random_id::idempotency_key();
    let error = client(&server).create_deal("{}", &key).await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::Invalid, Some(428)));
    let calls = server.calls();
    assert_eq!(calls.len(), 2);
    assert!(
        calls
            .iter()
            .all(|call| call.header("idempotency-key") == Some(key.as_str()))
    );
}

#[tokio::test]
async fn a_refusal_after_a_lost_answer_settles_it_but_a_429_does_not() {
    let count = AtomicU32::new(0);
    let server = Server::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => Reply::cut(),
        _ => Reply::problem(409, r#"{"title":"Conflict"}"#),
    })
    .await;
    let error = client(&server)
        .create_deal("{}", &random_id::idempotency_key())
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome_unknown()),
        (ErrorKind::Conflict, false)
    );

    let count = AtomicU32::new(0);
    let server = Server::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => Reply::cut(),
        _ => Reply::json(429, "").with("Retry-After", "3600"),
    })
    .await;
    let error = client(&server)
        .create_deal("{}", &random_id::idempotency_key())
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome_unknown()),
        (ErrorKind::RateLimited, true)
    );
}

#[tokio::test]
async fn an_unknown_post_is_sent_once_unless_the_caller_vouches_for_it() {
    let server = failing(1, Reply::cut).await;
    let call = Call::raw(Method::Post, "/imports").body("{}");
    let error = client(&server).call(call).await.unwrap_err();
    assert!(error.outcome_unknown());
    assert_eq!(server.calls().len(), 1);
    let server = failing(1, Reply::cut).await;
    let call = Call::raw(Method::Post, "/imports")
        .body("{}")
        .key(&random_id::idempotency_key());
    client(&server).call(call).await.unwrap();
    assert_eq!(server.calls().len(), 2);
}

#[cfg(unix)]
#[tokio::test]
async fn no_connection_is_offline_and_nothing_was_written() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base = BaseUrl::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    // A command supplies the bearer, so that the write itself meets the missing service.
    let command = r#"printf '{"access_token":"t","expires_in":900}'"#;
    let secret = SecretSource::Command(command.to_owned());
    let config = ClientConfig {
        backoff: Backoff {
            base: Duration::ZERO,
            ..Backoff::default()
        },
        ..ClientConfig::new(base, "k", secret)
    };
    let client = Client::new(config).unwrap();
    let error = client
        .update_deal(&id(), "{}", &random_id::idempotency_key())
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.fault()),
        (ErrorKind::Unreachable, Some(Fault::Connect))
    );
    assert!(error.is_offline() && !error.outcome_unknown());
    assert_eq!(client.observe().entries().len(), 3);
}

#[tokio::test]
async fn silence_ends_at_the_deadline_with_the_outcome_unknown() {
    let server = Server::start(|_| Reply::Silence).await;
    let call = Call::new(OperationId::DealsCreate)
        .body("{}")
        .timeout(Duration::from_millis(300));
    let error = client(&server).call(call).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.fault()),
        (ErrorKind::Unreachable, Some(Fault::Timeout))
    );
    assert!(error.outcome_unknown());
    let call = Call::new(OperationId::EntityGet).timeout(Duration::from_millis(300));
    let error = client(&server).call(call).await.unwrap_err();
    assert!(error.is_offline() && !error.outcome_unknown());
}

#[tokio::test]
async fn what_the_service_last_said_outweighs_the_silence_of_the_deadline() {
    let count = AtomicU32::new(0);
    let server = Server::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => Reply::json(503, ""),
        _ => Reply::Silence,
    })
    .await;
    let call = Call::new(OperationId::EntityGet).timeout(Duration::from_millis(300));
    let error = client(&server).call(call).await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::Unexpected, Some(503)));
}

#[tokio::test]
async fn a_write_goes_on_when_its_caller_gives_up() {
    let server = failing(1, Reply::cut).await;
    let client = client(&server);
    client.token().await.unwrap();
    let mut log = client.observe().changes();
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
    let server = failing(u32::MAX, || Reply::json(503, "")).await;
    let client = Client::new(config(&server)).unwrap();
    for _ in 0..40 {
        client.entity().await.unwrap_err();
    }
    // Forty calls, plus retries worth the whole budget of 100 at 5 each.
    assert_eq!(server.calls().len(), 40 + 20);
}

#[tokio::test]
async fn one_try_is_all_while_whoever_calls_does_the_waiting() {
    let server = Server::start_raw(|request: &Request| {
        if request.is_exchange() {
            Reply::json(503, "")
        } else {
            Reply::cut()
        }
    })
    .await;
    let client = client(&server);
    client.insist(false);
    client.entity().await.unwrap_err();
    assert_eq!((server.exchanges().len(), server.calls().len()), (1, 0));
    client.insist(true);
    client.entity().await.unwrap_err();
    assert_eq!(server.exchanges().len(), 4);

    let server = failing(1, || Reply::json(503, "")).await;
    let client = super::client(&server);
    client.clone().insist(false);
    let error = client.deal(&id()).await.unwrap_err();
    assert_eq!((error.status(), server.calls().len()), (Some(503), 1));
    client.deal(&id()).await.unwrap();
}

#[tokio::test]
async fn a_list_that_sends_the_same_page_for_ever_ends_with_an_error() {
    let server = Server::start(|_: &Request| Reply::json(200, r#"{"items":[{"id":"a"},7],"total":9}"#)).await;
    let mut walk =
        client(&server).walk::<crate::contract::Record>(Call::new(OperationId::NotificationsList), None);
    assert_eq!(walk.next().await.unwrap().unwrap().items.len(), 1);
    for _ in 0..3 {
        let error = walk.next().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Protocol);
        assert!(error.message().contains("does not advance"), "{error}");
    }
    assert_eq!(server.calls().len(), 2, "what has failed is not asked for again");
}

#[tokio::test]
async fn a_list_that_is_not_paged_is_given_once() {
    let server = Server::start(|_: &Request| Reply::json(200, r#"[{"id":"a"},{"id":"b"}]"#)).await;
    let mut walk =
        client(&server).walk::<crate::contract::Record>(Call::new(OperationId::OperationsList), Some(50));
    assert_eq!(walk.next().await.unwrap().unwrap().items.len(), 2);
    assert!(walk.next().await.unwrap().is_none() && walk.next().await.unwrap().is_none());
}

#[tokio::test]
async fn a_read_that_hangs_is_asked_again_over_a_new_connection_when_a_person_asks() {
    let count = AtomicU32::new(0);
    let server = Server::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => Reply::Silence,
        _ => Reply::json(200, r#"{"id":"e1"}"#),
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
    client.start_afresh();
    tokio::task::yield_now().await;
    assert_eq!(server.calls().len(), 1, "it may still be on its way");
    tokio::time::pause();
    tokio::time::advance(std::time::Duration::from_secs(4)).await;
    tokio::time::resume();
    client.start_afresh();
    asked.await.unwrap().unwrap();
    assert_eq!(server.calls().len(), 2);
}

#[tokio::test]
async fn a_write_that_hangs_is_left_alone_when_a_person_asks() {
    let server = Server::start(|_| Reply::Silence).await;
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
    client.start_afresh();
    tokio::time::advance(std::time::Duration::from_secs(5)).await;
    tokio::time::resume();
    assert!(sent.await.unwrap().unwrap_err().outcome_unknown());
    assert_eq!(server.calls().len(), 1, "it left once");
}
