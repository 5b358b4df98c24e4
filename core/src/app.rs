//! Application state and presentation of every feature, without a clock, files or network.

pub mod changes;
pub mod deals;
pub mod foundation;
pub mod records;
pub mod screens;
pub mod shell;
pub mod tools;
