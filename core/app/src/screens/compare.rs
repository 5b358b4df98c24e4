//! Two to four deals side by side.

pub mod view;
#[cfg(test)]
mod view_tests;
