//! The contract, rule by rule, over real HTTP against the sandbox.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is a test target: helpers outside #[test] functions may fail a test too"
)]

mod areas;
mod deal_bodies;
mod deals;
mod delegation;
mod determinism;
mod faults;
mod generated;
mod idempotency;
mod lists;
mod live;
mod notifications;
mod open_points;
mod portfolio;
mod problems;
mod profiles;
mod ranges;
mod rate;
mod routes;
mod scopes;
mod small_families;
mod state_file;
mod switches;
mod table;
mod token;
mod views;
mod wire;
