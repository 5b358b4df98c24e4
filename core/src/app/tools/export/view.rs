//! The parts of `view`.

pub mod human;
pub mod machine;
