//! Tests of the rate limiter over real requests.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant, SystemTime};

use super::server::{TestReply, TestServer};
use super::{call_concurrently, client, config};
use crate::client::{Call, Client};
use crate::contract::OperationId;
use crate::error::ErrorKind;

const ENTITY: &str = r#"{"id":"e1"}"#;

#[tokio::test]
async fn a_short_cooldown_is_waited_for() {
    let count = AtomicU32::new(0);
    let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::problem(429, r#"{"title":"Too Many Requests"}"#).with("Retry-After", "1"),
        _ => TestReply::json(200, ENTITY),
    })
    .await;
    let start = Instant::now();
    client(&server).entity().await.unwrap();
    assert!(start.elapsed() >= Duration::from_secs(1));
    assert_eq!(server.calls().len(), 2);
}

#[tokio::test]
async fn long_cooldown_fails_every_call_immediately() {
    let server = TestServer::start(|_| {
        TestReply::problem(429, r#"{"title":"Too Many Requests","detail":"banned"}"#)
            .with("Retry-After", "3600")
    })
    .await;
    let client = client(&server);
    let error = client.entity().await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::RateLimited, Some(429)));
    assert_eq!(error.problem().unwrap().detail().unwrap(), "banned");
    assert!(error.retry_after().unwrap() > Duration::from_secs(3_590));
    for _ in 0..5 {
        let error = client.clone().portfolio_summary().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::RateLimited);
        assert!(error.retry_after().is_some());
    }
    assert_eq!(server.calls().len(), 1, "nothing is sent before the gate opens");
    let opens = client.watch_rate_limit().borrow().unwrap();
    assert!(opens > SystemTime::now() + Duration::from_secs(3_500));
}

#[tokio::test]
async fn a_date_counts_against_the_date_of_the_response() {
    let server = TestServer::start(|_| {
        let service = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let until = service + Duration::from_hours(2);
        TestReply::json(429, "")
            .with("Date", httpdate::fmt_http_date(service))
            .with("Retry-After", httpdate::fmt_http_date(until))
    })
    .await;
    let error = client(&server).entity().await.unwrap_err();
    let wait = error.retry_after().unwrap().as_secs();
    assert!((7_190..=7_200).contains(&wait), "{wait}");
}

#[tokio::test]
async fn pause_learned_elsewhere_blocks_every_request() {
    let server = TestServer::start(|_| TestReply::json(200, ENTITY)).await;
    let client = client(&server);
    client.start_rate_limit(SystemTime::now() + Duration::from_hours(1));
    let error = client.entity().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RateLimited);
    assert!(server.exchanges().is_empty() && server.calls().is_empty());
    assert_eq!(error.request_id(), None, "nothing was sent: {error}");
}

#[tokio::test]
async fn a_banned_exchange_is_a_rate_limit_too() {
    let server = TestServer::start_raw(|_| TestReply::json(429, "").with("Retry-After", "10")).await;
    let client = Client::new(config(&server)).unwrap();
    let call = Call::new(OperationId::EntityGet).timeout(Duration::from_millis(200));
    assert_eq!(client.call(call).await.unwrap_err().kind(), ErrorKind::RateLimited);
    assert_eq!(server.exchanges().len(), 1);
}

#[tokio::test]
async fn forty_calls_succeed_with_a_single_rate_limit_retry() {
    let count = AtomicU32::new(0);
    let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        5 => TestReply::json(429, "").with("Retry-After", "0"),
        _ => TestReply::json(200, ENTITY),
    })
    .await;
    let client = client(&server);
    call_concurrently(&client, 40).await;
    assert_eq!(server.calls().len(), 41);
}

#[tokio::test]
async fn queued_write_fails_during_a_long_pause() {
    let server = TestServer::start(|_| TestReply::json(201, r#"{"id":"d1"}"#)).await;
    let client = client(&server);
    client.token().await.unwrap();
    client.start_rate_limit(SystemTime::now() + Duration::from_hours(1));
    // Nothing is sent, so paused time cannot end a request early.
    tokio::time::pause();
    let call = Call::new(OperationId::DealsCreate).body("{}").timeout(Duration::from_hours(2));
    let error = client.call(call.clone().fail_if_rate_limited()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RateLimited);
    assert!(error.retry_after().unwrap() > Duration::from_mins(59), "at once");
    assert!(server.calls().is_empty() && !error.outcome_unknown());
}

#[tokio::test]
async fn write_waits_for_a_pause_unless_asked_not_to() {
    let count = AtomicU32::new(0);
    let server = TestServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => TestReply::json(429, "").with("Retry-After", "0"),
        _ => TestReply::json(201, r#"{"id":"d1"}"#),
    })
    .await;
    client(&server).call(Call::new(OperationId::DealsCreate).body("{}")).await.unwrap();
    assert_eq!(server.calls().len(), 2);
}

#[tokio::test]
async fn pause_longer_than_a_day_is_shown_as_a_day() {
    for (seconds, shown, said) in
        [("999999", Duration::from_hours(24), "longer than a day"), ("3600", Duration::from_hours(1), "")]
    {
        let server = TestServer::start(move |_| TestReply::json(429, "").with("Retry-After", seconds)).await;
        let error = client(&server).entity().await.unwrap_err();
        assert_eq!(error.retry_after(), Some(shown));
        assert_eq!(error.to_string().contains("longer than a day"), !said.is_empty(), "{error}");
    }
}

#[tokio::test]
async fn single_attempt_is_not_repeated_after_a_429() {
    let server = TestServer::start(|_| TestReply::json(429, "").with("Retry-After", "0")).await;
    let error = client(&server).call(Call::new(OperationId::EntityGet).no_retry()).await.unwrap_err();
    assert_eq!((error.kind(), server.calls().len()), (ErrorKind::RateLimited, 1));
}

#[tokio::test(start_paused = true)]
async fn shared_timeout_is_one_deadline_for_all_calls() {
    let server = TestServer::start(|_| TestReply::json(200, ENTITY)).await;
    for is_shared_timeout in [true, false] {
        let client = Client::new(super::ClientConfig { is_shared_timeout, ..config(&server) }).unwrap();
        let first = client.deadline();
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(client.deadline() == first, is_shared_timeout);
    }
}

#[tokio::test]
async fn wait_beyond_the_deadline_fails_at_once() {
    let server = TestServer::start(|_| TestReply::json(503, "").with("Retry-After", "3600")).await;
    let error = client(&server).entity().await.unwrap_err();
    assert_eq!((error.status(), server.calls().len()), (Some(503), 1));
    assert_eq!(error.retry_after(), Some(Duration::from_hours(1)));
}
