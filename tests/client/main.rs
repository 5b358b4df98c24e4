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

use encours_core::client::{Backoff, Client, ClientConfig, DelegatedUser, SecretSource};
use encours_core::contract::{BaseUrl, UserId};
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
