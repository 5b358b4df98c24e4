//! Help in words: keys, query examples, mistakes in bindings.

pub mod binding_errors;
pub mod help;
pub mod query_examples;
mod shared_lines;
