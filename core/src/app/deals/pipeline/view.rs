//! Filter, completions and selection in words.

pub mod staleness;
pub mod completion;
pub mod match_highlight;
pub mod selection;
pub mod suggestions;
