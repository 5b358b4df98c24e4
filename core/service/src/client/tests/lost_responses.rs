//! Tests of lost responses: replayed with the key, compared first, or left to the caller.

use std::sync::atomic::{AtomicU32, Ordering};

use super::server::{TestReply, TestRequest, TestServer};
use super::{client, id, server_failing};
use crate::client::Call;
use crate::client::auth::random_id;
use crate::contract::{Method, OperationId};

#[tokio::test]
async fn lost_creation_is_replayed_with_identical_key_and_bytes() {
    let server = server_failing(2, TestReply::cut).await;
    let key = random_id::idempotency_key();
    let body = r#"{"name":"Îlot","status":"sourcing"}"#;
    client(&server).create_deal(body, &key).await.unwrap();
    let calls = server.calls();
    assert_eq!(calls.len(), 3);
    for call in &calls {
        assert_eq!((call.body.as_str(), call.header("idempotency-key")), (body, Some(key.as_str())));
        assert_eq!(call.header("x-request-id"), calls[0].header("x-request-id"));
    }
}

#[tokio::test]
async fn lost_update_response_is_returned_to_the_caller() {
    for misbehave in
        [TestReply::cut as fn() -> TestReply, || TestReply::json(503, ""), || TestReply::json(500, "")]
    {
        let server = server_failing(1, misbehave).await;
        let error =
            client(&server).update_deal(&id(), "{}", &random_id::idempotency_key()).await.unwrap_err();
        assert!(error.outcome_unknown(), "{error}");
        assert_eq!(server.calls().len(), 1);
        assert!(error.idempotency_key().is_some() && error.request_id().is_some());
    }
}

