//! Toasts: short messages about completed and pending changes.

#[cfg(test)]
mod toasts_tests;
pub mod view;
