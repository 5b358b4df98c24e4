//! The binary `encours` against hostile services and networks.
//!
//! The tests check the requests sent and the exit status. Every service here is written from the contract alone,
//! without code of the product.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "the lint's own exception for tests does not see the helpers of a test"
)]

mod answers;
mod delegation;
mod failed_reads;
mod gate;
mod identifiers;
mod interrupted;
mod keyring;
mod memory;
mod odd_files;
mod paging;
mod partial;
mod passphrase;
mod proxy;
mod refusals;
mod retries;
mod secrets;
mod server;
mod shapes;
mod signing;
mod tls;
mod views;
mod wholes;