/// Starts a server with one deal that loses responses, before or after applying the request.
async fn server_losing_responses(lost: usize, applied: bool, how: fn() -> TestReply) -> TestServer {
    let (count, deal) = (AtomicU32::new(0), std::sync::Mutex::new(Some("ic".to_owned())));
    TestServer::start(move |request: &TestRequest| {
        let mut deal = deal.lock().unwrap();
        if request.method == "GET" {
            return match &*deal {
                Some(status) => {
                    TestReply::json(200, &format!(r#"{{"id":"d1","status":"{status}","x":1.0}}"#))
                }
                None => TestReply::problem(404, r#"{"title":"Not Found"}"#),
            };
        }
        let answered = count.fetch_add(1, Ordering::SeqCst) as usize >= lost;
        if applied || answered {
            *deal = (request.method == "PUT").then(|| "closing".to_owned());
        }
        match (answered, request.method.as_str()) {
            (false, _) => how(),
            (true, "DELETE") => TestReply::json(204, ""),
            (true, _) => TestReply::json(200, r#"{"id":"d1","status":"closing"}"#),
        }
    })
    .await
}

fn update_call() -> Call {
    Call::new(OperationId::DealsUpdate).parameter("deal_id", "d1").body(r#"{"status":"closing","x":"1"}"#)
}

fn methods(server: &TestServer) -> Vec<String> {
    server.calls().into_iter().map(|call| call.method).collect()
}

#[tokio::test]
async fn in_doubt_update_is_compared_before_resending() {
    for how in
        [TestReply::cut as fn() -> TestReply, || TestReply::json(503, ""), || TestReply::json(502, "<html>")]
    {
        let server = server_losing_responses(1, false, how).await;
        client(&server).call_verified(update_call()).await.unwrap();
        assert_eq!(methods(&server), ["PUT", "GET", "PUT"]);
        let calls = server.calls();
        assert_eq!(calls[1].target, "/v1/deals/d1");
        assert_eq!(calls[0].body, calls[2].body);
        assert_eq!(calls[0].header("idempotency-key"), calls[2].header("idempotency-key"));

        let server = server_losing_responses(1, true, how).await;
        let done = client(&server).call_verified(update_call()).await.unwrap();
        assert_eq!(methods(&server), ["PUT", "GET"], "it was applied");
        assert!(done.is_verified);
        assert_eq!(done.record().unwrap().text("status").unwrap(), "closing");
    }
    let server = server_losing_responses(9, false, TestReply::cut).await;
    let error = client(&server).call_verified(update_call()).await.unwrap_err();
    assert!(error.outcome_unknown());
    assert_eq!(methods(&server), ["PUT", "GET", "PUT", "GET", "PUT"]);
    let server = server_losing_responses(9, false, || TestReply::json(500, "")).await;
    let error = client(&server).call_verified(update_call()).await.unwrap_err();
    assert_eq!((error.status(), error.outcome_unknown()), (Some(500), true));
    assert_eq!(methods(&server), ["PUT", "GET", "PUT", "GET", "PUT"]);
}

#[tokio::test]
async fn in_doubt_deletion_of_a_missing_deal_is_done() {
    for (call, applied, expected) in [
        (Call::new(OperationId::DealsDelete).parameter("deal_id", "d1"), true, &["DELETE", "GET"][..]),
        (Call::raw(Method::Delete, "/deals/d1"), true, &["DELETE", "GET"]),
        (Call::raw(Method::Delete, "/deals/d1"), false, &["DELETE", "GET", "DELETE"]),
    ] {
        let server = server_losing_responses(1, applied, TestReply::cut).await;
        let response = client(&server).call_verified(call).await.unwrap();
        assert_eq!(
            (response.status, methods(&server)),
            (204, expected.iter().map(ToString::to_string).collect())
        );
    }
}

#[tokio::test]
async fn writes_that_cannot_be_verified_are_sent_once() {
    let server = server_failing(9, || TestReply::json(503, "")).await;
    let unknown = Call::raw(Method::Put, "/imports/1").body("{}");
    assert!(client(&server).call_verified(unknown).await.is_err());
    assert_eq!(methods(&server), ["PUT"]);
}

#[tokio::test]
async fn in_doubt_update_of_a_missing_deal_stays_in_doubt() {
    let server = TestServer::start(|request| match request.method.as_str() {
        "GET" => TestReply::problem(404, r#"{"title":"Not Found"}"#),
        _ => TestReply::cut(),
    })
    .await;
    let error = client(&server).call_verified(update_call()).await.unwrap_err();
    assert!(error.outcome_unknown(), "a missing deal does not have the values: {error}");
    assert_eq!(methods(&server), ["PUT", "GET"]);
}

#[tokio::test]
async fn rejected_update_is_not_verified() {
    let server = server_failing(9, || TestReply::problem(409, r#"{"title":"Conflict"}"#)).await;
    let error = client(&server).call_verified(update_call()).await.unwrap_err();
    assert_eq!((error.status(), error.outcome_unknown()), (Some(409), false));
    assert_eq!(methods(&server), ["PUT"]);
}

#[tokio::test]
async fn verified_writes_spend_the_retry_budget() {
    let server = server_losing_responses(usize::MAX, false, TestReply::cut).await;
    let client = client(&server);
    for _ in 0..10 {
        client.call_verified(update_call()).await.unwrap_err();
    }
    let writes = methods(&server).iter().filter(|method| *method == "PUT").count();
    assert!((11..30).contains(&writes), "{writes} of at most three a call");
}

#[tokio::test]
async fn in_doubt_deletion_stays_in_doubt_without_a_readable_record() {
    let server = TestServer::start(|request| match request.method.as_str() {
        "GET" => TestReply::problem(403, r#"{"title":"Forbidden"}"#),
        _ => TestReply::cut(),
    })
    .await;
    let call = Call::new(OperationId::DealsDelete).parameter("deal_id", "d1");
    let error = client(&server).call_verified(call).await.unwrap_err();
    assert!(error.outcome_unknown() && error.status().is_none(), "{error}");
    assert_eq!(methods(&server), ["DELETE", "GET"]);
}
