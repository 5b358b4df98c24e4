//! The parts of `app`.

pub mod changes;
pub mod deals;
pub mod foundation;
pub mod records;
pub mod screens;
pub mod shell;
pub mod tools;
