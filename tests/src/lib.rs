//! What crosses crates: the helpers that the contract tests, journeys and fault tests share.

pub mod partner;
pub mod raw;
pub mod sample;
pub mod shapes;
pub mod spent;
