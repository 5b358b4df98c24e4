//! The contract, rule by rule, over real HTTP against the sandbox.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is a test target: helpers outside #[test] functions may fail a test too"
)]

mod deals;
mod delegation;
mod determinism;
mod faults;
mod idempotency;
mod lists;
mod live;
mod notifications;
mod open_points;
mod portfolio;
mod problems;
mod profiles;
mod rate;
mod routes;
mod scopes;
mod small_families;
mod state_file;
mod token;
mod views;
