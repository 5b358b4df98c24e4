//! Exports: what, where to, and in which form.

pub mod export;
pub mod view;
