//! Changes since the last visit.

pub mod change;
pub mod lines;
pub mod since;
pub mod view;
pub(crate) mod visit;
#[cfg(test)]
mod visit_tests;
