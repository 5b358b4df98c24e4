//! The client against the real sandbox service, over real HTTP.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test whose ground gives way must fail"
)]

mod faults;
mod operations;
mod rules;
mod writes;

use std::time::Duration;

use encours_core::client::{Backoff, Call, Client, ClientConfig, DelegatedUser, SecretSource};
use encours_core::contract::{BaseUrl, OperationId, Record, UserId};
use encours_core::engine::{Extent, WalkFindings, WalkPlan, walk_records};
use encours_core::error::Error;
use encours_sandbox::{Config, Sandbox};

/// A service with few deals.
fn sandbox(config: Config) -> Sandbox {
    Sandbox::start(Config { deals: 40, ..config }).expect("failed to start the sandbox")
}

/// Returns a configuration for the service's key, with short delays.
fn config(sandbox: &Sandbox) -> ClientConfig {
    let base = BaseUrl::parse(sandbox.base_url()).expect("failed to parse the sandbox's base URL");
    let secret = SecretSource::fixed(sandbox.secret().expose());
    ClientConfig {
        backoff: Backoff { base: Duration::from_millis(1), cap: Duration::from_millis(10) },
        ..ClientConfig::new(base, sandbox.key_id(), secret)
    }
}

fn client(sandbox: &Sandbox) -> Client {
    Client::new(config(sandbox)).expect("failed to build the client")
}

/// Returns a client with a delegated user.
fn delegated_client(sandbox: &Sandbox, user: &str) -> Client {
    let user = DelegatedUser::new(UserId::new(user).expect("a usable identifier"));
    Client::new(ClientConfig { delegated_user: Some(user), ..config(sandbox) })
        .expect("failed to build the client")
}

/// Walks a whole list of the contract, with pages of `size` records.
async fn walk(client: &Client, list: OperationId, size: u64) -> (Vec<Record>, WalkFindings) {
    let mut records = Vec::new();
    let take = |page| {
        records.extend(page);
        Ok::<_, Error>(())
    };
    let form = list.spec().page.expect("a list");
    let plan = WalkPlan::new(form, 0, Extent::AllSized(size));
    let findings = walk_records(client, &Call::new(list), plan, None, take).await;
    let findings = findings.unwrap_or_else(|error| panic!("{list:?}: {error}"));
    (records, findings)
}
