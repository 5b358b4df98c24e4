//! What every feature stands on.

pub(super) mod cx;
pub(super) mod dataset;
pub mod history;
pub(super) mod input;
pub mod presentation;
pub(super) mod search;
