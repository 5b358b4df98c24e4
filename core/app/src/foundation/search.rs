//! Search by name: matching and ranking.

pub(crate) mod deal_names;
pub(crate) mod names;
pub(crate) mod nearness;
pub(crate) mod ranking;
