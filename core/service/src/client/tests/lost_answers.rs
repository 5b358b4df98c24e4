//! Tests of lost answers: replayed with the key, compared first, or left to the caller.

use std::sync::atomic::{AtomicU32, Ordering};

use super::server::{Reply, Request, Server};
use super::{client, failing, id};
use crate::client::Call;
use crate::client::auth::random_id;
use crate::contract::{Method, OperationId};

#[tokio::test]
async fn a_lost_answer_to_a_creation_is_replayed_with_the_same_key_and_bytes() {
    let server = failing(2, Reply::cut).await;
    let key = random_id::idempotency_key();
    let body = r#"{"name":"Îlot","status":"sourcing"}"#;
    client(&server).create_deal(body, &key).await.unwrap();
    let calls = server.calls();
    assert_eq!(calls.len(), 3);
    for call in &calls {
        assert_eq!(
            (call.body.as_str(), call.header("idempotency-key")),
            (body, Some(key.as_str()))
        );
        assert_eq!(call.header("x-request-id"), calls[0].header("x-request-id"));
    }
}

#[tokio::test]
async fn a_lost_answer_to_an_update_is_left_to_the_caller() {
    for misbehave in [
        Reply::cut as fn() -> Reply,
        || Reply::json(503, ""),
        || Reply::json(500, ""),
    ] {
        let server = failing(1, misbehave).await;
        let error = client(&server)
            .update_deal(&id(), "{}", &random_id::idempotency_key())
            .await
            .unwrap_err();
        assert!(error.outcome_unknown(), "{error}");
        assert_eq!(server.calls().len(), 1);
        assert!(error.idempotency_key().is_some() && error.request_id().is_some());
    }
}

/// Starts a server with one deal that loses answers, before or after applying the request.
async fn forgetful(lost: usize, applied: bool, how: fn() -> Reply) -> Server {
    let (count, deal) = (AtomicU32::new(0), std::sync::Mutex::new(Some("ic".to_owned())));
    Server::start(move |request: &Request| {
        let mut deal = deal.lock().unwrap();
        if request.method == "GET" {
            return match &*deal {
                Some(status) => Reply::json(200, &format!(r#"{{"id":"d1","status":"{status}","x":1.0}}"#)),
                None => Reply::problem(404, r#"{"title":"Not Found"}"#),
            };
        }
        let answered = count.fetch_add(1, Ordering::SeqCst) as usize >= lost;
        if applied || answered {
            *deal = (request.method == "PUT").then(|| "closing".to_owned());
        }
        match (answered, request.method.as_str()) {
            (false, _) => how(),
            (true, "DELETE") => Reply::json(204, ""),
            (true, _) => Reply::json(200, r#"{"id":"d1","status":"closing"}"#),
        }
    })
    .await
}

fn change() -> Call {
    Call::new(OperationId::DealsUpdate)
        .parameter("deal_id", "d1")
        .body(r#"{"status":"closing","x":"1"}"#)
}

fn methods(server: &Server) -> Vec<String> {
    server.calls().into_iter().map(|call| call.method).collect()
}

#[tokio::test]
async fn an_update_in_doubt_is_compared_before_it_is_sent_again() {
    for how in [
        Reply::cut as fn() -> Reply,
        || Reply::json(503, ""),
        || Reply::json(502, "<html>"),
    ] {
        let server = forgetful(1, false, how).await;
        client(&server).call_compared(change()).await.unwrap();
        assert_eq!(methods(&server), ["PUT", "GET", "PUT"]);
        let calls = server.calls();
        assert_eq!(calls[0].body, calls[2].body);
        assert_eq!(
            calls[0].header("idempotency-key"),
            calls[2].header("idempotency-key")
        );

        let server = forgetful(1, true, how).await;
        let done = client(&server).call_compared(change()).await.unwrap();
        assert_eq!(methods(&server), ["PUT", "GET"], "it was applied");
        assert_eq!(done.record().unwrap().text("status").unwrap(), "closing");
    }
    let server = forgetful(9, false, Reply::cut).await;
    let error = client(&server).call_compared(change()).await.unwrap_err();
    assert!(error.outcome_unknown());
    assert_eq!(methods(&server), ["PUT", "GET", "PUT", "GET", "PUT"]);
    let server = forgetful(9, false, || Reply::json(500, "")).await;
    let error = client(&server).call_compared(change()).await.unwrap_err();
    assert_eq!((error.status(), error.outcome_unknown()), (Some(500), true));
    assert_eq!(methods(&server), ["PUT", "GET", "PUT", "GET", "PUT"]);
}

#[tokio::test]
async fn a_deletion_in_doubt_is_done_if_nothing_is_there() {
    for (call, applied, expected) in [
        (
            Call::new(OperationId::DealsDelete).parameter("deal_id", "d1"),
            true,
            &["DELETE", "GET"][..],
        ),
        (Call::raw(Method::Delete, "/deals/d1"), true, &["DELETE", "GET"]),
        (
            Call::raw(Method::Delete, "/deals/d1"),
            false,
            &["DELETE", "GET", "DELETE"],
        ),
    ] {
        let server = forgetful(1, applied, Reply::cut).await;
        let answer = client(&server).call_compared(call).await.unwrap();
        assert_eq!(
            (answer.status, methods(&server)),
            (204, expected.iter().map(ToString::to_string).collect())
        );
    }
}

#[tokio::test]
async fn what_cannot_be_compared_is_sent_once() {
    let server = failing(9, || Reply::json(503, "")).await;
    let unknown = Call::raw(Method::Put, "/imports/1").body("{}");
    assert!(client(&server).call_compared(unknown).await.is_err());
    assert_eq!(methods(&server), ["PUT"]);
}
