//! The portfolio: ratios, breakdowns, trends.

pub(in crate::app) mod focus;
pub(in crate::app) mod legend;
pub(crate) mod portfolio;
pub(in crate::app) mod series;
pub(in crate::app) mod trends;
pub mod view;
