//! The parts of `help`.

mod help;
pub mod view;
