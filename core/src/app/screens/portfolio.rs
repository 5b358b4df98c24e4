//! The portfolio: ratios, breakdowns, trends.

pub(in crate::app) mod focus;
pub mod trend_state;
pub mod legend;
pub(crate) mod portfolio;
pub(in crate::app) mod series;
pub mod trends;
pub mod view;
