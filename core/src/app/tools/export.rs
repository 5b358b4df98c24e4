//! Exports: what, where to, and in which form.

pub(in crate::app) mod export;
pub mod view;
