//! The contract, rule by rule, over real HTTP against the sandbox.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is a test target: helpers outside #[test] functions may fail a test too"
)]

mod control_routes;
mod deal_bodies;
mod deals;
mod delegation;
mod determinism;
mod faults;
mod generated;
mod idempotency;
mod lists;
mod live;
mod malformed_requests;
mod notifications;
mod portfolio;
mod problems;
mod profiles;
mod ranges;
mod rate;
mod routes;
mod scopes;
mod small_resources;
mod spec_gaps;
mod state_file;
mod table;
mod token;
mod unspecified_areas;
mod views;
