//! Rows of the deal table, from the cache and from responses.

pub mod cached_rows;
pub(super) mod partial_table;
pub mod past_rows;
