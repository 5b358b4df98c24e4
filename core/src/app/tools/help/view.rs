//! Help in words: keys, query examples, mistakes in bindings.

pub mod help_lines;
pub mod binding_errors;
pub mod help;
mod query_examples;
mod shared_lines;
