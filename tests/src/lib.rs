//! Helpers shared by the contract tests, journeys and fault tests of several crates.

pub mod partner;
pub mod raw;
pub mod sample;
pub mod shapes;
pub mod spent;
