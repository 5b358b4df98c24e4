//! Portfolio screen: ratios, breakdowns and trends.

pub(crate) mod focus;
pub mod portfolio;
pub mod view;
