//! Filter and selection, which board and table share.

pub(super) mod filter;
mod filter_completions;
pub(super) mod filter_line;
mod filter_toolbar;
pub mod selection_bar;
