//! Time travel: the deals as they were known at a past date, and what changed since. Nothing can be changed there.

mod actions;
#[cfg(test)]
mod actions_tests;
pub mod view;
