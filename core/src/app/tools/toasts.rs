//! Toasts: short messages about what was done.

#[cfg(test)]
mod toasts_tests;
pub mod view;
