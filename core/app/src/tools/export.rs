//! Exports: content, target and format.

pub mod export;
pub mod view;
