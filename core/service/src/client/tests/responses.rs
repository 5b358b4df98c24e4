//! Tests of responses that violate the contract.

use std::time::Duration;

use super::client;
use super::server::{TestReply, TestServer};
use crate::client::auth::random_id;
use crate::client::{Call, DealsQuery};
use crate::contract::{DealId, Method, OperationId, Record};
use crate::error::ErrorKind;

async fn start_with_reply(reply: impl Fn() -> TestReply + Send + Sync + 'static) -> TestServer {
    TestServer::start(move |_| reply()).await
}

#[tokio::test]
async fn success_without_the_right_shape_is_an_error() {
    for (body, hint) in [
        ("", "empty"),
        ("<html><title>Sign in</title></html>", "web page"),
        ("[]", "expected an object"),
        (r#"{"name":"no id"}"#, "`id`"),
        (r#"{"id":"a""#, "not JSON"),
    ] {
        let server = start_with_reply(move || TestReply::json(200, body)).await;
        let error = client(&server).entity().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Protocol, "{body}");
        assert!(error.to_string().contains(hint), "{error}");
    }
}

#[tokio::test]
async fn unreadable_write_response_leaves_the_outcome_unknown() {
    let server = start_with_reply(|| TestReply::json(201, "<html>portal</html>")).await;
    let error = client(&server).create_deal("{}", &random_id::idempotency_key()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Protocol);
    assert!(error.outcome_unknown() && error.idempotency_key().is_some());
}

#[tokio::test]
async fn a_deletion_has_no_body() {
    let server = start_with_reply(|| TestReply::json(204, "")).await;
    client(&server).delete_deal(&DealId::new("d1").unwrap(), &random_id::idempotency_key()).await.unwrap();
    assert_eq!(server.calls()[0].method, "DELETE");
    assert!(server.calls()[0].header("idempotency-key").is_some());
}

#[tokio::test]
async fn oversized_body_is_rejected_while_streaming() {
    let server =
        start_with_reply(|| TestReply::json(200, &format!(r#"{{"id":"{}"}}"#, "x".repeat(17 << 20)))).await;
    let error = client(&server).entity().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Protocol);
    assert!(error.to_string().contains("16 MiB"), "{error}");
    let error = client(&server).create_deal("{}", &random_id::idempotency_key()).await.unwrap_err();
    assert!(error.outcome_unknown(), "a success, whatever its body: {error}");
}

#[tokio::test]
async fn huge_error_body_keeps_its_status() {
    let server = start_with_reply(|| TestReply::json(409, &"x".repeat(1 << 20))).await;
    let error = client(&server).entity().await.unwrap_err();
    assert_eq!((error.kind(), error.problem().is_none()), (ErrorKind::Conflict, true));
    assert!(error.excerpt().unwrap().chars().count() <= 2_049);
}

#[tokio::test]
async fn damaged_compression_is_an_error_not_an_empty_response() {
    let server =
        start_with_reply(|| TestReply::json(200, "not gzip at all").with("Content-Encoding", "gzip")).await;
    let error = client(&server).entity().await.unwrap_err();
    assert_ne!(error.kind(), ErrorKind::Usage);
    assert!(!server.calls().is_empty());
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let target_server = TestServer::start(|_| TestReply::json(200, r#"{"id":"e"}"#)).await;
    let target = format!("{}/entity", target_server.base_url());
    let server = start_with_reply(move || TestReply::json(307, "").with("Location", target.clone())).await;
    let error = client(&server).entity().await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::Protocol, Some(307)));
    assert!(error.to_string().contains("127.0.0.1"), "{error}");
    assert!(target_server.calls().is_empty() && target_server.exchanges().is_empty());
}

#[tokio::test]
async fn errors_that_are_no_problems_keep_status_and_excerpt() {
    let server = start_with_reply(|| TestReply::json(403, "<html>\u{1b}[31mblocked</html>")).await;
    let error = client(&server).entity().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Forbidden);
    assert!(error.to_string().contains("proxy"), "{error}");
    assert!(error.excerpt().unwrap().contains("\\u{1b}"));
}

#[tokio::test]
async fn decimals_and_unknown_fields_arrive_byte_for_byte() {
    let body = r#"{"id":"d1","amount":12345678901234567.890,"big":1e400,"new":{"a":[0.10]}}"#;
    let server = start_with_reply(move || TestReply::json(200, body)).await;
    let deal = client(&server).deal(&DealId::new("d1").unwrap()).await.unwrap();
    assert_eq!(deal.record().as_str(), body);
}

#[tokio::test]
async fn queries_and_paths_are_sent_as_built() {
    let server = start_with_reply(|| TestReply::json(200, r#"{"items":[],"total":0}"#)).await;
    let query = DealsQuery { limit: Some(50), offset: Some(100), status: Some("a&b".into()) };
    client(&server).deals_page(&query).await.unwrap();
    client(&server).deal_notes(&DealId::new("a/b é").unwrap(), None, None).await.unwrap();
    let targets: Vec<_> = server.calls().into_iter().map(|call| call.target).collect();
    assert_eq!(targets, ["/v1/deals?limit=50&offset=100&status=a%26b", "/v1/deals/a%2Fb%20%C3%A9/notes"]);
}

#[tokio::test]
async fn any_route_can_be_called() {
    let server = start_with_reply(|| TestReply::json(200, r#"[{"id":"x"}]"#)).await;
    let call =
        Call::raw(Method::Get, "/funds/x").query("name", "Fonds d'Été").timeout(Duration::from_secs(5));
    let response = client(&server).call(call).await.unwrap();
    assert_eq!(response.page().unwrap().items, [Record::parse(r#"{"id":"x"}"#).unwrap()]);
    assert_eq!(server.calls()[0].target, "/v1/funds/x?name=Fonds%20d%27%C3%89t%C3%A9");
    assert!(server.calls()[0].header("idempotency-key").is_none());
}

#[tokio::test]
async fn request_log_lists_the_sent_requests() {
    let server = start_with_reply(|| TestReply::json(200, r#"{"id":"d1"}"#)).await;
    let client = client(&server);
    client
        .call(Call::new(OperationId::DealsGet).parameter("deal_id", "d1").query("x", "canary"))
        .await
        .unwrap();
    let entries = client.request_log().entries();
    let routes: Vec<_> = entries.iter().map(|entry| (&*entry.route, entry.status, entry.attempt)).collect();
    assert_eq!(routes, [("/auth/token", Some(200), 1), ("/deals/d1", Some(200), 1)]);
    assert_eq!(Some(entries[1].request_id.as_str()), server.calls()[0].header("x-request-id"));
}

#[tokio::test]
async fn intercepted_responses_are_distinguished_from_server_errors() {
    const PAGE: &str = "<!doctype html><title>Welcome</title>";
    for (status, location, body, intercepted) in [
        (302, Some("http://portal.example/login"), "", true),
        (302, Some("/v1/elsewhere"), "", false),
        (200, None, PAGE, true),
        (511, None, PAGE, true),
        (502, None, PAGE, false),
        (200, None, "no JSON", false),
    ] {
        let server = start_with_reply(move || {
            let reply = TestReply::json(status, body);
            match location {
                Some(location) => reply.with("Location", location),
                None => reply,
            }
        })
        .await;
        let error = client(&server).deal(&DealId::new("d1").unwrap()).await.unwrap_err();
        assert_eq!(error.is_intercepted(), intercepted, "{status} {location:?}: {error}");
    }
    let server = TestServer::start_raw(|_| TestReply::json(200, PAGE)).await;
    let error = client(&server).token().await.unwrap_err();
    assert!(error.is_intercepted(), "instead of a token: {error}");
}

#[tokio::test]
async fn response_about_another_deal_is_rejected() {
    let server = start_with_reply(|| TestReply::json(200, r#"{"id":"d2"}"#)).await;
    let error = client(&server).deal(&DealId::new("d1").unwrap()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Protocol, "{error}");
    let server = start_with_reply(|| TestReply::json(201, r#"{"name":"no id"}"#)).await;
    let error = client(&server).call(Call::new(OperationId::DealsCreate).body("{}")).await.unwrap_err();
    assert!(error.kind() == ErrorKind::Protocol && error.outcome_unknown(), "{error}");
}

#[tokio::test]
async fn success_must_be_declared_as_json() {
    for (declared, accepted) in [
        ("application/json; charset=utf-8", true),
        ("application/hal+json", true),
        ("text/plain", false),
        ("", false),
    ] {
        let reply = move || TestReply::Http {
            status: 200,
            headers: vec![("Content-Type", declared.into())],
            body: br#"{"id":"e1"}"#.into(),
        };
        let server = start_with_reply(reply).await;
        let result = client(&server).entity().await;
        assert_eq!(result.is_ok(), accepted, "{declared}");
        assert!(result.is_ok() || result.unwrap_err().kind() == ErrorKind::Protocol);
    }
}

#[tokio::test]
async fn raw_creation_is_checked_but_other_raw_routes_are_not() {
    let server = start_with_reply(|| TestReply::json(201, "")).await;
    let raw = |path| Call::raw(Method::Post, path).body("{}").key(&random_id::idempotency_key());
    let error = client(&server).call(raw("/deals")).await.unwrap_err();
    assert!(error.kind() == ErrorKind::Protocol && error.outcome_unknown(), "{error}");
    client(&server).call(raw("/imports")).await.unwrap();
}

#[tokio::test]
async fn cut_error_body_keeps_its_status() {
    let reply = || TestReply::Raw(b"HTTP/1.1 409 X\r\nContent-Length: 99\r\n\r\n{\"title\"".to_vec());
    let server = start_with_reply(reply).await;
    let error = client(&server).create_deal("{}", &random_id::idempotency_key()).await.unwrap_err();
    assert_eq!((error.status(), error.outcome_unknown()), (Some(409), false));
    assert_eq!(server.calls().len(), 1);
}

#[tokio::test]
async fn unfinished_or_partial_success_is_no_confirmation() {
    for status in [202, 204, 206] {
        let server = start_with_reply(move || TestReply::json(status, r#"{"id":"d1"}"#)).await;
        let call = Call::new(OperationId::DealsUpdate).parameter("deal_id", "d1").body("{}");
        let error = client(&server).call(call).await.unwrap_err();
        assert!(error.kind() == ErrorKind::Protocol && error.outcome_unknown(), "{status}: {error}");
    }
}
