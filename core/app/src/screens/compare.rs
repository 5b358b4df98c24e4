//! Two to four deals side by side.

pub mod comparison;
pub mod view;
#[cfg(test)]
mod view_tests;
