//! Portfolio screen: ratios, breakdowns and trends.

pub(in crate::app) mod focus;
pub mod legend;
pub(crate) mod portfolio;
pub(in crate::app) mod series;
pub mod trend_state;
pub mod trends;
pub mod view;
