//! Rows of the deal table, from the cache and from answers.

pub mod cached_rows;
pub(super) mod partial_table;
