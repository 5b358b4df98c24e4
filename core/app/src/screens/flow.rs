//! Flow screen: funnel, moves, weeks, cycle times, ages and forecast of the deals.

pub mod chart;
pub mod content;
pub mod flow;
pub mod sections;
pub mod table;
pub mod texts;
pub mod view;
