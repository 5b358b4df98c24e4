//! Search by name: matching and ranking.

pub(crate) mod deal_names;
pub(crate) mod edit_distance;
pub(crate) mod names;
pub mod ranking;
