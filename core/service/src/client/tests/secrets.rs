//! Tests that no visible text contains a secret, a bearer or a signature.

use std::fmt::Write;
use std::sync::{Arc, Mutex};

use super::client;
use super::server::{TestReply, TestServer};
use crate::contract::Record;

/// Collects all trace output.
#[derive(Clone, Default)]
struct TraceLines(Arc<Mutex<String>>);

impl tracing::Subscriber for TraceLines {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        span.record(&mut self.visitor());
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        values.record(&mut self.visitor());
    }

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut self.visitor());
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

impl TraceLines {
    fn visitor(&self) -> impl tracing::field::Visit + use<> {
        let lines = self.clone();
        move |field: &tracing::field::Field, value: &dyn std::fmt::Debug| {
            writeln!(lines.0.lock().unwrap(), "{field}={value:?}").unwrap();
        }
    }
}

#[tokio::test]
async fn an_echoed_bearer_is_masked() {
    for status in [200, 403] {
        let server = TestServer::start(move |request| {
            let bearer = request.header("authorization").unwrap();
            TestReply::json(status, &format!(r#"{{"id":"e","title":"T","detail":"you sent {bearer}"}}"#))
        })
        .await;
        let client = client(&server);
        let text = match client.entity().await {
            Ok(entity) => entity.record().as_str().to_owned(),
            Err(error) => format!("{error} {:?}", error.problem().unwrap().record().as_str()),
        };
        assert!(text.contains("Bearer [bearer]") && !text.contains("canary"), "{text}");
    }
}

#[tokio::test]
async fn no_canary_in_debug_log_or_trace() {
    let lines = TraceLines::default();
    let guard = tracing::subscriber::set_default(lines.clone());
    let server = TestServer::start(|_| TestReply::problem(401, r#"{"title":"Unauthorized"}"#)).await;
    let client = client(&server);
    let error = client.entity().await.unwrap_err();
    let token = client.token().await.unwrap();
    drop(guard);

    let exchange = server.exchanges().remove(0);
    let record = Record::parse(&exchange.body).unwrap();
    let (signature, nonce) = (record.text("signature").unwrap(), record.text("nonce").unwrap());
    let traced = lines.0.lock().unwrap().clone();
    assert!(traced.contains("/entity"), "the trace is on");
    let shown = format!(
        "{traced}{client:?}{:?}{error:?}{error}{token:?}{}{:?}",
        client.config(),
        token.without_bearer(),
        client.request_log().entries(),
    );
    for canary in ["canary", signature.as_ref(), nonce.as_ref()] {
        assert!(!shown.contains(canary), "{canary} is shown");
    }
}

#[tokio::test]
async fn secret_is_never_sent_and_bearer_only_outside_exchanges() {
    let server = TestServer::start(|_| TestReply::json(200, r#"{"id":"e"}"#)).await;
    client(&server).entity().await.unwrap();
    for request in server.calls().iter().chain(&server.exchanges()) {
        let whole = format!("{request:?}");
        assert!(!whole.contains("canary-secret"));
        assert_eq!(whole.contains("canary-bearer"), !request.is_exchange());
        assert_eq!(request.header("cache-control"), Some("no-store"));
    }
}

#[tokio::test]
async fn an_echoed_exchange_is_masked() {
    let server = TestServer::start_raw(|request| {
        let body = Record::parse(&request.body).unwrap();
        let (signature, nonce) = (body.text("signature").unwrap(), body.text("nonce").unwrap());
        let detail = format!("{signature} and {nonce}");
        TestReply::problem(
            401,
            &format!(r#"{{"title":"T","detail":"{detail}","access_token":"canary-new"}}"#),
        )
    })
    .await;
    let error = client(&server).token().await.unwrap_err();
    let text = error.problem().unwrap().record().as_str().to_owned();
    assert!(text.contains("[signature] and [nonce]") && !text.contains("canary"), "{text}");
}
