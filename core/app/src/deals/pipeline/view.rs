//! Text of the filter, its completions and the selection.

pub mod match_highlight;
pub mod slowness;
pub mod suggestions;
