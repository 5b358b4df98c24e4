//! The parts of `view`.

pub mod binding_errors;
pub(crate) mod help;
mod query_examples;
mod shared_lines;
