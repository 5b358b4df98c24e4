//! Portfolio screen: ratios, breakdowns and trends.

pub(crate) mod focus;
pub mod legend;
pub(crate) mod portfolio;
pub(crate) mod series;
pub mod trend_state;
pub mod trends;
pub mod view;
