//! What board and table share: the filter and the selection.

pub(super) mod filter;
mod filter_completions;
pub(super) mod filter_line;
mod filter_toolbar;
pub mod selection_bar;
