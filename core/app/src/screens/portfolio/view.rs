//! View models of the portfolio: charts, axes and legends.

pub mod axis;
pub mod breakdown;
pub mod entity;
pub mod portfolio;
pub mod statuses;
pub mod trend;
pub mod trend_line;
