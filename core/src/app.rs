//! What a person sees and does, without a clock, a file or a network.

pub mod changes;
pub mod deals;
pub mod foundation;
pub mod records;
pub mod screens;
pub mod shell;
pub mod tools;
