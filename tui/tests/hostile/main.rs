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

mod command_reports;
mod delegation;
mod failed_reads;
mod identifiers;
mod interrupted;
mod keyring;
mod memory;
mod paging;
mod partial_data;
mod passphrase;
mod proxy;
mod rate_limit_pause;
mod rejections;
mod retries;
mod secrets;
mod server;
mod server_responses;
mod signing;
mod special_files;
mod tls;
mod views;
mod wrong_shapes;
