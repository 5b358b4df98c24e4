//! Text of the filter, its completions and the selection.

pub mod match_highlight;
pub(crate) mod query_note;
pub mod slowness;
pub mod suggestions;
