//! Helpers shared by the contract tests, journeys and fault tests of several crates.

pub mod cpu_time;
pub mod encrypted_profile;
pub mod raw_request;
pub mod reference_client;
pub mod sample;
pub mod shapes;
