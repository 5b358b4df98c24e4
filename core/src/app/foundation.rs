//! What every feature stands on.

pub mod cx;
pub mod dataset;
pub mod history;
pub mod input;
pub mod presentation;
pub(super) mod search;
