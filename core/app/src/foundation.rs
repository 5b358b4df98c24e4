//! Shared building blocks of all features.

pub mod cx;
pub mod history;
pub mod input;
pub mod presentation;
pub mod search;
