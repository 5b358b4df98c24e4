//! The deals that break an arithmetic check or a threshold.

pub mod filter;
pub mod view;
