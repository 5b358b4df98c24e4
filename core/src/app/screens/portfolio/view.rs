//! The parts of `view`.

pub mod axis;
mod breakdown;
mod entity;
mod legend;
mod month;
pub mod portfolio;
mod statuses;
pub mod trend;
