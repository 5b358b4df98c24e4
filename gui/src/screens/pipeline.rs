//! The parts of `pipeline`.

pub(super) mod filter;
mod filter_completions;
pub(super) mod filter_line;
mod filter_toolbar;
pub mod selection_bar;
