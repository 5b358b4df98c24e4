//! Help: which keys do what here.

mod help;
#[cfg(test)]
mod help_tests;
pub mod view;
