//! Flow screen: funnel, moves, weeks, cycle times, ages and forecast of the deals.

pub mod flow;
pub mod lines;
pub mod view;
