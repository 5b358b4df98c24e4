//! View models of the help: keys, query examples, and errors in key bindings.

pub mod binding_errors;
pub mod help;
pub mod help_groups;
pub mod query_examples;
mod shared_lines;
