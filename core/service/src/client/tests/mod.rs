//! Tests of the client against small loopback servers that each test scripts.

mod auth;
mod limits;
mod lost_responses;
mod responses;
mod retries;
mod secrets;
mod server;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use self::server::{TestReply, TestRequest, TestServer};
use super::{Backoff, ClientConfig, SecretSource};
use crate::client::Client;
use crate::contract::{BaseUrl, DealId};

/// Returns a configuration for a server, with delays short enough for tests.
fn config(server: &TestServer) -> ClientConfig {
    let base = BaseUrl::parse(&server.base_url()).unwrap();
    let secret = SecretSource::fixed("canary-secret");
    ClientConfig {
        backoff: Backoff { base: Duration::from_millis(1), cap: Duration::from_millis(4) },
        timeout: Duration::from_secs(20),
        ..ClientConfig::new(base, "key_demo_0001", secret)
    }
}

fn client(server: &TestServer) -> Client {
    Client::new(config(server)).unwrap()
}

/// Starts a server that misbehaves `times` times and then answers with a deal.
async fn server_failing(times: u32, misbehave: impl Fn() -> TestReply + Send + Sync + 'static) -> TestServer {
    let count = AtomicU32::new(0);
    TestServer::start(move |request: &TestRequest| {
        if count.fetch_add(1, Ordering::SeqCst) < times {
            return misbehave();
        }
        TestReply::json(if request.method == "POST" { 201 } else { 200 }, r#"{"id":"d1"}"#)
    })
    .await
}

fn id() -> DealId {
    DealId::new("d1").unwrap()
}

/// Runs that many calls at once; all must succeed.
async fn call_concurrently(client: &Client, calls: usize) {
    let calls: Vec<_> = (0..calls)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.entity().await.map(|_| ()) })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
}
