//! Help: the keys of each screen and their actions.

mod help;
#[cfg(test)]
mod help_tests;
pub mod view;
