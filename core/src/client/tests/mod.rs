//! The client against small services on loopback that do exactly what a test says.

mod answers;
mod auth;
mod limits;
mod retries;
mod secrets;
mod server;

use std::time::Duration;

use secrecy::SecretString;

use self::server::Server;
use super::{Backoff, Client, ClientConfig, SecretSource};
use crate::contract::BaseUrl;

/// A set-up for a server, with delays that a test can wait for.
fn config(server: &Server) -> ClientConfig {
    let base = BaseUrl::parse(&server.base_url()).unwrap();
    let secret = SecretSource::Fixed(SecretString::from("canary-secret"));
    ClientConfig {
        backoff: Backoff {
            base: Duration::from_millis(1),
            cap: Duration::from_millis(4),
        },
        timeout: Duration::from_secs(20),
        ..ClientConfig::new(base, "key_demo_0001", secret)
    }
}

fn client(server: &Server) -> Client {
    Client::new(config(server)).unwrap()
}
