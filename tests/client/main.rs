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

use encours_core::client::{Backoff, Client, ClientConfig, Delegated, SecretSource};
use encours_core::contract::{BaseUrl, UserId};
use encours_sandbox::{Config, Sandbox};

/// A service with few deals.
fn sandbox(config: Config) -> Sandbox {
    Sandbox::start(Config { deals: 40, ..config }).expect("a free port on loopback")
}

/// A set-up for its key, with delays that a test can wait for.
fn config(sandbox: &Sandbox) -> ClientConfig {
    let base = BaseUrl::parse(sandbox.base_url()).expect("the sandbox prints a base URL");
    let secret = SecretSource::fixed(sandbox.secret().expose());
    ClientConfig {
        backoff: Backoff {
            base: Duration::from_millis(1),
            cap: Duration::from_millis(10),
        },
        ..ClientConfig::new(base, sandbox.key_id(), secret)
    }
}

fn client(sandbox: &Sandbox) -> Client {
    Client::new(config(sandbox)).expect("a usable set-up")
}

/// A client that acts for a user.
fn client_of(sandbox: &Sandbox, user: &str) -> Client {
    let user = Delegated::new(UserId::new(user).expect("a usable identifier"));
    Client::new(ClientConfig {
        delegated_user: Some(user),
        ..config(sandbox)
    })
    .expect("a usable set-up")
}
