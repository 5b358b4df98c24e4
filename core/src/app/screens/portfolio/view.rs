//! The portfolio in words: charts, axes and legends.

pub mod trend_line;
pub mod axis;
pub mod breakdown;
pub mod entity;
mod legend;
mod month;
pub mod portfolio;
pub mod statuses;
pub mod trend;
