//! Search by name: matching and ranking.

pub(in crate::app) mod deal_names;
pub(in crate::app) mod names;
pub(in crate::app) mod nearness;
pub(in crate::app) mod ranking;
